/** Transactions that the open ledger has no room for and the next ones take, first come, first served (rippled's TxQ). */
import { type Transaction, ticketOf } from "../transactions/transaction.ts";

/** Executed, hashed and told in about 30 ms, and others wait for no longer. */
export const LEDGER_TRANSACTIONS = 64;
/** Ten ledgers. */
const QUEUE_TRANSACTIONS = 10 * LEDGER_TRANSACTIONS;
/** As rippled has it (`maximum_txn_per_account`). */
const ACCOUNT_TRANSACTIONS = 10;

export class TransactionQueue {
  readonly #queued = new Map<string, Transaction>();

  get size(): number {
    return this.#queued.size;
  }

  /** In the order they came. */
  get transactions(): readonly Transaction[] {
    return [...this.#queued.values()];
  }

  of(account: string): readonly Transaction[] {
    return this.transactions.filter(({ fields }) => fields.Account === account);
  }

  /**
   * The account's next sequence behind what is queued of it, where `next` is its next in the open ledger. Tickets use
   * no sequence.
   */
  nextSequence(account: string, next: number): number {
    const used = this.of(account).filter(({ fields }) => ticketOf(fields) === undefined && fields.Sequence >= next);
    return next + used.length;
  }

  /** Unlike rippled's queue this one lets no higher fee in the place of what stands in it, nor past others. */
  add(transaction: Transaction): "terQUEUED" | "telCAN_NOT_QUEUE_FEE" | "telCAN_NOT_QUEUE_FULL" {
    if (this.#queued.has(transaction.hash)) return "terQUEUED";
    const others = this.of(transaction.fields.Account);
    if (others.some((other) => slotOf(other) === slotOf(transaction))) return "telCAN_NOT_QUEUE_FEE";
    if (this.size >= QUEUE_TRANSACTIONS || others.length >= ACCOUNT_TRANSACTIONS) return "telCAN_NOT_QUEUE_FULL";
    this.#queued.set(transaction.hash, transaction);
    return "terQUEUED";
  }

  delete(hash: string): void {
    this.#queued.delete(hash);
  }
}

/** What only one transaction of an account can use. */
function slotOf({ fields }: Transaction): string {
  const ticket = ticketOf(fields);
  return ticket === undefined ? `sequence ${fields.Sequence}` : `ticket ${ticket}`;
}
