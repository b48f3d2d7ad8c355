/** Rules E of the scheme: whether the ledger, as it is now, would take the payment. */
import { addressOfKey } from "../xrpl/codec.ts";
import type { LedgerView, PayerAccount } from "../ledger.ts";
import type { ExpectedRequirements } from "../requirements.ts";
import type { Policy, SignedPayment } from "./blob.ts";

const PREFIX = "invalid_exact_xrpl_payload_";
const SECONDS_PER_LEDGER = 5;
const SPARE_LEDGERS = 2;
/** For so many ledgers xrpl.js signs what it fills in by itself, and other libraries of wallets do the same. */
export const AUTOFILL_LEDGERS = 20;

/** The reason it would not, or `undefined`. */
export function ledgerFault(
  payment: SignedPayment,
  required: ExpectedRequirements,
  view: LedgerView,
  policy: Policy,
): string | undefined {
  const { validatedIndex, payer } = view;
  if (payment.lastLedger <= validatedIndex) return `${PREFIX}expired`;
  if (payment.lastLedger > furthestLedger(validatedIndex, required, policy))
    return `${PREFIX}lastledgersequence_too_large`;
  if (payer === undefined) return `${PREFIX}simulation_failed: terNO_ACCOUNT`;
  if (!mayAct(payment, payer)) return `${PREFIX}signer_not_authorized`;
  if (payment.method === "sequence" && payment.slot !== payer.sequence) return `${PREFIX}sequence_not_current`;
  if (payment.method === "ticketSequence" && !payer.hasTicket) return `${PREFIX}ticket_not_available`;
  return isCovered(payment, payer, view) ? undefined : `${PREFIX}simulation_failed: tecUNFUNDED_PAYMENT`;
}

/** The last ledger a payment may still be good for that is signed while `validatedIndex` is the newest. */
export function furthestLedger(
  validatedIndex: number,
  { maxTimeoutSeconds }: ExpectedRequirements,
  policy: Policy,
): number {
  const { lagLedgers, leastLedgers = 0 } = policy;
  const allowed = Math.ceil(maxTimeoutSeconds / SECONDS_PER_LEDGER) + SPARE_LEDGERS;
  return validatedIndex + Math.max(allowed, leastLedgers) + lagLedgers;
}

/** The signature only proves that somebody signed; this, that it was the payer. */
function mayAct({ publicKey, account }: SignedPayment, { regularKey, isMasterDisabled }: PayerAccount): boolean {
  const signer = addressOfKey(publicKey);
  return signer === regularKey || (signer === account && !isMasterDisabled);
}

/** As the ledger reckons it: the fee may be paid out of the reserve, the amount may not. */
function isCovered({ amount, fee }: SignedPayment, { balance, ownerCount }: PayerAccount, view: LedgerView): boolean {
  const reserve = view.reserveBase + view.reserveIncrement * BigInt(ownerCount);
  return balance >= amount + (reserve > fee ? reserve : fee);
}
