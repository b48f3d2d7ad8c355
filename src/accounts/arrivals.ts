/** What arrived at the wallets as the operator sees it, and how a payment that nobody has claimed comes to its owner. */
import { randomUUID } from "node:crypto";
import { desc, sql } from "drizzle-orm";
import { HubError, invalidInput } from "../runtime/errors.ts";
import type { Clock, Credited } from "../runtime/ports.ts";
import { ask, type Build, type Steps, type Store } from "../store/store.ts";
import type { Row } from "../store/tables.ts";
import { note } from "./audit.ts";
import { countTowards, depositByHash, fulfil } from "./deposits.ts";
import { accountByPrefix } from "./directory.ts";
import { withFreshNames } from "./fresh-names.ts";
import { openOrder, type Order, orderById } from "./orders.ts";

/** How many rows a list shows, newest first. */
const LISTED = 100;

/** A payment for a single call, without what would let its reader spend it. */
export type ListedPayment = Pick<
  Row<"payments">,
  "tx_hash" | "network" | "payer" | "price" | "state" | "reason" | "created_at" | "settled_at" | "redeemed_at"
>;

/** Whose money it is: what an order is waiting for, or a balance. */
export type Owner = { readonly orderId: string } | { readonly keyPrefix: string };

export interface Arrivals {
  deposits(): Promise<readonly Row<"deposits">[]>;
  payments(): Promise<readonly ListedPayment[]>;
  /** Ledgers in which payments may be that are not counted yet, the oldest first. */
  gaps(): Promise<readonly Row<"gaps">[]>;
  /**
   * Counts a parked payment towards an order, or as a top-up of an account.
   * @throws {HubError} `not_found`, `unknown_order`, or `invalid_input` when it is not parked or of another network.
   */
  assign(txHash: string, owner: Owner, reason: string): Promise<Extract<Credited, { orderId: string }>>;
}

export interface ArrivalsDeps {
  readonly store: Store;
  readonly networkOf: (tier: string) => string;
  readonly orderTtlSeconds: number;
  readonly reservedTag: number | undefined;
  readonly referralPercent: number;
  readonly clock: Clock;
}

export function createArrivals(deps: ArrivalsDeps): Arrivals {
  const { store, clock } = deps;
  return {
    deposits: async () => store.ask(newestDeposits),
    payments: async () => store.ask(newestPayments),
    gaps: async () => store.ask(oldestGaps),
    assign: (txHash, owner, reason) =>
      withFreshNames(() => store.transact(() => assign(txHash.toUpperCase(), owner, reason))),
  };

  function* assign(hash: string, owner: Owner, reason: string): ReturnType<typeof fulfil> {
    const now = clock.now();
    const [deposit] = yield* ask(depositByHash, { hash });
    if (deposit === undefined) throw new HubError("not_found", "No payment with this hash has arrived.");
    const order = "orderId" in owner ? yield* known(owner.orderId) : yield* topUp(owner.keyPrefix, deposit, now);
    if (order.network !== deposit.network) throw invalidInput("", "the payment was made on another network");
    // Its claim goes first: this payment is about to buy what its payer asked for.
    const [pending] = yield* ask(claimedPayment, { hash });
    if (pending !== undefined) throw invalidInput("/tx_hash", "is being claimed by its payer at present");
    const taken = yield* ask(countTowards, { hash, orderId: order.id, purpose: "parked" });
    if (taken.length === 0) throw invalidInput("/tx_hash", "is not parked: it was counted already");
    yield* note("assign", order.account_id, `${hash} to ${order.id}: ${reason}`, now);
    return yield* fulfil(order.id, deposit.delivered, deps.referralPercent, now);
  }

  /** An order for just this money, so that a balance never grows without one. */
  function* topUp(keyPrefix: string, { delivered: amount }: Row<"deposits">, now: number): Steps<Order> {
    const { id: accountId, tier } = yield* accountByPrefix(keyPrefix);
    const { orderTtlSeconds: ttlSeconds, reservedTag } = deps;
    const id = `ord_${randomUUID().replaceAll("-", "")}`;
    return yield* openOrder({ id, accountId, amount, network: deps.networkOf(tier), ttlSeconds, reservedTag }, now);
  }
}

function* known(id: string): Steps<Order> {
  const [order] = yield* ask(orderById, { id });
  if (order === undefined) throw new HubError("unknown_order", "No order has this id.");
  return order;
}

const newestDeposits: Build<Row<"deposits">[]> = (db, { deposits }) =>
  db.select().from(deposits).orderBy(desc(deposits.at)).limit(LISTED);

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
    .orderBy(desc(payments.created_at))
    .limit(LISTED);

const oldestGaps: Build<Row<"gaps">[]> = (db, { gaps }) => db.select().from(gaps).orderBy(gaps.since).limit(LISTED);

const claimedPayment: Build<{ hash: string }[]> = (db, { payments }) =>
  db
    .select({ hash: payments.tx_hash })
    .from(payments)
    .where(sql`${payments.tx_hash} = ${sql.placeholder("hash")} AND ${payments.state} = 'claimed'`);
