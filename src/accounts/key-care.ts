/** What the holder of a key can do with it: replace it, or end it. */
import { and, eq, isNull } from "drizzle-orm";
import { HubError } from "../runtime/errors.ts";
import type { Clock } from "../runtime/ports.ts";
import { ask, type Steps, type Store } from "../store/store.ts";
import type { KeyHolder } from "./directory.ts";
import { type MintedKey, mintKey } from "./key.ts";
import { withFreshNames } from "./fresh-names.ts";
import { addKey } from "./new-account.ts";

export interface KeyCare {
  /** A new key for the same account; the old one works for the grace that is asked for. Returns when that ends. */
  rotate(holder: KeyHolder, graceSeconds: number): Promise<{ key: MintedKey; oldValidUntil: number }>;
  /** Ends the key at once, in every process. */
  revoke(holder: KeyHolder): Promise<{ revokedAt: number }>;
}

export function createKeyCare(store: Store, clock: Clock): KeyCare {
  return {
    rotate: async ({ key: old, account }, graceSeconds) =>
      withFreshNames(() => {
        const now = clock.now();
        const oldValidUntil = now + graceSeconds * 1000;
        const key = mintKey(old.prefix.startsWith("hub_test_") ? "test" : "live");
        return store.transact(function* (): Steps<{ key: MintedKey; oldValidUntil: number }> {
          const ended = yield* ask((db, { keys }) =>
            db
              .update(keys)
              .set({ expires_at: oldValidUntil })
              .where(and(eq(keys.hash, old.hash), isNull(keys.expires_at)))
              .returning({ hash: keys.hash }),
          );
          // Otherwise whoever found an old key could turn its last hours into a key of its own.
          if (ended.length === 0)
            throw new HubError("key_expired", "This API key has been replaced already: use its successor.");
          yield* addKey(account.id, key, now);
          return { key, oldValidUntil };
        });
      }),

    async revoke({ key }) {
      const revokedAt = clock.now();
      await store.transact(function* (): Steps<void> {
        yield* ask((db, { keys }) => db.update(keys).set({ revoked_at: revokedAt }).where(eq(keys.hash, key.hash)));
      });
      return { revokedAt };
    },
  };
}
