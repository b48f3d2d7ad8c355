/**
 * Holds: a daily call or a price set aside for one run. A hold is a row, so that a process that dies leaves behind
 * what it had set aside; past its time anybody gives it back. The balance itself moves only when a hold is kept.
 */
import type { Drops } from "../runtime/money.ts";
import type { Holder } from "../runtime/ports.ts";
import { ask, type Steps } from "../store/store.ts";
import type { Row } from "../store/tables.ts";
import { appendEntry, balanceOf } from "./balances.ts";
import { dayOf } from "./day.ts";
import {
  dropHold,
  dropLapsedHolds,
  insertHold,
  settleBalance,
  settleDay,
  takeCall,
  takeDrops,
  takeGrantedCall,
  untakeCall,
  untakeDrops,
} from "./hold-queries.ts";

export type HeldRow = Row<"holds">;

/** Longer than any run may take. */
const HOLD_MS = 15 * 60_000;
/** More than anybody can call in a day. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Sets a daily call aside, unless none is left. */
export function* holdCall(holder: Holder, now: number): Steps<HeldRow | undefined> {
  const day = dayOf(now);
  const limit = holder.callsPerDay < 0 ? UNLIMITED : holder.callsPerDay;
  // Who has no calls of its own may still have been granted some.
  const taken = yield* ask(limit === 0 ? takeGrantedCall : takeCall, { accountId: holder.id, day, limit });
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

/** Turns a hold into an entry of the ledger. Returns false when its time had run out and it was given back. */
export function* spend(hold: HeldRow, reference: string, now: number): Steps<boolean> {
  const [mine] = yield* ask(dropHold, { id: hold.id });
  if (mine === undefined) return false;
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
    expires_at: now + HOLD_MS,
  };
  yield* ask(insertHold, hold);
  return hold;
}

function* release({ account_id: accountId, network, day, calls, drops }: HeldRow): Steps<void> {
  if (calls > 0) yield* ask(untakeCall, { accountId, day, calls });
  if (drops > 0n) yield* ask(untakeDrops, { accountId, network, drops });
}
