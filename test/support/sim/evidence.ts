/** What the invariants judge by: the chronicle of a play, its ledgers, and what the store holds in the end. */
import { giveBackLapsed } from "../../../src/accounts/spending/holds.ts";
import { verifyLedger } from "../../../src/accounts/verify.ts";
import type { PaymentRow } from "../../../src/payment/claims/queries.ts";
import type { Build } from "../../../src/store/store.ts";
import type { Row } from "../../../src/store/tables/tables.ts";
import type { Chronicle, Presentation } from "./chronicle.ts";
import type { World } from "./world.ts";

export interface Evidence extends Chronicle {
  readonly ledgers: World["ledgers"];
  /** The identical retries after all was mended: two for each payment, and for each named request without one. */
  readonly retried: readonly Presentation[];
  readonly payments: readonly PaymentRow[];
  readonly entries: readonly Row<"entries">[];
  /** Of all plays of this store. */
  readonly runs: readonly Row<"runs">[];
  readonly balances: readonly Row<"balances">[];
  readonly dayRows: readonly Row<"days">[];
  readonly accounts: readonly KeyOf[];
  /** The secrets of this play's accounts, as their hashes. */
  readonly keys: readonly Row<"keys">[];
  /** What `bun run ledger verify` says, before what was set aside by the dead is given back. */
  readonly differences: readonly string[];
}

export interface KeyOf {
  readonly id: string;
  readonly tier: string;
}

const HOUR_MS = 3_600_000;

export async function gather(
  world: World,
  accountIds: readonly string[],
  retried: readonly Presentation[],
): Promise<Evidence> {
  const { store, chronicle, ledgers, time } = world;
  // Those of earlier plays are judged already.
  const isHere = ({ account_id: id }: { account_id: string }) => accountIds.includes(id);
  const { differences } = await verifyLedger(store);
  await store.transact(() => giveBackLapsed(time.now() + HOUR_MS), "relaxed");
  return {
    ...chronicle,
    ledgers,
    retried,
    payments: await store.ask(allPayments),
    runs: await store.ask(allRuns),
    entries: (await store.ask(allEntries)).filter(isHere),
    balances: (await store.ask(allBalances)).filter(isHere),
    dayRows: (await store.ask(allDays)).filter(isHere),
    accounts: await store.ask(allAccounts),
    keys: (await store.ask(allKeys)).filter(isHere),
    differences,
  };
}

const allPayments: Build<PaymentRow[]> = (db, { payments }) => db.select().from(payments);
const allRuns: Build<Row<"runs">[]> = (db, { runs }) => db.select().from(runs);
const allEntries: Build<Row<"entries">[]> = (db, { entries }) => db.select().from(entries).orderBy(entries.id);
const allBalances: Build<Row<"balances">[]> = (db, { balances }) => db.select().from(balances);
const allDays: Build<Row<"days">[]> = (db, { days }) => db.select().from(days);
const allAccounts: Build<KeyOf[]> = (db, { accounts }) =>
  db.select({ id: accounts.id, tier: accounts.tier }).from(accounts);
const allKeys: Build<Row<"keys">[]> = (db, { keys }) => db.select().from(keys);
