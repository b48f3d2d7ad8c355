/**
 * The daily calls of accounts, set aside and counted for many runs at once. Calls of one account that are asked for in
 * the same moment are leased to this process as one hold, and those that have succeeded are counted by one transaction;
 * each answer still waits until its call is counted, so no more are ever given than the quota holds. An account that
 * calls without a pause, and is far from its quota, has a block of calls set aside ahead: what is left of it is given
 * back as soon as the account pauses, and that of a process that died when its lease ends.
 * Shaped by speed: `bun run bench all`.
 */
import type { Holder } from "../../runtime/ports/accounts.ts";
import { ageOf, type Awaitable, type Clock, mapAwaitable } from "../../runtime/world.ts";
import { createBatches } from "./batches.ts";
import type { Leases } from "../../store/processes/leases.ts";
import type { Steps, Store } from "../../store/store.ts";
import { dayOf } from "../../runtime/day.ts";
import { giveBackCalls, type HeldRow, holdCalls, partHold, spendCalls, writeHold } from "./holds.ts";
import { type AccountState, readState, remainingCalls } from "./state.ts";

/** One daily call set aside. */
export interface HeldCall {
  /** With this call, and without those behind it in its batch. */
  readonly state: AccountState;
  /** In a transaction of the caller's. Returns false when it lapsed and cannot be set aside again. */
  spend(reference: string): Steps<boolean>;
  /** The same in one transaction with others. */
  count(reference: string): Promise<boolean>;
  /** Makes it a hold of its own, which lasts without its process, in a transaction of the caller's. */
  handOver(): { readonly hold: string; readonly step: () => Steps<void> };
  /** To be told of whether it is gone, once that is certain: spent or handed over. Otherwise it is given back. */
  end(isGone: boolean): Promise<void>;
}

export interface DailyCalls {
  /** `undefined` when none is left. */
  hold(holder: Holder): Awaitable<HeldCall | undefined>;
}

/** Calls of one account that are set aside by one row. */
interface Lease {
  readonly holder: Holder;
  readonly row: HeldRow;
  /** How many are neither spent nor given back. */
  open: number;
}

/** Calls of a lease that nobody has asked for yet. */
interface Block {
  readonly lease: Lease;
  /** With all calls of the lease. */
  readonly state: AccountState;
  left: number;
  isUsed: boolean;
}

/** Whoever has fewer calls under way at once gains nothing by a block. */
const BUSY_CALLS = 4;
/** For each call that is asked for. */
const AHEAD = 4;
const MOST_AHEAD = 256;
/** So many blocks must be left of the quota: near its end nobody is refused for what another process has set aside. */
const ROOM = 20;
/** How long it is believed what was read with a block, such as the balance. */
const BELIEVED_MS = 500;
const PAUSE_MS = 50;

interface CallToSpend {
  readonly lease: Lease;
  readonly reference: string;
}

export function createDailyCalls(store: Store, clock: Clock, leases: Leases<HeldRow>): DailyCalls {
  /** By the account, its quota and the day. */
  const blocks = new Map<string, Block>();
  let last: { readonly holder: Holder; readonly day: string; readonly key: string } | undefined;
  /** How accounts stood that were busy a moment ago. */
  const busy = new Map<string, AccountState>();
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const taking = createBatches<Holder, { lease: Lease; state: AccountState } | undefined>(async (close) => {
    const now = clock.now();
    const taken = await store.transact(function* () {
      const [holder] = close();
      if (holder === undefined) return undefined;
      const key = keyOf(holder, now);
      const asked = close().length;
      // A budget tells only the store how much is left of it.
      const ahead = holder.hasBudget === true ? 0 : aheadOf(key, asked, now);
      const row = yield* holdCalls(holder, asked + ahead, now);
      return row && { key, holder, row, state: yield* readState(holder, now) };
    }, "relaxed");
    if (taken === undefined) return close().map(() => undefined);
    const { key, holder, row, state } = taken;
    const lease: Lease = { holder, row, open: row.calls };
    leases.add(row.id, row);
    const asked = close().length;
    if (asked >= BUSY_CALLS) {
      busy.set(key, state);
      if (row.calls > asked) setAhead(key, { lease, state, left: row.calls - asked, isUsed: true });
      giveBackLater();
    }
    return close().map((_, at) => (at < row.calls ? callOf(lease, state, row.calls - at - 1) : undefined));
  });

  /** How many calls more than are asked for are set aside. */
  function aheadOf(key: string, asked: number, now: number): number {
    const before = busy.get(key);
    if (asked < BUSY_CALLS || before === undefined || ageOf(before.at, now) >= BELIEVED_MS) return 0;
    const ahead = Math.min(asked * AHEAD, MOST_AHEAD);
    const remaining = remainingCalls(before);
    return remaining < 0 || remaining >= ahead * ROOM ? ahead : 0;
  }

  function setAhead(key: string, block: Block): void {
    const before = blocks.get(key);
    blocks.set(key, block);
    if (before !== undefined) giveBackLeft(before);
  }

  function takeAhead(key: string): { lease: Lease; state: AccountState } | undefined {
    const block = blocks.get(key);
    if (block === undefined) return undefined;
    if (ageOf(block.state.at, clock.now()) >= BELIEVED_MS) {
      blocks.delete(key);
      giveBackLeft(block);
      return undefined;
    }
    block.left--;
    block.isUsed = true;
    if (block.left === 0) blocks.delete(key);
    return callOf(block.lease, block.state, block.left);
  }

  function giveBackLater(): void {
    waiting ??= setTimeout(giveBackUnused, PAUSE_MS);
    waiting.unref();
  }

  function giveBackUnused(): void {
    waiting = undefined;
    const now = clock.now();
    for (const [key, { at }] of busy) if (ageOf(at, now) >= BELIEVED_MS) busy.delete(key);
    for (const [key, block] of blocks) {
      if (!block.isUsed) {
        blocks.delete(key);
        giveBackLeft(block);
      }
      block.isUsed = false;
    }
    if (blocks.size > 0 || busy.size > 0) giveBackLater();
  }

  function giveBackLeft({ lease, left }: Block): void {
    void giveBack(lease, left);
  }

  /** Where that is not possible, the lease gives it back when it ends: what its run came to matters more. */
  async function giveBack(lease: Lease, calls: number): Promise<void> {
    end(lease, calls);
    await Promise.try(() => store.transact(() => giveBackCalls(lease.row, calls), "relaxed")).catch(() => undefined);
  }

  function end(lease: Lease, calls: number): void {
    lease.open -= calls;
    if (lease.open === 0) leases.drop(lease.row.id);
  }

  const counting = createBatches<CallToSpend, boolean>((close) =>
    store.transact(() => spendAll(close(), clock.now()), "relaxed"),
  );

  return {
    hold(holder) {
      const key = keyAt(holder, clock.now());
      return mapAwaitable(takeAhead(key) ?? taking.add(key, holder), (taken) =>
        taken === undefined ? undefined : heldCall(taken.lease, taken.state),
      );
    },
  };

  /** Who came last mostly comes next, and a key that is put together is hashed anew. */
  function keyAt(holder: Holder, now: number): string {
    const day = dayOf(now);
    if (last?.holder !== holder || last.day !== day) last = { holder, day, key: keyOf(holder, now) };
    return last.key;
  }

  function heldCall(lease: Lease, state: AccountState): HeldCall {
    return {
      state,
      *spend(reference) {
        const [isSpent] = yield* spendAll([{ lease, reference }], clock.now());
        return isSpent === true;
      },
      count: (reference) => counting.add(lease.holder.id, { lease, reference }),
      handOver() {
        const own = { ...lease.row, id: crypto.randomUUID(), calls: 1 };
        return { hold: writeHold(own), step: () => partHold(lease.row, own, clock.now()) };
      },
      async end(isGone) {
        if (isGone) end(lease, 1);
        else await giveBack(lease, 1);
      },
    };
  }
}

/** Calls under one name are taken alike. */
function keyOf({ id, callsPerDay, hasBudget }: Holder, now: number): string {
  return `${id} ${callsPerDay} ${dayOf(now)} ${hasBudget === true}`;
}

/** One call of a lease; `behind` are those of it that come after this one. */
function callOf(lease: Lease, state: AccountState, behind: number): { lease: Lease; state: AccountState } {
  return { lease, state: { ...state, used: state.used - behind } };
}

/** Says of each whether it is spent. */
function* spendAll(calls: readonly CallToSpend[], now: number): Steps<boolean[]> {
  const byLease = new Map<Lease, string[]>();
  for (const { lease, reference } of calls) {
    const references = byLease.get(lease);
    if (references === undefined) byLease.set(lease, [reference]);
    else references.push(reference);
  }
  const spent = new Map<Lease, number>();
  for (const [lease, references] of byLease)
    spent.set(lease, yield* spendCalls(lease.row, lease.holder, references, now));
  return calls.map(({ lease }) => {
    const left = spent.get(lease) ?? 0;
    spent.set(lease, left - 1);
    return left > 0;
  });
}
