/** What the holder of a key can do with it: replace it, or end it. */
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { HubError } from "../runtime/errors.ts";
import type { Clock } from "../runtime/world.ts";
import { ask, type Build, type Steps, type Store } from "../store/store.ts";
import { DAY_MS } from "../runtime/day.ts";
import { note } from "./audit.ts";
import type { KeyHolder } from "./directory.ts";
import { type MintedKey, mintKey } from "./key.ts";
import { withFreshNames } from "./fresh-names.ts";
import { addKey } from "./new-account.ts";

export interface KeyCare {
  /** A new key for the same account; the old one works for the grace that is asked for. Returns when that ends. */
  rotate(holder: KeyHolder, graceSeconds: number): Promise<{ key: MintedKey; oldValidUntil: number }>;
  /** Ends the key: at once here, and in every other process when it hears of it, within half a second. */
  revoke(holder: KeyHolder): Promise<{ revokedAt: number }>;
}

/** Of one account within 24 hours. */
const KEYS_PER_DAY = 24;

export function createKeyCare(store: Store, clock: Clock, ended: (accountId: string) => void): KeyCare {
  return {
    rotate: async ({ key: old, account }, graceSeconds) =>
      withFreshNames(async () => {
        const now = clock.now();
        const oldValidUntil = now + graceSeconds * 1000;
        const key = mintKey(old.prefix.startsWith("hub_test_") ? "test" : "live");
        const rotated = await store.transact(function* (): Steps<{ key: MintedKey; oldValidUntil: number }> {
          const replaced = yield* ask((db, { keys }) =>
            db
              .update(keys)
              .set({ expires_at: oldValidUntil })
              .where(and(eq(keys.hash, old.hash), isNull(keys.expires_at)))
              .returning({ hash: keys.hash }),
          );
          // Otherwise whoever found an old key could turn its last hours into a key of its own.
          if (replaced.length === 0)
            throw new HubError("key_expired", "This API key has been replaced already: use its successor.");
          const [made] = yield* ask(madeSince, { accountId: account.id, since: now - DAY_MS });
          if ((made?.keys ?? 0) >= KEYS_PER_DAY)
            throw new HubError("rate_limited", "This account has had too many new keys within 24 hours.", {
              retryAfterMs: (made?.first ?? now) + DAY_MS - now,
            });
          yield* addKey(account.id, key, now);
          return { key, oldValidUntil };
        });
        ended(account.id);
        return rotated;
      }),

    async revoke({ key, account }) {
      const revokedAt = clock.now();
      await store.transact(function* (): Steps<void> {
        yield* ask((db, { keys }) => db.update(keys).set({ revoked_at: revokedAt }).where(eq(keys.hash, key.hash)));
        yield* note("revoke", account.id, `${key.prefix} is ended by its holder`, revokedAt);
      });
      ended(account.id);
      return { revokedAt };
    },
  };
}

const madeSince: Build<{ keys: number; first: number | null }[]> = (db, { keys }) =>
  db
    .select({
      keys: sql<number>`COUNT(*)`.mapWith(Number),
      first: sql<number | null>`MIN(${keys.created_at})`.mapWith(Number),
    })
    .from(keys)
    .where(and(eq(keys.account_id, sql.placeholder("accountId")), gt(keys.created_at, sql.placeholder("since"))));
