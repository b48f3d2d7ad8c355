/** `webhook/status`: how an order or the payment of an invoice stands, for a payer who does not know its transaction. */
import type { AddressLimit } from "../../accounts/limits/address-limits.ts";
import type { Order } from "../../accounts/orders.ts";
import type { PaymentStatus } from "../../accounts/payment-status.ts";
import { PaymentState } from "../../presenters/schemas/accounts.ts";
import { Type } from "../../runtime/actor.ts";
import { HubError, invalidInput } from "../../runtime/errors.ts";
import { xrpNumber } from "../../runtime/money.ts";
import { inputValidator } from "../../runtime/schema.ts";
import { type BodyDeps, DEFAULT_BODY_BYTES, expectValid } from "../http/body.ts";
import { type CallerDeps, callerOf } from "../http/caller.ts";
import type { Mount } from "../http/mount.ts";

export interface PaymentStatusDeps extends CallerDeps, BodyDeps {
  readonly paymentStatus: PaymentStatus;
  readonly limitExplorer: AddressLimit;
}

const Body = Type.Object({
  order_id: Type.Optional(Type.String({ pattern: "^[\\w-]{1,100}$", description: "Of a registration or an order." })),
  invoice_id: Type.Optional(Type.String({ pattern: "^[A-Za-z0-9_-]{54}$", description: "Of the terms of a 402." })),
});

export function paymentStatusRoutes(deps: PaymentStatusDeps, mount: Mount): void {
  const validate = inputValidator(Body);
  mount(
    {
      id: "payment_status",
      method: "POST",
      path: "/api/v1/webhook/status/",
      tag: "accounts",
      summary: "How an order, or the payment of an invoice, stands; its transaction need not be known.",
      body: Body,
      ok: { description: "What has arrived, and by which transaction.", schema: PaymentState },
      statuses: [404],
      access: "open",
      example: { body: { order_id: "ord_example" } },
    },
    async ({ request, set }) => {
      const { value } = expectValid(validate, await deps.bodies.json(request, DEFAULT_BODY_BYTES));
      const { order_id: orderId, invoice_id: invoiceId } = value;
      if ((orderId === undefined) === (invoiceId === undefined))
        throw invalidInput("", "needs either an order_id or an invoice_id");
      await deps.limitExplorer(callerOf(request, deps).address());
      set.headers["cache-control"] = "private, no-store";
      return orderId === undefined ? invoiceState(invoiceId ?? "") : orderState(orderId);
    },
  );

  async function orderState(id: string): Promise<object> {
    const found = await deps.paymentStatus.order(id);
    if (found === undefined) throw new HubError("unknown_order", "No order has this id.");
    const { order, status, txHash } = found;
    return {
      status,
      tx_hash: txHash ?? null,
      network: order.network,
      amount_xrp: xrpNumber(order.amount),
      delivered_xrp: xrpNumber(order.delivered),
      missing_xrp: xrpNumber(order.delivered < order.amount ? order.amount - order.delivered : 0n),
      recommended_next_action: orderAction(order, status),
    };
  }

  /** Anybody can name an invoice: that nothing has come for it is no proof that it was ever quoted. */
  async function invoiceState(id: string): Promise<object> {
    const found = await deps.paymentStatus.invoice(id);
    return {
      status: found === undefined ? "pending" : "arrived",
      tx_hash: found?.txHash ?? null,
      network: found?.network ?? null,
      amount_xrp: null,
      delivered_xrp: xrpNumber(found?.delivered ?? 0n),
      missing_xrp: null,
      recommended_next_action:
        found === undefined
          ? "Repeat this request in a few seconds: what carries this invoice is not validated yet, or has bought its call already."
          : "Repeat the paid request with PAYMENT-SIGNATURE: the accepted terms, and this tx_hash.",
    };
  }
}

function orderAction({ delivered }: Order, status: string): string {
  switch (status) {
    case "confirmed":
      return "Send the key as X-API-Key, for example to GET /api/v1/agent/usage/.";
    case "cancelled":
      return "Make a new order at /api/v1/webhook/create/: what is paid for this one waits for the operator.";
    case "underpaid":
      return "Send missing_xrp with the same destination_tag.";
    default:
      return delivered === 0n
        ? "Send amount_xrp to deposit_address with destination_tag, then repeat this request."
        : "Repeat this request in a few seconds.";
  }
}
