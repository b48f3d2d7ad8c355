/** The embedded cache and idempotency store: in this process, bounded in size, gone with it. */
import { LRUCache } from "lru-cache";
import type { Beginning, Cache, CachedAnswer, Clock, Idempotency } from "../runtime/ports.ts";

const CACHE_CHARS = 64 * 1024 * 1024;
const KEPT_RESULTS = 10_000;
const KEPT_MS = 24 * 3_600_000;

export function memoryCache(clock: Clock): Cache {
  const entries = new LRUCache<string, CachedAnswer>({
    maxSize: CACHE_CHARS,
    sizeCalculation: (entry, key) => entry.answer.itemsJson.length + key.length + 200,
  });
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined || clock.now() < entry.storedAt + entry.ttlSeconds * 1000) return entry;
      entries.delete(key);
      return undefined;
    },
    set(key, entry) {
      entries.set(key, entry);
    },
  };
}

interface Remembered<T> {
  readonly fingerprint: string;
  readonly at: number;
  result?: T;
}

/** Results are kept for 24 hours, the newest 10,000 of them and `maxChars` in all; what is under way is never dropped. */
export function memoryIdempotency<T>(
  clock: Clock,
  sizeOf: (result: T) => number,
  maxChars = CACHE_CHARS,
): Idempotency<T> {
  const running = new Map<string, Remembered<T>>();
  const finished = new LRUCache<string, Remembered<T>>({
    max: KEPT_RESULTS,
    maxSize: maxChars,
    sizeCalculation: ({ result }) => (result === undefined ? 1 : sizeOf(result) + 200),
  });

  return {
    begin(scope, key, fingerprint): Beginning<T> {
      const name = `${scope}:${key}`;
      const earlier = running.get(name) ?? finished.get(name);
      if (earlier !== undefined && clock.now() < earlier.at + KEPT_MS) {
        if (earlier.fingerprint !== fingerprint) return { state: "other_request" };
        return earlier.result === undefined ? { state: "running" } : { state: "finished", result: earlier.result };
      }
      const entry: Remembered<T> = { fingerprint, at: clock.now() };
      running.set(name, entry);
      return {
        state: "started",
        hold: {
          complete: (result) => void finished.set(name, { ...entry, result }),
          [Symbol.asyncDispose]: async () => void running.delete(name),
        },
      };
    },
  };
}
