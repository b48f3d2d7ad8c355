/** The faucet: play money for whoever asks, answered as the public test faucet does. */
import { classicAddressToXAddress, isValidClassicAddress } from "ripple-address-codec";
import { encode, encodeForSigning } from "ripple-binary-codec";
import { deriveAddress, deriveKeypair, generateSeed, sign } from "ripple-keypairs";
import type { Chain } from "./chain/chain.ts";
import { GENESIS_SEED } from "./chain/genesis.ts";
import type { ResultName } from "./ledger/results.ts";
import { BASE_FEE, LAST_LEGACY_NETWORK } from "./transactions/context.ts";

const DROPS_PER_XRP = 1_000_000;
const USUAL_XRP = 100;
const MOST_XRP = 1000;
const VALID_FOR_LEDGERS = 20;

export interface FaucetAnswer {
  readonly account: {
    readonly xAddress: string;
    readonly address: string;
    readonly classicAddress: string;
  };
  /** Whole XRP. */
  readonly amount: number;
  readonly transactionHash: string;
  /** Only of an account that the faucet has made up. */
  readonly seed?: string;
}

/** Why nothing was paid; `isBusy` where the same request may be answered after the next ledger. */
export interface FaucetRefusal {
  readonly error: string;
  /** What of the request it is about. */
  readonly field?: keyof FaucetRequest;
  readonly isBusy?: boolean;
}

export interface FaucetRequest {
  readonly destination?: string | undefined;
  readonly xrpAmount?: number | undefined;
}

/** `random` gives a fraction from 0 up to 1. The payment is final with the next ledger that has room for it. */
export function payFromFaucet(
  chain: Chain,
  request: FaucetRequest,
  random: () => number,
): FaucetAnswer | FaucetRefusal {
  const { xrpAmount: amount = USUAL_XRP } = request;
  if (request.destination !== undefined && !isValidClassicAddress(request.destination))
    return { field: "destination", error: "must be a classic address" };
  if (!Number.isInteger(amount) || amount < 1 || amount > MOST_XRP)
    return { field: "xrpAmount", error: `must be a whole number from 1 to ${MOST_XRP}` };
  const seed = request.destination === undefined ? newSeed(random) : undefined;
  const address = request.destination ?? addressOf(seed ?? "");
  const drops = BigInt(amount * DROPS_PER_XRP);
  // Wallets that require a tag of their payers want one from the faucet, too.
  const { hash, result, isPaid } = sendFromFaucet(chain, { destination: address, drops, destinationTag: 0 });
  if (result === "telCAN_NOT_QUEUE_FULL") return { error: "The next ledgers are full.", isBusy: true };
  if (!isPaid) return { error: `The payment failed: ${result}.` };
  return {
    account: { xAddress: classicAddressToXAddress(address, false, true), address, classicAddress: address },
    amount,
    transactionHash: hash,
    ...(seed === undefined ? {} : { seed }),
  };
}

/** A payment out of the faucet's own account. */
export interface FaucetPayment {
  readonly destination: string;
  readonly drops: bigint;
  readonly destinationTag?: number | undefined;
  /** 64 upper-case hex digits. */
  readonly invoiceHash?: string | undefined;
}

export interface SentPayment {
  readonly hash: string;
  readonly result: ResultName;
  /** It is in the open ledger, or queued for a later one. */
  readonly isPaid: boolean;
}

/** Signs and submits one; it is final with the next ledger that has room for it. */
export function sendFromFaucet(chain: Chain, payment: FaucetPayment): SentPayment {
  const { destination, drops, destinationTag, invoiceHash } = payment;
  const { publicKey, privateKey } = deriveKeypair(GENESIS_SEED);
  const account = deriveAddress(publicKey);
  const fields = {
    TransactionType: "Payment",
    Account: account,
    Destination: destination,
    Amount: drops.toString(),
    Fee: String(BASE_FEE),
    Flags: 0,
    LastLedgerSequence: chain.openIndex + VALID_FOR_LEDGERS,
    Sequence: chain.nextSequence(account),
    SigningPubKey: publicKey,
    ...(destinationTag === undefined ? {} : { DestinationTag: destinationTag }),
    ...(invoiceHash === undefined ? {} : { InvoiceID: invoiceHash }),
    ...(chain.networkId > LAST_LEGACY_NETWORK ? { NetworkID: chain.networkId } : {}),
  };
  const blob = encode({ ...fields, TxnSignature: sign(encodeForSigning(fields), privateKey) });
  const { transaction, result } = chain.submit(blob);
  return { hash: transaction.hash, result, isPaid: result === "tesSUCCESS" || result === "terQUEUED" };
}

function newSeed(random: () => number): string {
  const entropy = Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256));
  return generateSeed({ entropy, algorithm: "ed25519" });
}

function addressOf(seed: string): string {
  return deriveAddress(deriveKeypair(seed).publicKey);
}
