/** Signed transactions as bytes: decoding, canonical form, hash, signature and the address behind a key. */
import { createHash, createPublicKey, verify as verifyNatively } from "node:crypto";
import type * as BinaryCodec from "ripple-binary-codec";
import type * as Keypairs from "ripple-keypairs";
import { lazyPackage } from "../../runtime/lazy-package.ts";

export type TransactionFields = Readonly<Record<string, unknown>>;

const codec = lazyPackage<typeof BinaryCodec>("ripple-binary-codec");
const keypairs = lazyPackage<typeof Keypairs>("ripple-keypairs");

/** Puts "TXN\0" before what is hashed, as the ledger does. */
const TRANSACTION_ID = Buffer.from("54584E00", "hex");

/** What a raw Ed25519 key is a SubjectPublicKeyInfo behind (RFC 8410). */
const ED25519_SPKI = Buffer.from("302a300506032b6570032100", "hex");
const ED25519_KEY = /^ED[0-9A-F]{64}$/i;
const ED25519_SIGNATURE = /^[0-9A-F]{128}$/i;

/**
 * The fields of a transaction, or `undefined` when `hex` is not its one canonical form. Fields re-ordered, repeated or
 * followed by an end marker decode to the same payment and keep its signature, but change its hash.
 */
export function decodeCanonical(hex: string): TransactionFields | undefined {
  try {
    const fields = codec().decode(hex);
    return codec().encode(fields) === hex.toUpperCase() ? fields : undefined;
  } catch {
    return undefined; // The codec throws on whatever is no transaction.
  }
}

/** The hash a ledger knows the transaction by: 64 upper-case hex digits. */
export function transactionHash(blob: string): string {
  const bytes = Buffer.from(blob, "hex");
  return createHash("sha512").update(TRANSACTION_ID).update(bytes).digest("hex").slice(0, 64).toUpperCase();
}

/** Whether the signature is that of the transaction's own `SigningPubKey`. Whose key that is, is another question. */
export function isSigned(fields: TransactionFields): boolean {
  const { TxnSignature: signature, SigningPubKey: key } = fields;
  if (typeof signature !== "string" || typeof key !== "string") return false;
  try {
    const message = codec().encodeForSigning(fields);
    return ED25519_KEY.test(key)
      ? isEd25519Signed(message, signature, key)
      : keypairs().verify(message, signature, key);
  } catch {
    return false; // A signature or key of the wrong size.
  }
}

/**
 * As the ledger judges it, without the cofactor, and by the engine's own curve: strangers' signatures are checked before
 * anything is paid, and the library takes ten times as long.
 */
function isEd25519Signed(message: string, signature: string, key: string): boolean {
  if (!ED25519_SIGNATURE.test(signature)) return false;
  const raw = Buffer.from(key.slice(2), "hex");
  const publicKey = createPublicKey({ key: Buffer.concat([ED25519_SPKI, raw]), format: "der", type: "spki" });
  return verifyNatively(null, Buffer.from(message, "hex"), publicKey, Buffer.from(signature, "hex"));
}

/** The classic address whose master key this is. */
export function addressOfKey(publicKey: string): string {
  return keypairs().deriveAddress(publicKey.toUpperCase());
}
