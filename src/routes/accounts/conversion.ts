/** `x402/register` with a payment: what was paid for a single call and bought nothing becomes the balance of a key. */
import type { Conversion, Convert } from "../../accounts/conversion.ts";
import type { KeyHolder } from "../../accounts/directory.ts";
import type { Rails } from "../../payment/rail/rails.ts";
import { Type } from "../../runtime/actor.ts";
import { HubError } from "../../runtime/errors.ts";
import type { Deposits } from "../../runtime/ports/deposits.ts";
import type { Quotes, Purchasable } from "../../runtime/ports/payment.ts";
import { inputValidator } from "../../runtime/schema.ts";
import { expectValid } from "../http/body.ts";
import { EMAIL, EMAIL_EXAMPLE } from "./registration-body.ts";

export interface ConversionRouteDeps {
  readonly convert: Convert;
  readonly deposits: Deposits;
  readonly rail: Pick<Rails, "assertPayer" | "reconcileByHash"> & Quotes;
}

export const ConversionBody = Type.Object({
  email: Type.String({ maxLength: 254, pattern: EMAIL, examples: [EMAIL_EXAMPLE] }),
  per_call: Type.Literal(true),
  tx_hash: Type.String({ pattern: "^[0-9A-Fa-f]{64}$" }),
  invoice_id: Type.String({ pattern: "^[A-Za-z0-9_-]{54}$" }),
  proof_key: Type.Optional(Type.String({ maxLength: 64 })),
});
const validate = inputValidator(ConversionBody);

export interface ConversionForm {
  readonly email: string;
  readonly txHash: string;
  readonly invoiceId: string;
  /** For payments whose payer has written their invoice on the ledger. */
  readonly proofKey: string | undefined;
  readonly warnings: readonly string[];
}

/** Whether a registration brings its money along. */
export function bringsPayment(body: unknown): boolean {
  return (
    typeof body === "object" && body !== null && (Object.hasOwn(body, "tx_hash") || Object.hasOwn(body, "invoice_id"))
  );
}

/** @throws {HubError} `invalid_input`. */
export function readConversion(body: unknown): ConversionForm {
  const { value, warnings } = expectValid(validate, body);
  const { email, tx_hash, invoice_id: invoiceId, proof_key: proofKey } = value;
  return { email, txHash: tx_hash.toUpperCase(), invoiceId, proofKey, warnings };
}

/** @throws {HubError} with terms to pay by where the payment is refused. */
export async function convertPayment(
  deps: ConversionRouteDeps,
  { email, txHash, invoiceId, proofKey }: ConversionForm,
  holder: KeyHolder | undefined,
  purchasable: Purchasable,
): Promise<Conversion> {
  try {
    await deps.rail.reconcileByHash(txHash, deps.deposits, holder?.network);
    await deps.rail.assertPayer(txHash, { invoiceId, proofKey }, holder?.network);
    return await deps.convert({ email, txHash, invoiceId, ...(holder && { holder }) });
  } catch (error) {
    if (!(error instanceof HubError) || error.status !== 402) throw error;
    throw new HubError(error.code, error.message, { ...error.details, terms: await deps.rail.terms(purchasable) });
  }
}
