/** Recomputes every balance and every counter from the ledger's entries and the holds that are open. */
import { sql } from "drizzle-orm";
import { ask, type Build, type Steps, type Store } from "../store/store.ts";

export interface Verification {
  readonly accounts: number;
  readonly entries: number;
  /** One sentence for each figure that is not what the ledger says. Empty when all is well. */
  readonly differences: readonly string[];
}

/** A figure of one account in one place: on a network or on a day. */
interface Figure {
  readonly account: string;
  readonly place: string;
  readonly kept: string;
  readonly summed: string;
}

export async function verifyLedger(store: Store): Promise<Verification> {
  return store.transact(function* (): Steps<Verification> {
    const differences: string[] = [];
    for (const [name, figures] of Object.entries(FIGURES)) {
      for (const { account, place, kept, summed } of yield* ask(figures)) {
        if (kept !== summed)
          differences.push(`${name} of account ${account} (${place}): ${kept} is kept, the ledger says ${summed}`);
      }
    }
    const [counts] = yield* ask(sizes);
    return { accounts: counts?.accounts ?? 0, entries: counts?.entries ?? 0, differences };
  }, "relaxed");
}

/**
 * Each figure as it is kept beside what the ledger's rows come to. Sums are compared as text: they may be larger than
 * a double can tell apart. A place that only the ledger knows counts as kept at 0, and the other way round.
 */
const FIGURES: Readonly<Record<string, Build<Figure[]>>> = {
  balance: figure(sql`balances`, sql`network`, sql`drops`, sql`entries`, sql`drops`),
  "balance set aside": figure(sql`balances`, sql`network`, sql`held`, sql`holds`, sql`drops`),
  calls: figure(sql`days`, sql`day`, sql`calls`, sql`entries`, sql`calls`),
  "calls set aside": figure(sql`days`, sql`day`, sql`held`, sql`holds`, sql`calls`),
  charges: figure(
    sql`days`,
    sql`day`,
    sql`charged`,
    sql`entries`,
    sql`CASE WHEN kind = 'charge' THEN -drops ELSE 0 END`,
  ),
};

type Sql = ReturnType<typeof sql>;

function figure(counters: Sql, place: Sql, counter: Sql, ledger: Sql, amount: Sql): Build<Figure[]> {
  return (db) =>
    db
      .select({
        account: sql<string>`account_id`,
        place: sql<string>`place`,
        kept: sql<string>`CAST(SUM(kept) AS TEXT)`,
        summed: sql<string>`CAST(SUM(summed) AS TEXT)`,
      })
      .from(
        sql`(SELECT account_id, ${place} AS place, ${counter} AS kept, 0 AS summed FROM ${counters}
             UNION ALL SELECT account_id, ${place} AS place, 0 AS kept, ${amount} AS summed FROM ${ledger}) AS figures`,
      )
      .groupBy(sql`account_id`, sql`place`);
}

const sizes: Build<{ accounts: number; entries: number }[]> = (db, { accounts }) =>
  db
    .select({
      accounts: sql<number>`count(*)`.mapWith(Number),
      entries: sql<number>`(SELECT count(*) FROM entries)`.mapWith(Number),
    })
    .from(accounts);
