/** Counts validated payments towards their orders: each once, whole, and never lost. */
import { hash } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { type Drops, percentOf } from "../runtime/money.ts";
import type { CreditResult, Deposit, Deposits } from "../runtime/ports/deposits.ts";
import type { Clock } from "../runtime/world.ts";
import { ask, type Build, type Steps, type Store } from "../store/store.ts";
import type { Row } from "../store/tables/tables.ts";
import { credit, FullBalance } from "./spending/balances.ts";
import { lockedAccount } from "../store/locked-account.ts";
import { activate } from "./account-row.ts";
import { purchase, type OrderEffect } from "./entitlement.ts";
import type { Order } from "./orders.ts";

/** What a payment is worth. */
export interface DepositRules {
  /** What a referrer gains of the order it brought, in percent. */
  readonly referralPercent: number;
  /** The ledger that tiers are paid on. */
  readonly main: string;
}

export interface DepositsDeps extends DepositRules {
  readonly store: Store;
  readonly clock: Clock;
}

/** What became of an order that a payment was counted towards. */
export type CountedOrder = Extract<CreditResult, { readonly orderId: string }>;

export function createDeposits({ store, clock, ...rules }: DepositsDeps): Deposits {
  const counted = async (deposit: Deposit) => store.transact(() => count(deposit, rules, clock.now()));
  return {
    credit: (deposit) =>
      counted(deposit).catch((error: unknown) => {
        if (!(error instanceof FullBalance)) throw error;
        return counted({ ...deposit, isParked: true });
      }),
  };
}

function* count(deposit: Deposit, rules: DepositRules, now: number): Steps<CreditResult> {
  const { txHash, network, delivered, destinationTag, isParked = false } = deposit;
  const [target] = destinationTag === undefined || isParked ? [] : yield* ask(lockByTag, { destinationTag, network });
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
  return yield* fulfil(target.id, delivered, rules, now);
}

/** Counts a payment that is kept towards its order, and gives what the order is for once it is paid in full. */
export function* fulfil(id: string, delivered: Drops, rules: DepositRules, now: number): Steps<CountedOrder> {
  const [order] = yield* ask(addDelivered, { id, delivered });
  if (order === undefined) throw new Error("Cannot count a payment: its order has vanished");
  const account = yield* lockAccounts(order);
  if (order.confirmed_at !== null) yield* topUp(order, delivered, now);
  else if (order.delivered < order.amount) return { state: "underpaid", orderId: order.id };
  else yield* confirm(order, effectOf(order, account, rules.main, now), now);
  if (order.confirmed_at === null) yield* reward(order, rules.referralPercent, now);
  return { state: "confirmed", orderId: order.id };
}

/** Makes what an order was underpaid a balance: there it can be spent, and what still comes is added to it. */
export function* creditUnderpaid(order: Order, now: number): Steps<void> {
  const account = yield* lockAccounts(order);
  yield* confirm(order, purchase(account, null, now, order.network), now);
}

/** An order of a ledger that the hub has left buys no tier any more. */
function effectOf({ tier, network }: Order, account: Row<"accounts">, main: string, now: number): OrderEffect {
  return purchase(account, network === main ? tier : null, now, main);
}

/**
 * Locks the accounts that an order moves money of, always in the same order: of two orders that refer to each other none
 * waits for what the other has, and of two for one account none overwrites what the other bought.
 */
function* lockAccounts({ account_id: own, referrer_id: referrer }: Order): Steps<Row<"accounts">> {
  let account: Row<"accounts"> | undefined;
  for (const id of [...new Set([own, referrer ?? own])].sort()) {
    const locked = yield* lockedAccount(id);
    if (id === own) account = locked;
  }
  if (account === undefined) throw new Error("Cannot count a payment: its account has vanished");
  return account;
}

/** What became of a payment that was counted before. */
function* earlier(txHash: string): Steps<CreditResult> {
  const [known] = yield* ask(useOfDeposit, { txHash });
  if (known?.orderId === undefined || known.orderId === null)
    return { state: known?.purpose === "invoice" ? "invoice" : "parked" };
  return { state: known.status === "confirmed" ? "confirmed" : "underpaid", orderId: known.orderId };
}

/** Gives the account what was bought; what the order was not asked for becomes balance. */
function* confirm(order: Order, { outcome, changes }: OrderEffect, now: number): Steps<void> {
  const { id, account_id: accountId } = order;
  yield* ask(markConfirmed, { id, now, outcome });
  const surplus = outcome === "credited" ? order.delivered : order.delivered - order.amount;
  if (surplus > 0n) yield* topUp(order, surplus, now);
  yield* activate(accountId, changes);
}

/** A share of what was paid, for whoever brought the payer. Who pays for both has brought nobody. */
function* reward(order: Order, referralPercent: number, at: number): Steps<void> {
  const drops = percentOf(order.amount, referralPercent);
  const { id: orderId, network, referrer_id: accountId } = order;
  if (accountId === null || drops === 0n) return;
  if ((yield* ask(commonPayers, { orderId, accountId })).length > 0) return;
  yield* credit({ accountId, network, drops, kind: "referral", reference: referralName(orderId), orderId, at });
}

function* topUp({ account_id: accountId, network, id }: Order, drops: Drops, at: number): Steps<void> {
  yield* credit({ accountId, network, drops, kind: "deposit", reference: id, orderId: id, at });
}

/** What a referrer sees of an order it brought: the id itself would give it the order's key. */
function referralName(orderId: string): string {
  return `ref_${hash("sha256", `referral\n${orderId}`, "hex").slice(0, 16)}`;
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

/** The order that waits for what has this tag; until the transaction has ended nobody cancels it. */
const lockByTag: Build<Order[]> = (db, { orders }) =>
  db
    .update(orders)
    .set({ status: sql`${orders.status}` })
    .where(
      and(
        eq(orders.destination_tag, sql.placeholder("destinationTag")),
        eq(orders.network, sql.placeholder("network")),
        isNull(orders.cancelled_at),
      ),
    )
    .returning();

/** Payments for this order by somebody who has paid for orders of that account, too. */
const commonPayers: Build<{ payer: string }[]> = (db, { deposits, orders }) =>
  db
    .select({ payer: deposits.payer })
    .from(deposits)
    .innerJoin(orders, eq(orders.id, deposits.order_id))
    .where(
      and(
        eq(orders.account_id, sql.placeholder("accountId")),
        sql`${deposits.payer} IN (SELECT payer FROM deposits WHERE order_id = ${sql.placeholder("orderId")})`,
      ),
    )
    .limit(1);

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
    .set({
      status: "confirmed",
      confirmed_at: sql`${sql.placeholder("now")}`,
      outcome: sql`${sql.placeholder("outcome")}`,
    })
    .where(eq(orders.id, sql.placeholder("id")));
