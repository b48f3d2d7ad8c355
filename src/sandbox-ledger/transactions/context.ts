/** What a transaction is applied in: the rules of the network and the place in the chain. */
import type { Amount } from "../ledger/entries.ts";
import type { LedgerDraft } from "../ledger/draft.ts";
import type { ResultName } from "../ledger/results.ts";
import type { Transaction } from "./transaction.ts";

/** Drops. As on the public networks since December 2024. */
export const BASE_FEE = 10n;
export const RESERVE_BASE = 1_000_000n;
export const RESERVE_INCREMENT = 200_000n;

/** From here on the network id stands in every transaction. */
export const LAST_LEGACY_NETWORK = 1024;

export interface LedgerPlace {
  readonly networkId: number;
  /** The ledger it is applied to. */
  readonly ledgerIndex: number;
  /** Seconds since 2000, of the ledger before. */
  readonly parentCloseTime: number;
}

/** What a transaction came to within its draft. */
export interface TransactionEffect {
  readonly result: ResultName;
  /** Set when a payment delivered less than it named. */
  readonly delivered?: Amount;
}

/** What one type of transaction is to the engine. `undefined` means "nothing wrong". */
export interface TransactionHandler {
  /** What can be said without a ledger. */
  readonly malformed: ResultName | undefined;
  /** `balance` is what the account had before the fee, in drops. */
  readonly work: (draft: LedgerDraft, place: LedgerPlace, balance: bigint) => TransactionEffect;
}

/** An outcome that a test lends where the engine has no machinery: paths, offers, escrows, channels. */
export interface CannedOutcome extends TransactionEffect {
  readonly change?: (draft: LedgerDraft) => void;
}

export type CannedOutcomes = (transaction: Transaction) => CannedOutcome | undefined;

export function reserve(ownerCount: number): bigint {
  return RESERVE_BASE + RESERVE_INCREMENT * BigInt(ownerCount);
}

export function effectOf(result: ResultName = "tesSUCCESS"): TransactionEffect {
  return { result };
}
