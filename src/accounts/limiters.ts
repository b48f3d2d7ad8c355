/** Where limits are counted: in this process, or in Redis or PostgreSQL for all processes together. */
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis } from "rate-limiter-flexible";
import type { Limiters } from "./windows.ts";

export function memoryLimiters(): Limiters {
  return ({ name, points, seconds }) => new RateLimiterMemory({ points, duration: seconds, keyPrefix: name });
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

const LONGEST_PAUSE_MS = 500;

/** Connects without waiting: until Redis answers, commands fail at once. */
export async function openRedis(url: string): Promise<Redis> {
  const { Redis } = await import("ioredis");
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    retryStrategy: (times) => Math.min(times * 50, LONGEST_PAUSE_MS),
  });
  // Without a listener the client prints each failed attempt; who asks something is told.
  client.on("error", () => undefined);
  return client;
}

/** Asks whether it answers. A connection that is silent may lead nowhere, so another one takes its place. */
export async function pingRedis(client: Redis): Promise<void> {
  const silent = setTimeout(() => {
    if (client.status === "ready") client.disconnect(true);
  }, LONGEST_PAUSE_MS);
  try {
    await client.ping();
  } finally {
    clearTimeout(silent);
  }
}
