/** Reads an account's history from one server: in order, whole ledgers only, and none that the server does not hold. */
import type { Static } from "@sinclair/typebox";
import type { From, HistoryEntry, HistoryPage } from "../ledger.ts";
import { ACCOUNT_TX, LEDGER } from "./answers.ts";
import { gainOf } from "./gain.ts";
import type { Ask } from "./rpc.ts";
import type { Server, ServerState } from "./server.ts";
import { Refused, ServerFault } from "./server-fault.ts";
import { momentOf, paymentOf } from "./validated.ts";

export interface HistoryQuery {
  readonly ask: Ask;
  readonly server: Server;
  readonly account: string;
  readonly signal: AbortSignal;
}

/** What most servers give at most. */
const PAGE = 200;
/** More than a single ledger can hold. */
const MAX_PAGES = 500;
/** Close times are rounded to as much as ten seconds, and servers' clocks differ. */
const CLOSE_TIME_SLACK_MS = 30_000;
/** The main network's first ledger. Whoever holds one before it holds its network from the beginning. */
const EARLIEST_FIRST = 32_570;

export async function readHistory(query: HistoryQuery, from: From): Promise<HistoryPage> {
  const state = await query.server.newState();
  const { index: validatedIndex } = state;
  const first = await firstOf(query, state, from);
  if (first > validatedIndex) return { entries: [], upTo: first - 1, validatedIndex };
  const last = state.around(first)?.[1];
  if (last === undefined) throw new ServerFault(`It does not hold ledger ${first}`);
  return { ...(await readRange(query, first, Math.min(last, validatedIndex))), validatedIndex };
}

async function readRange(
  query: HistoryQuery,
  first: number,
  last: number,
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
    if (error instanceof Refused) throw new ServerFault(error.message, { cause: error });
    throw error;
  }
}

/** The ledger to begin with. */
async function firstOf(query: HistoryQuery, state: ServerState, from: From): Promise<number> {
  if (from !== "first" && "after" in from) return from.after + 1;
  const [low] = state.around(state.index) ?? [];
  if (low === undefined) throw new ServerFault(`It does not hold ledger ${state.index}`);
  if (from === "first") return low;
  // In longer and longer steps back to a ledger from before that moment.
  for (let step = 1; ; step *= 2) {
    const index = Math.max(low, state.index - step);
    const closedAt = await closeTime(query, index);
    if (closedAt <= from.moment - CLOSE_TIME_SLACK_MS || (index === low && low <= EARLIEST_FIRST)) return index;
    if (index === low) throw new ServerFault(`Its history begins with ledger ${low}, which is too late`);
  }
}

async function closeTime({ ask, server, signal }: HistoryQuery, index: number): Promise<number> {
  const { ledger } = await ask(server.url, LEDGER, { ledger_index: index }, signal);
  return momentOf(ledger.close_time);
}

type Item = Static<typeof ACCOUNT_TX.answer>["transactions"][number];

function entryOf(account: string, item: Item): HistoryEntry {
  const [hash, ledgerIndex, fields] =
    "tx" in item ? [item.tx.hash, item.tx.ledger_index, item.tx] : [item.hash, item.ledger_index, item.tx_json];
  const fee = fields.Account === account ? BigInt(fields.Fee ?? "0") : 0n;
  return {
    ...paymentOf(hash, fields, item.meta),
    ledgerIndex,
    gained: gainOf(account, item.meta.AffectedNodes ?? []) + fee,
  };
}
