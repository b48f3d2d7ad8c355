/**
 * Limits that all processes of a hub count together, where that can be done in time; in this process else. A counter
 * that is frozen must not hold a call up, and one that is gone is no reason to refuse everybody.
 */
import { RateLimiterRes } from "rate-limiter-flexible";
import type { CircuitBreaker } from "../../runtime/async/circuit-breaker.ts";
import { shareLimiters } from "./limiters.ts";
import type { Limiter, Limiters } from "./windows.ts";

export interface SharedLimitersOptions {
  readonly shared: Limiters;
  /** Where they are counted, for people: "Redis". */
  readonly place: string;
  readonly breaker: CircuitBreaker;
  /** How many processes count, this one among them: meanwhile each grants its share. Left out, it is the only one. */
  readonly processes?: () => number;
}

export interface SharedLimiters {
  readonly limiters: Limiters;
  /** Why this process counts by itself, in a sentence. Asks, in case nobody else has. */
  fault(): Promise<string | undefined>;
}

export function sharedLimiters({ shared, place, breaker, processes = () => 1 }: SharedLimitersOptions): SharedLimiters {
  const local = shareLimiters(processes);
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
    fault: () =>
      breaker.check().then(
        () => undefined,
        () => countedHere(place),
      ),
  };

  async function count<T>(there: Limiter, here: Limiter, act: (limiter: Limiter) => Promise<T>): Promise<T> {
    if (breaker.isOpen()) return act(here);
    const counted = await breaker.run(() => act(there).then((value) => ({ value }), refused)).catch(() => undefined);
    if (counted === undefined) return act(here);
    if ("refusal" in counted) throw counted.refusal;
    return counted.value;
  }
}

/** What is said when the place where they are counted does not answer. */
export function countedHere(place: string): string {
  return `${place} does not answer: limits are counted in each process.`;
}

/** That a limit is reached is an answer. */
function refused(error: unknown): { readonly refusal: RateLimiterRes } {
  if (error instanceof RateLimiterRes) return { refusal: error };
  throw error;
}
