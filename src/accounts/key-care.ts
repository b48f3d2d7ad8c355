/** What the holder of a key can do with it: replace it, or end it. */
import { eq } from "drizzle-orm";
import { HubError } from "../runtime/errors.ts";
import type { Clock } from "../runtime/ports.ts";
import { ask, type Steps, type Store } from "../store/store.ts";
import type { KeyHolder } from "./directory.ts";
import { type MintedKey, mintKey } from "./key.ts";
import { withFreshNames } from "./orders.ts";
import { addKey } from "./registration.ts";

export interface KeyCare {
  /** A new key for the same account; the old one works for the grace that is asked for. Returns when that ends. */
  rotate(holder: KeyHolder, graceSeconds: number): Promise<{ key: MintedKey; oldValidUntil: number }>;
  /** Ends the key at once, in every process. */
  revoke(holder: KeyHolder): Promise<{ revokedAt: number }>;
}

export function createKeyCare(store: Store, clock: Clock): KeyCare {
  return {
    rotate({ key: old, account }, graceSeconds) {
      // Otherwise whoever found an old key could turn its last hours into a key of its own.
      if (old.expires_at !== null)
        throw new HubError("key_expired", "This API key has been replaced already: use its successor.");
      const now = clock.now();
      const oldValidUntil = now + graceSeconds * 1000;
      return withFreshNames(() => {
        const key = mintKey(old.prefix.startsWith("hub_test_") ? "test" : "live");
        return store.transact(function* (): Steps<{ key: MintedKey; oldValidUntil: number }> {
          yield* ask((db, { keys }) =>
            db.update(keys).set({ expires_at: oldValidUntil }).where(eq(keys.hash, old.hash)),
          );
          yield* addKey(account.id, key, now);
          return { key, oldValidUntil };
        });
      });
    },

    async revoke({ key }) {
      const revokedAt = clock.now();
      await store.transact(function* (): Steps<void> {
        yield* ask((db, { keys }) => db.update(keys).set({ revoked_at: revokedAt }).where(eq(keys.hash, key.hash)));
      });
      return { revokedAt };
    },
  };
}
