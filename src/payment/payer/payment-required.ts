/** Reads the terms of a 402: from its header, else from its body. Whoever the seller is, what it says is foreign. */
import { type Static, Type } from "@sinclair/typebox";
import { isValidClassicAddress } from "ripple-address-codec";
import { boundedJsonIn } from "../../runtime/json.ts";
import { guardOf, readerOf } from "../../runtime/schema.ts";

const Text = Type.String({ minLength: 1, maxLength: 4096 });
const Fields = Type.Record(Type.String(), Type.Unknown());

/** What an x402 v2 PaymentRequired says; which of its entries can be paid is another question. */
const PaymentRequired = Type.Object({
  x402Version: Type.Literal(2),
  resource: Type.Object({ url: Text }),
  accepts: Type.Array(Fields, { minItems: 1, maxItems: 64 }),
});
export type PaymentRequired = Static<typeof PaymentRequired>;

/** An entry of `accepts` in XRP by the scheme "exact". The amount is whole drops, never XRP. */
const PaymentOption = Type.Object({
  scheme: Type.Literal("exact"),
  network: Type.String({ pattern: "^xrpl:(?:0|[1-9]\\d{0,9})$" }),
  asset: Type.Literal("XRP"),
  amount: Type.String({ pattern: "^[1-9]\\d{0,16}$" }),
  payTo: Type.String({ maxLength: 64 }),
  maxTimeoutSeconds: Type.Integer({ minimum: 1 }),
  extra: Type.Object({
    areFeesSponsored: Type.Literal(false),
    invoiceId: Type.Optional(Text),
    destinationTag: Type.Optional(Type.Integer({ minimum: 0, maximum: 0xffff_ffff })),
    assetTransferMethod: Type.Optional(Type.Literal("sequence")),
    paymentFlow: Type.Optional(Type.Union([Type.Literal("upfront"), Type.Literal("authorization")])),
  }),
});
export type PaymentOption = Static<typeof PaymentOption>;

const isPaymentRequired = guardOf(PaymentRequired);
const asEntry = readerOf(PaymentOption);
const MAX_CHARS = 64 * 1024;

/** `undefined` when neither the header nor the body holds terms. The header is the protocol's own place, so it wins. */
export function readPaymentRequired(header: string | null, body: string): PaymentRequired | undefined {
  if (header !== null && header.length <= MAX_CHARS) {
    const required = asPaymentRequired(boundedJsonIn(Buffer.from(header, "base64").toString("utf8")));
    if (required !== undefined) return required;
  }
  return asPaymentRequired(boundedJsonIn(body));
}

/** An entry that this payer knows how to pay; or what it is instead, as part of a sentence. */
export type PayableEntry =
  { readonly ok: true; readonly entry: PaymentOption } | { readonly ok: false; readonly why: string };

export function readEntry(fields: PaymentRequired["accepts"][number]): PayableEntry {
  const read = asEntry(fields);
  if (!read.ok) {
    const { pointer, detail } = read.fault;
    if (pointer === "/extra/assetTransferMethod" && fields["asset"] === "XRP")
      return { ok: false, why: "a payment with a ticket, and this payer pays by its sequence only" };
    return { ok: false, why: `not XRP by the scheme exact, in whole drops (${pointer} ${detail})` };
  }
  const entry = read.value;
  if (isValidClassicAddress(entry.payTo)) return { ok: true, entry };
  return { ok: false, why: "not XRP by the scheme exact (/payTo is no address of the XRP Ledger)" };
}

function asPaymentRequired(value: unknown): PaymentRequired | undefined {
  return isPaymentRequired(value) ? value : undefined;
}
