/**
 * Holds: a daily call or a price set aside for one run. A hold is a row and a lease: its process renews it while the run
 * goes on, and what a process that died had set aside anybody gives back. The balance itself moves only when a hold is
 * spent.
 */
import type { Drops } from "../runtime/money.ts";
import type { Holder } from "../runtime/ports/accounts.ts";
import { LEASE_MS } from "../store/leases.ts";
import { ask, type Steps } from "../store/store.ts";
import type { Row } from "../store/tables.ts";
import { appendEntry, balanceOf } from "./balances.ts";
import { dayOf } from "../runtime/day.ts";
import {
  dropHold,
  dropLapsedHolds,
  insertHold,
  renewHold,
  settleBalance,
  settleDay,
  takeCall,
  takeDrops,
  takeGrantedCall,
  untakeCall,
  untakeDrops,
} from "./hold-queries.ts";

export type HeldRow = Row<"holds">;

/** A younger one needs no renewal: most runs end before. */
const YOUNG_MS = 5_000;
/** More than anybody can call in a day. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Sets a daily call aside, unless none is left. */
export function* holdCall(holder: Holder, now: number): Steps<HeldRow | undefined> {
  const day = dayOf(now);
  const taken = yield* takeCallOf(holder, day);
  return taken.length === 0 ? undefined : yield* keep(holder, day, { calls: 1, drops: 0n }, now);
}

/** Sets a price aside, unless no balance covers it. */
export function* holdPrice(holder: Holder, drops: Drops, now: number): Steps<HeldRow | undefined> {
  for (const network of [holder.network, ...(holder.alsoSpends ?? [])]) {
    const taken = yield* ask(takeDrops, { accountId: holder.id, network, drops });
    if (taken.length > 0) return yield* keep({ ...holder, network }, dayOf(now), { calls: 0, drops }, now);
  }
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

/**
 * Turns a hold into an entry of the journal. One that has lapsed, because its process stood still, is set aside again
 * first; returns false when that is not possible any more.
 */
export function* spend(hold: HeldRow, holder: Holder, reference: string, now: number): Steps<boolean> {
  const [mine] = yield* ask(dropHold, { id: hold.id });
  if (mine === undefined && !(yield* takeAgain(hold, holder))) return false;
  const { account_id: accountId, network, day, calls, drops } = hold;
  yield* ask(settleDay, { accountId, day, calls, drops });
  const [balance] = yield* drops > 0n
    ? ask(settleBalance, { accountId, network, drops })
    : ask(balanceOf, { accountId, network });
  yield* appendEntry({
    accountId,
    at: now,
    day,
    kind: drops > 0n ? "charge" : "call",
    calls,
    drops: -drops,
    network,
    balanceAfter: balance?.drops ?? 0n,
    reference,
  });
  return true;
}

/** Sets the same aside once more, without a row: it is spent in this very transaction. */
function* takeAgain({ account_id: accountId, network, day, drops }: HeldRow, holder: Holder): Steps<boolean> {
  const taken = drops > 0n ? yield* ask(takeDrops, { accountId, network, drops }) : yield* takeCallOf(holder, day);
  return taken.length > 0;
}

function takeCallOf({ id: accountId, callsPerDay }: Holder, day: string): Steps<{ held: number }[]> {
  const limit = callsPerDay < 0 ? UNLIMITED : callsPerDay;
  // Who has no calls of its own may still have been granted some.
  return ask(limit === 0 ? takeGrantedCall : takeCall, { accountId, day, limit });
}

export function* giveBack(hold: HeldRow): Steps<void> {
  const [mine] = yield* ask(dropHold, { id: hold.id });
  if (mine !== undefined) yield* release(hold);
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
  };
  yield* ask(insertHold, hold);
  return hold;
}

function* release({ account_id: accountId, network, day, calls, drops }: HeldRow): Steps<void> {
  if (calls > 0) yield* ask(untakeCall, { accountId, day, calls });
  if (drops > 0n) yield* ask(untakeDrops, { accountId, network, drops });
}
