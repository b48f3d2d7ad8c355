/**
 * The budgets of keys: how many calls a day, and how much of the balance, less than the account could cover. What a run
 * may come to take is counted when it is set aside, in one statement, so no more is ever spent, by however many processes.
 */
import { eq, type SQL, sql } from "drizzle-orm";
import { type Drops, xrpNumber } from "../../runtime/money.ts";
import { ask, type Build, type Steps } from "../../store/store.ts";
import type { Row, Tables } from "../../store/tables/tables.ts";
import { endOfDay } from "../../runtime/day.ts";
import type { Shortage } from "../../runtime/ports/accounts.ts";

export type LimitsRow = Row<"key_limits">;

interface BudgetShare {
  readonly calls: number;
  readonly drops: Drops;
}

/** Whether it fits, which is when it is counted. */
export function* takeFromBudget(accountId: string, day: string, taken: BudgetShare): Steps<boolean> {
  return (yield* ask(take, { accountId, day, ...taken })).length > 0;
}

/** Takes up to so many calls, as many as fit. Returns how many. */
export function* takeCallsFromBudget(accountId: string, day: string, wanted: number): Steps<number> {
  let taken = 0;
  for (let calls = wanted; calls > 0;) {
    const fits = yield* takeFromBudget(accountId, day, { calls, drops: 0n });
    taken += fits ? calls : 0;
    calls = fits ? Math.min(calls, wanted - taken) : Math.floor(calls / 2);
  }
  return taken;
}

export function* giveBackToBudget(accountId: string, day: string, taken: BudgetShare): Steps<void> {
  yield* ask(giveBack, { accountId, day, ...taken });
}

export function* limitsOf(accountId: string): Steps<LimitsRow | undefined> {
  const [limits] = yield* ask(limitsOfAccount, { accountId });
  return limits;
}

/** As they are kept: with blanks between. */
export function scopesOf(limits: LimitsRow | null | undefined): readonly string[] | undefined {
  return limits?.scopes == null ? undefined : limits.scopes.split(" ").filter((scope) => scope !== "");
}

export function hasBudget(limits: LimitsRow | null | undefined): boolean {
  return limits != null && [limits.calls_per_day, limits.drops_per_day, limits.drops_total].some((one) => one !== null);
}

/** What is used on a day: that of another day is over. */
export function usedOn(limits: LimitsRow, day: string): BudgetShare {
  return limits.day < day ? { calls: 0, drops: 0n } : { calls: limits.day_calls, drops: limits.day_drops };
}

/** As its holder and the operator see it: a limit that is null is none, and so is a budget. */
export function budgetOnWire(limits: LimitsRow | null | undefined, day: string): Record<string, unknown> | null {
  if (limits == null || !hasBudget(limits)) return null;
  const today = usedOn(limits, day);
  return {
    calls_per_day: limits.calls_per_day,
    calls_today: today.calls,
    xrp_per_day: limits.drops_per_day === null ? null : xrpNumber(limits.drops_per_day),
    xrp_today: xrpNumber(today.drops),
    xrp_total: limits.drops_total === null ? null : xrpNumber(limits.drops_total),
    xrp_used: xrpNumber(limits.total_drops),
  };
}

/** Why one more call at this price does not fit, where it does not; waiting helps only where the day's end does. */
export function shortageOf(limits: LimitsRow, day: string, price: Drops, now: number): Shortage | undefined {
  const { calls, drops } = usedOn(limits, day);
  const code = "budget_exhausted";
  if (limits.drops_total !== null && limits.total_drops + price > limits.drops_total) return { code };
  const isOver =
    (limits.calls_per_day !== null && calls + 1 > limits.calls_per_day) ||
    (limits.drops_per_day !== null && drops + price > limits.drops_per_day);
  return isOver ? { code, retryAfterMs: endOfDay(now) - now } : undefined;
}

const calls = sql`CAST(${sql.placeholder("calls")} AS BIGINT)`;
const drops = sql`CAST(${sql.placeholder("drops")} AS BIGINT)`;
const day = sql`CAST(${sql.placeholder("day")} AS TEXT)`;

/** A process whose clock is behind counts on the day that the others are at. */
function ofDay(limits: Tables["key_limits"], counted: SQL | Tables["key_limits"]["day_calls" | "day_drops"]): SQL {
  return sql`CASE WHEN ${limits.day} < ${day} THEN 0 ELSE ${counted} END`;
}

const take: Build<{ day: string }[]> = (db, { key_limits: limits }) => {
  const dayCalls = sql`${ofDay(limits, limits.day_calls)} + ${calls}`;
  const dayDrops = sql`${ofDay(limits, limits.day_drops)} + ${drops}`;
  return db
    .update(limits)
    .set({
      day_calls: dayCalls,
      day_drops: dayDrops,
      total_drops: sql`${limits.total_drops} + ${drops}`,
      day: sql`CASE WHEN ${limits.day} < ${day} THEN ${day} ELSE ${limits.day} END`,
    })
    .where(
      sql`${limits.account_id} = ${sql.placeholder("accountId")}
        AND (${limits.calls_per_day} IS NULL OR ${dayCalls} <= ${limits.calls_per_day})
        AND (${limits.drops_per_day} IS NULL OR ${drops} = 0 OR ${dayDrops} <= ${limits.drops_per_day})
        AND (${limits.drops_total} IS NULL OR ${drops} = 0 OR ${limits.total_drops} + ${drops} <= ${limits.drops_total})`,
    )
    .returning({ day: limits.day });
};

/** Never below nothing: the budget may have begun anew meanwhile. */
const giveBack: Build<unknown> = (db, { key_limits: limits }) => {
  const less = (
    counted: SQL | typeof limits.day_calls | typeof limits.day_drops | typeof limits.total_drops,
    by: SQL,
  ) => sql`CASE WHEN ${counted} < ${by} THEN 0 ELSE ${counted} - ${by} END`;
  const lessToday = (counted: typeof limits.day_calls | typeof limits.day_drops, by: SQL) =>
    sql`CASE WHEN ${limits.day} = ${day} THEN ${less(counted, by)} ELSE ${counted} END`;
  return db
    .update(limits)
    .set({
      day_calls: lessToday(limits.day_calls, calls),
      day_drops: lessToday(limits.day_drops, drops),
      total_drops: less(limits.total_drops, drops),
    })
    .where(eq(limits.account_id, sql.placeholder("accountId")));
};

const limitsOfAccount: Build<LimitsRow[]> = (db, { key_limits: limits }) =>
  db
    .select()
    .from(limits)
    .where(eq(limits.account_id, sql.placeholder("accountId")));
