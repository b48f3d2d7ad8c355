/** Transactions that wait for something else to happen first, such as an earlier one of their account. */
import type { Transaction } from "../transactions/transaction.ts";
import { canonicalOrder } from "./canonical.ts";

/** All of them are tried again after each ledger, in one turn of the event loop. */
const MAX_HELD = 250;

export class HeldTransactions {
  readonly #held = new Map<string, Transaction>();

  /** Those that are meant, in the order in which a ledger takes them. */
  of(isMeant: (transaction: Transaction) => boolean): readonly Transaction[] {
    return canonicalOrder([...this.#held.values()].filter(isMeant));
  }

  /** Where there are too many the oldest is given up. */
  add(transaction: Transaction): void {
    this.#held.set(transaction.hash, transaction);
    const [oldest] = this.#held.keys();
    if (this.#held.size > MAX_HELD && oldest !== undefined) this.#held.delete(oldest);
  }

  delete(hash: string): void {
    this.#held.delete(hash);
  }
}
