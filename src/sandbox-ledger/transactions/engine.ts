/** Applies one transaction to a state, in the order of rippled's checks. It changes nothing it was given. */
import { LedgerDraft } from "../ledger/draft.ts";
import type { AccountRoot, State } from "../ledger/entries.ts";
import { type Metadata, threadChanges } from "../ledger/metadata.ts";
import { ticketKey } from "../ledger/hash.ts";
import {
  BASE_FEE,
  type CannedOutcomes,
  type TransactionEffect,
  LAST_LEGACY_NETWORK,
  type LedgerPlace,
} from "./context.ts";
import { handlerOf } from "./handlers.ts";
import { isClaimed, type ResultName } from "../ledger/results.ts";
import { signerFault } from "./signers.ts";
import { spendTicket } from "./tickets.ts";
import { type Transaction, ticketOf } from "./transaction.ts";

export interface ApplyResult {
  readonly result: ResultName;
  /** Whether it belongs into the ledger, with its fee and its sequence. */
  readonly isApplied: boolean;
  /** Drops; gone from the ledger for good. */
  readonly fee: bigint;
  readonly state: State;
  /** What it did; drawn only when asked for. */
  readonly nodes: Metadata["AffectedNodes"];
  readonly delivered?: TransactionEffect["delivered"];
}

export interface Manner {
  /** A failure that would cost the fee is left for a later pass. */
  readonly isRetried?: boolean;
  /** Only a success may be applied (`fail_hard`). */
  readonly mustSucceed?: boolean;
  /** Entries are marked with the transaction and its metadata is drawn, as in a closed ledger. */
  readonly isFinal?: boolean;
  /** Nobody signed it, it is only tried out. */
  readonly isUnsigned?: boolean;
}

export function applyTransaction(
  transaction: Transaction,
  state: State,
  place: LedgerPlace,
  canned: CannedOutcomes,
  manner: Manner,
): ApplyResult {
  const { fields, hash } = transaction;
  const outcome = canned(transaction);
  const handler = handlerOf(fields);
  const draft = new LedgerDraft(state);
  const fee = BigInt(fields.Fee);
  const refused = (result: ResultName): ApplyResult => ({ result, isApplied: false, fee: 0n, state, nodes: [] });

  const fault =
    networkFault(transaction, place) ??
    (outcome === undefined ? handler.malformed : undefined) ??
    accountFault(transaction, draft, place, manner);
  if (fault !== undefined) return refused(fault);

  const balance = BigInt(draft.account(fields.Account)?.Balance ?? 0);
  takeFee(transaction, draft, fee);
  const paid = new LedgerDraft(draft.applied());
  const effect = outcome ?? handler.work(paid, place, balance);
  outcome?.change?.(paid);

  const { result } = effect;
  const isSuccess = result === "tesSUCCESS";
  if (!isSuccess && (!isClaimed(result) || manner.isRetried === true || manner.mustSucceed === true))
    return refused(result);
  if (isSuccess) for (const [key, entry] of paid.changes) draft.changes.set(key, entry);
  const nodes = manner.isFinal === true ? threadChanges(draft, { hash, ledgerIndex: place.ledgerIndex }) : [];
  const delivered = isSuccess ? effect.delivered : undefined;
  return { result, isApplied: true, fee, state: draft.applied(), nodes, ...(delivered && { delivered }) };
}

function networkFault({ fields }: Transaction, { networkId }: LedgerPlace): ResultName | undefined {
  const { NetworkID } = fields;
  if (networkId <= LAST_LEGACY_NETWORK)
    return NetworkID === undefined ? undefined : "telNETWORK_ID_MAKES_TX_NON_CANONICAL";
  if (NetworkID === undefined) return "telREQUIRES_NETWORK_ID";
  return NetworkID === networkId ? undefined : "telWRONG_NETWORK";
}

function accountFault(
  transaction: Transaction,
  draft: LedgerDraft,
  place: LedgerPlace,
  manner: Manner,
): ResultName | undefined {
  const { fields } = transaction;
  const { AccountTxnID, LastLedgerSequence, Signers = [] } = fields;
  const account = draft.account(fields.Account);
  if (account === undefined) return "terNO_ACCOUNT";
  const sequence = sequenceFault(transaction, account, draft);
  if (sequence !== undefined) return sequence;
  if (AccountTxnID !== undefined && AccountTxnID !== account.AccountTxnID) return "tefWRONG_PRIOR";
  if (LastLedgerSequence !== undefined && place.ledgerIndex > LastLedgerSequence) return "tefMAX_LEDGER";
  const signer = manner.isUnsigned === true ? undefined : signerFault(fields, account, draft);
  if (signer !== undefined) return signer;
  if (BigInt(fields.Fee) < BASE_FEE * BigInt(1 + Signers.length)) return "telINSUF_FEE_P";
  return BigInt(account.Balance) < BigInt(fields.Fee) ? "terINSUF_FEE_B" : undefined;
}

function sequenceFault({ fields }: Transaction, account: AccountRoot, draft: LedgerDraft): ResultName | undefined {
  const { Sequence, TicketSequence } = fields;
  const ticket = ticketOf(fields);
  if (ticket !== undefined) {
    if (ticket >= account.Sequence) return "terPRE_TICKET";
    return draft.get(ticketKey(fields.Account, ticket)) === undefined ? "tefNO_TICKET" : undefined;
  }
  if (Sequence < account.Sequence) return "tefPAST_SEQ";
  if (Sequence > account.Sequence) return "terPRE_SEQ";
  return TicketSequence === undefined ? undefined : "temSEQ_AND_TICKET";
}

/** What even a failed transaction in the ledger costs. */
function takeFee({ fields, hash }: Transaction, draft: LedgerDraft, fee: bigint): void {
  const { Account, Sequence } = fields;
  const ticket = ticketOf(fields);
  draft.credit(Account, -fee);
  if (ticket === undefined) draft.change(Account, { Sequence: Sequence + 1 });
  else spendTicket(Account, ticket, draft);
  if (draft.account(Account)?.AccountTxnID !== undefined) draft.change(Account, { AccountTxnID: hash });
}
