/** Reads ledgers of an account's history from one server: in order, and whole ledgers only. */
import type { HistoryEntry, HistoryPage, LedgerRange, LedgerStamp } from "../ledger.ts";
import { ACCOUNT_TX, LEDGER } from "./answers.ts";
import { balanceChangeOf } from "./balance-change.ts";
import type { AnswerTo, AskServer } from "./rpc.ts";
import type { LedgerServer } from "./server.ts";
import { ServerRefusal, ServerFault } from "./server-fault.ts";
import { momentOf, paymentOf } from "./validated.ts";

export interface HistoryQuery {
  readonly ask: AskServer;
  readonly server: LedgerServer;
  readonly account: string;
  readonly signal: AbortSignal;
}

/** What most servers give at most. */
const PAGE = 200;
/** More than a single ledger can hold. */
const MAX_PAGES = 500;

/** The server must hold all of the range. What comes back ends with a whole ledger, perhaps before its end. */
export async function readRange(
  query: HistoryQuery,
  { first, last }: LedgerRange,
): Promise<Pick<HistoryPage, "entries" | "upTo">> {
  const entries: HistoryEntry[] = [];
  let marker: unknown;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await pageOf(query, first, last, marker);
    // Some servers take a smaller range for granted, where others refuse one they do not hold.
    if (answer.ledger_index_min > first || answer.ledger_index_max < last)
      throw new ServerFault(`It has read less than ledgers ${first} to ${last}`);
    for (const item of answer.transactions) {
      const entry = entryOf(query.account, item);
      if (entry.ledgerIndex < (entries.at(-1)?.ledgerIndex ?? first) || entry.ledgerIndex > last)
        throw new ServerFault("Its history of an account is not in order");
      entries.push(entry);
    }
    if (answer.marker === undefined) return { entries, upTo: last };
    // The last ledger of a page may go on in the next one. Those before it are whole.
    const reached = entries.at(-1)?.ledgerIndex ?? first;
    if (reached > first) return { entries, upTo: reached - 1 };
    marker = answer.marker;
  }
  throw new ServerFault("Its history of an account has no end");
}

async function pageOf({ ask, server, account, signal }: HistoryQuery, first: number, last: number, marker: unknown) {
  const params = {
    account,
    ledger_index_min: first,
    ledger_index_max: last,
    forward: true,
    limit: PAGE,
    ...(marker !== undefined && { marker }),
  };
  try {
    return await ask(server.url, ACCOUNT_TX, params, signal);
  } catch (error) {
    // For example that the range is past its end, or was dropped from its history in this very moment.
    if (error instanceof ServerRefusal) throw new ServerFault(error.message, { cause: error });
    throw error;
  }
}

/** A closed ledger, as the server knows it. */
export async function ledgerOf(
  { ask, server, signal }: Pick<HistoryQuery, "ask" | "server" | "signal">,
  index: number,
): Promise<LedgerStamp> {
  try {
    const { ledger } = await ask(server.url, LEDGER, { ledger_index: index }, signal);
    return { index, hash: ledger.ledger_hash.toUpperCase(), closedAt: momentOf(ledger.close_time) };
  } catch (error) {
    if (error instanceof ServerRefusal) throw new ServerFault(error.message, { cause: error });
    throw error;
  }
}

type HistoryItem = AnswerTo<typeof ACCOUNT_TX>["transactions"][number];

function entryOf(account: string, item: HistoryItem): HistoryEntry {
  const [hash, ledgerIndex, fields] =
    "tx" in item ? [item.tx.hash, item.tx.ledger_index, item.tx] : [item.hash, item.ledger_index, item.tx_json];
  const fee = fields.Account === account ? BigInt(fields.Fee ?? "0") : 0n;
  return {
    ...paymentOf(hash, fields, item.meta),
    ledgerIndex,
    gained: balanceChangeOf(account, item.meta.AffectedNodes ?? []) + fee,
  };
}
