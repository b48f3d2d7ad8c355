/** What the operator does with payments, orders and entries of balances. */
import type { Arrivals } from "../../accounts/arrivals.ts";
import type { Corrections } from "../../accounts/corrections.ts";
import { wireRow } from "../../accounts/listing.ts";
import type { OrderCare } from "../../accounts/order-care.ts";
import { nameParameter } from "../../presenters/route.ts";
import * as answers from "../../presenters/schemas/operator.ts";
import { HubError, invalidInput } from "../../runtime/errors.ts";
import { xrpNumber } from "../../runtime/money.ts";
import * as forms from "./forms.ts";
import type { Mount } from "../http/mount.ts";
import { DONE, OPERATOR_PATH, type OperatorHandlers, type OperatorVisit } from "./handlers.ts";

export interface AdminMoneyDeps {
  readonly arrivals: Arrivals;
  readonly corrections: Corrections;
  readonly orderCare: OrderCare;
}

export function adminMoney(deps: AdminMoneyDeps, { act }: OperatorHandlers, mount: Mount): void {
  const { arrivals, corrections, orderCare } = deps;
  const ofPayment = nameParameter("tx_hash", "Hash of the transaction.");
  const ofOrder = nameParameter("order_id", "Id of the order.");
  const byPayment = { params: { tx_hash: "0".repeat(64) } };
  const byOrder = { params: { order_id: "ord_example" } };
  const reason = "Asked for by its owner.";

  mount(
    {
      ...DONE,
      id: "assign_payment",
      path: `${OPERATOR_PATH}/payments/:tx_hash/assign/`,
      summary: "Gives a parked payment to an order or an account.",
      params: ofPayment,
      body: forms.AssignmentBody,
      ok: { description: "Whose it is now.", schema: answers.AssignedDeposit },
      statuses: [402],
      example: { ...byPayment, body: { key_prefix: "hub_live_abc", reason } },
    },
    act(forms.assignment, assign),
  );
  mount(
    {
      ...DONE,
      id: "refund_payment",
      path: `${OPERATOR_PATH}/payments/:tx_hash/refund/`,
      summary: "Writes down that a parked payment was sent back.",
      params: ofPayment,
      body: forms.RefundBody,
      ok: { description: "What was sent back.", schema: answers.RefundedDeposit },
      example: { ...byPayment, body: { refund_tx_hash: "1".repeat(64), reason } },
    },
    act(forms.refund, refundDeposit),
  );
  mount(
    {
      ...DONE,
      id: "cancel_order",
      path: `${OPERATOR_PATH}/orders/:order_id/cancel/`,
      summary: "Cancels an order; what was paid for it is parked.",
      params: ofOrder,
      body: forms.ReasonBody,
      ok: { description: "It is cancelled.", schema: answers.CancelledOrder },
      example: { ...byOrder, body: { reason } },
    },
    act(forms.reason, cancel),
  );
  mount(
    {
      ...DONE,
      id: "move_order",
      path: `${OPERATOR_PATH}/orders/:order_id/move/`,
      summary: "Gives what was paid for an order to another order or account, or makes it balance.",
      params: ofOrder,
      body: forms.AssignmentBody,
      ok: { description: "Where it went.", schema: answers.MovedOrder },
      example: { ...byOrder, body: { reason } },
    },
    act(forms.assignment, move),
  );
  mount(
    {
      ...DONE,
      id: "reverse_entry",
      path: `${OPERATOR_PATH}/entries/:entry_id/reverse/`,
      summary: "Takes an entry of a balance back by one of the opposite amount.",
      params: nameParameter("entry_id", "Number of the entry."),
      body: forms.ReasonBody,
      ok: { description: "The entry that takes it back.", schema: answers.Reversal },
      example: { params: { entry_id: "1" }, body: { reason } },
    },
    act(forms.reason, reverse),
  );

  async function assign({ owner, reason }: forms.Assignment, { params: { tx_hash = "" } }: OperatorVisit) {
    if (owner === undefined) throw invalidInput("", "needs either order_id or key_prefix");
    const { state, orderId } = await arrivals.assign(tx_hash, owner, reason);
    return { tx_hash: tx_hash.toUpperCase(), order_id: orderId, status: state };
  }

  async function refundDeposit(
    { drops, txHash, reason }: forms.RefundForm,
    { params: { tx_hash = "" } }: OperatorVisit,
  ) {
    const refund = { refundTxHash: txHash, reason, ...(drops !== undefined && { drops }) };
    const sent = await arrivals.refund(tx_hash, refund);
    return { tx_hash: tx_hash.toUpperCase(), refund_tx_hash: txHash, refunded_xrp: xrpNumber(sent) };
  }

  async function cancel({ reason }: forms.Reason, { params: { order_id = "" } }: OperatorVisit) {
    const { parked } = await orderCare.cancel(order_id, reason);
    return { order_id, status: "cancelled", parked };
  }

  async function move({ owner, reason }: forms.Assignment, { params: { order_id = "" } }: OperatorVisit) {
    if (owner === undefined) {
      await orderCare.credit(order_id, reason);
      return { order_id, status: "confirmed", outcome: "credited" };
    }
    const counted = await arrivals.move(order_id, owner, reason);
    return {
      order_id,
      status: "cancelled",
      moved_to: counted.map(({ orderId, state }) => ({ order_id: orderId, status: state })),
    };
  }

  async function reverse({ reason }: forms.Reason, { params: { entry_id = "" } }: OperatorVisit) {
    if (!/^\d{1,15}$/.test(entry_id)) throw new HubError("not_found", "No entry has this number.");
    return { reversal: wireRow(await corrections.reverse(Number(entry_id), reason)) };
  }
}
