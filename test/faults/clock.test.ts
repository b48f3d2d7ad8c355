/** The clock of a machine is set: what was read before is not believed, and nothing waits until it has caught up. */
import { describe, expect, test } from "bun:test";
import { createDeaths } from "../../src/isolation/deaths.ts";
import { createBreaker } from "../../src/llm/breaker.ts";
import { createResponseCache } from "../../src/net/response-cache.ts";
import { createBreakers, OWN_LIMIT } from "../../src/proxy/breaker.ts";
import { dayOf, monotonic } from "../../src/runtime/day.ts";
import { type Clock, leftOf } from "../../src/runtime/world.ts";
import { memoryCache } from "../../src/store/memory.ts";
import { openNews } from "../../src/store/processes/news.ts";
import { openPresence } from "../../src/store/processes/presence.ts";
import { walletCheck } from "../../src/payment/wallet-check.ts";
import { rippledLedger } from "../../src/payment/xrpl/client.ts";
import { echoActor } from "../support/actors.ts";
import { startHub } from "../support/hub.ts";
import { answerOf, testClock } from "../support/operations.ts";
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

const HOURS_MS = 7_200_000;

/** Each is in force when it is made, and says whether it is still. */
const FOR_A_WHILE: Readonly<Record<string, (clock: Clock) => Promise<() => unknown>>> = {
  "an operation of an upstream that is left alone": async (clock) => {
    const breakers = createBreakers(clock);
    for (let count = 0; count < 5; count++) breakers.enter("api.dev list").failed(OWN_LIMIT);
    return () => breakers.refusal("api.dev list");
  },
  "a model that is left alone": async (clock) => {
    const breaker = createBreaker(clock, { failures: 1, openMs: 30_000 });
    breaker.fail();
    return () => breaker.waitMs() > 0;
  },
  "an actor that is paused": async (clock) => {
    const deaths = createDeaths({ now: clock.now, warn: () => undefined });
    for (let count = 0; count < 5; count++) deaths.record("frail");
    return () => deaths.fault("frail");
  },
  "a cached answer": async (clock) => {
    const cache = memoryCache(clock);
    await cache.set("k", { answer: answerOf(["kept"]), storedAt: clock.now(), ttlSeconds: 60 });
    return () => cache.get("k");
  },
  "a kept answer of an upstream": async (clock) => {
    let asked = 0;
    const fetch = createResponseCache(clock)("prices", async (url) => {
      asked++;
      return { url, status: 200, headers: new Headers(), bytes: new Uint8Array() };
    });
    const look = () => fetch("https://example.com/", { keepSeconds: 60 });
    await look();
    return async () => {
      const before = asked;
      await look();
      return asked === before;
    };
  },
};

describe("a clock that is set back by two hours makes nothing last as much longer:", () => {
  test.each(Object.entries(FOR_A_WHILE))("%s", async (_, begin) => {
    const clock = testClock(NOON);
    const isInForce = await begin(clock);
    expect(await isInForce()).toBeTruthy();
    clock.advance(-HOURS_MS);
    expect(await isInForce()).toBeFalsy();
  });

  test("a process that has ended without a word counts no more once the others were heard again", () => {
    const clock = testClock(NOON);
    const news = openNews([]);
    using presence = openPresence(news, clock);
    for (const id of ["alive", "dead"]) news.tell("process alive", id);
    clock.advance(-HOURS_MS);
    news.tell("process alive", "alive");
    expect(presence.count()).toBe(2);
  });
});

test("what is left of a span is never more than it had", () => {
  const span = { at: NOON, ms: 1_000 };
  const moments = [-HOURS_MS, -1_000, -400, 0, 400, 1_000, HOURS_MS];
  expect(moments.map((ms) => leftOf(span, NOON + ms))).toEqual([0, 0, 600, 1_000, 600, 0, 0]);
  expect(leftOf(undefined, NOON)).toBe(0);
});

test("a day does not begin twice where the clock is corrected, and is none of next month's where that is set right", () => {
  const clock = testClock(Date.UTC(2026, 10, 22));
  const { now } = monotonic(clock);
  const days = [0, -1, -3_500_000, 3_500_001, 30 * 86_400_000, -30 * 86_400_000].map((ms) => {
    clock.advance(ms);
    return dayOf(now());
  });
  expect(days).toEqual(["2026-11-22", "2026-11-22", "2026-11-22", "2026-11-22", "2026-12-22", "2026-11-22"]);
});
