/** Which fields a payment may have at all: what is not on the list could change what it does, or only its hash. */
import type { TransactionFields } from "../xrpl/codec.ts";

const ALLOWED: ReadonlySet<string> = new Set([
  "TransactionType",
  "Account",
  "Destination",
  "DestinationTag",
  "SourceTag",
  "Amount",
  "Fee",
  "Sequence",
  "TicketSequence",
  "LastLedgerSequence",
  "Flags",
  "InvoiceID",
  "NetworkID",
  "SigningPubKey",
  "TxnSignature",
  "Memos",
]);

/** Fields whose refusal has a name of its own; of several the first one here is told. */
const NAMED: Readonly<Record<string, string>> = {
  Delegate: "delegate_not_allowed",
  Signers: "multisig_not_supported",
  SendMax: "sendmax_not_allowed",
  Paths: "paths_not_allowed",
  DeliverMin: "delivermin_not_allowed",
};

/** The first fault of the transaction's kind and fields, without its prefix. */
export function fieldFault(fields: TransactionFields, invoiceId: string | undefined): string | undefined {
  if (fields["TransactionType"] !== "Payment") return "transaction_type";
  for (const [name, reason] of Object.entries(NAMED)) if (name in fields) return reason;
  if (!Object.keys(fields).every((name) => ALLOWED.has(name))) return "field_not_allowed";
  return "Memos" in fields && !isInvoiceMemo(fields["Memos"], invoiceId) ? "memos_not_allowed" : undefined;
}

/**
 * The scheme forbids every memo, yet published clients bind a payment twice: by its InvoiceID and by one memo that
 * holds the invoice id as hex. That one memo is harmless and tolerated.
 */
function isInvoiceMemo(memos: unknown, invoiceId: string | undefined): boolean {
  if (invoiceId === undefined) return false;
  const data = Buffer.from(invoiceId).toString("hex").toUpperCase();
  return JSON.stringify(memos) === JSON.stringify([{ Memo: { MemoData: data } }]);
}
