/** What a test may let go wrong. Every fault is a question asked at the moment it matters; none means "as it should be". */
import type { CannedOutcomes } from "../transactions/context.ts";
import type { ResultName } from "../ledger/results.ts";
import type { Transaction } from "../transactions/transaction.ts";

/** What becomes of an answer. */
export type AnswerFault =
  /** It never comes. */
  | { readonly kind: "silence" }
  /** The connection is closed instead. */
  | { readonly kind: "hang-up" }
  /** Something else comes, such as the page of a proxy. */
  | { readonly kind: "text"; readonly status: number; readonly text: string }
  /** The server says that it does not do it. */
  | { readonly kind: "error"; readonly error: "slowDown" | "tooBusy" | "noNetwork" | "noCurrent" | "noClosed" };

export interface Faults {
  /** Asked once for each request. */
  answer?(method: string): AnswerFault | undefined;
  /** The last ledger a stale server knows; it takes that for the newest one. */
  lastKnownLedger?(): number | undefined;
  /** Whether a closed ledger is missing from this server's history. */
  isMissing?(ledgerIndex: number): boolean;
  /** The messages of one closed ledger to one connection, to be reordered, doubled or dropped. */
  events?(messages: readonly object[]): readonly object[];
  /** A provisional result told instead of the true one; the transaction still goes into the set to be closed. */
  atSubmit?(transaction: Transaction): ResultName | undefined;
  /** What becomes at close of what was accepted: another result, or nothing at all. */
  atClose?(transaction: Transaction): ResultName | "lost" | undefined;
  /** Payments that need paths, and types of transaction the engine does not know: "delivers N of M". */
  readonly outcome?: CannedOutcomes;
  /** The id the server claims to be of. */
  networkId?(): number | undefined;
  /** What `server_state` says instead of "full". */
  serverState?(): string | undefined;
  /** Whether `delivered_amount` of a ledger is "unavailable", as it is for the oldest ones. */
  isDeliveredUnavailable?(ledgerIndex: number): boolean;
}
