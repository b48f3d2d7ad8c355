import { describe, expect, test } from "bun:test";
import { HubError } from "../../../src/runtime/errors.ts";
import { BUYER, NETWORK, openDepositWorld, SHOP } from "../../support/deposits.ts";
import { rippledLedger } from "../../../src/payment/xrpl/client.ts";

const ASKING = new AbortController().signal;
const PAYER = { account: BUYER.address, method: "sequence", slot: 1 } as const;

describe("the ledger over a WebSocket", () => {
  test("answers whatever it answers over HTTP, on one connection", async () => {
    await using world = openDepositWorld({ overSocket: true });
    let opened = 0;
    const connect = (url: string): WebSocket => {
      opened++;
      return new WebSocket(url);
    };
    const options = { network: NETWORK, urls: [world.served.socketUrl], fetch, timeoutMs: 2000, pollMs: 1 };
    const stop = new AbortController();
    const ledger = rippledLedger({ ...options, connect, stop: stop.signal, clock: world.clock });
    const overHttp = rippledLedger({ ...options, urls: [world.served.url], clock: world.clock });
    const hash = world.pay({ DestinationTag: 9 });
    expect(await ledger.view(PAYER, ASKING)).toEqual(await overHttp.view(PAYER, ASKING));
    expect(await ledger.find(hash, ASKING)).toEqual(await overHttp.find(hash, ASKING));
    expect(await ledger.read(SHOP.address, "first", ASKING)).toEqual(
      await overHttp.read(SHOP.address, "first", ASKING),
    );
    expect((await ledger.view({ ...PAYER, account: "rrrrrrrrrrrrrrrrrrrrrhoLvTp" }, ASKING)).payer).toBeUndefined();
    expect(await ledger.submit("12AB", ASKING)).toEqual({ result: "invalidTransaction", isTaken: false });
    const many = await Promise.all(Array.from({ length: 50 }, () => ledger.find(hash, ASKING)));
    expect(new Set(many.map((payment) => payment?.delivered))).toEqual(new Set([1_000_000n]));
    expect(opened).toBe(1);
    stop.abort();
    expect(await refusal(ledger.find(hash, ASKING))).toBe("ledger_unavailable");
  });

  test.each([
    ["hangs up", { kind: "hang-up" }],
    ["says nothing", { kind: "silence" }],
    ["speaks another language", { kind: "text", status: 200, text: "<html>" }],
    ["says too little", { kind: "text", status: 200, text: "{}" }],
    ["has too much to do", { kind: "error", error: "slowDown" }],
  ] as const)("a server that %s gives no answer, and is asked again the next time", async (_, fault) => {
    await using world = openDepositWorld({ overSocket: true, timeoutMs: 150 });
    const hash = world.pay({});
    world.weather.answer = (method) => (method === "tx" ? fault : undefined);
    expect(await refusal(world.ledger.find(hash, ASKING))).toBe("ledger_unavailable");
    delete world.weather.answer;
    expect((await world.ledger.find(hash, ASKING))?.delivered).toBe(1_000_000n);
  });

  test("whoever leaves does not wait, and whoever stays gets an answer on the same line", async () => {
    await using world = openDepositWorld({ overSocket: true });
    const hash = world.pay({});
    await world.ledger.find(hash, ASKING);
    let isAsked: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    world.weather.answer = (method) => {
      if (method !== "tx") return undefined;
      isAsked();
      return { kind: "silence" };
    };
    const leaving = new AbortController();
    const left = refusal(world.ledger.find(hash, leaving.signal));
    await asked;
    leaving.abort();
    expect(await left).toBe("ledger_unavailable");
    delete world.weather.answer;
    expect((await world.ledger.find(hash, ASKING))?.hash).toBe(hash);
  });

  test("a port where nobody listens is no server", async () => {
    const urls = ["ws://127.0.0.1:1"];
    const clock = { now: Date.now };
    const ledger = rippledLedger({ network: NETWORK, urls, fetch, timeoutMs: 2000, pollMs: 1, clock });
    expect(await refusal(ledger.find("AB".repeat(32), ASKING))).toBe("ledger_unavailable");
  });
});

async function refusal(promise: Promise<unknown>): Promise<string> {
  const error = await promise.catch((thrown: unknown) => thrown);
  return error instanceof HubError ? error.code : `no refusal: ${JSON.stringify(error)}`;
}
