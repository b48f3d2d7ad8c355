/** Says in a sentence what was sent and what is taken, where a payer's program can do better the next time. */
import { formatXrp } from "../../runtime/money.ts";
import type { LedgerView } from "../ledger.ts";
import type { ExpectedRequirements } from "../requirements.ts";
import type { TransactionFields } from "../xrpl/codec.ts";
import type { Policy, SignedPayment } from "./blob.ts";
import { furthestLedger } from "./ledger-state.ts";

const PREFIX = "invalid_exact_xrpl_payload_";

/** Of a fault that `judgeBlob` has found in these fields. */
export function explainBlob(
  reason: string,
  fields: TransactionFields | undefined,
  { amount }: ExpectedRequirements,
  { maxFee }: Policy,
): string | undefined {
  const sent = (name: string): string => shown(fields?.[name]);
  switch (reason) {
    case `${PREFIX}fee_too_high`:
      return `Fee is ${sent("Fee")} drops, at most ${maxFee} are taken`;
    case `${PREFIX}fee_missing`:
      return `Fee is ${sent("Fee")}, from 1 to ${maxFee} drops are taken`;
    case `${PREFIX}amount_mismatch`:
      return `Amount is ${sent("Amount")} drops, asked for are ${amount}`;
    case `${PREFIX}sequence_missing`:
      return `Sequence is ${sent("Sequence")}, needs the account's next`;
    case `${PREFIX}lastledgersequence_missing`:
      return `LastLedgerSequence is ${sent("LastLedgerSequence")}, needs one of the next ledgers`;
    case `${PREFIX}multisig_not_supported`:
      return "several signers pay on the ledger themselves and send its hash as payload.txHash";
    default:
      return undefined;
  }
}

/** Of a fault that `ledgerFault` has found. */
export function explainStanding(
  reason: string,
  payment: SignedPayment,
  required: ExpectedRequirements,
  view: LedgerView,
  policy: Policy,
): string | undefined {
  const { lastLedger, slot, account, amount, fee } = payment;
  const { validatedIndex, payer, reserveBase, reserveIncrement } = view;
  switch (reason) {
    case `${PREFIX}expired`:
      return `LastLedgerSequence is ${lastLedger}, and ledger ${validatedIndex} is validated already`;
    case `${PREFIX}lastledgersequence_too_large`: {
      const furthest = furthestLedger(validatedIndex, required, policy);
      return `LastLedgerSequence is ${lastLedger}, at most ${furthest} is taken while ledger ${validatedIndex} is the last`;
    }
    case `${PREFIX}sequence_not_current`:
      return `Sequence is ${slot}, the account's next is ${payer?.sequence} in ledger ${validatedIndex}`;
    case `${PREFIX}ticket_not_available`:
      return `TicketSequence is ${slot}, and the account has no such ticket in ledger ${validatedIndex}`;
    case `${PREFIX}simulation_failed: terNO_ACCOUNT`:
      return `${account} is no account in ledger ${validatedIndex}`;
    case `${PREFIX}simulation_failed: tecUNFUNDED_PAYMENT`: {
      const reserve = formatXrp(reserveBase + reserveIncrement * BigInt(payer?.ownerCount ?? 0));
      const holds = formatXrp(payer?.balance ?? 0n);
      return `the account holds ${holds} XRP; ${formatXrp(amount)} and a fee of ${formatXrp(fee)} are due beside its reserve of ${reserve}`;
    }
    default:
      return undefined;
  }
}

/** What a transaction holds is foreign: only plain numbers are told again. */
function shown(value: unknown): string {
  const text = typeof value === "number" ? String(value) : value;
  if (text === undefined) return "missing";
  return typeof text === "string" && /^\d{1,20}$/.test(text) ? text : "no whole number";
}
