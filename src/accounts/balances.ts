/** Moves the balance of an account and appends the entry that says why, in the caller's transaction. */
import { and, eq, sql } from "drizzle-orm";
import type { Drops } from "../runtime/money.ts";
import { ask, type Build, type Steps } from "../store/store.ts";
import type { Row } from "../store/tables.ts";
import { dayOf } from "./day.ts";

export type EntryKind = "call" | "charge" | "deposit" | "referral" | "grant";

export interface Credit {
  readonly accountId: string;
  readonly network: string;
  readonly drops: Drops;
  readonly kind: EntryKind;
  /** What it was for. */
  readonly reference: string;
  readonly at: number;
}

/** Adds to the balance. */
export function* credit({ accountId, network, drops, kind, reference, at }: Credit): Steps<void> {
  const [balance] = yield* ask(addToBalance, { accountId, network, drops });
  yield* ask(append, {
    accountId,
    at,
    day: dayOf(at),
    kind,
    calls: 0,
    drops,
    network,
    balanceAfter: balance?.drops ?? drops,
    reference,
  });
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
    })
    .returning({ drops: balances.drops });
