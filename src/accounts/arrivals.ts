/** What arrived at the wallets as the operator sees it, and how a payment that nobody has claimed comes to its owner. */
import { desc, sql } from "drizzle-orm";
import { HubError, invalidInput } from "../runtime/errors.ts";
import { type Drops, formatXrp } from "../runtime/money.ts";
import type { Clock } from "../runtime/world.ts";
import { ask, type Build, type Steps, type Store } from "../store/store.ts";
import type { Row } from "../store/tables/tables.ts";
import { note } from "./audit.ts";
import { type CountedOrder, countTowards, depositByHash, fulfil } from "./deposits.ts";
import { accountByPrefix, type Networks, spendableOn } from "./directory.ts";
import { entitlementOf } from "./entitlement.ts";
import { withFreshNames } from "./fresh-names.ts";
import { cancelOrder, findUnconfirmed } from "./order-care.ts";
import { lockOrder, newOrderId, openOrder, type Order, type OrderSettings } from "./orders.ts";
import { LISTED, type RowPage } from "./page.ts";
import { markRefunded, recordRefund } from "./refunds.ts";

/** A payment for a single call, without what would let its reader spend it. */
export type ListedPayment = Pick<
  Row<"payments">,
  "tx_hash" | "network" | "payer" | "price" | "state" | "reason" | "created_at" | "settled_at" | "redeemed_at"
>;

/** Whose money it is: what an order is waiting for, or a balance. */
export type Owner = { readonly orderId: string } | { readonly keyPrefix: string };

export interface Arrivals {
  /** Newest first. */
  deposits(page?: RowPage): Promise<readonly Row<"deposits">[]>;
  payments(page?: RowPage): Promise<readonly ListedPayment[]>;
  /** What has arrived for nothing yet, oldest first: it waits for the operator. */
  parked(page?: RowPage): Promise<readonly Row<"deposits">[]>;
  /** Ledgers in which payments may be that are not counted yet, the oldest first. */
  gaps(): Promise<readonly Row<"gaps">[]>;
  /**
   * Counts a parked payment towards an order, or as a top-up of an account.
   * @throws {HubError} `not_found`, `unknown_order`, or `invalid_input` when it is not parked or of another network.
   */
  assign(txHash: string, owner: Owner, reason: string): Promise<CountedOrder>;
  /**
   * Moves all that an underpaid order has received to another owner, and cancels it.
   * @throws {HubError} as `assign`, or `invalid_input` when nothing has arrived or the order is paid in full.
   */
  move(orderId: string, owner: Owner, reason: string): Promise<readonly CountedOrder[]>;
  /**
   * Records that a parked payment was sent back by another transaction.
   * @throws {HubError} `not_found`, or `invalid_input` when it is not parked.
   */
  refund(txHash: string, refund: DepositRefund): Promise<Drops>;
}

export interface DepositRefund {
  readonly refundTxHash: string;
  /** Left out, all that had arrived. */
  readonly drops?: Drops;
  readonly reason: string;
}

export interface ArrivalsDeps extends OrderSettings {
  readonly store: Store;
  readonly networks: Networks;
  readonly referralPercent: number;
  readonly clock: Clock;
}

export function createArrivals(deps: ArrivalsDeps): Arrivals {
  const { store, clock } = deps;
  return {
    deposits: async ({ offset = 0 } = {}) => store.ask(newestDeposits, { offset }),
    payments: async ({ offset = 0 } = {}) => store.ask(newestPayments, { offset }),
    parked: async ({ offset = 0 } = {}) => store.ask(oldestParked, { offset }),
    gaps: async () => store.ask(oldestGaps),
    assign: (txHash, owner, reason) =>
      withFreshNames(() => store.transact(() => assign(txHash.toUpperCase(), owner, reason))),
    move: (orderId, owner, reason) =>
      withFreshNames(() =>
        store.transact(function* (): Steps<readonly CountedOrder[]> {
          yield* findUnconfirmed(orderId);
          const parked = yield* cancelOrder(orderId, clock.now());
          if (parked.length === 0) throw invalidInput("", "nothing has arrived for the order");
          const counted: CountedOrder[] = [];
          for (const hash of parked) counted.push(yield* assign(hash, owner, `moved from ${orderId}: ${reason}`));
          return counted;
        }),
      ),
    refund: async (txHash, refund) => store.transact(() => sendBack(txHash.toUpperCase(), refund)),
  };

  function* assign(hash: string, owner: Owner, reason: string): Steps<CountedOrder> {
    const now = clock.now();
    const deposit = yield* unclaimed(hash);
    const order = "orderId" in owner ? yield* known(owner.orderId) : yield* topUp(owner.keyPrefix, deposit, now);
    if (order.network !== deposit.network) throw invalidInput("", "the payment was made on another network");
    const taken = yield* ask(countTowards, { hash, orderId: order.id, purpose: "parked" });
    if (taken.length === 0) throw notParked();
    yield* note("assign", order.account_id, `${hash} to ${order.id}: ${reason}`, now);
    return yield* fulfil(order.id, deposit.delivered, { ...deps, main: deps.networks.main }, now);
  }

  /** An order for just this money, so that a balance never grows without one. */
  function* topUp(keyPrefix: string, deposit: Row<"deposits">, now: number): Steps<Order> {
    const account = yield* accountByPrefix(keyPrefix);
    const spendable = spendableOn(entitlementOf(account, now, deps.networks.main).tier, deps.networks);
    // One that it cannot spend is refused by whoever compares it.
    const network = spendable.find((each) => each === deposit.network) ?? spendable[0];
    const request = { id: newOrderId(), accountId: account.id, amount: deposit.delivered, network };
    return yield* openOrder(request, deps, now);
  }

  function* sendBack(hash: string, { refundTxHash, drops, reason }: DepositRefund): Steps<Drops> {
    const { delivered, network } = yield* unclaimed(hash);
    if (drops !== undefined && drops > delivered) throw invalidInput("/xrp", "is more than had arrived");
    if ((yield* ask(markRefunded, { hash })).length === 0) throw notParked();
    const sent = drops ?? delivered;
    const [at, by] = [clock.now(), refundTxHash.toUpperCase()];
    yield* recordRefund({ txHash: by, network, drops: sent, accountId: null, depositHash: hash, reason, at });
    yield* note("refund", "", `${formatXrp(sent)} XRP of ${hash} by ${by}: ${reason}`, at);
    return sent;
  }
}

/** A payment that its payer is not about to buy something with: a claim goes first. */
function* unclaimed(hash: string): Steps<Row<"deposits">> {
  const [deposit] = yield* ask(depositByHash, { hash });
  if (deposit === undefined) throw new HubError("not_found", "No payment with this hash has arrived.");
  const [pending] = yield* ask(claimedPayment, { hash });
  if (pending !== undefined) throw invalidInput("/tx_hash", "is being claimed by its payer at present");
  return deposit;
}

function notParked(): HubError {
  return invalidInput("/tx_hash", "is not parked: it was counted or sent back already");
}

function* known(id: string): Steps<Order> {
  const [order] = yield* ask(lockOrder, { id }); // So that nobody cancels it meanwhile.
  if (order === undefined) throw new HubError("unknown_order", "No order has this id.");
  if (order.cancelled_at !== null) throw invalidInput("/order_id", "is an order that was cancelled");
  return order;
}

const newestDeposits: Build<Row<"deposits">[]> = (db, { deposits }) =>
  db
    .select()
    .from(deposits)
    .orderBy(desc(deposits.at), deposits.tx_hash)
    .limit(LISTED)
    .offset(sql.placeholder("offset"));

const oldestParked: Build<Row<"deposits">[]> = (db, { deposits }) =>
  db
    .select()
    .from(deposits)
    .where(sql`${deposits.purpose} = 'parked'`) // As the index says it.
    .orderBy(deposits.at, deposits.tx_hash)
    .limit(LISTED)
    .offset(sql.placeholder("offset"));

const newestPayments: Build<ListedPayment[]> = (db, { payments }) =>
  db
    .select({
      tx_hash: payments.tx_hash,
      network: payments.network,
      payer: payments.payer,
      price: payments.price,
      state: payments.state,
      reason: payments.reason,
      created_at: payments.created_at,
      settled_at: payments.settled_at,
      redeemed_at: payments.redeemed_at,
    })
    .from(payments)
    .orderBy(desc(payments.created_at), payments.tx_hash)
    .limit(LISTED)
    .offset(sql.placeholder("offset"));

const oldestGaps: Build<Row<"gaps">[]> = (db, { gaps }) =>
  db.select().from(gaps).orderBy(gaps.since, gaps.first_ledger).limit(LISTED);

const claimedPayment: Build<{ hash: string }[]> = (db, { payments }) =>
  db
    .select({ hash: payments.tx_hash })
    .from(payments)
    .where(sql`${payments.tx_hash} = ${sql.placeholder("hash")} AND ${payments.state} = 'claimed'`);
