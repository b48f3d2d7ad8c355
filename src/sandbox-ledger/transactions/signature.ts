/** Whether a transaction carries good signatures. Who may sign for the account is the ledger's business, not this. */
import { decodeAccountID } from "ripple-address-codec";
import { encodeForMultisigning, encodeForSigning } from "ripple-binary-codec";
import { verify } from "ripple-keypairs";
import type { CommonFields } from "./transaction.ts";

const MAX_SIGNERS = 32;
const MEMO_BYTES = 1024;

/** The fault that keeps a transaction from being judged at all, in rippled's words; `undefined` when there is none. */
export function localFault(fields: CommonFields): string | undefined {
  if (JSON.stringify(fields.Memos ?? []).length > MEMO_BYTES * 2 + 512)
    return "The memo exceeds the maximum allowed size.";
  return hasGoodSignatures(fields) ? undefined : "Invalid signature.";
}

function hasGoodSignatures(fields: CommonFields): boolean {
  const { SigningPubKey, TxnSignature, Signers } = fields;
  if (SigningPubKey === "") {
    if (Signers === undefined || Signers.length === 0 || Signers.length > MAX_SIGNERS || TxnSignature !== undefined)
      return false;
    const ids = Signers.map(({ Signer }) => Buffer.from(decodeAccountID(Signer.Account)));
    if (ids.some((id, at) => at > 0 && Buffer.compare(ids[at - 1] ?? id, id) >= 0)) return false;
    return Signers.every(
      ({ Signer }) =>
        Signer.Account !== fields.Account &&
        isSigned(encodeForMultisigning(fields, Signer.Account), Signer.TxnSignature, Signer.SigningPubKey),
    );
  }
  return Signers === undefined && isSigned(encodeForSigning(fields), TxnSignature, SigningPubKey);
}

function isSigned(message: string, signature: string | undefined, key: string): boolean {
  if (signature === undefined || !/^(?:ED|02|03)[0-9A-F]{64}$/.test(key)) return false;
  try {
    return verify(message, signature, key);
  } catch {
    return false; // The signature is no signature at all.
  }
}
