/**
 * The accounts behind keys that were shown a moment ago. What this process changes of an account is known at once; what
 * another one changes, such as the end of a key, within half a second, or as soon as it tells.
 * Shaped by speed: `bun run bench all`.
 */
import { LRUCache } from "lru-cache";
import { ageOf, type Awaitable, type Clock } from "../runtime/world.ts";
import type { Store } from "../store/store.ts";
import { type Directory, type KeyHolder, standingOf } from "./directory.ts";
import { hashKey } from "./key.ts";

export interface KnownKeys {
  /** As `Directory.find`. */
  find(sent: string): Awaitable<KeyHolder | undefined>;
  /** To be called when an account or a key may have changed. */
  forget(): void;
  /** The same of one account, which another process may have changed. */
  forgetAccount(id: string): void;
}

const BELIEVED_MS = 500;
const MAX_KEYS = 10_000;

interface Known {
  readonly holder: KeyHolder;
  readonly at: number;
}

export function createKnownKeys(directory: Directory, clock: Clock): KnownKeys {
  /** By the hash of the key: what was sent is kept nowhere. */
  const known = new LRUCache<string, Known>({ max: MAX_KEYS });
  /** What was read before the last change is not believed after it. */
  let changes = 0;

  async function look(sent: string, hash: string, now: number): Promise<KeyHolder | undefined> {
    const before = changes;
    const holder = await directory.find(sent);
    const isGood = holder !== undefined && standingOf(holder, now).state === "known";
    if (!isGood) known.delete(hash);
    else if (changes === before) known.set(hash, { holder, at: now });
    return holder;
  }

  return {
    find(sent) {
      const now = clock.now();
      const hash = hashKey(sent);
      const found = known.get(hash);
      const isGood = found !== undefined && ageOf(found.at, now) < BELIEVED_MS && !hasTurned(found.holder, now);
      return isGood ? found.holder : look(sent, hash, now);
    },
    forget() {
      changes++;
      known.clear();
    },
    forgetAccount(id) {
      changes++;
      for (const [hash, { holder }] of known.entries()) if (holder.id === id) known.delete(hash);
    },
  };
}

/** Whether the key or its tier has run out since. */
function hasTurned({ key, entitlement }: KeyHolder, now: number): boolean {
  return [key.expires_at, entitlement.expiresAt].some((end) => end !== null && end <= now);
}

/** The same store, which tells of each durable transaction: whatever changes accounts and keys is one. */
export function telling(store: Store, changed: () => void): Store {
  return {
    ...store,
    async transact(steps, durability = "durable") {
      if (durability === "relaxed") return store.transact(steps, durability);
      try {
        return await store.transact(steps, durability);
      } finally {
        changed();
      }
    },
  };
}
