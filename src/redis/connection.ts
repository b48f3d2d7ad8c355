/** Redis, for all that may be faster by it: one connection and one circuit breaker for everything a process asks of it. */
import type { Redis } from "ioredis";
import { type CircuitBreaker, type CircuitBreakerOptions, createCircuitBreaker } from "./circuit-breaker.ts";
import { redisSpans } from "./spans.ts";

export interface RedisConnection extends AsyncDisposable {
  readonly client: Redis;
  readonly breaker: CircuitBreaker;
}

const LIMIT_MS = 50;
const LONGEST_PAUSE_MS = 500;
const SILENT_MS = 500;

/** Comes back in a moment, whether Redis answers or not: until it does, commands fail at once. */
export async function openRedis(
  url: string,
  { limitMs = LIMIT_MS, onChange }: Partial<Pick<CircuitBreakerOptions, "limitMs" | "onChange">> = {},
): Promise<RedisConnection> {
  const { Redis } = await import("ioredis");
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    keepAlive: 10_000,
    retryStrategy: (times) => Math.min(times * 50, LONGEST_PAUSE_MS),
  });
  // Without a listener the client prints each failed attempt; who asks something is told.
  client.on("error", () => undefined);
  const spans = redisSpans();
  const send = client.sendCommand.bind(client);
  client.sendCommand = (command, stream) => {
    spans.sends(command.name);
    return send(command, stream);
  };
  await connected(client);
  return {
    client,
    breaker: spans.trace(createCircuitBreaker({ limitMs, attempt: () => write(client), onChange })),
    [Symbol.asyncDispose]: async () => client.disconnect(),
  };
}

/** Gives it a moment, so that the first who ask need not be told that it is not there yet. */
function connected(client: Redis): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LIMIT_MS);
    client.once("ready", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Whether it answers and can be written to, which one that is full or a replica cannot. A connection that is silent may
 * lead nowhere, so another one takes its place.
 */
async function write(client: Redis): Promise<void> {
  const silent = setTimeout(() => {
    if (client.status === "ready") client.disconnect(true);
  }, SILENT_MS);
  try {
    await client.set("hub:up", "1", "PX", 60_000);
  } finally {
    clearTimeout(silent);
  }
}
