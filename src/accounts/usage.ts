/** What an account has used and what is left, as its owner sees it. */
import { and, desc, eq, gt, sql } from "drizzle-orm";
import { type Drops, xrpNumber } from "../runtime/money.ts";
import type { Clock } from "../runtime/world.ts";
import { ask, type Build, type Steps, type Store } from "../store/store.ts";
import type { Row } from "../store/tables/tables.ts";
import { DAY_MS, dayOf, endOfDay } from "../runtime/day.ts";
import { budgetOnWire, limitsOf } from "./spending/budgets.ts";
import type { KeyHolder } from "./directory.ts";
import { readState, remainingCalls } from "./spending/state.ts";
import { momentText } from "../runtime/moment.ts";

const DAYS = 30;
const RECENT = 50;

/** The answer of the usage endpoint. */
export type ReadUsage = (holder: KeyHolder) => Promise<Readonly<Record<string, unknown>>>;

export function createUsage(store: Store, clock: Clock): ReadUsage {
  return async (holder) => store.transact(() => usageOf(holder, clock.now()), "relaxed");
}

function* usageOf(holder: KeyHolder, now: number): Steps<Readonly<Record<string, unknown>>> {
  const state = yield* readState(holder, now);
  const days = yield* ask(lastDays, { accountId: holder.id, since: dayOf(now - DAYS * DAY_MS) });
  const entries = yield* ask(lastEntries, { accountId: holder.id });
  const { account, key, entitlement, scopes } = holder;
  const limits = yield* limitsOf(holder.id);
  const isOver = account.expires_at !== null && account.expires_at <= now;
  return {
    key: {
      prefix: key.prefix,
      last_four: key.last_four,
      tier: entitlement.tier,
      status: account.status,
      network: holder.network,
      created_at: momentText(key.created_at),
      expires_at: momentText(key.expires_at ?? entitlement.expiresAt),
      scopes: scopes ?? null,
      ...(isOver && { expired_tier: { tier: account.tier, expired_at: momentText(account.expires_at) } }),
    },
    quota: {
      calls_per_day: state.limit,
      used: state.used,
      remaining: remainingCalls(state),
      resets_at: momentText(endOfDay(now)),
    },
    budget: budgetOnWire(limits, dayOf(now)),
    balance: amounts(state.balance),
    daily: days.map(({ day, calls, charged }) => ({ date: day, calls, charged_xrp: xrpNumber(charged) })),
    recent: entries.map(entryOnWire),
  };
}

/** An entry of the journal as its owner sees it. Its drops are signed. */
function entryOnWire(entry: Row<"entries">): Record<string, unknown> {
  return {
    id: entry.id,
    at: momentText(entry.at),
    kind: entry.kind,
    calls: entry.calls,
    ...amounts(entry.drops),
    network: entry.network,
    balance_after_xrp: xrpNumber(entry.balance_after),
    reference: entry.reference,
  };
}

function amounts(drops: Drops): { xrp: number; drops: string } {
  return { xrp: xrpNumber(drops), drops: drops.toString() };
}

const lastDays: Build<Row<"days">[]> = (db, { days }) =>
  db
    .select()
    .from(days)
    .where(and(eq(days.account_id, sql.placeholder("accountId")), gt(days.day, sql.placeholder("since"))))
    .orderBy(desc(days.day));

const lastEntries: Build<Row<"entries">[]> = (db, { entries }) =>
  db
    .select()
    .from(entries)
    .where(eq(entries.account_id, sql.placeholder("accountId")))
    .orderBy(desc(entries.id))
    .limit(RECENT);
