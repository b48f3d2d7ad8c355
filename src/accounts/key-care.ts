/** What the holder of a key can do with it: replace it, or end it. */
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { HubError } from "../runtime/errors.ts";
import type { Clock } from "../runtime/world.ts";
import { ask, type Build, type Steps, type Store } from "../store/store.ts";
import type { Row } from "../store/tables.ts";
import { DAY_MS } from "../runtime/day.ts";
import { note } from "./audit.ts";
import { lockedAccount } from "./deposits.ts";
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

/** `changed` is told whose keys have ended, or will. */
export function createKeyCare(store: Store, clock: Clock, changed: (accountId: string) => void): KeyCare {
  return {
    rotate: async ({ key: old, account }, graceSeconds) =>
      withFreshNames(async () => {
        const now = clock.now();
        const oldValidUntil = now + graceSeconds * 1000;
        const key = mintKey(old.prefix.startsWith("hub_test_") ? "test" : "live");
        const rotated = await store.transact(function* (): Steps<{ key: MintedKey; oldValidUntil: number }> {
          // Whoever ends all keys of the account sees this one, too.
          const { status } = yield* lockedAccount(account.id);
          if (status === "suspended") throw ended();
          const [replaced] = yield* ask(replaceKey, { hash: old.hash, until: oldValidUntil });
          if (replaced === undefined) throw yield* notReplaced(old.hash);
          const [made] = yield* ask(madeSince, { accountId: account.id, since: now - DAY_MS });
          if ((made?.keys ?? 0) >= KEYS_PER_DAY)
            throw new HubError("rate_limited", "This account has had too many new keys within 24 hours.", {
              retryAfterMs: (made?.first ?? now) + DAY_MS - now,
            });
          yield* addKey(account.id, key, now);
          return { key, oldValidUntil };
        });
        changed(account.id);
        return rotated;
      }),

    async revoke({ key, account }) {
      const revokedAt = clock.now();
      await store.transact(function* (): Steps<void> {
        yield* ask((db, { keys }) => db.update(keys).set({ revoked_at: revokedAt }).where(eq(keys.hash, key.hash)));
        yield* note("revoke", account.id, `${key.prefix} is ended by its holder`, revokedAt);
      });
      changed(account.id);
      return { revokedAt };
    },
  };
}

/** Whoever has found a key must not make of its last moments a key of its own, which nobody has ended. */
function* notReplaced(hash: string): Steps<HubError> {
  const [key] = yield* ask(keyByHash, { hash });
  return key?.revoked_at === null && key.expires_at !== null
    ? new HubError("key_expired", "This API key has been replaced already: use its successor.")
    : ended();
}

function ended(): HubError {
  return new HubError("key_unknown", "This hub does not know this API key.");
}

/** Nothing comes back when it has been replaced or ended meanwhile. */
const replaceKey: Build<{ hash: string }[]> = (db, { keys }) =>
  db
    .update(keys)
    .set({ expires_at: sql`${sql.placeholder("until")}` })
    .where(and(eq(keys.hash, sql.placeholder("hash")), isNull(keys.expires_at), isNull(keys.revoked_at)))
    .returning({ hash: keys.hash });

const keyByHash: Build<Row<"keys">[]> = (db, { keys }) =>
  db
    .select()
    .from(keys)
    .where(eq(keys.hash, sql.placeholder("hash")));

const madeSince: Build<{ keys: number; first: number | null }[]> = (db, { keys }) =>
  db
    .select({
      keys: sql<number>`COUNT(*)`.mapWith(Number),
      first: sql<number | null>`MIN(${keys.created_at})`.mapWith(Number),
    })
    .from(keys)
    .where(and(eq(keys.account_id, sql.placeholder("accountId")), gt(keys.created_at, sql.placeholder("since"))));
