/**
 * Holds: a daily call or a price set aside for one run. A hold is a row and a lease: its process renews it while the run
 * goes on, and what a process that died had set aside anybody gives back. The balance itself moves only when a hold is
 * spent.
 */
import { HubError } from "../../runtime/errors.ts";
import type { Drops } from "../../runtime/money.ts";
import type { Holder } from "../../runtime/ports/accounts.ts";
import { LEASE_MS } from "../../store/processes/leases.ts";
import { ask, type Steps } from "../../store/store.ts";
import type { Row } from "../../store/tables/tables.ts";
import { appendEntry, balanceOf } from "./balances.ts";
import { giveBackToBudget, takeCallsFromBudget, takeFromBudget } from "./budgets.ts";
import { dayOf } from "../../runtime/day.ts";
import {
  dropHold,
  dropHoldUntil,
  dropLapsedHolds,
  holdOf,
  insertHold,
  renewHold,
  settleBalance,
  settleDay,
  takeCallsOfTier,
  takeDrops,
  takeFromHold,
  takeGrantedCalls,
  untakeCall,
  untakeDrops,
} from "./hold-queries.ts";

export type HeldRow = Row<"holds">;

/** A younger one needs no renewal: most runs end before. */
const YOUNG_MS = 5_000;
/** More than anybody can call in a day. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Sets up to so many daily calls aside, as many as are left; `undefined` when there are none. */
export function* holdCalls(holder: Holder, wanted: number, now: number): Steps<HeldRow | undefined> {
  const day = dayOf(now);
  const calls = yield* takeCalls(holder, day, wanted, holder.hasBudget === true);
  return calls === 0 ? undefined : yield* keep(holder, day, { calls, drops: 0n }, now);
}

/** Sets a price aside, unless no balance covers it. */
export function* holdPrice(holder: Holder, drops: Drops, now: number): Steps<HeldRow | undefined> {
  const day = dayOf(now);
  const counted = { calls: 1, drops };
  if (holder.hasBudget && !(yield* takeFromBudget(holder.id, day, counted))) return undefined;
  for (const network of [holder.network, ...(holder.alsoSpends ?? [])]) {
    const taken = yield* ask(takeDrops, { accountId: holder.id, network, drops });
    if (taken.length > 0) return yield* keep({ ...holder, network }, day, { calls: 0, drops }, now);
  }
  if (holder.hasBudget) yield* giveBackToBudget(holder.id, day, counted);
  return undefined;
}

/** How long a hold may still be believed before it needs to be renewed. */
export function isDue(hold: HeldRow, now: number): boolean {
  return hold.expires_at - now < LEASE_MS - YOUNG_MS;
}

/** Makes a lease longer. Returns it, or `undefined` when it has lapsed and was given back. */
export function* renew(hold: HeldRow, now: number): Steps<HeldRow | undefined> {
  const [renewed] = yield* ask(renewHold, { id: hold.id, expiresAt: now + LEASE_MS });
  return renewed;
}

/** Longer than anything waits for its turn. */
const KEPT_MS = 48 * 3_600_000;

/** Makes it last without its process, for a run that is done later. @throws {HubError} `overloaded` when it has lapsed. */
export function* keepHold(hold: HeldRow, now: number): Steps<void> {
  const [kept] = yield* ask(renewHold, { id: hold.id, expiresAt: now + KEPT_MS });
  if (kept === undefined) throw tooLate();
}

/** Makes one call of a hold a hold of its own, which lasts like that. */
export function* partHold(hold: HeldRow, own: HeldRow, now: number): Steps<void> {
  const [left] = yield* ask(takeFromHold, { id: hold.id, calls: own.calls });
  if (left === undefined) throw tooLate();
  if (left.calls === 0) yield* ask(dropHold, { id: hold.id });
  yield* ask(insertHold, { ...own, in_budget: left.in_budget, expires_at: now + KEPT_MS });
}

function tooLate(): HubError {
  return new HubError("overloaded", "The run took too long to be written down; nothing was charged.");
}

/** Whether it is still there: neither spent nor given back. */
export function* stands({ id }: HeldRow): Steps<boolean> {
  return (yield* ask(holdOf, { id })).length > 0;
}

/** As it is kept with a run that is done later. */
export function writeHold({ drops, ...hold }: HeldRow): string {
  return JSON.stringify({ ...hold, drops: drops.toString() });
}

export function readHold(text: string): HeldRow {
  // What `writeHold` wrote, perhaps before there were budgets.
  const { drops, ...hold } = JSON.parse(text) as Omit<HeldRow, "drops"> & { drops: string };
  return { ...hold, in_budget: hold.in_budget ?? 0, drops: BigInt(drops) };
}

/** Turns a hold into entries of the journal; returns false when it has lapsed and cannot be set aside again. */
export function* spend(hold: HeldRow, holder: Holder, reference: string, now: number): Steps<boolean> {
  if (hold.drops > 0n) return yield* spendPrice(hold, reference, now);
  return (yield* spendCalls(hold, holder, [reference], now)) > 0;
}

/**
 * Turns a price that is set aside into an entry of the journal. One that has lapsed, because its process stood still, is
 * set aside again first; returns false when that is not possible any more.
 */
function* spendPrice(hold: HeldRow, reference: string, now: number): Steps<boolean> {
  const { id, account_id: accountId, network, day, drops } = hold;
  const [mine] = yield* ask(dropHold, { id });
  if (mine === undefined) {
    const counted = { calls: 1, drops };
    if (isInBudget(hold) && !(yield* takeFromBudget(accountId, day, counted))) return false;
    if ((yield* ask(takeDrops, { accountId, network, drops })).length === 0) {
      if (isInBudget(hold)) yield* giveBackToBudget(accountId, day, counted);
      return false;
    }
  }
  yield* ask(settleDay, { accountId, day, calls: 0, drops });
  const [balance] = yield* ask(settleBalance, { accountId, network, drops });
  const balanceAfter = balance?.drops ?? 0n;
  yield* appendEntry({ accountId, at: now, day, kind: "charge", drops: -drops, network, balanceAfter, reference });
  return true;
}

/**
 * Turns daily calls that are set aside into entries of the journal, one for each thing that was called. Those of a hold
 * that has lapsed are set aside again first; returns how many are spent, which are the first ones.
 */
export function* spendCalls(hold: HeldRow, holder: Holder, references: readonly string[], now: number): Steps<number> {
  const { id, account_id: accountId, network, day } = hold;
  const [mine] = yield* ask(takeFromHold, { id, calls: references.length });
  if (mine?.calls === 0) yield* ask(dropHold, { id });
  const taken = mine ?? (yield* takeCalls(holder, day, references.length, isInBudget(hold)));
  const spent = typeof taken === "number" ? taken : references.length;
  if (spent === 0) return 0;
  yield* ask(settleDay, { accountId, day, calls: spent, drops: 0n });
  const [balance] = yield* ask(balanceOf, { accountId, network });
  const balanceAfter = balance?.drops ?? 0n;
  for (const [reference, calls] of countsOf(references.slice(0, spent)))
    yield* appendEntry({ accountId, at: now, day, kind: "call", calls, drops: 0n, network, balanceAfter, reference });
  return spent;
}

function countsOf(references: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const each of references) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}

/** Takes up to so many, as many as are left, without a row. Returns how many. */
function* takeCalls(holder: Holder, day: string, wanted: number, inBudget: boolean): Steps<number> {
  if (!inBudget) return yield* takeCallsOfDay(holder, day, wanted);
  const fitting = yield* takeCallsFromBudget(holder.id, day, wanted);
  const taken = yield* takeCallsOfDay(holder, day, fitting);
  if (taken < fitting) yield* giveBackToBudget(holder.id, day, { calls: fitting - taken, drops: 0n });
  return taken;
}

function* takeCallsOfDay({ id: accountId, callsPerDay }: Holder, day: string, wanted: number): Steps<number> {
  const limit = callsPerDay < 0 ? UNLIMITED : callsPerDay;
  // Who has no calls of its own may still have been granted some.
  const take = limit === 0 ? takeGrantedCalls : takeCallsOfTier;
  let taken = 0;
  for (let calls = limit === 0 ? wanted : Math.min(wanted, limit); calls > 0;) {
    const held = yield* ask(take, { accountId, day, limit, calls });
    taken += held.length === 0 ? 0 : calls;
    calls = held.length === 0 ? Math.floor(calls / 2) : Math.min(calls, wanted - taken);
  }
  return taken;
}

/** Of daily calls that are set aside. What has lapsed was given back already. */
export function* giveBackCalls(hold: HeldRow, calls: number): Steps<void> {
  const { id, account_id: accountId, day } = hold;
  const [mine] = yield* ask(takeFromHold, { id, calls });
  if (mine?.calls === 0) yield* ask(dropHold, { id });
  if (mine === undefined) return;
  if (isInBudget(mine)) yield* giveBackToBudget(accountId, day, { calls, drops: 0n });
  yield* ask(untakeCall, { accountId, day, calls });
}

export function* giveBack(hold: HeldRow): Steps<void> {
  const [mine] = yield* ask(dropHold, { id: hold.id });
  if (mine !== undefined) yield* release({ ...hold, ...mine });
}

/**
 * The same by the process that renews it. One that a run keeps is the run's, though nobody may have heard that it was handed
 * over: it lapses later than anything that is renewed.
 */
export function* giveBackUnkept(hold: HeldRow, now: number): Steps<void> {
  const [mine] = yield* ask(dropHoldUntil, { id: hold.id, until: now + LEASE_MS });
  if (mine !== undefined) yield* release({ ...hold, ...mine });
}

/** Gives back what outlived its time. Returns how many holds. */
export function* giveBackLapsed(now: number): Steps<number> {
  const lapsed = yield* ask(dropLapsedHolds, { now });
  for (const hold of lapsed) yield* release(hold);
  return lapsed.length;
}

function* keep(holder: Holder, day: string, what: { calls: number; drops: Drops }, now: number): Steps<HeldRow> {
  const hold = {
    id: crypto.randomUUID(),
    account_id: holder.id,
    day,
    ...what,
    network: holder.network,
    expires_at: now + LEASE_MS,
    in_budget: holder.hasBudget ? 1 : 0,
  };
  yield* ask(insertHold, hold);
  return hold;
}

function* release(hold: HeldRow): Steps<void> {
  const { account_id: accountId, network, day, calls, drops } = hold;
  if (isInBudget(hold)) yield* giveBackToBudget(accountId, day, { calls: drops > 0n ? 1 : calls, drops });
  if (calls > 0) yield* ask(untakeCall, { accountId, day, calls });
  if (drops > 0n) yield* ask(untakeDrops, { accountId, network, drops });
}

/** Of a hold that is still there its row says so: its budget may be over. */
function isInBudget({ in_budget }: Pick<HeldRow, "in_budget">): boolean {
  return in_budget === 1;
}
