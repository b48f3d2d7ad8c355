/**
 * The daily calls of accounts, set aside and counted for many runs at once. Calls of one account that are asked for in
 * the same moment are leased to this process as one hold, and those that have succeeded are counted by one transaction;
 * each answer still waits until its call is counted, so no more are ever given than the quota holds.
 * Shaped by speed: `bun run bench all`.
 */
import type { Holder } from "../runtime/ports/accounts.ts";
import type { Clock } from "../runtime/world.ts";
import { createBatches } from "../store/batches.ts";
import type { Leases } from "../store/leases.ts";
import type { Steps, Store } from "../store/store.ts";
import { dayOf } from "../runtime/day.ts";
import { giveBackCalls, type HeldRow, holdCalls, partHold, spendCalls, writeHold } from "./holds.ts";
import { type AccountState, readState } from "./state.ts";

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
  hold(holder: Holder): Promise<HeldCall | undefined>;
}

/** Calls of one account that are set aside by one row. */
interface Lease {
  readonly holder: Holder;
  readonly row: HeldRow;
  /** How many are neither spent nor given back. */
  open: number;
}

interface Spent {
  readonly lease: Lease;
  readonly reference: string;
}

export function createDailyCalls(store: Store, clock: Clock, leases: Leases<HeldRow>): DailyCalls {
  const taking = createBatches<Holder, { lease: Lease; state: AccountState } | undefined>(async (close) => {
    const now = clock.now();
    const taken = await store.transact(function* () {
      const [holder] = close();
      if (holder === undefined) return undefined;
      const row = yield* holdCalls(holder, close().length, now);
      return row && { holder, row, state: yield* readState(holder, now) };
    }, "relaxed");
    if (taken === undefined) return close().map(() => undefined);
    const { holder, row, state } = taken;
    const lease: Lease = { holder, row, open: row.calls };
    leases.add(row.id, row);
    return close().map((_, at) => {
      if (at >= row.calls) return undefined;
      return { lease, state: { ...state, used: state.used - row.calls + at + 1 } };
    });
  });

  const counting = createBatches<Spent, boolean>((close) =>
    store.transact(() => spendAll(close(), clock.now()), "relaxed"),
  );

  return {
    async hold(holder) {
      const taken = await taking.add(nameOf(holder, dayOf(clock.now())), holder);
      return taken && heldCall(taken.lease, taken.state);
    },
  };

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
        lease.open--;
        if (lease.open === 0) leases.drop(lease.row.id);
        if (!isGone) await store.transact(() => giveBackCalls(lease.row, 1), "relaxed");
      },
    };
  }
}

/** Calls under one name are taken alike. */
function nameOf({ id, callsPerDay, hasBudget }: Holder, day: string): string {
  return `${id} ${callsPerDay} ${day} ${hasBudget === true}`;
}

/** Says of each whether it is spent. */
function* spendAll(calls: readonly Spent[], now: number): Steps<boolean[]> {
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
