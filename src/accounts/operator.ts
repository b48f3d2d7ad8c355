/** What the operator sees and does. Everything done leaves a line in the audit; what moves money, an entry too. */
import { and, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { invalidInput } from "../runtime/errors.ts";
import { type Drops, formatXrp } from "../runtime/money.ts";
import type { Clock } from "../runtime/world.ts";
import { ask, type Build, type Steps, type Store } from "../store/store.ts";
import type { Row } from "../store/tables/tables.ts";
import { note } from "./audit.ts";
import { appendEntry, balanceOf, credit } from "./spending/balances.ts";
import { dayOf } from "../runtime/day.ts";
import { lockedAccount } from "../store/locked-account.ts";
import { activate } from "./account-row.ts";
import { accountByPrefix, type Networks, networkOf } from "./directory.ts";
import { entitlementOf, isPending, purchase } from "./entitlement.ts";
import { type MintedKey, mintKey, modeOf } from "./key.ts";
import { withFreshNames } from "./fresh-names.ts";
import { addKey, openAccount } from "./new-account.ts";
import { LISTED, type RowPage } from "./page.ts";
import { type AccountTier, isSubscription, periodMs } from "./tiers.ts";

/** One million XRP: more than any account is given, and far below what a balance can hold. */
const MAX_GRANT: Drops = 1_000_000_000_000n;

export interface ListedAccount {
  readonly account: Row<"accounts">;
  readonly key: Row<"keys">;
  /** What its keys are limited to; null where they never were. */
  readonly limits: Row<"key_limits"> | null;
  /** The UTC day on which that was looked at. */
  readonly day: string;
}

export interface Grant {
  /** Calls beyond the tier's, for the current UTC day. */
  readonly calls?: number;
  readonly drops?: Drops;
  readonly reason: string;
}

export interface Operator {
  /** Newest first, as all lists here. */
  accounts(page?: RowPage): Promise<readonly ListedAccount[]>;
  orders(page?: RowPage): Promise<readonly Row<"orders">[]>;
  /** An active key without payment. */
  issue(account: { email: string; tier: AccountTier; reason: string }): Promise<MintedKey>;
  /** @throws {HubError} `not_found` when no key has this prefix, as in `suspend`; `invalid_input` for a fortune. */
  grant(keyPrefix: string, grant: Grant): Promise<void>;
  suspend(keyPrefix: string, reason: string): Promise<void>;
  /** Makes it again what it was before. */
  unsuspend(keyPrefix: string, reason: string): Promise<{ readonly status: string }>;
  /** Ends the account's keys and gives it a new one: for whoever has lost, or never got, the key to its money. */
  rekey(keyPrefix: string, reason: string): Promise<MintedKey>;
}

export interface OperatorDeps {
  readonly store: Store;
  readonly networks: Networks;
  readonly clock: Clock;
  /** Told whose keys have ended, are not taken for a while, or are taken again. */
  readonly changed: (accountId: string) => void;
}

export function createOperator({ store, networks, clock, changed }: OperatorDeps): Operator {
  return {
    accounts: async ({ offset = 0 } = {}) => {
      const day = dayOf(clock.now());
      return (await store.ask(newestAccounts, { offset })).map((row) => ({ ...row, day }));
    },
    orders: async ({ offset = 0 } = {}) => store.ask(newestOrders, { offset }),

    issue: ({ email, tier, reason }) =>
      withFreshNames(() => {
        const key = mintKey(tier === "free_testnet" ? "test" : "live");
        const now = clock.now();
        const period = isSubscription(tier) ? periodMs(tier) : undefined;
        const account = {
          email,
          tier,
          status: "active",
          ...(period !== undefined && { expiresAt: now + period }),
        } as const;
        return store.transact(function* (): Steps<MintedKey> {
          const accountId = yield* openAccount(account, key, now);
          yield* note("issue", accountId, reason, now);
          return key;
        });
      }),

    grant: async (keyPrefix, { calls = 0, drops = 0n, reason }) => {
      if (drops > MAX_GRANT) throw invalidInput("/xrp", `must be at most ${formatXrp(MAX_GRANT)}`);
      return store.transact(function* (): Steps<void> {
        const { id: accountId } = yield* accountByPrefix(keyPrefix);
        // What it has not paid for may be paid in this very moment.
        const account = yield* lockedAccount(accountId);
        const now = clock.now();
        const network = networkOf(entitlementOf(account, now, networks.main).tier, networks);
        // Money never stands behind a key that cannot spend it.
        if (isPending(account)) yield* activate(accountId, purchase(account, null, now, networks.main).changes);
        if (drops > 0n) yield* credit({ accountId, network, drops, kind: "grant", reference: reason, at: now });
        if (calls > 0) yield* grantCalls(accountId, network, calls, reason, now);
        const given = [drops > 0n && `${formatXrp(drops)} XRP`, calls > 0 && `${calls} call(s)`].filter(Boolean);
        yield* note("grant", accountId, `${given.join(", ")}: ${reason}`, now);
      });
    },

    suspend: async (keyPrefix, reason) => {
      const accountId = await store.transact(function* (): Steps<string> {
        const { id } = yield* accountByPrefix(keyPrefix);
        yield* ask(markSuspended, { id });
        yield* note("suspend", id, reason, clock.now());
        return id;
      });
      changed(accountId);
    },

    unsuspend: async (keyPrefix, reason) => {
      const { id, status } = await store.transact(function* () {
        const { id, status } = yield* accountByPrefix(keyPrefix);
        const [restored] = yield* ask(markRestored, { id });
        yield* note("unsuspend", id, reason, clock.now());
        return { id, ...(restored ?? { status }) };
      });
      changed(id);
      return { status };
    },

    rekey: (keyPrefix, reason) =>
      withFreshNames(async () => {
        const now = clock.now();
        const key = mintKey(modeOf(keyPrefix));
        const accountId = await store.transact(function* (): Steps<string> {
          const { id } = yield* accountByPrefix(keyPrefix);
          yield* lockedAccount(id); // One that is being made in this moment is ended, too.
          yield* ask(revokeKeys, { id, now });
          yield* addKey(id, key, now);
          yield* note("rekey", id, `${keyPrefix} is now ${key.prefix}: ${reason}`, now);
          return id;
        });
        changed(accountId);
        return key;
      }),
  };
}

/** The entry says 0 calls: they are granted, not made. */
function* grantCalls(accountId: string, network: string, calls: number, reference: string, at: number): Steps<void> {
  const day = dayOf(at);
  yield* ask(addGranted, { accountId, day, calls });
  const [balance] = yield* ask(balanceOf, { accountId, network });
  yield* appendEntry({
    accountId,
    at,
    day,
    kind: "grant",
    drops: 0n,
    network,
    balanceAfter: balance?.drops ?? 0n,
    reference: `${calls} calls: ${reference}`,
  });
}

/** A page of accounts is found by its index first: joined as a whole, all keys would be gone through. */
const newestAccounts: Build<Omit<ListedAccount, "day">[]> = (db, { accounts, keys, key_limits: limits }) =>
  db
    .select({ account: accounts, key: keys, limits })
    .from(accounts)
    .innerJoin(keys, eq(keys.account_id, accounts.id))
    .leftJoin(limits, eq(limits.account_id, accounts.id))
    .where(
      inArray(
        accounts.id,
        sql`(SELECT id FROM accounts ORDER BY created_at DESC, id LIMIT ${LISTED} OFFSET ${sql.placeholder("offset")})`,
      ),
    )
    .orderBy(desc(accounts.created_at), accounts.id, desc(keys.created_at), keys.hash);

const newestOrders: Build<Row<"orders">[]> = (db, { orders }) =>
  db.select().from(orders).orderBy(desc(orders.created_at), orders.id).limit(LISTED).offset(sql.placeholder("offset"));

const markSuspended: Build<unknown> = (db, { accounts }) =>
  db
    .update(accounts)
    .set({ status: "suspended", suspended_from: sql`${accounts.status}` })
    .where(and(eq(accounts.id, sql.placeholder("id")), ne(accounts.status, "suspended")));

const markRestored: Build<{ status: string }[]> = (db, { accounts }) =>
  db
    .update(accounts)
    .set({ status: sql`COALESCE(${accounts.suspended_from}, 'active')`, suspended_from: null })
    .where(and(eq(accounts.id, sql.placeholder("id")), eq(accounts.status, "suspended")))
    .returning({ status: accounts.status });

const revokeKeys: Build<unknown> = (db, { keys }) =>
  db
    .update(keys)
    .set({ revoked_at: sql`${sql.placeholder("now")}` })
    .where(and(eq(keys.account_id, sql.placeholder("id")), isNull(keys.revoked_at)));

const addGranted: Build<unknown> = (db, { days }) =>
  db
    .insert(days)
    .values({
      account_id: sql.placeholder("accountId"),
      day: sql.placeholder("day"),
      calls: 0,
      held: 0,
      granted: sql.placeholder("calls"),
      charged: 0n,
    })
    .onConflictDoUpdate({
      target: [days.account_id, days.day],
      set: { granted: sql`${days.granted} + excluded.granted` },
    });
