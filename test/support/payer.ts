/** A payer for tests: signs what the terms ask for, as x402 clients do. Keys come from public words and hold nothing. */
import { createHash } from "node:crypto";
import { encode, encodeForSigning } from "ripple-binary-codec";
import { deriveAddress, deriveKeypair, generateSeed, sign } from "ripple-keypairs";
import type { Requirements } from "../../src/payment/requirements.ts";

export interface Wallet {
  readonly address: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

export function walletOf(word: string, algorithm: "ed25519" | "ecdsa-secp256k1" = "ed25519"): Wallet {
  const entropy = createHash("sha256").update(`hub-test-${word}`).digest().subarray(0, 16);
  const keys = deriveKeypair(generateSeed({ entropy, algorithm }));
  return { ...keys, address: deriveAddress(keys.publicKey) };
}

export function paymentFields(required: Requirements, wallet: Wallet, sequence: number, lastLedger: number) {
  return {
    TransactionType: "Payment",
    Account: wallet.address,
    Destination: required.payTo,
    Amount: required.amount,
    Fee: "12",
    Sequence: sequence,
    LastLedgerSequence: lastLedger,
    InvoiceID: createHash("sha256").update(required.extra.invoiceId).digest("hex").toUpperCase(),
    ...(required.extra.destinationTag !== undefined && { DestinationTag: required.extra.destinationTag }),
  };
}

/** `signature` signs what is given as hex, and gives hex. */
export function signed(
  fields: Record<string, unknown>,
  wallet: Wallet,
  signature = (message: string, { privateKey }: Wallet) => sign(message, privateKey),
): string {
  const unsigned = { ...fields, SigningPubKey: wallet.publicKey };
  return encode({ ...unsigned, TxnSignature: signature(encodeForSigning(unsigned), wallet) });
}

/** The value of PAYMENT-SIGNATURE. */
export function proofOf(accepted: Requirements, payload: { signedTxBlob: string } | { txHash: string }): string {
  return Buffer.from(JSON.stringify({ x402Version: 2, accepted, payload })).toString("base64");
}
