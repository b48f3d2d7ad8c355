/** In which order a closing ledger applies its transactions: nobody can buy a place, and all servers agree. */
import { decodeAccountID } from "ripple-address-codec";
import { Tree } from "../ledger/tree.ts";
import { type Transaction, ticketOf } from "../transactions/transaction.ts";

/** Account (salted by the hash of the set), then sequences before tickets, then hash (rippled CanonicalTXSet). */
export function canonicalOrder(transactions: readonly Transaction[]): readonly Transaction[] {
  const salt = hashOfSet(transactions);
  const keyed = transactions.map((transaction) => ({ transaction, key: sortKey(transaction, salt) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ transaction }) => transaction);
}

function hashOfSet(transactions: readonly Transaction[]): Uint8Array {
  // A transaction's hash is that of its leaf.
  let set = Tree.empty<Transaction>((key) => Buffer.from(key, "hex"));
  for (const transaction of transactions) set = set.set(transaction.hash, transaction);
  return set.hash();
}

function sortKey({ fields, hash }: Transaction, salt: Uint8Array): string {
  const account = decodeAccountID(fields.Account).map((byte, at) => byte ^ (salt[at] ?? 0));
  const ticket = ticketOf(fields);
  const place = String(ticket ?? fields.Sequence).padStart(10, "0");
  return `${Buffer.from(account).toString("hex")} ${ticket === undefined ? 0 : 1} ${place} ${hash}`;
}
