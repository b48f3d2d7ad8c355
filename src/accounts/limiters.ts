/** Where limits are counted: in this process, or in Redis or PostgreSQL for all processes together. */
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis } from "rate-limiter-flexible";
import type { Limiters } from "./windows.ts";

export function memoryLimiters(): Limiters {
  return ({ name, points, seconds }) => new RateLimiterMemory({ points, duration: seconds, keyPrefix: name });
}

/** While Redis does not answer, each process counts by itself: a limit is no reason to refuse everybody. */
export function redisLimiters(client: Redis): Limiters {
  return ({ name, points, seconds }) =>
    new RateLimiterRedis({
      storeClient: client,
      points,
      duration: seconds,
      keyPrefix: `hub:limit:${name}`,
      insuranceLimiter: new RateLimiterMemory({ points, duration: seconds }),
    });
}

/** What a limiter needs of PostgreSQL. */
export interface Queries extends AsyncDisposable {
  query(query: { text: string; values?: readonly unknown[] }): Promise<{ rows: readonly unknown[] }>;
}

/** Counts in the table `limits`, which a migration has made. */
export function postgresLimiters(client: Queries): Limiters {
  return ({ name, points, seconds }) =>
    new RateLimiterPostgres({
      storeClient: client,
      storeType: "client",
      tableName: "limits",
      tableCreated: true,
      points,
      duration: seconds,
      keyPrefix: name,
      insuranceLimiter: new RateLimiterMemory({ points, duration: seconds }),
    });
}

/** Connects without waiting: until Redis answers, and whenever it does not, commands fail at once. */
export async function openRedis(url: string): Promise<Redis> {
  const { Redis } = await import("ioredis");
  const client = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  // Without a listener the client prints each failed attempt; the insurance above is the answer to them.
  client.on("error", () => undefined);
  return client;
}
