/** What the processes of a hub share through Redis to be faster, and each has by itself without it. */
import type { Metrics } from "../metrics/series.ts";
import { meterShared } from "../metrics/shared.ts";
import type { SharedFlights } from "../runtime/ports/shared-flights.ts";
import type { Clock } from "../runtime/world.ts";
import { sharedAnswers } from "../redis/answers.ts";
import type { RedisConnection } from "../redis/connection.ts";
import { redisFlights } from "../redis/flights.ts";
import { layeredCache } from "../redis/layered-cache.ts";
import { redisNews } from "../redis/news.ts";
import { createSealer } from "../redis/sealer.ts";
import { memoryCache, type MemoryCache } from "../store/memory.ts";
import type { OpenChannel } from "../store/news.ts";
import type { Log } from "./log.ts";

export interface SharedFacts {
  readonly redis: RedisConnection | undefined;
  /** The same in every process of the hub. */
  readonly hubKey: string;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: Log;
}

export interface Shared {
  readonly cache: MemoryCache;
  /** `undefined` without Redis. */
  readonly flights: SharedFlights | undefined;
  /** By which news go beside the store's own way. */
  readonly ways: readonly OpenChannel[];
}

export function openShared({ redis, hubKey, clock, metrics, log }: SharedFacts): Shared {
  const near = memoryCache(clock);
  if (redis === undefined) return { cache: near, flights: undefined, ways: [] };
  const sealer = createSealer(hubKey);
  const far = sharedAnswers(redis, sealer, clock);
  const { found, joined } = meterShared(metrics, redis.breaker.isOpen);
  return {
    cache: layeredCache({ near, far, found, complain: log.failure }),
    flights: redisFlights(redis, { sealer, joined }),
    ways: [redisNews(redis, sealer)],
  };
}
