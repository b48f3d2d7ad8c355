/** What a payment in the repository has bought already, and who may have that: a hash and a transaction are public. */
import type { Purchasable } from "../../runtime/ports/payment.ts";
import type { Clock } from "../../runtime/world.ts";
import { requestOf } from "../claims/admit.ts";
import type { PaymentRow } from "../claims/queries.ts";
import { failedPayment, INVOICE_MISMATCH, NETWORK_MISMATCH, PaymentRefusal, TO_BALANCE } from "../claims/refusal.ts";
import { RESULT_MS } from "../claims/repository.ts";
import { type InvoiceOptions, isProofKey } from "../invoice.ts";
import { isPublicProof, type PaymentPayload } from "../proof.ts";

export interface PurchaseDeps {
  /** CAIP-2 name of the rail's ledger. */
  readonly network: string;
  readonly clock: Clock;
}

/**
 * What is kept of what the payment has bought for this request; `undefined` while it can still buy something. Only whoever
 * names the invoice that was paid is its payer. @throws {PaymentRefusal} where it is another's, another request's or spent.
 */
export function keptFor(
  row: PaymentRow,
  invoiceId: string | undefined,
  purchasable: Purchasable,
  { network, clock }: PurchaseDeps,
): string | undefined {
  if (row.network !== network) throw new PaymentRefusal("payment_invalid", NETWORK_MISMATCH);
  if (row.request !== requestOf(purchasable)) throw spent();
  if (row.invoice_id !== invoiceId) throw new PaymentRefusal("payment_invalid", INVOICE_MISMATCH);
  if (row.state === "failed") throw failedPayment(row.reason ?? "unexpected_settle_error", row.tx_hash);
  if (row.state === "credited") throw spent();
  if (row.redeemed_at === null) return undefined;
  if (row.result === null || row.redeemed_at + RESULT_MS <= clock.now()) throw spent();
  return row.result;
}

/**
 * Whether all that the proof tells stands on the ledger. A payment that came as a transaction may have a memo, which its
 * hash does not show.
 */
export function isPublic(payload: PaymentPayload, row: PaymentRow, invoices: InvoiceOptions): boolean {
  const { payload: paid } = payload;
  if ("signedTxBlob" in paid) return isPublicProof(payload, paid.signedTxBlob, invoices);
  return row.first_ledger !== null && !isProofKey(payload.accepted.extra?.["proofKey"], row.invoice_id, invoices);
}

export function spent(): PaymentRefusal {
  return new PaymentRefusal("payment_already_used", "duplicate_settlement");
}

/** Another payment for the same invoice has bought what it sells. */
export function outpaced(): PaymentRefusal {
  const detail = `another payment for its invoice was quicker; ${TO_BALANCE}`;
  return new PaymentRefusal("payment_already_used", "duplicate_settlement", { detail });
}
