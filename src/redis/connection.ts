/** Redis, for all that may be faster by it: one connection and one circuit breaker for everything a process asks of it. */
import type { Redis } from "ioredis";
import {
  type CircuitBreaker,
  type CircuitBreakerOptions,
  createCircuitBreaker,
} from "../runtime/async/circuit-breaker.ts";
import { redisSpans } from "./spans.ts";

export interface RedisConnection extends AsyncDisposable {
  readonly client: Redis;
  readonly breaker: CircuitBreaker;
}

const LIMIT_MS = 50;
const LONGEST_PAUSE_MS = 500;
const SILENT_MS = 500;
/** A server that greets nobody may have lost what it was asked. */
const GREETING_MS = 1_000;
/** One in each quarter of the slots that a cluster shares out among its servers. */
const MARKS = ["hub:up:115", "hub:up:114", "hub:up:144", "hub:up:145"];
const MARK = "return redis.call('set',KEYS[1],'1','PX',60000)";

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
  /** Why there is no connection, in the server's words or the system's. */
  let refusal: string | undefined;
  let isRefused = false;
  client.on("close", () => (isRefused = false));
  client.on("ready", () => (refusal = undefined));
  // Without a listener the client prints each failed attempt; who asks something is told.
  client.on("error", (error) => {
    if (isRefused) return; // What follows from the first one.
    isRefused = true;
    refusal = error.message;
    // It would go on in the first database, which may be another program's.
    if (isOfSelect(error)) client.disconnect(true);
  });
  endSilentGreetings(client);
  const spans = redisSpans();
  const send = client.sendCommand.bind(client);
  client.sendCommand = (command, stream) => {
    spans.sends(command.name);
    return send(command, stream);
  };
  await connected(client);
  return {
    client,
    breaker: spans.trace(createCircuitBreaker({ limitMs, attempt: attempts(client), onChange: tell })),
    [Symbol.asyncDispose]: async () => client.disconnect(),
  };

  /** Who asks without a connection is only told that there is none. */
  function tell(why: string | undefined): void {
    onChange?.(why === undefined ? undefined : (refusal ?? why));
  }
}

/** The client itself waits for ever for the answers that a new connection begins with. */
export function endSilentGreetings(client: Redis): void {
  let late: ReturnType<typeof setTimeout> | undefined;
  client.on("connect", () => {
    clearTimeout(late);
    late = setTimeout(() => client.status === "connect" && client.disconnect(true), GREETING_MS);
    late.unref();
  });
}

function isOfSelect(error: Error): boolean {
  const command = "command" in error ? error.command : undefined;
  return typeof command === "object" && command !== null && "name" in command && command.name === "select";
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
 * Asks whether it answers, can be written to, which one that is full or a replica cannot, by a script, as limits are
 * counted, and at every place, of which one server of a cluster has a part. A connection that is silent
 * may lead nowhere, and one that has lost an answer gives each later one to the question before: only the answer to the
 * newest question counts, and without one another connection takes its place.
 */
function attempts(client: Redis): () => Promise<void> {
  let newest = 0;
  let silent: ReturnType<typeof setTimeout> | undefined;
  return async () => {
    const own = ++newest;
    silent ??= setTimeout(() => {
      silent = undefined;
      if (client.status === "ready") client.disconnect(true);
    }, SILENT_MS);
    try {
      await Promise.all(MARKS.map((name) => client.eval(MARK, 1, name)));
    } finally {
      if (own === newest) {
        clearTimeout(silent);
        silent = undefined;
      }
    }
  };
}
