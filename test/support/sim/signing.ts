/** Payments of the play: signed once for all plays, as most of them ask for the same. */
import { createHash, sign } from "node:crypto";
import type { Requirements } from "../../../src/payment/requirements.ts";
import { ed25519Key } from "../../../src/runtime/crypto/signing-key.ts";
import { transactionHash } from "../../../src/payment/xrpl/codec.ts";
import { proofOf, signed, type Wallet } from "../payer.ts";
import type { Proof } from "./chronicle.ts";

/** The same nonces in every play. */
export function nonce(count: () => number): (bytes: number) => Buffer {
  return (bytes) => createHash("sha256").update(String(count())).digest().subarray(0, bytes);
}

const signatures = new Map<string, string>();

export function signedOnce(fields: Record<string, unknown>, wallet: Wallet): string {
  const key = JSON.stringify(fields);
  const blob = signatures.get(key) ?? signed(fields, wallet, quickSignature);
  signatures.set(key, blob);
  return blob;
}

/** As the ledger's library signs, in a fraction of the time. */
function quickSignature(message: string, { privateKey }: Wallet): string {
  return sign(null, Buffer.from(message, "hex"), ed25519Key(Buffer.from(privateKey.slice(2), "hex")))
    .toString("hex")
    .toUpperCase();
}

export interface Shown {
  readonly blob: string;
  /** Shows the hash only, of what the payer sent itself. */
  readonly isByHash: boolean;
  readonly flaw?: string;
}

export function proofFor(required: Requirements, { blob, isByHash, flaw }: Shown): Proof {
  const hash = transactionHash(blob);
  const payload = isByHash ? { txHash: hash.toLowerCase() } : { signedTxBlob: blob };
  return {
    header: proofOf(required, payload),
    network: required.network,
    hash,
    invoiceId: required.extra.invoiceId,
    price: BigInt(required.amount),
    ...(isByHash ? {} : { blob }),
    ...(flaw !== undefined && { flaw }),
  };
}
