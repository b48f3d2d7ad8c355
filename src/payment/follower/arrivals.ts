/** What of a wallet's history is value that arrived, and what may be counted towards an order. */
import type { Deposit } from "../../runtime/ports/deposits.ts";
import type { HistoryEntry, ValidatedPayment } from "../ledger.ts";

/** Other ways in which somebody gives XRP away to us. Trades give something for something, and are no gifts. */
const GIFTS: ReadonlySet<string> = new Set(["AccountDelete", "CheckCash", "EscrowFinish", "PaymentChannelClaim"]);

/**
 * A validated payment that may be counted: it succeeded, it is to the wallet and not from it, and what arrived is known
 * and XRP. Amounts that were only named, and look-alike currencies, are nothing.
 */
export function depositOf(payment: ValidatedPayment, network: string, wallet: string): Deposit | undefined {
  const { type, delivered, account } = payment;
  if (payment.result !== "tesSUCCESS" || type !== "Payment") return undefined;
  if (payment.destination !== wallet || account === wallet) return undefined;
  if (delivered === undefined || delivered === 0n) return undefined;
  return { ...factsOf(payment, network), delivered };
}

/**
 * What is to be written down of an entry: a payment that may be counted, or XRP that came in another way. The latter is
 * parked for the operator whatever its tag: nobody was asked to pay like that.
 */
export function arrivalOf(entry: HistoryEntry, network: string, wallet: string): Deposit | undefined {
  const deposit = depositOf(entry, network, wallet);
  if (deposit !== undefined) return deposit;
  const isGift =
    entry.type === "Payment"
      ? // A server that cannot tell what was delivered still knows what the balance gained.
        entry.destination === wallet && entry.account !== wallet
      : GIFTS.has(entry.type);
  if (entry.result !== "tesSUCCESS" || !isGift || entry.gained <= 0n) return undefined;
  return { ...factsOf(entry, network), delivered: entry.gained, isParked: true };
}

function factsOf(payment: ValidatedPayment, network: string): Omit<Deposit, "delivered"> {
  const { hash: txHash, account: payer, type, destinationTag, invoiceHash } = payment;
  return {
    txHash,
    network,
    payer,
    type,
    ...(destinationTag !== undefined && { destinationTag }),
    ...(invoiceHash !== undefined && { invoiceHash }),
  };
}
