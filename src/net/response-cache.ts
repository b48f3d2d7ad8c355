/** Keeps whole answers of upstreams for actors that say how long theirs stay true, such as a list of coins. */
import { LRUCache } from "lru-cache";
import type { Fetch, FetchResult } from "../runtime/actor.ts";
import { ageOf, type Clock } from "../runtime/world.ts";

const MAX_BYTES = 32 * 1024 * 1024;

interface CachedResponse {
  readonly fetched: FetchResult;
  readonly at: number;
}

/** Wraps one actor's fetch. `scope` keeps actors apart: what one may reach, another may not. */
export type ResponseCache = (scope: string, fetch: Fetch) => Fetch;

/** At most 32 MiB in all; the answers unused for longest go first. Only a GET answered with 200 is kept. */
export function createResponseCache(clock: Clock): ResponseCache {
  const answers = new LRUCache<string, CachedResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ fetched }) => fetched.bytes.length + 500,
  });

  return (scope, fetch) =>
    async (url, options = {}) => {
      const { keepSeconds, ...request } = options;
      const isPlain =
        (request.method ?? "GET") === "GET" && request.headers === undefined && request.body === undefined;
      if (keepSeconds === undefined || !isPlain) return fetch(url, request);
      const key = `${scope} ${url}`;
      const cached = answers.get(key);
      if (cached !== undefined && ageOf(cached.at, clock.now()) < keepSeconds * 1000) return cached.fetched;
      const fetched = await fetch(url, request);
      if (fetched.status === 200) answers.set(key, { fetched, at: clock.now() });
      return fetched;
    };
}
