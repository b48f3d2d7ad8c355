/** What becomes of orders that are not paid in full: cancelled, or their money moved to where it can be spent. */
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { HubError, invalidInput } from "../runtime/errors.ts";
import type { Clock } from "../runtime/world.ts";
import { ask, type Build, type Steps, type Store } from "../store/store.ts";
import type { Row } from "../store/tables/tables.ts";
import { note } from "./audit.ts";
import { DAY_MS } from "../runtime/day.ts";
import { creditUnderpaid } from "./deposits.ts";
import { type Order, orderById } from "./orders.ts";

/** So long after its time an order that is still underpaid becomes balance by itself. */
export const UNDERPAID_MS = 7 * DAY_MS;
/** So many become balance in one round. */
const ROUND = 100;

export interface OrderCare {
  /**
   * Ends an order: what had arrived for it is parked, and so is what still comes.
   * @throws {HubError} `unknown_order`, or `invalid_input` when it is paid in full.
   */
  cancel(orderId: string, reason: string): Promise<{ readonly parked: readonly string[] }>;
  /**
   * Makes what an underpaid order has received a balance of its own account.
   * @throws {HubError} `unknown_order`, or `invalid_input` when nothing has arrived or it is paid in full.
   */
  credit(orderId: string, reason: string): Promise<void>;
  /** The same for whoever holds the order's id; it may have been done in this very moment, or nothing be underpaid. */
  creditByOwner(orderId: string): Promise<void>;
  /** The same for all orders that have stayed underpaid for long. Returns how many. */
  creditStale(): Promise<number>;
}

export function createOrderCare(store: Store, clock: Clock): OrderCare {
  return {
    cancel: async (orderId, reason) =>
      store.transact(function* () {
        const now = clock.now();
        const { account_id: accountId } = yield* findUnconfirmed(orderId);
        yield* note("cancel", accountId, `${orderId}: ${reason}`, now);
        return { parked: yield* cancelOrder(orderId, now) };
      }),

    credit: async (orderId, reason) =>
      store.transact(function* (): Steps<void> {
        const { account_id: accountId } = yield* creditOrder(orderId);
        yield* note("move", accountId, `${orderId} to its balance: ${reason}`, clock.now());
      }),

    creditByOwner: async (orderId) => void (await creditIfUnderpaid(orderId)),

    async creditStale() {
      const stale = await store.ask(staleOrders, { before: clock.now() - UNDERPAID_MS });
      let credited = 0;
      for (const { id } of stale) if (await creditIfUnderpaid(id)) credited++;
      return credited;
    },
  };

  /** Nothing is left to do where it was paid in full, cancelled or credited meanwhile. */
  async function creditIfUnderpaid(id: string): Promise<boolean> {
    return store.transact(function* (): Steps<boolean> {
      const [order] = yield* ask(lockUnderpaid, { id });
      if (order !== undefined) yield* creditUnderpaid(order, clock.now());
      return order !== undefined;
    });
  }

  function* creditOrder(orderId: string): Steps<Order> {
    const order = yield* findUnconfirmed(orderId);
    const [locked] = yield* ask(lockUnderpaid, { id: orderId });
    if (locked === undefined) throw invalidInput("", "nothing has arrived for the order");
    yield* creditUnderpaid(locked, clock.now());
    return order;
  }
}

/** Takes an order out of use, in the caller's transaction. Returns the payments that are parked by it. */
export function* cancelOrder(id: string, now: number): Steps<readonly string[]> {
  const cancelled = yield* ask(markCancelled, { id, now });
  if (cancelled.length === 0) throw paidInFull();
  return (yield* ask(parkDeposits, { id })).map(({ hash }) => hash);
}

/** @throws {HubError} `unknown_order`, or `invalid_input` when it is paid in full. */
export function* findUnconfirmed(id: string): Steps<Order> {
  const [order] = yield* ask(orderById, { id });
  if (order === undefined) throw new HubError("unknown_order", "No order has this id.");
  if (order.confirmed_at !== null) throw paidInFull();
  return order;
}

function paidInFull(): HubError {
  return invalidInput("", "the order is paid in full: what it brought is in the entries of its account");
}

const markCancelled: Build<{ id: string }[]> = (db, { orders }) =>
  db
    .update(orders)
    .set({ status: "pending", delivered: 0n, cancelled_at: sql`${sql.placeholder("now")}` })
    .where(and(eq(orders.id, sql.placeholder("id")), isNull(orders.confirmed_at)))
    .returning({ id: orders.id });

const parkDeposits: Build<{ hash: string }[]> = (db, { deposits }) =>
  db
    .update(deposits)
    .set({ purpose: "parked", order_id: null })
    .where(eq(deposits.order_id, sql.placeholder("id")))
    .returning({ hash: deposits.tx_hash });

/** Locks it, so that of what completes it and what makes it a balance only one happens. */
const lockUnderpaid: Build<Row<"orders">[]> = (db, { orders }) =>
  db
    .update(orders)
    .set({ status: "underpaid" })
    .where(and(eq(orders.id, sql.placeholder("id")), eq(orders.status, "underpaid")))
    .returning();

const staleOrders: Build<{ id: string }[]> = (db, { orders }) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, "underpaid"), lt(orders.expires_at, sql.placeholder("before"))))
    .orderBy(orders.expires_at)
    .limit(ROUND);
