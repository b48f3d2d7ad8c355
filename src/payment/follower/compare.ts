/**
 * Whether the deposits of the store are what the ledger has validated: reads the whole history of wallets again and
 * holds each arrival against its row, then asks for every row that was not met. In bounded memory, and without a write.
 */
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { surplusHash } from "../../runtime/payment/surplus.ts";
import type { Build, Store } from "../../store/store.ts";
import type { Row } from "../../store/tables/tables.ts";
import { type Drops, formatXrp } from "../../runtime/money.ts";
import type { From, AccountHistory, HistoryPage, Ledger, LedgerRange, ValidatedPayment } from "../ledger.ts";
import { arrivalOf, depositOf } from "./arrivals.ts";
import { gapOf, gapsOf } from "./gaps.ts";
import { prefixSet } from "./prefix-set.ts";
import { markerOf } from "./markers.ts";

export interface Comparison {
  /** How many arrivals the ledger showed. */
  readonly arrivals: number;
  /** One sentence for each row that is not what the ledger says. */
  readonly differences: readonly string[];
  /** What could not be compared, in a sentence each. */
  readonly notes: readonly string[];
}

export interface CompareDeps {
  readonly store: Store;
  readonly ledger: Ledger & AccountHistory;
  /** Classic addresses that were ever followed on this ledger. */
  readonly wallets: readonly string[];
  readonly signal: AbortSignal;
  /** Lets the hub count what has only just arrived. */
  readonly pause: () => Promise<void>;
}

/** A deposit is told of at its count, which is later than its arrival, and by another clock. */
const CLOCKS_MS = 600_000;
/** No network begins with a later one, but for the main one, whose wallets are read from when they were first followed. */
const LATEST_FIRST = 3;
const PAGE = 500;
/** Digits of a transaction's hash; what stands behind them is not the ledger's. */
const HASH = 64;
/** Whoever has more differences has one cause for them. */
const MOST = 1000;

/** What the reading of a wallet had counted by the time it was asked. */
interface WalletReading {
  readonly wallet: string;
  /** When it began, in milliseconds since the epoch. */
  readonly since: number;
  /** Whether it was asked for from the first ledger there is, which may be long after the first there was. */
  readonly isFirst: boolean;
  isCounted(ledgerIndex: number): boolean;
}

/** @throws {HubError} `ledger_unavailable`. */
export async function compareWithLedger(deps: CompareDeps): Promise<Comparison> {
  const { store, ledger, wallets, signal } = deps;
  const { network } = ledger;
  const differences: string[] = [];
  const seen = prefixSet();
  const missing: LedgerRange[] = [];
  /** Until when deposits may have arrived in ledgers that no server holds any more. */
  let blindUntil = 0;
  let arrivals = 0;
  /** What the store has no row of, by hash: it may be about to be counted. */
  const absent = new Map<string, string>();

  for (const wallet of wallets) await readWallet(wallet);
  const unknown = await askForTheRest();
  if (absent.size > 0) await deps.pause();
  for (const [hash, sentence] of absent) if ((await rowOf(hash)) === undefined) differences.push(sentence);
  return {
    arrivals,
    differences,
    notes: [
      ...missing.map((range) => `ledgers ${range.first} to ${range.last} of ${network} are held by no server`),
      ...(unknown === 0 ? [] : [`${unknown} deposit(s) may be in them and were not compared`]),
    ],
  };

  async function readWallet(wallet: string): Promise<void> {
    const [marker] = await store.ask(markerOf, { network, wallet });
    const gaps = (await store.ask(gapsOf, { network, wallet })).map(gapOf);
    // Without a marker the ledger lives in the hub: all of it is counted as soon as it is closed.
    const [since, last] = marker === undefined ? [0, Infinity] : [marker.since, marker.ledger ?? -1];
    const isCounted = (index: number): boolean =>
      index <= last && !gaps.some((gap) => gap.first <= index && index <= gap.last);
    let from: From = marker === undefined ? "first" : { moment: marker.since };
    for (;;) {
      const page = await ledger.read(wallet, from, signal);
      await compare(page, { wallet, since, isCounted, isFirst: from === "first" });
      if (page.upTo >= Math.min(last, page.validatedIndex)) return;
      from = { after: page.upTo, stamps: page.stamp === undefined ? [] : [page.stamp] };
    }
  }

  async function compare(page: HistoryPage, { wallet, since, isCounted, isFirst }: WalletReading): Promise<void> {
    const gone = page.missing ?? (isFirst && page.first > 1 ? { first: 1, last: page.first - 1 } : undefined);
    if (gone !== undefined && page.first > LATEST_FIRST) {
      missing.push(gone);
      blindUntil = (page.stamp?.closedAt ?? 0) + CLOCKS_MS;
    }
    for (const entry of page.entries) {
      const arrival = entry.ledgerIndex > page.upTo ? undefined : arrivalOf(entry, network, wallet);
      if (arrival === undefined) continue;
      arrivals++;
      seen.add(arrival.txHash);
      const place = `${arrival.txHash} in ledger ${entry.ledgerIndex} of ${network}`;
      const row = await rowOf(arrival.txHash);
      if (row === undefined) {
        const isDue = isCounted(entry.ledgerIndex) && entry.closedAt >= since && absent.size < MOST;
        if (isDue) absent.set(arrival.txHash, `payment ${place} over ${formatXrp(arrival.delivered)} XRP is missing`);
      } else if (row.delivered !== arrival.delivered)
        differences.push(
          `payment ${place} brought ${formatXrp(arrival.delivered)} XRP, its deposit says ${formatXrp(row.delivered)}`,
        );
      else if (row.payer !== arrival.payer || (row.destination_tag ?? undefined) !== arrival.destinationTag)
        differences.push(`payment ${place} is not from who its deposit says, or has another tag`);
    }
  }

  /** @returns how many deposits may be in ledgers that are gone. */
  async function askForTheRest(): Promise<number> {
    let unknown = 0;
    for (let after = ""; ;) {
      const rows = await store.ask(depositsAfter, { network, after });
      for (const row of rows.filter(({ tx_hash: hash }) => !seen.has(hash))) {
        if (row.at <= blindUntil) unknown++;
        else if (!isBorneOut(await ledger.find(row.tx_hash.slice(0, HASH), signal), await wholeOf(row)))
          differences.push(`deposit ${row.tx_hash} over ${formatXrp(row.delivered)} XRP is not on ${network}`);
      }
      const next = rows.at(-1)?.tx_hash;
      if (rows.length < PAGE || next === undefined || differences.length > MOST) return unknown;
      after = next;
    }
  }

  /** What comes by a check or an escrow is known by its balance only, and only where a wallet's history is read. */
  function isBorneOut(payment: ValidatedPayment | undefined, delivered: Drops): boolean {
    if (payment === undefined || payment.result !== "tesSUCCESS") return false;
    if (payment.type !== "Payment" || payment.delivered === undefined) return true;
    return wallets.some((wallet) => depositOf(payment, network, wallet)?.delivered === delivered);
  }

  async function wholeOf({ tx_hash: hash, delivered }: Pick<Row<"deposits">, "tx_hash" | "delivered">): Promise<Drops> {
    return (await rowOf(hash.slice(0, HASH)))?.delivered ?? delivered;
  }

  /** With what was paid beyond the price of a call, which is a row of its own. */
  async function rowOf(hash: string): Promise<Row<"deposits"> | undefined> {
    const [row, surplus] = await store.ask(depositOfHash, { hash, surplus: surplusHash(hash), network });
    return row && { ...row, delivered: row.delivered + (surplus?.delivered ?? 0n) };
  }
}

const depositOfHash: Build<Row<"deposits">[]> = (db, { deposits }) =>
  db
    .select()
    .from(deposits)
    .where(
      and(
        inArray(deposits.tx_hash, [sql.placeholder("hash"), sql.placeholder("surplus")]),
        eq(deposits.network, sql.placeholder("network")),
      ),
    )
    .orderBy(deposits.tx_hash);

const depositsAfter: Build<Pick<Row<"deposits">, "tx_hash" | "delivered" | "at">[]> = (db, { deposits }) =>
  db
    .select({ tx_hash: deposits.tx_hash, delivered: deposits.delivered, at: deposits.at })
    .from(deposits)
    .where(and(eq(deposits.network, sql.placeholder("network")), gt(deposits.tx_hash, sql.placeholder("after"))))
    .orderBy(deposits.tx_hash)
    .limit(PAGE);

/** Every wallet that was ever followed, with its network. */
export const followedWallets: Build<{ network: string; wallet: string }[]> = (db, { markers }) =>
  db.select({ network: markers.network, wallet: markers.wallet }).from(markers);
