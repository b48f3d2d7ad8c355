/** The chain: the closed ledgers, and the open one that is submitted to. */
import type { Clock } from "../../runtime/world.ts";
import { LedgerDraft } from "../ledger/draft.ts";
import type { State } from "../ledger/entries.ts";
import type { Faults } from "./faults.ts";
import type { LedgerPlace } from "../transactions/context.ts";
import { type ApplyResult, applyTransaction } from "../transactions/engine.ts";
import { isClaimed, mayComeLater, type ResultName } from "../ledger/results.ts";
import type { Transaction } from "../transactions/transaction.ts";
import { BlobReader } from "./blob-reader.ts";
import { type ClosedLedger, nextCloseTime, sealLedger } from "./closed-ledger.ts";
import { executeSet } from "./close.ts";
import { HeldTransactions } from "./held.ts";
import { type LocatedTransaction, ChainHistory } from "./history.ts";
import { LEDGER_TRANSACTIONS, TransactionQueue } from "./queue.ts";

/** Seconds between 1970 and 2000. */
export const RIPPLE_EPOCH = 946_684_800;
/** How often the held ones are gone through while that lets something through; what is left then is tried after the next ledger. */
const HELD_PASSES = 3;

/** What became of a submission, for now. */
export interface SubmissionState {
  readonly transaction: Transaction;
  readonly result: ResultName;
  readonly isApplied: boolean;
  /** The server goes on trying it. */
  readonly isKept: boolean;
  /** The account's next sequence, behind what is queued of it; 0 for an unknown account. */
  readonly nextSequence: number;
}

export interface SubmitOptions {
  /** It is not kept for later, whatever might become of it. */
  readonly failHard?: boolean;
  /** A ledger had it: the open one has room for it, however full. */
  readonly isReplayed?: boolean;
}

export interface ChainEvents {
  proposed?(submission: SubmissionState): void;
  queued?(transaction: Transaction): void;
  closed?(ledger: ClosedLedger): void;
}

export interface ChainOptions {
  readonly networkId: number;
  readonly first: ClosedLedger;
  readonly clock: Clock;
  readonly faults: Faults;
}

export class Chain {
  readonly networkId: number;
  readonly history: ChainHistory;
  readonly #clock: Clock;
  readonly #faults: Faults;
  readonly #listeners = new Set<ChainEvents>();
  /** What the next ledger is made of. */
  readonly #set = new Map<string, Transaction>();
  /** What waits for room. There is some only while nothing is in here. */
  readonly queue = new TransactionQueue();
  readonly #held = new HeldTransactions();
  readonly #blobs = new BlobReader();
  #open: State;

  constructor({ networkId, first, clock, faults }: ChainOptions) {
    this.networkId = networkId;
    this.#clock = clock;
    this.#faults = faults;
    this.history = new ChainHistory(first);
    this.#open = first.state;
  }

  /** The state that submissions see. */
  get open(): State {
    return this.#open;
  }

  /** The transactions of the open ledger. */
  get openTransactions(): readonly Transaction[] {
    return [...this.#set.values()];
  }

  /** How many these are. */
  get openCount(): number {
    return this.#set.size;
  }

  get openIndex(): number {
    return this.history.last.index + 1;
  }

  listen(listener: ChainEvents): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  /** @throws {BadTransaction} with the reason. */
  submit(blob: string, options: SubmitOptions = {}): SubmissionState {
    const transaction = this.#blobs.read(blob);
    const submission = this.#take(transaction, options);
    if (submission.result === "terQUEUED") for (const listener of this.#listeners) listener.queued?.(transaction);
    if (submission.isApplied) this.#takeHeld(({ fields }) => fields.Account === transaction.fields.Account);
    return submission;
  }

  /** The account's next sequence in the open ledger, and behind what is queued of it; 0 for an unknown account. */
  nextSequence(account: string): number {
    const next = new LedgerDraft(this.#open).account(account)?.Sequence ?? 0;
    return this.queue.nextSequence(account, next);
  }

  /** Tries an unsigned transaction on the open ledger and changes nothing. */
  simulate(transaction: Transaction): ApplyResult {
    const manner = { isUnsigned: true, isFinal: true };
    return applyTransaction(transaction, this.#open, this.#place(), this.#canned, manner);
  }

  /** Where a transaction is: in a closed ledger, somewhere on its way, or nowhere. */
  find(hash: string): LocatedTransaction | Transaction | undefined {
    return this.history.transaction(hash) ?? this.#blobs.find(hash);
  }

  /** `closeTime` is that of a ledger that was closed before, in seconds since 2000. */
  close(closeTime?: number): ClosedLedger {
    const { last } = this.history;
    const set = [...this.#set.values()].filter((transaction) => this.#faults.atClose?.(transaction) !== "lost");
    const { state, transactions, fees, left } = executeSet(set, last.state, this.#place(), (transaction) => {
      const fault = this.#faults.atClose?.(transaction);
      return fault === undefined || fault === "lost" ? this.#canned(transaction) : { result: fault };
    });
    const ledger = sealLedger(
      {
        index: this.openIndex,
        parentHash: last.hash,
        totalCoins: last.totalCoins - fees,
        closeTime: closeTime ?? nextCloseTime(last.closeTime, this.now()),
        parentCloseTime: last.closeTime,
      },
      state,
      transactions,
    );
    this.history.add(ledger);
    this.#open = state;
    this.#set.clear();
    for (const { transaction } of transactions) this.#held.delete(transaction.hash);
    for (const transaction of left) this.#held.add(transaction);
    for (const listener of this.#listeners) listener.closed?.(ledger);
    this.#takeQueued();
    this.#takeHeld(() => true);
    return ledger;
  }

  /** Seconds since 2000. */
  now(): number {
    return Math.floor(this.#clock.now() / 1000) - RIPPLE_EPOCH;
  }

  #take(transaction: Transaction, options: SubmitOptions = {}): SubmissionState {
    const { failHard = false } = options;
    const told = this.#faults.atSubmit?.(transaction);
    if (told !== undefined) this.#set.set(transaction.hash, transaction);
    const { result, isApplied, state } =
      told === undefined
        ? this.#try(transaction, options)
        : { result: told, isApplied: isClaimed(told) || told === "tesSUCCESS", state: undefined };
    if (isApplied && state !== undefined) {
      this.#open = state;
      this.#set.set(transaction.hash, transaction);
      this.#held.delete(transaction.hash);
      this.queue.delete(transaction.hash);
    } else if (mayComeLater(result) && result !== "terQUEUED" && !failHard && told === undefined) {
      this.#held.add(transaction);
    }
    const isKept = result === "tesSUCCESS" || !(failHard || result.startsWith("telCAN_NOT_QUEUE"));
    const nextSequence = this.nextSequence(transaction.fields.Account);
    const submission = { transaction, result, isApplied, isKept, nextSequence };
    if (isApplied) for (const listener of this.#listeners) listener.proposed?.(submission);
    return submission;
  }

  /** What it comes to on the open ledger, or in the queue for want of room there. */
  #try(transaction: Transaction, options: SubmitOptions): Pick<ApplyResult, "result" | "isApplied" | "state"> {
    const { failHard: mustSucceed = false, isReplayed = false } = options;
    const { fields } = transaction;
    const applied = applyTransaction(transaction, this.#open, this.#place(), this.#canned, { mustSucceed });
    if (isReplayed || !this.#isFull) return applied;
    // It may follow on what is queued of its account.
    const isNext = applied.result === "terPRE_SEQ" && fields.Sequence <= this.nextSequence(fields.Account);
    if (!applied.isApplied && !isNext) return applied;
    const result = mustSucceed ? "telCAN_NOT_QUEUE" : this.queue.add(transaction);
    return { result, isApplied: false, state: this.#open };
  }

  get #isFull(): boolean {
    return this.#set.size >= LEDGER_TRANSACTIONS;
  }

  #takeQueued(): void {
    for (const transaction of this.queue.transactions) {
      if (this.#isFull) return;
      this.queue.delete(transaction.hash);
      this.#take(transaction);
    }
  }

  /** Tries what is held, again while that lets something through. */
  #takeHeld(isMeant: (transaction: Transaction) => boolean): void {
    let hasMoved = true;
    for (let pass = 0; hasMoved && pass < HELD_PASSES; pass++) {
      hasMoved = false;
      for (const transaction of this.#held.of(isMeant)) {
        if (this.#isFull) return;
        const { LastLedgerSequence } = transaction.fields;
        const { result, isApplied } = this.#take(transaction);
        const isLate = LastLedgerSequence !== undefined && LastLedgerSequence < this.openIndex;
        if (!mayComeLater(result) || isLate) this.#held.delete(transaction.hash);
        hasMoved ||= isApplied;
      }
    }
  }

  #place(): LedgerPlace {
    const { closeTime } = this.history.last;
    return { networkId: this.networkId, ledgerIndex: this.openIndex, parentCloseTime: closeTime };
  }

  readonly #canned = (transaction: Transaction) => this.#faults.outcome?.(transaction);
}
