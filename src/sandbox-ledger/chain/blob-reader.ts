/** Reads what is submitted, and remembers it for a while. */
import { LRUCache } from "lru-cache";
import { localFault } from "../transactions/signature.ts";
import { readTransaction, type Transaction } from "../transactions/transaction.ts";

const REMEMBERED = 10_000;

/** The bytes were no transaction, or one that fails the checks of the server itself. */
export class BadTransaction extends Error {}

export class BlobReader {
  readonly #read = new LRUCache<string, Transaction>({ max: REMEMBERED });
  readonly #bad = new LRUCache<string, true>({ max: REMEMBERED });

  /** @throws {BadTransaction} with the reason. */
  read(blob: string): Transaction {
    const transaction = parse(blob);
    // A server remembers what it has refused, and says so in other words.
    if (this.#bad.has(transaction.hash)) throw new BadTransaction("fails local checks: Transaction has bad signature.");
    const fault = this.#read.has(transaction.hash) ? undefined : localFault(transaction.fields);
    if (fault === "Invalid signature.") this.#bad.set(transaction.hash, true);
    if (fault !== undefined) throw new BadTransaction(`fails local checks: ${fault}`);
    this.#read.set(transaction.hash, transaction);
    return transaction;
  }

  /** One that was read. */
  find(hash: string): Transaction | undefined {
    return this.#read.get(hash);
  }
}

function parse(blob: string): Transaction {
  try {
    return readTransaction(blob);
  } catch (error) {
    throw new BadTransaction(error instanceof Error ? error.message : "Unknown", { cause: error });
  }
}
