/** Ledgers that the reading of a wallet has passed without all of them being counted: kept until they are. */
import { and, eq, sql } from "drizzle-orm";
import type { LedgerRange } from "../ledger.ts";
import { ask, type Build, type Steps } from "../../store/store.ts";
import type { Row } from "../../store/tables/tables.ts";

/** "missing": no server held them; "uncounted": a payment in them could not be counted. */
export type GapReason = "missing" | "uncounted";

export interface Gap extends LedgerRange {
  readonly reason: GapReason;
  /** Since when, in milliseconds since the epoch. */
  readonly since: number;
}

/** A network and a classic address on it. */
export type WalletName = { readonly network: string; readonly wallet: string };

/** So many are worked on at a time, the oldest first. */
const LISTED = 100;

export function* openGap(name: WalletName, { first, last, reason, since }: Gap): Steps<void> {
  yield* ask(insertGap, { ...name, first, last, reason, since });
}

/** Puts what is left in the place of a gap. Somebody else may have done it meanwhile. */
export function* replaceGap(name: WalletName, { first, last }: Gap, left: readonly Gap[]): Steps<void> {
  const closed = yield* ask(deleteGap, { ...name, first, last });
  if (closed.length === 0) return;
  for (const each of left) yield* openGap(name, each);
}

export function gapOf({ first_ledger: first, last_ledger: last, reason, since }: Row<"gaps">): Gap {
  return { first, last, reason: reason as GapReason, since }; // The table admits no other.
}

export const gapsOf: Build<Row<"gaps">[]> = (db, { gaps }) =>
  db
    .select()
    .from(gaps)
    .where(and(eq(gaps.network, sql.placeholder("network")), eq(gaps.wallet, sql.placeholder("wallet"))))
    .orderBy(gaps.first_ledger)
    .limit(LISTED);

/** Where one begins there already, the one that goes further stays: ledgers are read anew after a restore. */
const insertGap: Build<unknown> = (db, { gaps }) => {
  const furthest = (column: typeof gaps.last_ledger | typeof gaps.reason, name: string) =>
    sql`CASE WHEN ${gaps.last_ledger} < excluded.last_ledger THEN excluded.${sql.raw(name)} ELSE ${column} END`;
  return db
    .insert(gaps)
    .values({
      network: sql.placeholder("network"),
      wallet: sql.placeholder("wallet"),
      first_ledger: sql.placeholder("first"),
      last_ledger: sql.placeholder("last"),
      reason: sql.placeholder("reason"),
      since: sql.placeholder("since"),
    })
    .onConflictDoUpdate({
      target: [gaps.network, gaps.wallet, gaps.first_ledger],
      set: {
        last_ledger: furthest(gaps.last_ledger, "last_ledger"),
        reason: furthest(gaps.reason, "reason"),
      },
    });
};

const deleteGap: Build<{ first: number }[]> = (db, { gaps }) =>
  db
    .delete(gaps)
    .where(
      and(
        eq(gaps.network, sql.placeholder("network")),
        eq(gaps.wallet, sql.placeholder("wallet")),
        eq(gaps.first_ledger, sql.placeholder("first")),
        eq(gaps.last_ledger, sql.placeholder("last")),
      ),
    )
    .returning({ first: gaps.first_ledger });
