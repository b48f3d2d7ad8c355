/**
 * What three hubs share through Redis, and what becomes of it when Redis, or one of them, is gone. On a busy machine Redis
 * may be late for once, and is left alone then: what is claimed of it is tried until it was there in time.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { hasOwnPostgres, hasOwnRedis } from "../support/own-servers.ts";
import { type SharedHubs, startSharedHubs } from "../support/shared-hubs.ts";
import { queryPostgres } from "../support/stores.ts";

const TRIES = 50;
/** A key that was ended is refused everywhere after no longer. */
const REFUSED_MS = 1_000;

describe.skipIf(!hasOwnPostgres || !hasOwnRedis)("three hubs", () => {
  let shared: SharedHubs;
  let count = 0;
  beforeAll(async () => {
    shared = await startSharedHubs();
  }, 60_000);
  afterAll(() => shared?.[Symbol.asyncDispose]());
  beforeEach(() => {
    shared.beforeAnswer = async () => undefined;
    shared.onAsked = () => undefined;
  });

  /** Tries with a new question each time until it comes to `true`. */
  async function untilSo(attempt: (q: string) => Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++) {
      while (!(await allAskRedis())); // Each notices by itself that it is back.
      if (await attempt(`q${count++}`)) return;
    }
    throw new Error(`It did not come to that in ${TRIES} tries`);
  }

  async function isShared(q: string): Promise<boolean> {
    const first = await shared.run(0, q);
    const [second, third] = [await shared.run(1, q), await shared.run(2, q)];
    expect([first, second, third].map((each) => each?.status)).toEqual([200, 200, 200]);
    expect(first?.isHit).toBeFalse();
    return second?.isHit === true && third?.isHit === true && timesAsked(q) === 1;
  }

  function timesAsked(q: string): number {
    return shared.asked.filter((each) => each === q).length;
  }

  test("find what one of them has cached", async () => {
    await untilSo(isShared);
  }, 60_000);

  test("that are asked the same at once ask its upstream once", async () => {
    await untilSo(async (q) => {
      const asked = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      shared.onAsked = () => asked.resolve();
      shared.beforeAnswer = () => gate.promise;
      const runs = [0, 1, 2].map((hub) => shared.run(hub, q));
      await asked.promise;
      const before = await followed();
      gate.resolve();
      const told = await Promise.all(runs);
      expect(told.map((each) => each?.status)).toEqual([200, 200, 200]);
      return timesAsked(q) === 1 && (await followed()) > before;
    });
  }, 60_000);

  test("count each run, however it was answered, exactly once", async () => {
    const key = await freeKey(0);
    const before = await callsOf(key);
    const q = `q${count++}`;
    const runs = Array.from({ length: 30 }, (_, each) =>
      fetch(`${shared.hubs[each % 3]?.url}/api/v1/genius/actors/kept/run/`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: JSON.stringify({ q }),
      }),
    );
    const statuses = (await Promise.all(runs)).map(({ status }) => status);
    expect(statuses).toEqual(Array.from({ length: 30 }, () => 200));
    expect((await callsOf(key)) - before).toBe(30);
  }, 60_000);

  for (const [fault, begin, end] of [
    ["while all is well", () => undefined, () => undefined],
    ["while Redis is frozen", () => shared.redis.freeze(), () => shared.redis.thaw()],
    ["while Redis is killed", () => shared.redis.kill(), () => shared.redis.start()],
    ["when the connections for news were ended", endListening, () => undefined],
  ] as const)
    test(`refuse a revoked key within a second ${fault}`, async () => {
      await begin();
      try {
        const times: number[] = [];
        for (let tries = 0; tries < 3 && !times.some((ms) => ms < REFUSED_MS); tries++) {
          const key = await freeKey(0);
          for (const hub of [0, 1, 2]) expect(await usage(hub, key)).toBe(200);
          times.push(await refusedAfter(key));
        }
        expect(Math.min(...times)).toBeLessThan(REFUSED_MS); // The machine may be busy for once.
      } finally {
        await end();
      }
    }, 60_000);

  test("answer, each by itself, while Redis is frozen", async () => {
    shared.redis.freeze();
    try {
      const q = `q${count++}`;
      for (const hub of [0, 1, 2]) expect(await shared.run(hub, q)).toMatchObject({ status: 200, isHit: false });
      for (const hub of [0, 1, 2]) expect(await shared.run(hub, q)).toMatchObject({ status: 200, isHit: true });
      expect(timesAsked(q)).toBe(3);
    } finally {
      shared.redis.thaw();
    }
  }, 60_000);

  // The last one: a hub is gone after it.
  test("go on when the one that works for all of them is killed", async () => {
    await untilSo(isShared);
    const q = `q${count++}`;
    const asked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    shared.onAsked = () => asked.resolve();
    shared.beforeAnswer = () => (timesAsked(q) === 1 ? gate.promise : Promise.resolve());
    const lost = shared.run(0, q);
    await asked.promise;
    const waiting = [shared.run(1, q), shared.run(2, q)];
    await shared.hubs[0]?.kill();
    expect((await Promise.all(waiting)).map((each) => each?.status)).toEqual([200, 200]);
    expect(await lost).toBeUndefined();
    expect(timesAsked(q)).toBeWithin(2, 4); // Three where Redis was late.
    gate.resolve();
  }, 60_000);

  async function allAskRedis(): Promise<boolean> {
    return (await metrics()).every((text) => text.includes("\nhub_redis_up 1\n"));
  }

  function metrics(): Promise<readonly string[]> {
    return Promise.all(shared.hubs.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()));
  }

  /** Runs of the hubs that others have worked for. */
  async function followed(): Promise<number> {
    return (await metrics()).reduce(
      (sum, text) => sum + Number(/^hub_shared_flights_total\{role="follows"\} (\d+)$/m.exec(text)?.[1] ?? 0),
      0,
    );
  }

  async function freeKey(hub: number): Promise<string> {
    const response = await fetch(`${shared.hubs[hub]?.url}/api/v1/agent/register/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "shared@example.com", tier: "free_testnet" }),
    });
    expect(response.status).toBe(200);
    return ((await response.json()) as { api_key: string }).api_key;
  }

  async function usage(hub: number, key: string): Promise<number> {
    return (await fetch(`${shared.hubs[hub]?.url}/api/v1/agent/usage/`, { headers: { "x-api-key": key } })).status;
  }

  async function callsOf(key: string): Promise<number> {
    const response = await fetch(`${shared.hubs[0]?.url}/api/v1/agent/usage/`, { headers: { "x-api-key": key } });
    return Number(response.headers.get("x-calls-limit")) - Number(response.headers.get("x-calls-remaining"));
  }

  /** Ends a key by the first hub, and says how long until all others refuse it. */
  async function refusedAfter(key: string): Promise<number> {
    const ended = await fetch(`${shared.hubs[0]?.url}/api/v1/agent/keys/revoke/`, {
      method: "POST",
      headers: { "x-api-key": key },
    });
    expect(ended.status).toBe(200);
    const since = performance.now();
    for (const hub of [1, 2]) while ((await usage(hub, key)) === 200);
    return performance.now() - since;
  }

  /** Ends the connections by which the hubs hear of each other in the store. */
  async function endListening(): Promise<void> {
    await queryPostgres(
      shared.postgres.url,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '%news'",
    );
  }
});
