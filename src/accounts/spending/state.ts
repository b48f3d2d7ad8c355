/** How an account stands, read at one moment, and the headers that say so. */
import { and, eq, sql } from "drizzle-orm";
import { type Drops, formatXrp } from "../../runtime/money.ts";
import type { Holder } from "../../runtime/ports/accounts.ts";
import { ask, type Build, type Steps } from "../../store/store.ts";
import type { Row } from "../../store/tables/tables.ts";
import { balanceOf } from "./balances.ts";
import { dayOf, endOfDay } from "../../runtime/day.ts";
import { limitsOf, type LimitsRow, usedOn } from "./budgets.ts";
import { type Quota, rateLimitHeaders } from "../limits/windows.ts";

export interface AccountState {
  /** Calls of this day, those set aside included. */
  readonly used: number;
  /** -1 means unlimited. */
  readonly limit: number;
  readonly balance: Drops;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** `network` is that of the balance to be told of; left out, the one that the next charge would be taken from. */
export function* readState(holder: Holder, now: number, network?: string): Steps<AccountState> {
  const [day] = yield* ask(dayOfAccount, { accountId: holder.id, day: dayOf(now) });
  const calls = {
    used: (day?.calls ?? 0) + (day?.held ?? 0),
    limit: holder.callsPerDay < 0 ? -1 : holder.callsPerDay + (day?.granted ?? 0),
  };
  const limits = holder.hasBudget ? yield* limitsOf(holder.id) : undefined;
  return {
    ...withinBudget(calls, limits, dayOf(now)),
    balance: yield* balanceFrom(holder, network),
    at: now,
  };
}

/** The calls of the tier, or those of the budget where fewer are left of them. */
function withinBudget(
  calls: Pick<AccountState, "used" | "limit">,
  limits: LimitsRow | undefined,
  day: string,
): Pick<AccountState, "used" | "limit"> {
  if (limits == null || limits.calls_per_day === null) return calls;
  const own = { used: usedOn(limits, day).calls, limit: limits.calls_per_day };
  return calls.limit < 0 || own.limit - own.used < calls.limit - calls.used ? own : calls;
}

function* balanceFrom(holder: Holder, network?: string): Steps<Drops> {
  const networks = network === undefined ? [holder.network, ...(holder.alsoSpends ?? [])] : [network];
  for (const each of networks) {
    const [balance] = yield* ask(balanceOf, { accountId: holder.id, network: each });
    if (balance !== undefined && balance.drops > 0n) return balance.drops;
  }
  return 0n;
}

/** Never negative: a tier may have become smaller in the middle of a day. */
export function remainingCalls({ limit, used }: AccountState): number {
  return limit < 0 ? -1 : Math.max(0, limit - used);
}

/** `bursts` are the limits that were counted beside the day's. */
export function stateHeaders(state: AccountState, charge: Drops, bursts: readonly Quota[]): Record<string, string> {
  const resetAt = endOfDay(state.at);
  const remaining = remainingCalls(state);
  const day: Quota = {
    policy: "day",
    limit: state.limit,
    windowSeconds: 86_400,
    remaining,
    resetMs: resetAt - state.at,
  };
  return {
    "x-charge-xrp": formatXrp(charge),
    "x-balance-xrp": formatXrp(state.balance),
    "x-calls-limit": String(state.limit),
    "x-calls-remaining": String(remaining),
    "x-calls-reset": String(resetAt / 1000),
    ...rateLimitHeaders(state.limit < 0 ? bursts : [day, ...bursts]),
  };
}

const dayOfAccount: Build<Row<"days">[]> = (db, { days }) =>
  db
    .select()
    .from(days)
    .where(and(eq(days.account_id, sql.placeholder("accountId")), eq(days.day, sql.placeholder("day"))));
