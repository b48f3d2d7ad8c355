/** Where limits are counted: in this process, or in Redis or PostgreSQL for all processes together. */
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis } from "rate-limiter-flexible";
import type { Limiters } from "./windows.ts";

export function memoryLimiters(): Limiters {
  return ({ name, points, seconds }) => new RateLimiterMemory({ points, duration: seconds, keyPrefix: name });
}

/** Each of so many processes counts by itself up to its share, so that together they grant about what one may. */
export function shareLimiters(processes: () => number): Limiters {
  return ({ name, points, seconds }) => {
    const limiter = new RateLimiterMemory({ points, duration: seconds, keyPrefix: name });
    const shared = (): RateLimiterMemory => {
      limiter.points = Math.ceil(points / processes());
      return limiter;
    };
    return {
      consume: (client, taken) => shared().consume(client, taken),
      reward: (client, given) => shared().reward(client, given),
      penalty: (client, taken) => shared().penalty(client, taken),
      get: (client) => shared().get(client),
    };
  };
}

export function redisLimiters(client: Redis): Limiters {
  return ({ name, points, seconds }) =>
    new RateLimiterRedis({ storeClient: client, points, duration: seconds, keyPrefix: `hub:limit:${name}` });
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
    });
}
