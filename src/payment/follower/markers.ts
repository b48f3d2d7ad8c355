/** Up to which ledger a wallet has been read: kept in the store, so that every process and every restart goes on there. */
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { ask, type Build, type Store } from "../../store/store.ts";
import type { Row } from "../../store/tables.ts";
import type { From } from "../ledger.ts";

export interface Markers {
  /** Where to read on. */
  from(): Promise<From>;
  /** Everything up to this ledger has been counted. Another process may be further already. */
  advance(ledger: number): Promise<void>;
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
      const name = { network, wallet: await wallet() };
      if (!isBegun) await store.transact(() => ask(begin, { ...name, since }));
      isBegun = true;
      const [marker] = await store.ask(markerOf, name);
      if (marker === undefined) throw new Error("Cannot read a ledger: its marker has vanished");
      return marker.ledger === null ? { moment: marker.since } : { after: marker.ledger };
    },
    async advance(ledger) {
      await store.ask(moveForward, { network, wallet: await wallet(), ledger });
    },
  };
}

/** For a ledger that lives and dies with this process: it is read from its beginning, and all is counted once anyway. */
export function passingMarkers(): Markers {
  let last: number | undefined;
  return {
    from: async () => (last === undefined ? "first" : { after: last }),
    advance: async (ledger) => void (last = Math.max(last ?? 0, ledger)),
  };
}

const begin: Build<unknown> = (db, { markers }) =>
  db
    .insert(markers)
    .values({
      network: sql.placeholder("network"),
      wallet: sql.placeholder("wallet"),
      since: sql.placeholder("since"),
    })
    .onConflictDoNothing();

const markerOf: Build<Row<"markers">[]> = (db, { markers }) =>
  db
    .select()
    .from(markers)
    .where(and(eq(markers.network, sql.placeholder("network")), eq(markers.wallet, sql.placeholder("wallet"))));

/** Losing the last move in a crash does no harm: what is read twice is counted once. */
const moveForward: Build<unknown> = (db, { markers }) =>
  db
    .update(markers)
    .set({ ledger: sql`${sql.placeholder("ledger")}` })
    .where(
      and(
        eq(markers.network, sql.placeholder("network")),
        eq(markers.wallet, sql.placeholder("wallet")),
        or(isNull(markers.ledger), lt(markers.ledger, sql.placeholder("ledger"))),
      ),
    );
