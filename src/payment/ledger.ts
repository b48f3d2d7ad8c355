/** The ledger as the payment core needs it. Everything here may be asked again and again; only `submit` acts. */
import type { Drops } from "../runtime/money.ts";
import type { TransferMethod } from "./requirements.ts";

export interface PayerQuery {
  readonly account: string;
  readonly method: TransferMethod;
  /** The ticket, where the payment uses one. */
  readonly slot: number;
}

/** What the last validated ledger says of a payer. */
export interface LedgerView {
  /** The very ledger that the payer was read in. */
  readonly validatedIndex: number;
  /** `undefined` when no such account is there. */
  readonly payer: PayerAccount | undefined;
  readonly reserveBase: Drops;
  readonly reserveIncrement: Drops;
}

export interface PayerAccount {
  readonly sequence: number;
  readonly balance: Drops;
  readonly ownerCount: number;
  readonly isMasterDisabled: boolean;
  readonly regularKey: string | undefined;
  /** Whether the ticket that was asked about is there. */
  readonly hasTicket: boolean;
}

/** What a server said to a submitted transaction: provisional, whatever it is. */
export interface Submission {
  readonly result: string;
  /** Whether the server did anything with it: applied, queued, kept or broadcast it. */
  readonly isTaken: boolean;
  /** What gets a transaction into the open ledger at that moment; left out when the server does not say. */
  readonly askedFee?: Drops;
}

/** A transaction as a validated ledger holds it. */
export interface ValidatedPayment {
  readonly hash: string;
  /** "tesSUCCESS", or why it failed. */
  readonly result: string;
  readonly type: string;
  readonly account: string;
  readonly destination: string | undefined;
  readonly destinationTag: number | undefined;
  readonly invoiceHash: string | undefined;
  /** Its memos as JSON; left out where it has none. */
  readonly memos?: string;
  /** What arrived, in drops; `undefined` when it was no XRP or is not known. */
  readonly delivered: Drops | undefined;
  /** Milliseconds since the epoch. */
  readonly closedAt: number;
}

/** A transaction that was signed, and perhaps submitted. */
export interface SentTransaction {
  /** 64 hex digits. */
  readonly hash: string;
  /** Whose it is: classic address. */
  readonly account: string;
}

/**
 * What has become of a submitted transaction. "pending": it may still come, or it came into a ledger the server does
 * not hold. "never": a server has looked through every ledger it could have been in, and it is in none of them.
 */
export type Fate =
  | { readonly state: "validated"; readonly payment: ValidatedPayment }
  | { readonly state: "pending"; readonly validatedIndex: number }
  | { readonly state: "never" };

/** Every method throws a `HubError` `ledger_unavailable` when no server gives an answer that can be used. */
export interface Ledger {
  /** CAIP-2 name, for example "xrpl:0". */
  readonly network: string;
  view(payer: PayerQuery, signal: AbortSignal): Promise<LedgerView>;
  /** `first` and `last` are the ledgers between which it is validated or never. */
  fate(sent: SentTransaction, first: number, last: number, signal: AbortSignal): Promise<Fate>;
  /** Sends a signed transaction to the network. Doing it twice does no more than doing it once. */
  submit(blob: string, signal: AbortSignal): Promise<Submission>;
  /** The transaction once it is validated; `undefined` proves nothing. */
  find(hash: string, signal: AbortSignal): Promise<ValidatedPayment | undefined>;
  /** Whether a server can be relied on at this moment. @throws when none can. */
  answers(signal: AbortSignal): Promise<void>;
  /** Comes back when there may be a validated ledger after `index`. */
  nextLedger(index: number, signal: AbortSignal): Promise<void>;
}

/** A transaction in the history of an account. */
export interface HistoryEntry extends ValidatedPayment {
  readonly ledgerIndex: number;
  /** What the account's balance gained by it, fees it paid left out; 0n or less when it gained nothing. */
  readonly gained: Drops;
}

/** A ledger by which a chain is known: another chain has another hash at the same index. */
export interface LedgerStamp {
  readonly index: number;
  readonly hash: string;
  /** Milliseconds since the epoch. */
  readonly closedAt: number;
}

/** Ledgers that follow one another, both ends included. */
export interface LedgerRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Where to begin reading: after a ledger that was read whole, at the ledgers of a moment, or at the first ledger there
 * is. A moment is in milliseconds since the epoch. `stamps` are ledgers that were read before, the newest first: a
 * server of another chain is not read.
 */
export type From =
  { readonly after: number; readonly stamps: readonly LedgerStamp[] } | { readonly moment: number } | "first";

/** Some ledgers of an account's history, whole: in order, without a gap. */
export interface HistoryPage {
  readonly entries: readonly HistoryEntry[];
  /** The first ledger that was read whole. */
  readonly first: number;
  /** The last one; before `first` when none was. */
  readonly upTo: number;
  /** The last ledger that is validated. */
  readonly validatedIndex: number;
  /** Ledgers before `first` that were to be read, and that no server holds at present. */
  readonly missing: LedgerRange | undefined;
  /** The ledger `upTo`; `undefined` when none was read. */
  readonly stamp: LedgerStamp | undefined;
}

/** What has happened to an account. */
export interface AccountHistory {
  readonly network: string;
  /**
   * Reads on from there: at least one ledger, unless none has been validated since; not beyond what one server holds
   * without a gap. Where no server holds what comes next, it reads behind the gap and says what is missing. May give
   * entries of the ledger after `upTo`, too.
   * @throws {HubError} `ledger_unavailable`, also where the servers' ledgers are not those that were read before.
   */
  read(account: string, from: From, signal: AbortSignal): Promise<HistoryPage>;
  /**
   * Reads some of these ledgers, wherever a server holds any; `undefined` when none does.
   * @throws {HubError} `ledger_unavailable`.
   */
  readWithin(
    account: string,
    range: LedgerRange,
    stamps: readonly LedgerStamp[],
    signal: AbortSignal,
  ): Promise<HistoryPage | undefined>;
}
