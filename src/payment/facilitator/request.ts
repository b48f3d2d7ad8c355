/** Reads what a seller asks the facilitator about: a payment, and the requirements of the seller's that it should meet. */
import { createHash } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { guardOf, readerOf } from "../../runtime/schema.ts";
import { isInvoiceShaped } from "../invoice.ts";
import { type PaymentPayload, asPayload } from "../proof.ts";
import type { ExpectedRequirements } from "../requirements.ts";
import type { Payee } from "../terms/terms.ts";
import { canonicalJson } from "../../runtime/canonical-json.ts";

/** So long a seller may let its payers take: a settlement is waited for. */
const MAX_TIMEOUT_SECONDS = 600;

export const FacilitatorBody = Type.Object({
  x402Version: Type.Literal(2),
  paymentPayload: Type.Unknown(),
  paymentRequirements: Type.Object({ network: Type.String() }),
});
const asBody = readerOf(FacilitatorBody);

const SellersRequirements = Type.Object({
  scheme: Type.String(),
  network: Type.String(),
  amount: Type.String({ pattern: "^[1-9][0-9]{0,16}$" }),
  asset: Type.Literal("XRP"),
  payTo: Type.String(),
  maxTimeoutSeconds: Type.Number({ exclusiveMinimum: 0, maximum: MAX_TIMEOUT_SECONDS }),
  extra: Type.Object({
    areFeesSponsored: Type.Literal(false),
    invoiceId: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
    destinationTag: Type.Optional(Type.Integer({ minimum: 0, maximum: 0xffff_ffff })),
    paymentFlow: Type.Optional(Type.Literal("upfront")),
    assetTransferMethod: Type.Optional(Type.Union([Type.Literal("sequence"), Type.Literal("ticketSequence")])),
  }),
});
const asRequirements = readerOf(SellersRequirements);

const namesNetwork = guardOf(Type.Object({ paymentRequirements: Type.Object({ network: Type.String() }) }));

/** A request of the right form. */
export interface FacilitatorRequest {
  readonly network: string;
  readonly payload: PaymentPayload;
  readonly blob: string;
  /** As it came. */
  readonly requirements: unknown;
}

export type Verdict<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string; readonly message?: string };

/** The network a request names, whatever else may be wrong with it: every settlement answers with one. */
export function askedNetwork(body: unknown): string {
  return namesNetwork(body) ? body.paymentRequirements.network : "";
}

export function readRequest(body: unknown): Verdict<FacilitatorRequest> {
  const read = asBody(body);
  if (!read.ok) {
    const { pointer, detail } = read.fault;
    if (pointer === "/x402Version") return { ok: false, reason: "invalid_x402_version" };
    if (pointer.startsWith("/paymentRequirements"))
      return { ok: false, reason: "invalid_payment_requirements", message: detail };
    return { ok: false, reason: "invalid_payload", message: detail };
  }
  const { paymentPayload, paymentRequirements } = read.value;
  const proof = asPayload(paymentPayload);
  if (!proof.ok) {
    const { pointer, detail } = proof.fault;
    return { ok: false, reason: "invalid_payload", message: `paymentPayload${pointer} ${detail}` };
  }
  const payload = proof.value;
  if (!("signedTxBlob" in payload.payload))
    return { ok: false, reason: "invalid_payload", message: "only a signed transaction is settled here" };
  const { network } = paymentRequirements;
  return {
    ok: true,
    value: { network, payload, blob: payload.payload.signedTxBlob, requirements: paymentRequirements },
  };
}

/**
 * What the seller asks for, as far as this wallet serves sellers at all: to it, in XRP, with its own tag, so that no
 * order's payment is taken for a purchasable, and never by an invoice of the hub's form, so that no payment for one of the
 * hub's resources is.
 */
export function askedBySeller(requirements: unknown, payee: Payee): Verdict<ExpectedRequirements> {
  const read = asRequirements(requirements);
  if (!read.ok) {
    const message = `paymentRequirements${read.fault.pointer} ${read.fault.detail}`;
    return { ok: false, reason: "invalid_payment_requirements", message };
  }
  const { scheme, ...asked } = read.value;
  if (scheme !== "exact") return { ok: false, reason: "unsupported_scheme" };
  if (asked.payTo !== payee.wallet) return { ok: false, reason: "invalid_exact_xrpl_pay_to_mismatch" };
  if (asked.extra.destinationTag !== payee.destinationTag)
    return { ok: false, reason: "invalid_exact_xrpl_destination_tag_mismatch" };
  if (asked.extra.invoiceId !== undefined && isInvoiceShaped(asked.extra.invoiceId))
    return { ok: false, reason: "invalid_payment_requirements", message: "the invoice is the hub's: pay its resource" };
  return { ok: true, value: { scheme, ...asked } };
}

/** Names what a seller sells, as the repository names requests. */
export function sellersRequest(requirements: unknown): string {
  return createHash("sha256")
    .update(`facilitator\n${canonicalJson(requirements)}`)
    .digest("hex");
}
