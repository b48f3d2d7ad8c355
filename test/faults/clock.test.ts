/** The clock of a machine is set back by five minutes: what was read before is not believed until it has caught up. */
import { expect, test } from "bun:test";
import { walletCheck } from "../../src/payment/wallet-check.ts";
import { rippledLedger } from "../../src/payment/xrpl/client.ts";
import { echoActor } from "../support/actors.ts";
import { startHub } from "../support/hub.ts";
import { walletOf } from "../support/payer.ts";
import { serveSandbox } from "../support/sandbox.ts";

const BACK_MS = -300_000;
const NOON = Date.UTC(2026, 10, 21, 12);

test("a ledger and the wallet on it are asked anew", async () => {
  const asked: string[] = [];
  const { address } = walletOf("hub");
  await using served = serveSandbox({
    networkId: 1,
    endowments: [{ address, drops: 100_000_000n }],
    faults: { answer: (method) => void asked.push(method) },
  });
  let now = Date.now();
  const clock = { now: () => now };
  const { signal } = new AbortController();
  const ledger = rippledLedger({ network: "xrpl:1", urls: [served.url], fetch, timeoutMs: 1000, pollMs: 1000, clock });
  const check = walletCheck({ ledger, address: async () => address, destinationTag: undefined, clock, signal });
  const look = async (): Promise<readonly string[]> => {
    asked.length = 0;
    await ledger.answers(signal);
    await check();
    return [...asked];
  };
  const first = await look();
  expect(first).not.toEqual([]);
  expect(await look()).toEqual([]);
  now += BACK_MS;
  expect(await look()).toEqual(first);
});

test("a run takes no negative time, and a kept answer has no negative age", async () => {
  let now = NOON;
  const clock = { now: () => (now -= 1_000) };
  await using hub = await startHub({ actors: [echoActor({ slug: "kept", cacheTtlSeconds: 600 })], clock });
  for (let turn = 0; turn < 2; turn++) {
    const response = await hub.run("kept", { q: "x" });
    const { meta } = (await response.json()) as { meta: { duration_ms: number } };
    expect([response.status, meta.duration_ms]).toEqual([200, 0]);
    expect(Number(response.headers.get("age") ?? 0)).toBeGreaterThanOrEqual(0);
  }
});
