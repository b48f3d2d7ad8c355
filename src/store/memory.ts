/** The embedded cache: in this process, bounded in size, gone with it. */
import { LRUCache } from "lru-cache";
import type { Cache, CachedAnswer } from "../runtime/ports/answer.ts";
import { ageOf, type Clock } from "../runtime/world.ts";

const CACHE_CHARS = 64 * 1024 * 1024;

/** With a way to forget what an operation has answered, by its slug. */
export interface MemoryCache extends Cache {
  forget(slug: string): void;
}

export function memoryCache(clock: Clock): MemoryCache {
  const entries = new LRUCache<string, CachedAnswer>({
    maxSize: CACHE_CHARS,
    sizeCalculation: (entry, key) => entry.answer.itemsJson.length + key.length + 200,
  });
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined || ageOf(entry.storedAt, clock.now()) < entry.ttlSeconds * 1000) return entry;
      entries.delete(key);
      return undefined;
    },
    set(key, entry) {
      entries.set(key, entry);
    },
    forget(slug) {
      for (const key of entries.keys()) if (key.startsWith(`${slug}@`)) entries.delete(key);
    },
  };
}
