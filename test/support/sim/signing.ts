/** Payments of the play: signed once for all plays, as most of them ask for the same. */
import { createHash, createPrivateKey, sign } from "node:crypto";
import type { Requirements } from "../../../src/payment/requirements.ts";
import { transactionHash } from "../../../src/payment/xrpl/codec.ts";
import { proofOf, signed, type Wallet } from "../payer.ts";
import type { Proof } from "./chronicle.ts";

/** The same nonces in every play. */
export function nonce(count: () => number): (bytes: number) => Buffer {
  return (bytes) => createHash("sha256").update(String(count())).digest().subarray(0, bytes);
}

/** An Ed25519 private key as PKCS #8 is this and its 32 bytes (RFC 8410). */
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");
const signatures = new Map<string, string>();

export function signedOnce(fields: Record<string, unknown>, wallet: Wallet): string {
  const key = JSON.stringify(fields);
  const blob = signatures.get(key) ?? signed(fields, wallet, quickSignature);
  signatures.set(key, blob);
  return blob;
}

/** As the ledger's library signs, in a fraction of the time. */
function quickSignature(message: string, { privateKey }: Wallet): string {
  const key = Buffer.concat([PKCS8_ED25519, Buffer.from(privateKey.slice(2), "hex")]);
  const signer = createPrivateKey({ key, format: "der", type: "pkcs8" });
  return sign(null, Buffer.from(message, "hex"), signer).toString("hex").toUpperCase();
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
