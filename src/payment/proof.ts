/** Reads what a caller sends as its payment: base64 of an x402 v2 PaymentPayload. */
import { type Static, Type } from "@sinclair/typebox";
import { HubError } from "../runtime/errors.ts";
import { IDENTIFIER, PAYMENT_IDENTIFIER } from "./extensions.ts";
import { type InvoiceOptions, isProofKey, revealsInvoice } from "./invoice.ts";
import { parseJson } from "../runtime/json.ts";
import { readerOf } from "../runtime/schema.ts";

const Text = Type.String({ minLength: 1 });

const PaymentPayload = Type.Object({
  x402Version: Type.Integer(),
  accepted: Type.Object({
    scheme: Text,
    network: Text,
    amount: Text,
    asset: Text,
    payTo: Text,
    maxTimeoutSeconds: Type.Number({ exclusiveMinimum: 0 }),
    extra: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  }),
  extensions: Type.Optional(
    Type.Union([
      Type.Record(Type.String(), Type.Object({ info: Type.Optional(Type.Record(Type.String(), Type.Unknown())) })),
      Type.Null(),
    ]),
  ),
  payload: Type.Union([Type.Object({ signedTxBlob: Text }), Type.Object({ txHash: Text })]),
});
export type PaymentPayload = Static<typeof PaymentPayload>;

export const asPayload = readerOf(PaymentPayload);
/** As the ledger writes it: 64 hexadecimal digits, upper-case. */
export const TRANSACTION_HASH = /^[0-9A-F]{64}$/;
const MAX_CHARS = 64 * 1024;
/** The standard alphabet, as x402 clients send it; padding may be missing. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** @throws {HubError} `invalid_payment` when it is not such a payload at all. Whether it pays is another question. */
export function readProof(proof: string): PaymentPayload {
  if (proof.length > MAX_CHARS || !BASE64.test(proof)) throw malformed("it is not base64");
  let payload: unknown;
  try {
    payload = parseJson(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(proof, "base64")));
  } catch {
    throw malformed("it does not hold JSON");
  }
  const read = asPayload(payload);
  if (read.ok) return read.value;
  throw malformed(`${read.fault.pointer || "the payload"} ${read.fault.detail}`);
}

/** The invoice that the payer says it paid: unlike the payment itself it is no public knowledge. */
export function invoiceOf({ accepted }: PaymentPayload): string | undefined {
  const id = accepted.extra?.["invoiceId"];
  return typeof id === "string" ? id : undefined;
}

/** Whether all the world can read in the payment which invoice it is for, and the proof shows nothing else of it. */
export function isPublicProof(payload: PaymentPayload, transaction: string, invoices: InvoiceOptions): boolean {
  const id = invoiceOf(payload) ?? "";
  return revealsInvoice(transaction, id) && !isProofKey(payload.accepted.extra?.["proofKey"], id, invoices);
}

/**
 * What the payer calls its payment (x402 extension "payment-identifier").
 * @throws {HubError} `invalid_payment` when it is no such name.
 */
export function identifierOf({ extensions }: PaymentPayload): string | undefined {
  const id = extensions?.[PAYMENT_IDENTIFIER]?.info?.["id"];
  if (id === undefined || (typeof id === "string" && IDENTIFIER.test(id))) return id;
  throw malformed("its payment identifier needs 16 to 128 characters of A-Z, a-z, 0-9, _ and -");
}

function malformed(why: string): HubError {
  return new HubError("invalid_payment", `PAYMENT-SIGNATURE cannot be read: ${why}.`, {
    issues: [{ pointer: "/payment_signature", detail: why }],
  });
}
