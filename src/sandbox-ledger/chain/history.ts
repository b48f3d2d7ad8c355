/** The closed ledgers that are kept, and where each transaction and account is found in them. */
import type { ClosedLedger, FinalTransaction } from "./closed-ledger.ts";
import { affectedAccounts } from "../ledger/metadata.ts";

/** A transaction and the ledger it is in. */
export interface LocatedTransaction {
  readonly ledger: ClosedLedger;
  readonly final: FinalTransaction;
}

/** About a day of ledgers four seconds apart. */
const KEPT_LEDGERS = 20_000;

export class ChainHistory {
  readonly #ledgers = new Map<number, ClosedLedger>();
  readonly #indexes = new Map<string, number>();
  readonly #transactions = new Map<string, LocatedTransaction>();
  readonly #byAccount = new Map<string, LocatedTransaction[]>();
  #first: number;
  #last: ClosedLedger;

  constructor(first: ClosedLedger) {
    this.#first = first.index;
    this.#last = first;
    this.add(first);
  }

  get first(): number {
    return this.#first;
  }

  get last(): ClosedLedger {
    return this.#last;
  }

  add(ledger: ClosedLedger): void {
    this.#last = ledger;
    this.#ledgers.set(ledger.index, ledger);
    this.#indexes.set(ledger.hash, ledger.index);
    for (const final of ledger.transactions) {
      const found = { ledger, final };
      this.#transactions.set(final.transaction.hash, found);
      for (const account of affectedAccounts(final.meta.AffectedNodes)) {
        const of = this.#byAccount.get(account);
        if (of === undefined) this.#byAccount.set(account, [found]);
        else of.push(found);
      }
    }
    if (this.#ledgers.size > KEPT_LEDGERS) this.#forgetFirst();
  }

  at(index: number): ClosedLedger | undefined {
    return this.#ledgers.get(index);
  }

  indexOf(hash: string): number | undefined {
    return this.#indexes.get(hash);
  }

  transaction(hash: string): LocatedTransaction | undefined {
    return this.#transactions.get(hash);
  }

  /** Oldest first. */
  of(account: string): readonly LocatedTransaction[] {
    return this.#byAccount.get(account) ?? [];
  }

  #forgetFirst(): void {
    const ledger = this.#ledgers.get(this.#first);
    this.#ledgers.delete(this.#first++);
    if (ledger === undefined) return;
    this.#indexes.delete(ledger.hash);
    for (const { transaction, meta } of ledger.transactions) {
      this.#transactions.delete(transaction.hash);
      for (const account of affectedAccounts(meta.AffectedNodes)) {
        const left = this.of(account).filter((found) => found.ledger !== ledger);
        if (left.length === 0) this.#byAccount.delete(account);
        else this.#byAccount.set(account, left);
      }
    }
  }
}
