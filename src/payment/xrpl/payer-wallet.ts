/** The payer's key: signs what it is given, and shows nothing of itself but its address. */
import { encode, encodeForSigning } from "ripple-binary-codec";
import { deriveAddress, deriveKeypair, generateSeed, sign } from "ripple-keypairs";
import { OperatorError } from "../../runtime/errors.ts";
import { transactionHash, type TransactionFields } from "./codec.ts";

export interface PayerWallet {
  /** Classic address. */
  readonly address: string;
  /** The signed transaction as hex, and the hash its ledger will know it by. */
  sign(fields: TransactionFields): { readonly blob: string; readonly hash: string };
}

/** @throws {OperatorError} when it is no seed; the message does not repeat it. */
export function walletOfSeed(seed: string): PayerWallet {
  let keys: ReturnType<typeof deriveKeypair>;
  try {
    keys = deriveKeypair(seed);
  } catch {
    throw new OperatorError("Cannot sign: XRPL_SEED is no seed of the XRP ledger (s… or sEd…).");
  }
  const { publicKey, privateKey } = keys;
  return {
    address: deriveAddress(publicKey),
    sign(fields) {
      const unsigned = { ...fields, SigningPubKey: publicKey };
      const blob = encode({ ...unsigned, TxnSignature: sign(encodeForSigning(unsigned), privateKey) });
      return { blob, hash: transactionHash(blob) };
    },
  };
}

/** A wallet for one purchase with play money. `entropy` is 16 bytes that nobody can guess. */
export function throwAwayWallet(entropy: Uint8Array): PayerWallet {
  return walletOfSeed(generateSeed({ entropy, algorithm: "ed25519" }));
}
