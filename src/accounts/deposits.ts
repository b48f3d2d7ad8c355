/** Counts validated payments towards their orders: each once, whole, and never lost. */
import { hash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { type Drops, percentOf } from "../runtime/money.ts";
import type { Clock, Credited, Deposit, Deposits } from "../runtime/ports.ts";
import { ask, type Build, type Steps, type Store } from "../store/store.ts";
import type { Row } from "../store/tables.ts";
import { credit } from "./balances.ts";
import type { Order } from "./orders.ts";
import { isSubscription, periodMs } from "./tiers.ts";

export interface DepositsDeps {
  readonly store: Store;
  /** What a referrer gains of the order it brought, in percent. */
  readonly referralPercent: number;
  readonly clock: Clock;
}

/** What became of an order that a payment was counted towards. */
export type Counted = Extract<Credited, { readonly orderId: string }>;

export function createDeposits({ store, referralPercent, clock }: DepositsDeps): Deposits {
  return { credit: (deposit) => store.transact(() => count(deposit, referralPercent, clock.now())) };
}

function* count(deposit: Deposit, referralPercent: number, now: number): Steps<Credited> {
  const { txHash, network, delivered, destinationTag, isParked = false } = deposit;
  const [target] = destinationTag === undefined || isParked ? [] : yield* ask(byTag, { destinationTag, network });
  const isNew = yield* ask(keep, {
    txHash,
    network,
    destinationTag: destinationTag ?? null,
    orderId: target?.id ?? null,
    delivered,
    payer: deposit.payer,
    at: now,
    type: deposit.type ?? "Payment",
    invoiceHash: deposit.invoiceHash ?? null,
    purpose: target === undefined ? "parked" : "order",
  });
  if (isNew.length === 0) return yield* earlier(txHash);
  if (target === undefined) return { state: "parked" };
  return yield* fulfil(target.id, delivered, referralPercent, now);
}

/** Counts a payment that is kept towards its order, and gives what the order is for once it is paid in full. */
export function* fulfil(id: string, delivered: Drops, referralPercent: number, now: number): Steps<Counted> {
  const [order] = yield* ask(addDelivered, { id, delivered });
  if (order === undefined) throw new Error("Cannot count a payment: its order has vanished");
  if (order.confirmed_at !== null) yield* topUp(order, delivered, now);
  else if (order.delivered < order.amount) return { state: "underpaid", orderId: order.id };
  else yield* confirm(order, referralPercent, now);
  return { state: "confirmed", orderId: order.id };
}

/** What became of a payment that was counted before. */
function* earlier(txHash: string): Steps<Credited> {
  const [known] = yield* ask(useOfDeposit, { txHash });
  if (known?.orderId === undefined || known.orderId === null)
    return { state: known?.purpose === "invoice" ? "invoice" : "parked" };
  return { state: known.status === "confirmed" ? "confirmed" : "underpaid", orderId: known.orderId };
}

function* confirm(order: Order, referralPercent: number, now: number): Steps<void> {
  yield* ask(markConfirmed, { id: order.id, now });
  const surplus = order.tier === null ? order.delivered : order.delivered - order.amount;
  if (surplus > 0n) yield* topUp(order, surplus, now);
  yield* activate(order, now);
  const reward = percentOf(order.amount, referralPercent);
  if (order.referrer_id === null || reward === 0n) return;
  const { network, id: orderId } = order;
  const reference = referralName(orderId);
  yield* credit({
    accountId: order.referrer_id,
    network,
    drops: reward,
    kind: "referral",
    reference,
    orderId,
    at: now,
  });
}

function* topUp({ account_id: accountId, network, id }: Order, drops: Drops, at: number): Steps<void> {
  yield* credit({ accountId, network, drops, kind: "deposit", reference: id, orderId: id, at });
}

/** What a referrer sees of an order it brought: the id itself would give it the order's key. */
function referralName(orderId: string): string {
  return `ref_${hash("sha256", `referral\n${orderId}`, "hex").slice(0, 16)}`;
}

/** Gives the account what was bought. Time left on the same tier is added to, not replaced. */
function* activate(order: Order, now: number): Steps<void> {
  const { tier } = order;
  const [account] = yield* ask(byId, { id: order.account_id });
  if (account === undefined) return;
  const isFirst = account.status === "pending";
  // A subscription that was never paid is none: who has only paid for a balance has a balance.
  const unpaid = isFirst ? { tier: "per_call" } : {};
  const bought = tier !== null && isSubscription(tier) ? { tier, expires_at: endOf(tier) } : unpaid;
  yield* ask((db, { accounts }) =>
    db
      .update(accounts)
      .set({ status: isFirst ? "active" : account.status, ...bought })
      .where(eq(accounts.id, order.account_id)),
  );

  function endOf(subscription: Parameters<typeof periodMs>[0]): number | null {
    const period = periodMs(subscription);
    if (period === undefined) return null;
    const isRenewal = account?.tier === subscription && account.status === "active";
    return (isRenewal ? Math.max(account.expires_at ?? now, now) : now) + period;
  }
}

export const depositByHash: Build<Row<"deposits">[]> = (db, { deposits }) =>
  db
    .select()
    .from(deposits)
    .where(eq(deposits.tx_hash, sql.placeholder("hash")));

/** Nothing comes back when it was used for something else meanwhile. */
export const countTowards: Build<Row<"deposits">[]> = (db, { deposits }) =>
  db
    .update(deposits)
    .set({ purpose: "order", order_id: sql`${sql.placeholder("orderId")}` })
    .where(and(eq(deposits.tx_hash, sql.placeholder("hash")), eq(deposits.purpose, sql.placeholder("purpose"))))
    .returning();

const useOfDeposit: Build<{ purpose: string; orderId: string | null; status: string | null }[]> = (
  db,
  { deposits, orders },
) =>
  db
    .select({ purpose: deposits.purpose, orderId: deposits.order_id, status: orders.status })
    .from(deposits)
    .leftJoin(orders, eq(orders.id, deposits.order_id))
    .where(eq(deposits.tx_hash, sql.placeholder("txHash")));

const byTag: Build<Order[]> = (db, { orders }) =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.destination_tag, sql.placeholder("destinationTag")),
        eq(orders.network, sql.placeholder("network")),
      ),
    );

/** Locks the account, so that of two orders that are paid at once none overwrites what the other bought. */
const byId: Build<Row<"accounts">[]> = (db, { accounts }) =>
  db
    .update(accounts)
    .set({ status: sql`${accounts.status}` })
    .where(eq(accounts.id, sql.placeholder("id")))
    .returning();

const keep: Build<{ tx_hash: string }[]> = (db, { deposits }) =>
  db
    .insert(deposits)
    .values({
      tx_hash: sql.placeholder("txHash"),
      network: sql.placeholder("network"),
      destination_tag: sql.placeholder("destinationTag"),
      order_id: sql.placeholder("orderId"),
      delivered: sql.placeholder("delivered"),
      payer: sql.placeholder("payer"),
      at: sql.placeholder("at"),
      type: sql.placeholder("type"),
      invoice_hash: sql.placeholder("invoiceHash"),
      purpose: sql.placeholder("purpose"),
    })
    .onConflictDoNothing()
    .returning({ tx_hash: deposits.tx_hash });

const addDelivered: Build<Order[]> = (db, { orders }) =>
  db
    .update(orders)
    .set({
      delivered: sql`${orders.delivered} + ${sql.placeholder("delivered")}`,
      status: sql`CASE WHEN ${orders.status} = 'pending' THEN 'underpaid' ELSE ${orders.status} END`,
    })
    .where(eq(orders.id, sql.placeholder("id")))
    .returning();

const markConfirmed: Build<unknown> = (db, { orders }) =>
  db
    .update(orders)
    .set({ status: "confirmed", confirmed_at: sql`${sql.placeholder("now")}` })
    .where(eq(orders.id, sql.placeholder("id")));
