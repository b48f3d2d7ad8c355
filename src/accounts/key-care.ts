/** What the holder of a key can do with it: replace it, or end it. */
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { HubError } from "../runtime/errors.ts";
import type { Clock } from "../runtime/world.ts";
import { ask, type Build, type Steps, type Store } from "../store/store.ts";
import type { Row } from "../store/tables/tables.ts";
import { DAY_MS } from "../runtime/day.ts";
import { note } from "./audit.ts";
import { lockedAccount } from "../store/locked-account.ts";
import type { KeyHolder } from "./directory.ts";
import { type MintedKey, mintKey, modeOf, successorKey } from "./key.ts";
import { withFreshNames } from "./fresh-names.ts";
import { addKey } from "./new-account.ts";

export interface Rotation {
  readonly key: MintedKey;
  /** In milliseconds since the epoch. */
  readonly oldValidUntil: number;
  /** Set where an earlier request with the same Idempotency-Key has made the key. */
  readonly isReplay: boolean;
}

export interface KeyCare {
  /**
   * A new key for the same account; the old one works for the grace that is asked for. Whoever names the request by an
   * `idempotencyKey` gets the same new key for a day, though the old one is over.
   */
  rotate(holder: KeyHolder, graceSeconds: number, idempotencyKey?: string): Promise<Rotation>;
  /** Whether a key that is over was replaced by a request of this name, so that `rotate` gives its answer again. */
  isReplaced(holder: KeyHolder, idempotencyKey: string): Promise<boolean>;
  /** Ends the key: at once here, and in every other process when it hears of it, within half a second. */
  revoke(holder: KeyHolder): Promise<{ revokedAt: number }>;
}

export interface KeyCareDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** The hub's root secrets, from which named successors are derived: the current one, and those it has replaced. */
  readonly secrets: readonly string[];
  /** Told whose keys have ended, or will. */
  readonly changed: (accountId: string) => void;
}

/** Of one account within 24 hours. */
const KEYS_PER_DAY = 24;

export function createKeyCare({ store, clock, secrets, changed }: KeyCareDeps): KeyCare {
  return {
    rotate: async ({ key: old, account }, graceSeconds, idempotencyKey) =>
      withFreshNames(async () => {
        const now = clock.now();
        const oldValidUntil = now + graceSeconds * 1000;
        const named = successorsOf(old, idempotencyKey);
        const key = named[0] ?? mintKey(modeOf(old.prefix));
        const rotation = await store.transact(function* (): Steps<Rotation> {
          // Whoever ends all keys of the account sees this one, too.
          const { status } = yield* lockedAccount(account.id);
          if (status === "suspended") throw ended();
          const [replaced] = yield* ask(replaceKey, { hash: old.hash, until: oldValidUntil });
          if (replaced === undefined) return yield* earlierRotation(old.hash, named, graceSeconds, now);
          const [made] = yield* ask(madeSince, { accountId: account.id, since: now - DAY_MS });
          if ((made?.keys ?? 0) >= KEYS_PER_DAY)
            throw new HubError("rate_limited", "This account has had too many new keys within 24 hours.", {
              retryAfterMs: (made?.first ?? now) + DAY_MS - now,
            });
          yield* addKey(account.id, key, now);
          return { key, oldValidUntil, isReplay: false };
        });
        changed(account.id);
        return rotation;
      }),

    async isReplaced({ key: old, account }, idempotencyKey) {
      if (old.expires_at === null || old.revoked_at !== null || account.status === "suspended") return false;
      const named = successorsOf(old, idempotencyKey);
      return (await store.transact(() => successorAmong(named, clock.now()))) !== undefined;
    },

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

  function successorsOf(old: Row<"keys">, idempotencyKey: string | undefined): MintedKey[] {
    if (idempotencyKey === undefined) return [];
    return secrets.map((secret) => successorKey(secret, old.hash, idempotencyKey, modeOf(old.prefix)));
  }
}

/**
 * What an earlier request of the same name came to. Whoever has found a key does not know the name, and must not make of
 * its last moments a key of its own, which nobody has ended.
 */
function* earlierRotation(
  oldHash: string,
  named: readonly MintedKey[],
  graceSeconds: number,
  now: number,
): Steps<Rotation> {
  const [old] = yield* ask(keyByHash, { hash: oldHash });
  if (old === undefined || old.revoked_at !== null || old.expires_at === null) throw ended();
  const successor = yield* successorAmong(named, now);
  if (successor !== undefined) {
    if (old.expires_at !== successor.madeAt + graceSeconds * 1000)
      throw new HubError("idempotency_conflict", "This Idempotency-Key belongs to another request.");
    return { key: successor.key, oldValidUntil: old.expires_at, isReplay: true };
  }
  if (old.expires_at <= now) throw ended();
  throw new HubError("key_expired", "This API key has been replaced already: use its successor.");
}

/** The one that was made within a day, and neither ended nor replaced since. */
function* successorAmong(
  named: readonly MintedKey[],
  now: number,
): Steps<{ readonly key: MintedKey; readonly madeAt: number } | undefined> {
  for (const key of named) {
    const [made] = yield* ask(keyByHash, { hash: key.hash });
    if (made === undefined || made.revoked_at !== null || made.expires_at !== null) continue;
    if (made.created_at > now - DAY_MS) return { key, madeAt: made.created_at };
  }
  return undefined;
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
