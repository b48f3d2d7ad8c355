/** Signs the payment of an entry: exactly the fields the scheme names, good for as few ledgers as it allows. */
import { OperatorError } from "../../runtime/errors.ts";
import { invoiceHash } from "../../runtime/payment/invoice-hash.ts";
import { formatXrp } from "../../runtime/money.ts";
import { namedNetwork } from "../requirements.ts";
import type { PayerLedger } from "../xrpl/payer-ledger.ts";
import type { PayerWallet } from "../xrpl/payer-wallet.ts";
import type { Choice } from "./choice.ts";
import type { PaymentRequired } from "./payment-required.ts";

export interface SignedProof {
  /** The value of PAYMENT-SIGNATURE. */
  readonly proof: string;
  readonly hash: string;
  readonly firstLedger: number;
  readonly lastLedger: number;
}

export interface SigningDeps {
  readonly wallet: PayerWallet;
  readonly ledger: PayerLedger;
  readonly signal: AbortSignal;
}

const SECONDS_PER_LEDGER = 5;
const SPARE_LEDGERS = 2;

/** @throws {OperatorError} when the account cannot pay; then nothing has been signed. */
export async function signPayment(
  { entry, price }: Choice,
  { resource }: Pick<PaymentRequired, "resource">,
  { wallet, ledger, signal }: SigningDeps,
): Promise<SignedProof> {
  const { network, payTo, maxTimeoutSeconds, extra } = entry;
  const [view, fee] = await Promise.all([
    ledger.view({ account: wallet.address, method: "sequence", slot: 0 }, signal),
    ledger.fee(signal),
  ]);
  const { payer, validatedIndex, reserveBase, reserveIncrement } = view;
  if (payer === undefined) throw new OperatorError(`Cannot pay: ${wallet.address} does not exist on ${network}.`);
  const reserve = reserveBase + reserveIncrement * BigInt(payer.ownerCount);
  if (payer.balance < price + fee + reserve)
    throw new OperatorError(
      `Cannot pay: ${wallet.address} holds ${formatXrp(payer.balance)} XRP, ${formatXrp(reserve)} of it reserved.`,
    );
  const lastLedger = validatedIndex + Math.ceil(maxTimeoutSeconds / SECONDS_PER_LEDGER) + SPARE_LEDGERS;
  const networkId = namedNetwork(network);
  const { blob, hash } = wallet.sign({
    TransactionType: "Payment",
    Account: wallet.address,
    Destination: payTo,
    Amount: price.toString(),
    Fee: fee.toString(),
    Sequence: payer.sequence,
    LastLedgerSequence: lastLedger,
    ...(extra.invoiceId !== undefined && { InvoiceID: invoiceHash(extra.invoiceId) }),
    ...(extra.destinationTag !== undefined && { DestinationTag: extra.destinationTag }),
    ...(networkId !== undefined && { NetworkID: networkId }),
  });
  // The entry is echoed as it came: the seller compares it with its own.
  const payload = { x402Version: 2, payload: { signedTxBlob: blob }, resource, accepted: entry };
  const proof = Buffer.from(JSON.stringify(payload)).toString("base64");
  return { proof, hash, firstLedger: validatedIndex, lastLedger };
}
