import { expect, test } from "bun:test";
import { loadConfig } from "../../src/app/settings/config.ts";
import { openShared } from "../../src/app/shared.ts";
import { createMetrics } from "../../src/metrics/series.ts";
import type { Cache } from "../../src/runtime/ports/answer.ts";
import { answerOf, SILENT, testClock } from "../support/operations.ts";
import { hasOwnRedis } from "../support/own-servers.ts";
import { redisSuite } from "../support/redis.ts";

const LOG = { ...SILENT, failure: () => undefined, child: () => LOG };

if (hasOwnRedis) {
  const suite = redisSuite();

  test("processes share answers where the same sources are set, whatever else differs", async () => {
    const clock = testClock();
    const { client } = await suite.connect();
    const cacheOf = async (settings: Readonly<Record<string, string>>): Promise<Cache> =>
      openShared({
        config: loadConfig(settings),
        redis: await suite.connect(),
        hubKey: "aa".repeat(32),
        metrics: createMetrics(),
        world: { clock, log: LOG, ways: [] },
      }).cache;
    const first = await cacheOf({ PORT: "1" });
    await first.set("toy@1:a", { answer: answerOf(["kept"]), storedAt: clock.now(), ttlSeconds: 60 });
    while ((await client.dbsize()) === 0) await Promise.resolve();
    const found = async (settings: Readonly<Record<string, string>>): Promise<boolean> =>
      (await (await cacheOf(settings)).get("toy@1:a")) !== undefined;
    expect(await found({ PORT: "2", LLM_API_KEY: "a new one of the same account" })).toBeTrue();
    expect(await found({ COINGECKO_URL: "https://another.example" })).toBeFalse();
    expect(await found({ LLM_BASE_URL: "https://model.example", LLM_MODEL: "another" })).toBeFalse();
  });
}
