/** Tells who has signed a payment, without taking it and without asking the ledger. */
import type { Sale } from "../../runtime/ports.ts";
import { isPublicProof, type PaymentPayload } from "../proof.ts";
import { judgeBlob } from "../verify/blob.ts";
import { addressOfKey } from "../xrpl/codec.ts";
import { type AdmitDeps, quotedFor } from "./admit.ts";
import { Refusal } from "./refusal.ts";

/**
 * The account whose own key has signed for an invoice of this very sale, which the proof names. A hash is public, and
 * whether another key may sign for the account is known to the ledger only: both name nobody here.
 */
export async function payerOf(
  payload: PaymentPayload,
  sale: Sale,
  deps: Pick<AdmitDeps, "ledger" | "invoices" | "payee" | "policy">,
): Promise<string | undefined> {
  const { payload: paid } = payload;
  if (!("signedTxBlob" in paid)) return undefined;
  try {
    if (isPublicProof(payload, paid.signedTxBlob, deps.invoices)) return undefined;
    const { required, method } = await quotedFor(payload, sale, deps);
    const judged = judgeBlob(paid.signedTxBlob, required, method, deps.policy);
    if (!judged.ok) return undefined;
    const { account, publicKey } = judged.payment;
    return addressOfKey(publicKey) === account ? account : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined; // Said when it is claimed.
    throw error;
  }
}
