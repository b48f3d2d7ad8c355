/** Where limits are counted: in this process, or in Redis or PostgreSQL for all processes together. */
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { LimiterCount, Limiters } from "./windows.ts";

/** So many clients that came last are counted at the least, and three times as many at most. */
const COUNTED = 10_000;

export function memoryLimiters(): Limiters {
  return (options) => {
    const limiter = ofProcess(options);
    return {
      consume: (client, taken) => limiter(client).consume(client, taken),
      reward: (client, given) => limiter(client).reward(client, given),
      penalty: (client, taken) => limiter(client).penalty(client, taken),
      get: (client) => limiter(client).get(client),
    };
  };
}

/**
 * The counter of a policy in this process, for a client that comes now. Each client takes memory for as long as the window,
 * be it a day, and a stranger may have any number of addresses: those that come no more are forgotten, one for each new one.
 */
function ofProcess({ name, points, seconds }: Parameters<Limiters>[0]): (client: string) => RateLimiterMemory {
  const limiter = new RateLimiterMemory({ points, duration: seconds, keyPrefix: name });
  let [late, earlier, oldest] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let forgetting = oldest.values();
  return (client) => {
    if (late.has(client)) return limiter;
    earlier.delete(client);
    oldest.delete(client);
    late.add(client);
    const { value: forgotten } = forgetting.next();
    if (forgotten !== undefined) void limiter.delete(forgotten);
    if (late.size === COUNTED) {
      [late, earlier, oldest] = [new Set(), late, earlier];
      forgetting = oldest.values();
    }
    return limiter;
  };
}

/** Each of so many processes counts by itself up to its share, so that together they grant about what one may. */
export function shareLimiters(processes: () => number): Limiters {
  return (options) => {
    const { points, seconds } = options;
    const ofClient = ofProcess(options);
    /** What is told is the share that holds: more would promise calls that are refused. */
    const count = async (
      client: string,
      act: (limiter: RateLimiterMemory) => Promise<RateLimiterRes | null>,
    ): Promise<LimiterCount> => {
      const limit = Math.ceil(points / processes());
      const limiter = ofClient(client);
      limiter.points = limit;
      const counted = await act(limiter).catch((refused: unknown) => {
        throw refused instanceof RateLimiterRes ? Object.assign(refused, { limit }) : refused;
      });
      return Object.assign(counted ?? new RateLimiterRes(limit, seconds * 1000, 0), { limit });
    };
    return {
      consume: (client, taken) => count(client, (limiter) => limiter.consume(client, taken)),
      reward: (client, given) => count(client, (limiter) => limiter.reward(client, given)),
      penalty: (client, taken) => count(client, (limiter) => limiter.penalty(client, taken)),
      get: (client) => count(client, (limiter) => limiter.get(client)),
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
