/** Whether a validated transaction is the money that was asked for: what arrived counts, not what was sent. */
import type { ValidatedPayment } from "../ledger.ts";
import type { ExpectedRequirements } from "../requirements.ts";
import { invoiceHash } from "../../runtime/payment/invoice-hash.ts";

export const TOO_LITTLE = "invalid_exact_xrpl_payload_amount_mismatch";

/** The reason it is not, or `undefined`. */
export function depositFault(
  payment: ValidatedPayment,
  { payTo, amount, extra }: ExpectedRequirements,
): string | undefined {
  if (payment.result !== "tesSUCCESS") return `transaction_failed: ${payment.result}`;
  if (payment.type !== "Payment") return "invalid_exact_xrpl_payload_transaction_type";
  if (payment.destination !== payTo || payment.account === payTo)
    return "invalid_exact_xrpl_payload_destination_mismatch";
  if (payment.destinationTag !== extra.destinationTag) return "invalid_exact_xrpl_payload_destination_tag_mismatch";
  // Without an invoice to name, only its hash says that it is the transaction that was judged.
  if (extra.invoiceId !== undefined && payment.invoiceHash !== invoiceHash(extra.invoiceId))
    return "invalid_exact_xrpl_payload_invoice_id_mismatch";
  const isEnough = payment.delivered !== undefined && payment.delivered >= BigInt(amount);
  return isEnough ? undefined : TOO_LITTLE;
}
