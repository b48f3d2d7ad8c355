/** Reads an account's history from whichever server holds it, and says which ledgers none of them does. */
import type { From, AccountHistory, HistoryPage, LedgerRange, LedgerStamp } from "../ledger.ts";
import { type HistoryQuery, ledgerOf, readRange } from "./history-pages.ts";
import type { AskServer } from "./rpc.ts";
import type { ServerState } from "./server.ts";
import { anotherChain, ServerRefusal, ServerFault, unavailable } from "./server-fault.ts";
import type { ServerTurns } from "./turns.ts";

/** Close times are rounded to as much as ten seconds, and servers' clocks differ. */
const CLOSE_TIME_SLACK_MS = 30_000;
/** The main network's first ledger that is left; others begin with their third at the latest. */
const MAIN_FIRST = 32_570;
const LATEST_FIRST = 3;
/** By how many ledgers a server may be behind what another one has shown. */
const FURTHEST_BACK = 100;

/** What one server holds of the ledgers that were asked for. */
interface ServerHistory {
  readonly query: HistoryQuery;
  readonly validatedIndex: number;
  /** The ledger to begin with. */
  readonly wanted: number;
  /** The first ledgers from there on that it has without a gap. */
  readonly held: LedgerRange | undefined;
}

export function historyOf(turns: ServerTurns, ask: AskServer): Pick<AccountHistory, "read" | "readWithin"> {
  return {
    async read(account, from, signal) {
      let fault: unknown;
      let behindGap: ServerHistory | undefined;
      for (const server of turns.order()) {
        if (signal.aborted) break;
        try {
          const source = await sourceOf({ ask, server, account, signal }, from);
          const { wanted, held, validatedIndex } = source;
          if (wanted > validatedIndex) return nothingNew(source);
          if (held?.first === wanted) return await readSource(source, held);
          fault = new ServerFault(`It does not hold ledger ${wanted}`);
          if (held !== undefined && held.first < (behindGap?.held?.first ?? Infinity)) behindGap = source;
        } catch (error) {
          fault = serverFault(error);
          if (fault instanceof ServerFault) turns.failed(server);
        }
      }
      if (behindGap?.held === undefined) throw unavailable(fault);
      try {
        return await readSource(behindGap, behindGap.held);
      } catch (error) {
        throw unavailable(serverFault(error));
      }
    },

    async readWithin(account, { first, last }, stamps, signal) {
      for (const server of turns.order()) {
        if (signal.aborted) break;
        try {
          const query = { ask, server, account, signal };
          const state = await server.state(signal);
          await checkChain(query, state, stamps);
          const held = clip(state.from(first), first, Math.min(last, state.index));
          if (held !== undefined)
            return await readSource({ query, wanted: held.first, held, validatedIndex: state.index }, held);
        } catch (error) {
          serverFault(error); // The next server may hold some of it.
        }
      }
      return undefined;
    },
  };
}

/** @throws what is no fault of a server. */
function serverFault(error: unknown): unknown {
  if (error instanceof ServerFault || error instanceof ServerRefusal) return error;
  throw error;
}

async function sourceOf(query: HistoryQuery, from: From): Promise<ServerHistory> {
  const state = await query.server.newState(query.signal);
  if (from !== "first" && "after" in from) await checkChain(query, state, from.stamps, from.after);
  const wanted = await firstOf(query, state, from);
  const held = clip(state.from(wanted), wanted, state.index);
  return { query, validatedIndex: state.index, wanted, held };
}

function nothingNew({ wanted, validatedIndex }: ServerHistory): HistoryPage {
  return { entries: [], first: wanted, upTo: wanted - 1, validatedIndex, missing: undefined, stamp: undefined };
}

async function readSource({ query, wanted, validatedIndex }: ServerHistory, held: LedgerRange): Promise<HistoryPage> {
  const { entries, upTo } = await readRange(query, held);
  const { first } = held;
  const missing = wanted < first ? { first: wanted, last: first - 1 } : undefined;
  return { entries, first, upTo, validatedIndex, missing, stamp: await ledgerOf(query, upTo) };
}

function clip(range: LedgerRange | undefined, first: number, last: number): LedgerRange | undefined {
  if (range === undefined) return undefined;
  const clipped = { first: Math.max(range.first, first), last: Math.min(range.last, last) };
  return clipped.first <= clipped.last ? clipped : undefined;
}

/**
 * Test networks begin anew from time to time. A ledger that was read before has another hash then; and where the new
 * chain has not come so far, its last ledger was closed after one that should follow it.
 */
async function checkChain(
  query: HistoryQuery,
  state: ServerState,
  stamps: readonly LedgerStamp[],
  after = stamps[0]?.index ?? 0,
): Promise<void> {
  if (after - state.index > FURTHEST_BACK) throw anotherChain();
  const known = stamps.find(({ index }) => state.around(index) !== undefined && index <= state.index);
  if (known !== undefined && (await ledgerOf(query, known.index)).hash !== known.hash) throw anotherChain();
  const [newest] = stamps;
  if (known !== undefined || newest === undefined || newest.index <= state.index) return;
  if ((await ledgerOf(query, state.index)).closedAt > newest.closedAt) throw anotherChain();
}

/** The ledger to begin with. */
async function firstOf(query: HistoryQuery, state: ServerState, from: From): Promise<number> {
  if (from !== "first" && "after" in from) return from.after + 1;
  const low = state.around(state.index)?.first;
  if (low === undefined) throw new ServerFault(`It does not hold ledger ${state.index}`);
  if (from === "first") return low;
  // In longer and longer steps back to a ledger from before that moment.
  for (let step = 1; ; step *= 2) {
    const index = Math.max(low, state.index - step);
    const { closedAt } = await ledgerOf(query, index);
    const early = from.moment - CLOSE_TIME_SLACK_MS;
    if (closedAt <= early || (index === low && (low <= LATEST_FIRST || low === MAIN_FIRST))) return index;
    // No two ledgers close in the same second: the one of that moment is not before this. The first one holds nothing.
    if (index === low) return Math.max(2, low - Math.ceil((closedAt - early) / 1000));
  }
}
