/** An order as its payer sees it: where to pay, how much, and with which tag. */
import { type Order, statusOf } from "../../accounts/orders.ts";
import { walletDeepLink } from "../../payment/xrpl/deep-link.ts";
import { xrpNumber } from "../../runtime/money.ts";

export interface OrderFacts {
  /** Classic address of the service wallet. */
  readonly wallet: string;
  /** First half of the name of the deep-link field. */
  readonly walletWord: string;
  readonly isSandbox: boolean;
  readonly hubUrl: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** An amount of 0 XRP takes whatever is sent. */
export function orderDocument(order: Order, facts: OrderFacts): Record<string, unknown> {
  const { wallet, walletWord, isSandbox, hubUrl, now } = facts;
  return {
    order_id: order.id,
    deposit_address: wallet,
    destination_tag: String(order.destination_tag),
    amount_xrp: xrpNumber(order.amount),
    [`${walletWord}_deep_link`]: walletDeepLink(
      { network: order.network, wallet, isSandbox },
      { amount: order.amount, destinationTag: order.destination_tag },
      hubUrl,
    ),
    network: order.network,
    status: statusOf(order, now),
    expires_at: new Date(order.expires_at).toISOString(),
  };
}
