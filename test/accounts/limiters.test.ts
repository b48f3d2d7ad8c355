import { afterEach, describe, expect, setSystemTime, test } from "bun:test";
import { memoryLimiters, postgresLimiters, redisLimiters } from "../../src/accounts/limits/limiters.ts";
import { sharedLimiters } from "../../src/accounts/limits/shared-limiters.ts";
import { type Limiters, openWindow, type Window } from "../../src/accounts/limits/windows.ts";
import { openRedis } from "../../src/redis/connection.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { openQueries } from "../../src/store/drivers/postgres/postgres.ts";
import { isUp, POSTGRES_URL, postgresDatabase, REDIS_URL } from "../support/stores.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const hasRedis = await isUp(REDIS_URL);
const hasPostgres = await isUp(POSTGRES_URL);

/** A window of 3 calls that no other test counts in. */
function windowOf(limiters: Limiters, name = `burst-${crypto.randomUUID()}`): Window {
  const window = openWindow(limiters, { name, points: 3, seconds: 60, refusal: "Too many" });
  if (window === undefined) throw new Error("the window is switched off");
  return window;
}

async function take(window: Window, client: string): Promise<string> {
  try {
    return String((await window.take(client)).remaining);
  } catch (error) {
    return error instanceof HubError ? error.code : String(error);
  }
}

test("a clock that is set back makes nobody wait for longer than the window", async () => {
  const window = windowOf(memoryLimiters());
  setSystemTime(NOON);
  for (let taken = 0; taken < 3; taken++) await window.take("a");
  setSystemTime(NOON - 3_600_000);
  expect((await window.look("a")).resetMs).toBe(60_000);
  const refused = await window.take("a").catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "rate_limited", details: { retryAfterMs: 60_000 } });
});

test("in one process what is counted is bounded: those are forgotten who have not come since 30,000 others came", async () => {
  const window = windowOf(memoryLimiters());
  for (const client of ["gone", "gone", "here"]) await window.take(client);
  for (let other = 0; other < 30_000; other++) {
    await window.look(`${other}`);
    if (other % 9_000 === 0) await window.look("here");
  }
  expect([(await window.look("gone")).remaining, (await window.look("here")).remaining]).toEqual([3, 2]);
});

/** Two processes that count in the same place. */
async function expectShared(here: Limiters, there: Limiters): Promise<void> {
  const name = `burst-${crypto.randomUUID()}`;
  const [one, other] = [windowOf(here, name), windowOf(there, name)];
  expect(await take(one, "a")).toBe("2");
  expect(await take(other, "a")).toBe("1");
  await other.giveBack("a");
  expect((await one.look("a")).remaining).toBe(2);
  expect([await take(one, "a"), await take(other, "a"), await take(one, "a")]).toEqual(["1", "0", "rate_limited"]);
  expect(await take(other, "b")).toBe("2");
}

afterEach(() => void setSystemTime());

describe("limits", () => {
  test.skipIf(!hasRedis)("in Redis are counted by all processes together", async () => {
    await using here = await openRedis(REDIS_URL, { limitMs: 5_000 });
    await using there = await openRedis(REDIS_URL, { limitMs: 5_000 });
    await Promise.all([here, there].map(({ breaker }) => breaker.check()));
    await expectShared(redisLimiters(here.client), redisLimiters(there.client));
  });

  test.skipIf(!hasPostgres)("in PostgreSQL are counted by all processes together", async () => {
    await using database = await postgresDatabase();
    await using _ = await database.open();
    await using here = openQueries(database.address);
    await using there = openQueries(database.address);
    await expectShared(postgresLimiters(here), postgresLimiters(there));
  });

  test.skipIf(!hasPostgres)("in PostgreSQL end in their time although the clock is set back", async () => {
    await using database = await postgresDatabase();
    await using _ = await database.open();
    await using queries = openQueries(database.address);
    const window = windowOf(postgresLimiters(queries));
    const all = async () => [await take(window, "a"), await take(window, "a"), await take(window, "a")];
    expect([...(await all()), await take(window, "a")]).toEqual(["2", "1", "0", "rate_limited"]);
    setSystemTime(Date.now() - 7_200_000);
    expect([...(await all()), await take(window, "a")]).toEqual(["2", "1", "0", "rate_limited"]);
    setSystemTime(Date.now() - 7_200_000);
    expect((await window.look("a")).remaining).toBe(3);
  });

  test("are counted here while Redis does not answer", async () => {
    const told: (string | undefined)[] = [];
    await using redis = await openRedis("redis://127.0.0.1:1", { onChange: (why) => void told.push(why) });
    const { limiters, fault } = sharedLimiters({
      shared: redisLimiters(redis.client),
      place: "Redis",
      breaker: redis.breaker,
    });
    const window = windowOf(limiters);
    expect([
      await take(window, "a"),
      await take(window, "a"),
      await take(window, "a"),
      await take(window, "a"),
    ]).toEqual(["2", "1", "0", "rate_limited"]);
    expect(told).toEqual([expect.any(String)]);
    expect(await fault()).toBe("Redis does not answer: limits are counted in each process.");
  });

  test("that no place counts are shared by the processes that are alive, so that together they grant one burst", async () => {
    await using redis = await openRedis("redis://127.0.0.1:1");
    let alive = 3;
    const windows = Array.from({ length: 3 }, () => {
      const shared = redisLimiters(redis.client);
      const options = { shared, place: "Redis", breaker: redis.breaker, processes: () => alive };
      return openWindow(sharedLimiters(options).limiters, {
        name: "burst",
        points: 60,
        seconds: 60,
        refusal: "Too many",
      })!;
    });
    const granted = async () => {
      const each = windows.map(async (window) => {
        let taken = 0;
        while ((await take(window, "a")) !== "rate_limited") taken++;
        return taken;
      });
      return Promise.all(each);
    };
    expect(await granted()).toEqual([20, 20, 20]);
    // Two have died: the one that is left grants the rest of what is its own now; what was refused counts.
    alive = 1;
    expect((await granted())[0]).toBe(39);
    alive = 100;
    expect(await take(windows[0]!, "b")).toBe("0");
    expect(await take(windows[0]!, "b")).toBe("rate_limited");
  });

  test("that are shared are told as what a process grants, before it has counted, then, and as it refuses", async () => {
    await using redis = await openRedis("redis://127.0.0.1:1");
    let alive = 3;
    const shared = redisLimiters(redis.client);
    const options = { shared, place: "Redis", breaker: redis.breaker, processes: () => alive };
    const window = windowOf(sharedLimiters(options).limiters, "burst-of-shares");
    expect(await window.look("a")).toMatchObject({ limit: 1, remaining: 1, windowSeconds: 60 });
    expect(await window.take("a")).toMatchObject({ limit: 1, remaining: 0 });
    const refused = await window.take("a").catch((error: HubError) => error.details.headers);
    expect(refused).toMatchObject({
      "ratelimit-policy": '"burst";q=1;w=60',
      ratelimit: expect.stringContaining("r=0"),
    });
    alive = 1;
    expect(await window.look("a")).toMatchObject({ limit: 3, remaining: 1 });
  });
});
