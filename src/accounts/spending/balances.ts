/** Moves the balance of an account and appends the entry that says why, in the caller's transaction. */
import { and, eq, sql } from "drizzle-orm";
import { HubError } from "../../runtime/errors.ts";
import { type Drops, formatXrp } from "../../runtime/money.ts";
import { ask, type Build, type Steps } from "../../store/store.ts";
import type { Row } from "../../store/tables/tables.ts";
import { dayOf } from "../../runtime/day.ts";
import { ENTRY_KINDS, type EntryKindName } from "./entry-kinds.ts";

export interface Credit {
  readonly accountId: string;
  readonly network: string;
  readonly drops: Drops;
  readonly kind: EntryKindName;
  /** What it was for, as the account's holder sees it. */
  readonly reference: string;
  /** The order it comes from, which nobody is shown. */
  readonly orderId?: string;
  /** The entry that it undoes. */
  readonly reverses?: number;
  readonly at: number;
}

/** Nine billion XRP, which is more than anybody has: as the tables say it, too. */
const MOST: Drops = 9_000_000_000_000_000n;

/** The balance cannot hold what is to be added to it. */
export class FullBalance extends HubError {
  constructor() {
    super("invalid_input", `A balance holds at most ${formatXrp(MOST)} XRP.`);
  }
}

/** Adds to the balance. @throws {FullBalance} */
export function* credit({ accountId, network, drops, ...entry }: Credit): Steps<void> {
  if (drops > MOST) throw new FullBalance();
  const [balance] = yield* ask(addToBalance, { accountId, network, drops, most: MOST });
  if (balance === undefined) throw new FullBalance();
  yield* appendEntry({ accountId, network, drops, ...entry, balanceAfter: balance.drops });
}

/** Takes from the balance what is not set aside for runs under way; false when it does not hold as much. */
export function* debit({ accountId, network, drops, ...entry }: Credit): Steps<boolean> {
  const [balance] = yield* ask(takeFromBalance, { accountId, network, drops });
  if (balance === undefined) return false;
  yield* appendEntry({ accountId, network, drops: -drops, ...entry, balanceAfter: balance.drops });
  return true;
}

export interface NewEntry extends Credit {
  /** Left out, the day of `at`. */
  readonly day?: string;
  readonly calls?: number;
  readonly balanceAfter: Drops;
}

/** Appends an entry to the journal; the balance it tells of was moved before, in the same transaction. */
export function* appendEntry(entry: NewEntry): Steps<void> {
  const { kind, drops } = entry;
  const { moves } = ENTRY_KINDS[kind];
  const isRight = { nothing: drops === 0n, up: drops >= 0n, down: drops <= 0n, either: true }[moves];
  if (!isRight) throw new Error(`Cannot append a "${kind}" of ${drops} drops: it moves a balance ${moves}`);
  yield* ask(append, { calls: 0, day: dayOf(entry.at), orderId: null, reverses: null, ...entry });
}

export const append: Build<unknown> = (db, { entries }) =>
  db.insert(entries).values({
    account_id: sql.placeholder("accountId"),
    at: sql.placeholder("at"),
    day: sql.placeholder("day"),
    kind: sql.placeholder("kind"),
    calls: sql.placeholder("calls"),
    drops: sql.placeholder("drops"),
    network: sql.placeholder("network"),
    balance_after: sql.placeholder("balanceAfter"),
    reference: sql.placeholder("reference"),
    order_id: sql.placeholder("orderId"),
    reverses: sql.placeholder("reverses"),
  });

export const balanceOf: Build<Row<"balances">[]> = (db, { balances }) =>
  db
    .select()
    .from(balances)
    .where(
      and(eq(balances.account_id, sql.placeholder("accountId")), eq(balances.network, sql.placeholder("network"))),
    );

const addToBalance: Build<{ drops: Drops }[]> = (db, { balances }) =>
  db
    .insert(balances)
    .values({
      account_id: sql.placeholder("accountId"),
      network: sql.placeholder("network"),
      drops: sql.placeholder("drops"),
      held: 0n,
    })
    .onConflictDoUpdate({
      target: [balances.account_id, balances.network],
      set: { drops: sql`${balances.drops} + excluded.drops` },
      setWhere: sql`${balances.drops} + excluded.drops <= ${sql.placeholder("most")}`,
    })
    .returning({ drops: balances.drops });

const takeFromBalance: Build<{ drops: Drops }[]> = (db, { balances }) =>
  db
    .update(balances)
    .set({ drops: sql`${balances.drops} - ${sql.placeholder("drops")}` })
    .where(
      and(
        eq(balances.account_id, sql.placeholder("accountId")),
        eq(balances.network, sql.placeholder("network")),
        sql`${balances.drops} - ${balances.held} >= ${sql.placeholder("drops")}`,
      ),
    )
    .returning({ drops: balances.drops });
