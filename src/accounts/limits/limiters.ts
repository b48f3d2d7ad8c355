/** Where limits are counted: in this process, or in Redis or PostgreSQL for all processes together. */
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { LimiterCount, Limiters } from "./windows.ts";

export function memoryLimiters(): Limiters {
  return ({ name, points, seconds }) => new RateLimiterMemory({ points, duration: seconds, keyPrefix: name });
}

/** Each of so many processes counts by itself up to its share, so that together they grant about what one may. */
export function shareLimiters(processes: () => number): Limiters {
  return ({ name, points, seconds }) => {
    const limiter = new RateLimiterMemory({ points, duration: seconds, keyPrefix: name });
    /** What is told is the share that holds: more would promise calls that are refused. */
    const count = async (act: () => Promise<RateLimiterRes | null>): Promise<LimiterCount> => {
      const limit = Math.ceil(points / processes());
      limiter.points = limit;
      const counted = await act().catch((refused: unknown) => {
        throw refused instanceof RateLimiterRes ? Object.assign(refused, { limit }) : refused;
      });
      return Object.assign(counted ?? new RateLimiterRes(limit, seconds * 1000, 0), { limit });
    };
    return {
      consume: (client, taken) => count(() => limiter.consume(client, taken)),
      reward: (client, given) => count(() => limiter.reward(client, given)),
      penalty: (client, taken) => count(() => limiter.penalty(client, taken)),
      get: (client) => count(() => limiter.get(client)),
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
  return ({ name, points, seconds }) => {
    const limiter = new RateLimiterPostgres({
      storeClient: client,
      storeType: "client",
      tableName: "limits",
      tableCreated: true,
      points,
      duration: seconds,
      keyPrefix: name,
    });
    const counted = <Result extends RateLimiterRes | null>(of: string, act: () => Promise<Result>): Promise<Result> =>
      anewIfAhead({ act, windowMs: seconds * 1000, end: () => limiter.delete(of) });
    return {
      consume: (of, taken) => counted(of, () => limiter.consume(of, taken)),
      reward: (of, given) => counted(of, () => limiter.reward(of, given)),
      penalty: (of, taken) => counted(of, () => limiter.penalty(of, taken)),
      get: (of) => counted(of, () => limiter.get(of)),
    };
  };
}

interface InWindow<Result> {
  readonly act: () => Promise<Result>;
  readonly windowMs: number;
  readonly end: () => Promise<unknown>;
}

/** The end of a window is kept: where the clocks were set back since, it would last as much longer. It is ended, and counted anew. */
async function anewIfAhead<Result extends RateLimiterRes | null>(window: InWindow<Result>): Promise<Result> {
  const { act, windowMs, end } = window;
  // Clocks of several machines differ by less.
  const isAhead = (counted: unknown): boolean =>
    counted instanceof RateLimiterRes && counted.msBeforeNext > 2 * windowMs;
  try {
    const counted = await act();
    if (!isAhead(counted)) return counted;
  } catch (refused) {
    if (!isAhead(refused)) throw refused;
  }
  await end();
  return act();
}
