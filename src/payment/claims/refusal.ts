/** How a payment is refused, before anything outside depends on the words for it. */
import { HubError } from "../../runtime/errors.ts";
import { PAYMENT_RESPONSE } from "../terms/terms.ts";
import type { ErrorCode } from "../../runtime/error-codes.ts";

/** The payment is for an invoice of another ledger than the caller pays on: test money buys nothing else. */
export const NETWORK_MISMATCH = "invalid_exact_xrpl_network_mismatch";

/** The proof does not name the invoice that was paid. */
export const INVOICE_MISMATCH = "invalid_exact_xrpl_invoice_mismatch";

/** It was not validated in time. */
export const EXPIRED = "invalid_exact_xrpl_payload_expired";

/** Whoever has paid all the same has lost nothing. */
export const TO_BALANCE =
  "what was paid on the ledger already becomes the balance of a key: POST email, per_call: true, tx_hash and invoice_id " +
  "to /api/v1/x402/register/";

interface PaymentFacts {
  /** The transaction, when it got as far as being submitted. */
  readonly hash?: string;
  /** What was sent and what is taken, where that helps: a sentence without its full stop. */
  readonly detail?: string | undefined;
}

/** A payment that is not taken. Its caller adds the terms to pay by instead. */
export class PaymentRefusal extends Error {
  override readonly name = "PaymentRefusal";
  readonly code: Extract<ErrorCode, "payment_invalid" | "payment_expired" | "payment_already_used">;
  /** The protocol's word for it. */
  readonly reason: string;
  readonly hash: string | undefined;
  readonly detail: string | undefined;

  constructor(code: PaymentRefusal["code"], reason: string, { hash, detail }: PaymentFacts = {}) {
    super(reason);
    this.code = code;
    this.reason = reason;
    this.hash = hash;
    this.detail = detail;
  }
}

/** Of a payment that has failed for good, for the reason that is kept of it. */
export function failedPayment(reason: string, hash: string, detail?: string): PaymentRefusal {
  return new PaymentRefusal(reason === EXPIRED ? "payment_expired" : "payment_invalid", reason, { hash, detail });
}

/** Everybody can read its invoice in a memo: it takes more to be its payer. */
export function publicProof(): PaymentRefusal {
  const detail = "its invoice stands in a memo on the ledger; send accepted.extra.proofKey as the terms had it";
  return new PaymentRefusal("payment_invalid", INVOICE_MISMATCH, { detail });
}

const RETRY_MS = 5_000;

/** Never a 402: a payer that is told to pay again pays twice. */
export function settlementUnknown(hash: string, network: string): HubError {
  return new HubError(
    "settlement_unknown",
    "The payment was handed to its ledger, which has not said yet what became of it.",
    {
      retryAfterMs: RETRY_MS,
      members: { tx_hash: hash },
      headers: settlementHeaders({ success: false, transaction: hash, network, errorReason: "settlement_pending" }),
    },
  );
}

export interface Settlement {
  readonly success: boolean;
  /** "" when nothing was submitted. */
  readonly transaction: string;
  readonly network: string;
  readonly payer?: string;
  readonly errorReason?: string;
}

/** x402's SettleResponse as its header. */
export function settlementHeaders(settlement: Settlement): Record<string, string> {
  return { [PAYMENT_RESPONSE]: Buffer.from(JSON.stringify(settlement)).toString("base64") };
}
