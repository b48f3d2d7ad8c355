/** What whoever holds an order's id may learn: how the order stands, and for a day the key it has paid for. */
import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Clock } from "../runtime/world.ts";
import type { Build, Store } from "../store/store.ts";
import type { Row } from "../store/tables/tables.ts";
import { DAY_MS } from "../runtime/day.ts";
import { depositByHash } from "./deposits.ts";
import type { Networks } from "./directory.ts";
import { entitlementOf } from "./entitlement.ts";
import { keyOfOrder } from "./key.ts";
import { type Order, orderById } from "./orders.ts";

/** How long a key is given out, counted from the confirmation of its order. */
const REISSUED_MS = DAY_MS;

export interface OrderKey {
  /** The key itself; `undefined` when its day is over, or the order was for a key that its holder has. */
  readonly text: string | undefined;
  readonly prefix: string;
  readonly tier: string;
}

export interface OrderKeys {
  order(id: string): Promise<Order | undefined>;
  /** The payment with this hash, if it was counted or parked. */
  deposit(txHash: string): Promise<Row<"deposits"> | undefined>;
  /** The key of a confirmed order, within a day of its confirmation. */
  issue(order: Order): Promise<OrderKey>;
  /** The key that the order is for, without itself. */
  look(order: Order): Promise<OrderKey>;
}

export interface OrderKeysDeps {
  readonly store: Store;
  /** The hub's root secrets, from which keys are derived: the current one, and those it has replaced. */
  readonly secrets: readonly string[];
  readonly networks: Networks;
  readonly clock: Clock;
}

export function createOrderKeys({ store, secrets, networks, clock }: OrderKeysDeps): OrderKeys {
  return {
    order: async (id) => (await store.ask(orderById, { id }))[0],
    deposit: async (hash) => (await store.ask(depositByHash, { hash }))[0],

    async issue(order) {
      const now = clock.now();
      const derived = secrets.map((secret) => keyOfOrder(secret, order.id, "live"));
      const found = await store.ask(keysOfAccount, { accountId: order.account_id });
      const own = found.find(({ key: { hash } }) => derived.some((key) => key.hash === hash));
      const key = derived.find(({ hash }) => hash === own?.key.hash);
      const isGiven =
        own !== undefined &&
        order.confirmed_at !== null &&
        now < order.confirmed_at + REISSUED_MS &&
        own.key.revoked_at === null &&
        (own.key.expires_at === null || own.key.expires_at > now) &&
        own.account.status === "active";
      return { ...keyOf(order, found, { now, main: networks.main }, own), text: isGiven ? key?.text : undefined };
    },

    async look(order) {
      return {
        ...keyOf(order, await store.ask(keysOfAccount, { accountId: order.account_id }), {
          now: clock.now(),
          main: networks.main,
        }),
        text: undefined,
      };
    },
  };
}

/**
 * How many orders have a key that was made with one of these secrets and can still be asked for, and until when.
 * One that waits for its payment may be paid until it lapses, and gives its key out for a day then.
 */
export async function orderKeysUnder(
  store: Store,
  secrets: readonly string[],
  now: number,
): Promise<{ readonly count: number; readonly until: number }> {
  let [count, until] = [0, 0];
  for (const { id, hash, confirmedAt, expiresAt } of await store.ask(keysToIssue, { now, since: now - REISSUED_MS })) {
    if (!secrets.some((secret) => keyOfOrder(secret, id, "live").hash === hash)) continue;
    count++;
    until = Math.max(until, (confirmedAt ?? expiresAt) + REISSUED_MS);
  }
  return { count, until };
}

interface KeyToIssue {
  readonly id: string;
  readonly hash: string;
  readonly confirmedAt: number | null;
  readonly expiresAt: number;
}

const keysToIssue: Build<KeyToIssue[]> = (db, { keys, orders }) =>
  db
    .select({ id: orders.id, hash: keys.hash, confirmedAt: orders.confirmed_at, expiresAt: orders.expires_at })
    .from(orders)
    .innerJoin(keys, eq(keys.account_id, orders.account_id))
    .where(
      and(
        isNull(orders.cancelled_at),
        isNull(keys.revoked_at),
        or(
          gt(orders.confirmed_at, sql.placeholder("since")),
          and(isNull(orders.confirmed_at), gt(orders.expires_at, sql.placeholder("now"))),
        ),
      ),
    );

interface KeyWithAccount {
  readonly key: Row<"keys">;
  readonly account: Row<"accounts">;
}

/**
 * The order's own key, or the newest one of the account that it renews, and what tier that has: of an order that is not
 * paid yet, the one it is for.
 */
function keyOf(
  { tier, confirmed_at }: Order,
  found: readonly KeyWithAccount[],
  { now, main }: { readonly now: number; readonly main: string },
  own = found[0],
): Pick<OrderKey, "prefix" | "tier"> {
  if (own === undefined) throw new Error("Cannot name the key of an order: its account has none");
  const isWaiting = tier !== null && confirmed_at === null;
  return { prefix: own.key.prefix, tier: isWaiting ? tier : entitlementOf(own.account, now, main).tier };
}

const keysOfAccount: Build<KeyWithAccount[]> = (db, { keys, accounts }) =>
  db
    .select({ key: keys, account: accounts })
    .from(keys)
    .innerJoin(accounts, eq(accounts.id, keys.account_id))
    .where(eq(keys.account_id, sql.placeholder("accountId")))
    .orderBy(desc(keys.created_at));
