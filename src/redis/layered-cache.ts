/** The cache of a hub of several processes: what this one has kept, and behind it what all of them share. */
import type { CachedAnswer } from "../runtime/ports/answer.ts";
import type { MemoryCache } from "../store/memory.ts";
import type { SharedAnswers } from "./answers.ts";

export interface LayeredCacheOptions {
  readonly near: MemoryCache;
  readonly far: SharedAnswers;
  /** Told where each answer was found. */
  readonly found: (layer: "process" | "redis") => void;
  readonly complain: (complaint: string, error: unknown) => void;
}

/** What fails behind it is a miss, and nobody waits for what is written there. */
export function layeredCache({ near, far, found, complain }: LayeredCacheOptions): MemoryCache {
  /** Many who ask for the same at once ask once. */
  const asked = new Map<string, Promise<CachedAnswer | undefined>>();

  return {
    get(key) {
      const here = near.get(key);
      if (here instanceof Promise || here !== undefined) {
        found("process");
        return here;
      }
      if (far.isAway()) return undefined;
      const under = asked.get(key);
      if (under !== undefined) return under;
      const asking = ask(key).finally(() => asked.delete(key));
      asked.set(key, asking);
      return asking;
    },

    set(key, entry) {
      if (!far.isAway()) far.set(key, entry).catch(() => undefined);
      return near.set(key, entry);
    },

    forget(slug) {
      near.forget(slug);
      far.forget(slug).catch((error: unknown) => complain(`Cannot forget in Redis what "${slug}" has answered`, error));
    },
  };

  async function ask(key: string): Promise<CachedAnswer | undefined> {
    const there = await far.get(key).catch(() => undefined);
    // What has come meanwhile is newer.
    const here = await near.get(key);
    if (here !== undefined || there === undefined) return here;
    await near.set(key, there);
    const kept = await near.get(key); // Its time may be up.
    if (kept !== undefined) found("redis");
    return kept;
  }
}
