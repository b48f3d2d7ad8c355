/**
 * Limits that all processes of a hub count together, where that can be done in time; in this process else. A counter
 * that is frozen must not hold a call up, and one that is gone is no reason to refuse everybody.
 */
import { RateLimiterRes } from "rate-limiter-flexible";
import { memoryLimiters } from "./limiters.ts";
import type { Limiter, Limiters } from "./windows.ts";

export interface SharedLimitersOptions {
  readonly shared: Limiters;
  /** Where they are counted, for people: "Redis". */
  readonly place: string;
  /** Asks whether it answers. @throws while it does not. */
  readonly attempt: () => Promise<unknown>;
  /** Told what is wrong, in a sentence, and `undefined` when all processes count together again. */
  readonly onChange?: ((fault: string | undefined) => void) | undefined;
}

export interface SharedLimiters {
  readonly limiters: Limiters;
  /** Why this process counts by itself, in a sentence. Asks, in case nobody else has. */
  fault(): Promise<string | undefined>;
}

const LIMIT_MS = 250;
const RETRY_MS = 500;

export function sharedLimiters({ shared, place, attempt, onChange }: SharedLimitersOptions): SharedLimiters {
  const local = memoryLimiters();
  let fault: string | undefined;
  let attempting: Promise<void> | undefined;

  return {
    limiters(options) {
      const there = shared(options);
      const here = local(options);
      return {
        consume: (client, points) => count(there, here, (limiter) => limiter.consume(client, points)),
        reward: (client, points) => count(there, here, (limiter) => limiter.reward(client, points)),
        penalty: (client, points) => count(there, here, (limiter) => limiter.penalty(client, points)),
        get: (client) => count(there, here, (limiter) => limiter.get(client)),
      };
    },
    async fault() {
      await tryAgain();
      return fault;
    },
  };

  async function count<T>(there: Limiter, here: Limiter, act: (limiter: Limiter) => Promise<T>): Promise<T> {
    if (fault !== undefined) return act(here);
    try {
      return await inTime(act(there));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      falls(error);
      return act(here);
    }
  }

  function falls(error: unknown): void {
    if (fault !== undefined) return;
    const why = error instanceof Error ? error.message : "unknown";
    fault = `${place} does not answer: limits are counted in each process.`;
    setTimeout(retry, RETRY_MS).unref();
    onChange?.(`${fault} (${why})`);
  }

  function retry(): void {
    void tryAgain().then(() => {
      if (fault !== undefined) setTimeout(retry, RETRY_MS).unref();
    });
  }

  function tryAgain(): Promise<void> {
    return (attempting ??= inTime(Promise.try(attempt))
      .then(() => {
        if (fault === undefined) return;
        fault = undefined;
        onChange?.(undefined);
      }, falls)
      .finally(() => {
        attempting = undefined;
      }));
  }
}

/** What is not there in time is late, unless it was this process that stood still. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = () => reject(new Error(`no answer within ${LIMIT_MS} ms`));
  const timer = setTimeout(() => setImmediate(() => setImmediate(late)), LIMIT_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
