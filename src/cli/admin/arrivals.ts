/** `bun run admin cancel`, `move`, `assign` and `refund`: what becomes of orders, and of payments that arrived for nobody. */
import type { Owner } from "../../accounts/arrivals.ts";
import { xrpNumber } from "../../runtime/money.ts";
import { WrongArgs } from "../args.ts";
import type { Command } from "../command.ts";
import { action } from "./action.ts";
import { REASON, someXrp } from "./values.ts";

const OWNER = {
  type: "word",
  hint: "order id | key prefix",
  description: "whose it becomes",
  read: ownerOf,
} as const;
const SENT = { type: "word", hint: "tx hash of the refund", isRequired: true, description: "", read: hashOf } as const;

export const ARRIVAL_COMMANDS: readonly Command[] = [
  action({
    name: "cancel",
    summary: "Ends an order and parks what it has received.",
    args: {
      order: { type: "word", hint: "order id", isRequired: true, description: "which order" },
      reason: REASON,
    },
    async run({ orderCare }, { order, reason }) {
      const { parked } = await orderCare.cancel(order, reason);
      return [{ order_id: order, status: "cancelled", parked: parked.join(" ") }];
    },
  }),

  action({
    name: "move",
    summary: "Moves what an underpaid order has received: to another owner, or into its own account's balance.",
    args: {
      order: { type: "word", hint: "order id", isRequired: true, description: "the underpaid order" },
      owner: OWNER,
      reason: REASON,
    },
    async run({ arrivals, orderCare }, { order, owner, reason }) {
      if (owner === undefined) {
        await orderCare.credit(order, reason);
        return [{ order_id: order, status: "confirmed", outcome: "credited" }];
      }
      const counted = await arrivals.move(order, owner, reason);
      return counted.map(({ orderId: to, state }) => ({ moved_from: order, order_id: to, status: state }));
    },
  }),

  action({
    name: "assign",
    summary: "Gives a parked payment to an order or an account.",
    args: {
      payment: { type: "word", hint: "tx hash", isRequired: true, description: "of the parked payment" },
      owner: { ...OWNER, isRequired: true },
      reason: REASON,
    },
    async run({ arrivals }, { payment, owner, reason }) {
      const { state, orderId } = await arrivals.assign(payment, owner, reason);
      return [{ tx_hash: payment.toUpperCase(), order_id: orderId, status: state }];
    },
  }),

  action({
    name: "refund",
    summary: "Records that a parked payment, or balance, was sent back.",
    args: {
      what: {
        type: "word",
        hint: "tx hash | key prefix",
        isRequired: true,
        description: "the parked payment, or the account",
      },
      sent: { ...SENT, description: "the transaction that sent it back" },
      xrp: { type: "option", hint: "amount", description: "how much; all of a parked payment", read: someXrp },
      network: { type: "option", hint: "xrpl:0", description: "on which ledger, where a balance may be of two" },
      reason: REASON,
    },
    check({ what, xrp }) {
      if (xrp === undefined && !ARRIVAL.test(what))
        throw new WrongArgs("Give --xrp: how much of the balance was sent back.");
    },
    async run({ arrivals, corrections }, { what, sent: txHash, xrp: drops = 0n, network, reason }) {
      if (ARRIVAL.test(what)) {
        const refunded = await arrivals.refund(what, { refundTxHash: txHash, reason, ...(drops && { drops }) });
        return [{ tx_hash: what.toUpperCase(), refund_tx_hash: txHash, refunded_xrp: xrpNumber(refunded) }];
      }
      await corrections.refund(what, { drops, txHash, network, reason });
      return [{ key_prefix: what, refund_tx_hash: txHash, refunded_xrp: xrpNumber(drops) }];
    },
  }),
];

const TX_HASH = /^[0-9A-Fa-f]{64}$/;
/** What arrived: a transaction, or the part of one that was more than its price. */
const ARRIVAL = /^[0-9A-Fa-f]{64}(?:-surplus)?$/i;

function ownerOf(text: string): Owner {
  return text.startsWith("ord_") ? { orderId: text } : { keyPrefix: text };
}

function hashOf(text: string): string {
  if (!TX_HASH.test(text)) throw new Error("a transaction is named by 64 hex digits");
  return text.toUpperCase();
}
