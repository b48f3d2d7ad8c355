/** The queries of holds: each moves one counter under its guard, in one statement. */
import { and, eq, lt, lte, sql } from "drizzle-orm";
import type { Drops } from "../../runtime/money.ts";
import { laterOf } from "../../store/later.ts";
import type { Build } from "../../store/store.ts";
import type { Row, Tables } from "../../store/tables/tables.ts";

/** The limit holds at least so many. */
export const takeCallsOfTier: Build<{ held: number }[]> = (db, { days }) =>
  db
    .insert(days)
    .values({
      account_id: sql.placeholder("accountId"),
      day: sql.placeholder("day"),
      calls: 0,
      held: sql.placeholder("calls"),
      granted: 0,
      charged: 0n,
    })
    .onConflictDoUpdate({
      target: [days.account_id, days.day],
      set: { held: sql`${days.held} + excluded.held` },
      setWhere: sql`${days.calls} + ${days.held} + excluded.held <= ${sql.placeholder("limit")} + ${days.granted}`,
    })
    .returning({ held: days.held });

export const takeGrantedCalls: Build<{ held: number }[]> = (db, { days }) =>
  db
    .update(days)
    .set({ held: sql`${days.held} + ${sql.placeholder("calls")}` })
    .where(and(ofDay(days), sql`${days.calls} + ${days.held} + ${sql.placeholder("calls")} <= ${days.granted}`))
    .returning({ held: days.held });

export const untakeCall: Build<unknown> = (db, { days }) =>
  db
    .update(days)
    .set({ held: sql`${days.held} - ${sql.placeholder("calls")}` })
    .where(ofDay(days));

export const settleDay: Build<unknown> = (db, { days }) =>
  db
    .insert(days)
    .values({
      account_id: sql.placeholder("accountId"),
      day: sql.placeholder("day"),
      calls: 0,
      held: 0,
      granted: 0,
      charged: sql.placeholder("drops"),
    })
    .onConflictDoUpdate({
      target: [days.account_id, days.day],
      set: {
        calls: sql`${days.calls} + ${sql.placeholder("calls")}`,
        held: sql`${days.held} - ${sql.placeholder("calls")}`,
        charged: sql`${days.charged} + excluded.charged`,
      },
    });

export const takeDrops: Build<{ held: Drops }[]> = (db, { balances }) =>
  db
    .update(balances)
    .set({ held: sql`${balances.held} + ${sql.placeholder("drops")}` })
    .where(and(ofBalance(balances), sql`${balances.drops} - ${balances.held} >= ${sql.placeholder("drops")}`))
    .returning({ held: balances.held });

export const untakeDrops: Build<unknown> = (db, { balances }) =>
  db
    .update(balances)
    .set({ held: sql`${balances.held} - ${sql.placeholder("drops")}` })
    .where(ofBalance(balances));

export const settleBalance: Build<{ drops: Drops }[]> = (db, { balances }) =>
  db
    .update(balances)
    .set({
      held: sql`${balances.held} - ${sql.placeholder("drops")}`,
      drops: sql`${balances.drops} - ${sql.placeholder("drops")}`,
    })
    .where(ofBalance(balances))
    .returning({ drops: balances.drops });

export const insertHold: Build<unknown> = (db, { holds }) =>
  db.insert(holds).values({
    id: sql.placeholder("id"),
    account_id: sql.placeholder("account_id"),
    day: sql.placeholder("day"),
    calls: sql.placeholder("calls"),
    drops: sql.placeholder("drops"),
    network: sql.placeholder("network"),
    expires_at: sql.placeholder("expires_at"),
    in_budget: sql.placeholder("in_budget"),
  });

export const renewHold: Build<Row<"holds">[]> = (db, { holds }) =>
  db
    .update(holds)
    .set({ expires_at: laterOf(holds.expires_at, sql.placeholder("expiresAt")) })
    .where(eq(holds.id, sql.placeholder("id")))
    .returning();

export const holdOf: Build<{ id: string }[]> = (db, { holds }) =>
  db
    .select({ id: holds.id })
    .from(holds)
    .where(eq(holds.id, sql.placeholder("id")));

/** What is left of it. */
export const takeFromHold: Build<{ calls: number; in_budget: number }[]> = (db, { holds }) =>
  db
    .update(holds)
    .set({ calls: sql`${holds.calls} - ${sql.placeholder("calls")}` })
    .where(and(eq(holds.id, sql.placeholder("id")), sql`${holds.calls} >= ${sql.placeholder("calls")}`))
    .returning({ calls: holds.calls, in_budget: holds.in_budget });

export const dropHold: Build<{ in_budget: number }[]> = (db, { holds }) =>
  db
    .delete(holds)
    .where(eq(holds.id, sql.placeholder("id")))
    .returning({ in_budget: holds.in_budget });

/** The same where it lapses by then. */
export const dropHoldUntil: Build<{ in_budget: number }[]> = (db, { holds }) =>
  db
    .delete(holds)
    .where(and(eq(holds.id, sql.placeholder("id")), lte(holds.expires_at, sql.placeholder("until"))))
    .returning({ in_budget: holds.in_budget });

/** What was set aside of an earlier budget is given back to none. */
export const leaveBudget: Build<unknown> = (db, { holds }) =>
  db
    .update(holds)
    .set({ in_budget: 0 })
    .where(eq(holds.account_id, sql.placeholder("accountId")));

export const dropLapsedHolds: Build<Row<"holds">[]> = (db, { holds }) =>
  db
    .delete(holds)
    .where(lt(holds.expires_at, sql.placeholder("now")))
    .returning();

function ofDay(days: Tables["days"]) {
  return and(eq(days.account_id, sql.placeholder("accountId")), eq(days.day, sql.placeholder("day")));
}

function ofBalance(balances: Tables["balances"]) {
  return and(eq(balances.account_id, sql.placeholder("accountId")), eq(balances.network, sql.placeholder("network")));
}
