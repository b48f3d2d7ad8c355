/** Where limits are counted: in this process, or in Redis for all processes together. */
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import type { Limiters } from "./windows.ts";

export function memoryLimiters(): Limiters {
  return ({ name, points, seconds }) => new RateLimiterMemory({ points, duration: seconds, keyPrefix: name });
}

/** While Redis does not answer, each process counts by itself: a limit is no reason to refuse everybody. */
export function redisLimiters(client: Redis): Limiters {
  const here = memoryLimiters();
  return (options) =>
    new RateLimiterRedis({
      storeClient: client,
      points: options.points,
      duration: options.seconds,
      keyPrefix: `hub:limit:${options.name}`,
      // The memory limiter is one of the library's own; the port only shows less of it.
      insuranceLimiter: here(options) as RateLimiterMemory,
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
