/** Tells whose a payment is, without taking it. */
import type { Purchasable } from "../../runtime/ports/payment.ts";
import { depositFault } from "../verify/deposit-check.ts";
import { isPublicProof, type PaymentPayload, TRANSACTION_HASH } from "../proof.ts";
import { judgeBlob } from "../verify/blob.ts";
import { addressOfKey } from "../xrpl/codec.ts";
import { type AdmitDeps, quotedFor } from "./admit.ts";
import { PaymentRefusal } from "./refusal.ts";

/**
 * The account whose own key has signed for an invoice of this very purchasable, which the proof names; or the one that has
 * paid that invoice on the ledger. A hash alone is public, and whether another key may sign for the account is known to
 * the ledger only: both name nobody here.
 * @throws {HubError} `ledger_unavailable` when a hash that is new here cannot be looked up.
 */
export async function payerOf(
  payload: PaymentPayload,
  purchasable: Purchasable,
  deps: AdmitDeps,
): Promise<string | undefined> {
  try {
    const { payload: paid } = payload;
    return "signedTxBlob" in paid
      ? await signerOf(payload, paid.signedTxBlob, purchasable, deps)
      : await senderOf(payload, paid.txHash.toUpperCase(), purchasable, deps);
  } catch (error) {
    if (error instanceof PaymentRefusal) return undefined; // Said when it is claimed.
    throw error;
  }
}

async function signerOf(
  payload: PaymentPayload,
  blob: string,
  purchasable: Purchasable,
  deps: AdmitDeps,
): Promise<string | undefined> {
  if (isPublicProof(payload, blob, deps.invoices)) return undefined;
  const { required, method } = await quotedFor(payload, purchasable, deps);
  const judged = judgeBlob(blob, required, method, deps.policy);
  if (!judged.ok) return undefined;
  const { account, publicKey } = judged.payment;
  return addressOfKey(publicKey) === account ? account : undefined;
}

async function senderOf(
  payload: PaymentPayload,
  hash: string,
  purchasable: Purchasable,
  { ledger, stop, ...deps }: AdmitDeps,
): Promise<string | undefined> {
  if (!TRANSACTION_HASH.test(hash)) return undefined;
  const { required } = await quotedFor(payload, purchasable, { ...deps, ledger });
  const seen = await ledger.find(hash, stop);
  if (seen === undefined || depositFault(seen, required) !== undefined) return undefined;
  const isPublic = seen.memos !== undefined && isPublicProof(payload, seen.memos, deps.invoices);
  return isPublic ? undefined : seen.account;
}
