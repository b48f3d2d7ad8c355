/**
 * Whether the store's figures are what its rows come to: deposits = orders and payments = entries = balances. Each check
 * is one statement, which reads one state of the store and holds up no write; the database does the adding, so that
 * memory is no matter of size. All of them in one transaction would read one state, too, but keep SQLite from writing its
 * log back meanwhile, and the write that comes after waits for all of it (130 ms after 58,000 writes).
 * Whether the deposits are what the ledger has validated is asked of the ledger itself (`payment/follower/compare.ts`).
 */
import { sql } from "drizzle-orm";
import type { Build, Store } from "../store/store.ts";
import type { StoreCheck, Difference } from "./verify/check.ts";
import { FIGURES } from "./verify/figures.ts";
import { MONEY } from "./verify/money.ts";

export interface Verification {
  readonly accounts: number;
  readonly entries: number;
  /** One sentence for each figure that is not what it should be. Empty when all is well. */
  readonly differences: readonly string[];
}

/** So many rows a check tells of: whoever has more has one cause for them. */
const TOLD = 100;

export async function verifyLedger(store: Store): Promise<Verification> {
  const differences: string[] = [];
  for (const [check, build] of QUERIES) {
    const found = await store.ask(build);
    differences.push(...found.slice(0, TOLD).map(check.tell));
    if (found.length > TOLD) differences.push(`… and more of the same kind, "${check.name}"`);
  }
  const [sizes] = await store.ask(sizesOf);
  return { accounts: sizes?.accounts ?? 0, entries: sizes?.entries ?? 0, differences };
}

const QUERIES: readonly (readonly [StoreCheck, Build<Difference[]>])[] = [...FIGURES, ...MONEY].map((check) => [
  check,
  (db) =>
    db
      .select({
        subject: sql<string>`subject`,
        place: sql<string>`place`,
        kept: sql<string>`CAST(kept AS TEXT)`,
        due: sql<string>`CAST(due AS TEXT)`,
      })
      .from(sql`(${check.find}) AS found`)
      .limit(TOLD + 1),
]);

const sizesOf: Build<{ accounts: number; entries: number }[]> = (db, { accounts }) =>
  db
    .select({
      accounts: sql<number>`count(*)`.mapWith(Number),
      entries: sql<number>`(SELECT count(*) FROM entries)`.mapWith(Number),
    })
    .from(accounts);
