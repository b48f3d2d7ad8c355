/**
 * Up to which ledger a wallet has been read, and which ledgers before it are still to be read: kept in the store, so
 * that every process and every restart goes on there.
 */
import { and, eq, sql } from "drizzle-orm";
import { ask, type Build, type Steps, type Store } from "../../store/store.ts";
import type { Row } from "../../store/tables/tables.ts";
import type { From, HistoryPage, LedgerStamp } from "../ledger.ts";
import { type Gap, gapOf, gapsOf, openGap, replaceGap, type WalletName } from "./gaps.ts";
import { addStamp, readStamps } from "./stamps.ts";

/** What was read and counted. */
export type HistoryProgress = Pick<HistoryPage, "upTo" | "missing" | "stamp"> & {
  /** Ledgers with a payment that could not be counted. */
  readonly uncounted: readonly number[];
  /** When, in milliseconds since the epoch. */
  readonly at: number;
};

export interface Markers {
  /** Where to read on. */
  from(): Promise<From>;
  /** Everything up to this ledger has been counted, but for what it says. Another process may be further already. */
  advance(progress: HistoryProgress): Promise<void>;
  /** What is still to be read of the ledgers before the marker, the oldest first. */
  gaps(): Promise<readonly Gap[]>;
  /** What is left of a gap after it was read. */
  shrink(gap: Gap, left: readonly Gap[]): Promise<void>;
}

export interface MarkerOptions {
  readonly store: Store;
  readonly network: string;
  /** Classic address. */
  readonly wallet: () => Promise<string>;
  /** When the reading begins, if it has not begun before: in milliseconds since the epoch. */
  readonly since: number;
}

export function storedMarkers({ store, network, wallet, since }: MarkerOptions): Markers {
  let isBegun = false;
  return {
    async from() {
      const name = await walletName();
      if (!isBegun) await store.transact(() => ask(begin, { ...name, since }));
      isBegun = true;
      const [marker] = await store.ask(markerOf, name);
      if (marker === undefined) throw new Error("Cannot read a ledger: its marker has vanished");
      if (marker.ledger === null) return { moment: marker.since };
      return { after: marker.ledger, stamps: readStamps(marker.stamps) };
    },
    async advance(progress) {
      const name = await walletName();
      // A move that is lost is made again, and what is read twice is counted once. What was left out must not be lost.
      const isWhole = progress.missing === undefined && progress.uncounted.length === 0;
      await store.transact(() => moveOn(name, progress), isWhole ? "relaxed" : "durable");
    },
    async gaps() {
      return (await store.ask(gapsOf, await walletName())).map(gapOf);
    },
    async shrink(gap, left) {
      const name = await walletName();
      await store.transact(() => replaceGap(name, gap, left));
    },
  };

  async function walletName() {
    return { network, wallet: await wallet() };
  }
}

/**
 * Has the wallets of a network read from its beginning again, after it has begun anew. What they were read from is gone,
 * and so are the gaps in it.
 * @returns how many wallets
 */
export function* readAnew(network: string): Steps<number> {
  const reset = yield* ask(resetMarkers, { network });
  yield* ask(deleteGaps, { network });
  return reset.length;
}

/** For a ledger that lives and dies with this process: it is read from its beginning, and all is counted once anyway. */
export function passingMarkers(): Markers {
  let last: number | undefined;
  let stamps: readonly LedgerStamp[] = [];
  let gaps: readonly Gap[] = [];
  return {
    from: async () => (last === undefined ? "first" : { after: last, stamps }),
    async advance({ upTo, stamp, missing, uncounted, at: since }) {
      last = Math.max(last ?? 0, upTo);
      if (stamp !== undefined) stamps = addStamp(stamps, stamp);
      if (missing !== undefined) gaps = withGaps(gaps, [{ ...missing, reason: "missing", since }]);
      gaps = withGaps(
        gaps,
        uncounted.map((ledger) => uncountedGap(ledger, since)),
      );
    },
    gaps: async () => gaps,
    shrink: async (gap, left) =>
      void (gaps = withGaps(
        gaps.filter((each) => each !== gap),
        left,
      )),
  };
}

/** Each once, as the table holds them: every payment of a ledger that cannot be counted names the ledger. */
function withGaps(gaps: readonly Gap[], more: readonly Gap[]): readonly Gap[] {
  const byRange = new Map(gaps.map((gap) => [`${gap.first} ${gap.last}`, gap]));
  for (const gap of more) {
    const range = `${gap.first} ${gap.last}`;
    if (!byRange.has(range)) byRange.set(range, gap);
  }
  return [...byRange.values()].sort((a, b) => a.first - b.first);
}

export function uncountedGap(ledger: number, since: number): Gap {
  return { first: ledger, last: ledger, reason: "uncounted", since };
}

/** Moves the marker and writes down what was left out, both or neither. */
function* moveOn(name: WalletName, { upTo, missing, stamp, uncounted, at }: HistoryProgress): Steps<void> {
  const [marker] = yield* ask(lockMarker, name);
  if (marker === undefined) throw new Error("Cannot move a marker: it has vanished");
  const { ledger } = marker;
  if (missing !== undefined) {
    // Another process may have read some of it from a server of its own.
    const first = Math.max(missing.first, (ledger ?? -1) + 1);
    if (first <= missing.last) yield* openGap(name, { first, last: missing.last, reason: "missing", since: at });
  }
  for (const each of uncounted) yield* openGap(name, uncountedGap(each, at));
  if (ledger !== null && ledger >= upTo) return;
  const stamps = stamp === undefined ? marker.stamps : JSON.stringify(addStamp(readStamps(marker.stamps), stamp));
  yield* ask(moveMarker, { ...name, ledger: upTo, stamps });
}

const begin: Build<unknown> = (db, { markers }) =>
  db
    .insert(markers)
    .values({
      network: sql.placeholder("network"),
      wallet: sql.placeholder("wallet"),
      since: sql.placeholder("since"),
      stamps: "[]",
    })
    .onConflictDoNothing();

export const markerOf: Build<Row<"markers">[]> = (db, { markers }) =>
  db
    .select()
    .from(markers)
    .where(and(eq(markers.network, sql.placeholder("network")), eq(markers.wallet, sql.placeholder("wallet"))));

/** So that two processes move it one after the other. */
const lockMarker: Build<Row<"markers">[]> = (db, { markers }) =>
  db
    .update(markers)
    .set({ since: sql`${markers.since}` })
    .where(and(eq(markers.network, sql.placeholder("network")), eq(markers.wallet, sql.placeholder("wallet"))))
    .returning();

export const moveMarker: Build<unknown> = (db, { markers }) =>
  db
    .update(markers)
    .set({ ledger: sql`${sql.placeholder("ledger")}`, stamps: sql`${sql.placeholder("stamps")}` })
    .where(and(eq(markers.network, sql.placeholder("network")), eq(markers.wallet, sql.placeholder("wallet"))));

const resetMarkers: Build<{ wallet: string }[]> = (db, { markers }) =>
  db
    .update(markers)
    .set({ ledger: null, stamps: "[]" })
    .where(eq(markers.network, sql.placeholder("network")))
    .returning({ wallet: markers.wallet });

const deleteGaps: Build<unknown> = (db, { gaps }) =>
  db.delete(gaps).where(eq(gaps.network, sql.placeholder("network")));
