/**
 * What has become of a submitted transaction, as one address of the ledger knows it. Several servers may stand behind it, one
 * ahead of another: only an answer that says itself which ledgers it has looked through proves that they are without it.
 */
import type { Fate, LedgerRange, SentTransaction, ValidatedPayment } from "../ledger.ts";
import { TX } from "./answers.ts";
import { type HistoryQuery, readRange } from "./history-pages.ts";
import { ServerFault, ServerRefusal } from "./server-fault.ts";
import { paymentOf } from "./validated.ts";

/** A network's first ledger has no transactions; the first that is closed comes after it. */
const FIRST_CLOSED = 2;

/** `range` are the ledgers in which it is validated, or never. */
export async function fateAt(
  asking: Omit<HistoryQuery, "account">,
  { hash, account }: SentTransaction,
  range: LedgerRange,
): Promise<Fate> {
  const state = await asking.server.state(asking.signal);
  const payment = await findAt(asking, hash);
  if (payment !== undefined) return { state: "validated", payment };
  const pending = { state: "pending", validatedIndex: state.index } as const;
  const { last } = range;
  const first = Math.max(range.first, FIRST_CLOSED);
  if (state.index < last || !state.holds(first, last)) return pending;
  try {
    const inHistory = await findInHistory({ ...asking, account }, hash, { first, last });
    return inHistory === undefined ? { state: "never" } : { state: "validated", payment: inHistory };
  } catch (error) {
    // Whoever answers this time has not got them all.
    if (error instanceof ServerFault) return pending;
    throw error;
  }
}

/** The transaction once it is validated; `undefined` proves nothing. */
export async function findAt(
  { ask, server, signal }: Omit<HistoryQuery, "account">,
  hash: string,
): Promise<ValidatedPayment | undefined> {
  try {
    const answer = await ask(server.url, TX, { transaction: hash, binary: false }, signal);
    if (answer.validated !== true) return undefined;
    // What stands between may mix answers up, and another payment under this hash would be counted twice.
    if (answer.hash !== undefined && answer.hash.toUpperCase() !== hash.toUpperCase())
      throw new ServerFault("It tells of another transaction than it was asked for");
    return paymentOf(hash, "tx_json" in answer ? answer.tx_json : answer, answer.meta);
  } catch (error) {
    if (error instanceof ServerRefusal && error.error === "txnNotFound") return undefined;
    throw error;
  }
}

/** `undefined` proves that it is not there. @throws {ServerFault} when not all of the range was looked through. */
async function findInHistory(
  query: HistoryQuery,
  hash: string,
  { first, last }: LedgerRange,
): Promise<ValidatedPayment | undefined> {
  for (let next = first; next <= last;) {
    const { entries, upTo } = await readRange(query, { first: next, last });
    const found = entries.find((entry) => entry.hash === hash.toUpperCase());
    if (found !== undefined) return found;
    next = upTo + 1;
  }
  return undefined;
}
