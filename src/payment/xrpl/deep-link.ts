/** An address that opens a wallet app with the payment filled in (docs.xaman.dev, "Payment request link"). */
import { type Drops, formatXrp } from "../../runtime/money.ts";

/**
 * The amount is in XRP there, not drops, and the tag is called `dt`; any other name of it is silently dropped.
 * An amount of 0n leaves it to the payer.
 */
export function walletDeepLink(wallet: string, amount: Drops, destinationTag: number | undefined): string {
  const asked = amount === 0n ? "" : `amount=${formatXrp(amount)}&`;
  const tag = destinationTag === undefined ? "" : `dt=${destinationTag}&`;
  return `https://xaman.app/detect/request:${wallet}?${asked}${tag}network=XRPL`;
}
