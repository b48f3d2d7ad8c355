/** An address that opens a wallet app with the payment filled in (docs.xaman.dev, "Payment request link"). */
import { type Drops, formatXrp } from "../../runtime/money.ts";

/** Who is paid, and on which ledger. */
export interface LinkTarget {
  /** CAIP-2 name of the ledger, for example "xrpl:0". */
  readonly network: string;
  /** Classic address. */
  readonly wallet: string;
  /** Whether the ledger is the hub's own, where no real wallet has anything to pay with. */
  readonly isSandbox: boolean;
}

/** What binds a payment to what it pays. */
export interface LinkedPayment {
  /** An amount of 0n leaves it to the payer. */
  readonly amount: Drops;
  readonly destinationTag?: number | undefined;
  /** What the transaction's `InvoiceID` is to be: 64 upper-case hex digits. */
  readonly invoiceHash?: string | undefined;
}

const WALLET_APP = "https://xaman.app/detect";
/** Where the sandbox takes payments: for links of the same form, and of play money only. */
export const SANDBOX_PAY = "/sandbox/pay";
/** What wallet apps call the public networks. */
const NETWORK_WORDS: Readonly<Record<string, string>> = { "xrpl:0": "XRPL", "xrpl:1": "TESTNET", "xrpl:2": "DEVNET" };

/**
 * The amount is in XRP there, not drops, and the tag is called `dt`; any other name of it is silently dropped. A sandbox
 * is paid on a page of the hub's own: a real wallet would send real money to an address that nobody holds.
 */
export function walletDeepLink(target: LinkTarget, payment: LinkedPayment, hubUrl: string): string {
  const { network, wallet, isSandbox } = target;
  const { amount, destinationTag, invoiceHash } = payment;
  const fields = [
    ...(amount === 0n ? [] : [`amount=${formatXrp(amount)}`]),
    ...(destinationTag === undefined ? [] : [`dt=${destinationTag}`]),
    ...(invoiceHash === undefined ? [] : [`invoiceid=${invoiceHash}`]),
    `network=${NETWORK_WORDS[network] ?? network}`,
  ];
  return `${isSandbox ? hubUrl + SANDBOX_PAY : WALLET_APP}/request:${wallet}?${fields.join("&")}`;
}
