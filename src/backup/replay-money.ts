/**
 * What became balance and what was sent back since the backup, done again in a restored store, so that none of it is given
 * out twice. A deposit may wait there, be for another order that was ended since, or not have arrived.
 */
import { type Static, Type } from "@sinclair/typebox";
import { type DepositRules, depositByHash, fulfil } from "../accounts/deposits.ts";
import { cancelOrder } from "../accounts/order-care.ts";
import { orderById } from "../accounts/orders.ts";
import { insertRefund } from "../accounts/refunds.ts";
import { debit } from "../accounts/spending/balances.ts";
import { formatXrp } from "../runtime/money.ts";
import { guardOf } from "../runtime/schema.ts";
import { ask, type Steps } from "../store/store.ts";
import * as queries from "./replay-queries.ts";

const orNull = Type.Union([Type.Integer(), Type.Null()]);
const textOrNull = Type.Union([Type.String(), Type.Null()]);
export const Drops = Type.String({ pattern: "^[0-9]{1,18}$" });
const Deposit = Type.Object({
  network: Type.String(),
  destination_tag: orNull,
  delivered: Drops,
  payer: Type.String(),
  at: Type.Integer(),
  type: Type.String(),
  invoice_hash: textOrNull,
});
/** A deposit that was counted towards an order after it had arrived. */
const Counted = Type.Object({
  deposit: Deposit,
  order: Type.Object({
    id: Type.String(),
    account_id: Type.String(),
    tier: textOrNull,
    amount: Drops,
    destination_tag: Type.Integer(),
    network: Type.String(),
    referrer_id: textOrNull,
    created_at: Type.Integer(),
    expires_at: Type.Integer(),
  }),
  account: Type.Object({
    base_tier: Type.String(),
    status: Type.String(),
    suspended_from: textOrNull,
    created_at: Type.Integer(),
    /** The prefix of its newest key, by which the operator knows it. */
    key: textOrNull,
  }),
});
/** `deposit` is null where it was taken from a balance. */
const SentBack = Type.Object({
  refund: Type.Object({
    network: Type.String(),
    tx_hash: Type.String(),
    drops: Drops,
    at: Type.Integer(),
    key: textOrNull,
  }),
  deposit: Type.Union([Deposit, Type.Null()]),
});
export const isCounted = guardOf(Counted);
export const isSentBack = guardOf(SentBack);

/** "left": the operator must look at it. */
type Outcome = "done" | "known" | "left";

/** Makes the order's account again where the backup has none, as one that has bought nothing. Whether it did. */
export function* remakeAccount({ order, account }: Static<typeof Counted>): Steps<boolean> {
  return (yield* ask(queries.insertAccount, { id: order.account_id, ...account })).length > 0;
}

export function* replayCounted(
  hash: string,
  { deposit, order }: Static<typeof Counted>,
  at: number,
  rules: DepositRules,
): Steps<Outcome> {
  const [arrived] = yield* ask(depositByHash, { hash });
  if (arrived?.purpose === "refunded" || arrived?.order_id === order.id) return "known";
  yield* ask(queries.insertOrder, { ...order, amount: BigInt(order.amount) });
  const [target] = yield* ask(orderById, { id: order.id });
  if (target === undefined) return "left";
  // It went on from there: a later line says where to.
  if (target.cancelled_at !== null) return "known";
  if (!(yield* freed(arrived?.order_id ?? null, at))) return "left";
  const credited = yield* ask(queries.creditPayment, { hash, at });
  if (arrived?.purpose === "invoice" && credited.length === 0) return "left";
  const delivered = arrived?.delivered ?? BigInt(deposit.delivered);
  yield* ask(queries.putDeposit, { hash, ...deposit, delivered, purpose: "order", order_id: order.id });
  yield* fulfil(order.id, delivered, rules, at);
  return "done";
}

export function* replaySentBack(
  kind: string,
  subject: string,
  { refund, deposit }: Static<typeof SentBack>,
): Steps<Outcome> {
  const { network, tx_hash: txHash, at } = refund;
  const drops = BigInt(refund.drops);
  if ((yield* ask(queries.refundOf, { network, txHash })).length > 0) return "known";
  const ofDeposit = kind === "payment" && deposit !== null;
  if (ofDeposit) {
    const [arrived] = yield* ask(depositByHash, { hash: subject });
    if (arrived?.purpose === "refunded" || arrived?.purpose === "invoice") return "left";
    if (!(yield* freed(arrived?.order_id ?? null, at))) return "left";
    const delivered = arrived?.delivered ?? BigInt(deposit.delivered);
    yield* ask(queries.putDeposit, { hash: subject, ...deposit, delivered, purpose: "refunded", order_id: null });
  } else if (!(yield* debit({ accountId: subject, network, drops, kind: "refund", reference: txHash, at })))
    return "left";
  yield* ask(insertRefund, {
    at,
    network,
    txHash,
    drops,
    depositHash: ofDeposit ? subject : null,
    accountId: ofDeposit ? null : subject,
    reason: "since the backup",
  });
  return "done";
}

/** What a deposit was counted towards has ended since, as it was used for something else: all of it is parked. */
function* freed(orderId: string | null, at: number): Steps<boolean> {
  if (orderId === null) return true;
  const [order] = yield* ask(orderById, { id: orderId });
  if (order === undefined || order.confirmed_at !== null) return false;
  yield* cancelOrder(orderId, at);
  return true;
}

/** What the operator must know of a line that could not be done again. */
export function tellLeft(
  kind: string,
  subject: string,
  facts: Static<typeof Counted> | Static<typeof SentBack>,
): string {
  if ("order" in facts)
    return `${formatXrp(BigInt(facts.deposit.delivered))} XRP of the payment ${subject} became balance by order ${facts.order.id}`;
  const { drops, network, tx_hash: by, key } = facts.refund;
  const whose = kind === "account" ? `the balance of ${key ?? subject}` : `the payment ${subject}`;
  return `${formatXrp(BigInt(drops))} XRP of ${whose} were sent back on ${network} by ${by}`;
}
