/** What is set aside for one call: what it costs, what is told of it, and how it is spent or given back. */
import { HubError } from "../../runtime/errors.ts";
import type { Drops } from "../../runtime/money.ts";
import type { Holder, Reservation, Shortage } from "../../runtime/ports/accounts.ts";
import type { TransactionStep } from "../../runtime/ports/idempotency.ts";
import { type Clock, mapAwaitable } from "../../runtime/world.ts";
import type { Leases } from "../../store/processes/leases.ts";
import { stepsOf, type Steps, type Store } from "../../store/store.ts";
import type { HeldCall } from "./daily-calls.ts";
import { giveBackUnkept, type HeldRow, keepHold, spend, writeHold } from "./holds.ts";
import { type AccountState, stateHeaders } from "./state.ts";
import type { Quota } from "../limits/windows.ts";

export interface ReservationsDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** What this process has set aside, by the id of its row. */
  readonly leases: Leases<HeldRow>;
}

export interface Reservations {
  /** Of one of the calls of the day. */
  ofCall(held: HeldCall, reference: string, bursts: readonly Quota[]): Reservation;
  /** Of what a row of the store sets aside: `state` is how the account stands with that. */
  ofHold(hold: HeldRow, holder: Holder, state: AccountState, reference: string, bursts: readonly Quota[]): Reservation;
}

export function createReservations({ store, clock, leases }: ReservationsDeps): Reservations {
  return { ofCall, ofHold };

  function ofCall(held: HeldCall, reference: string, bursts: readonly Quota[]): Reservation {
    const { state } = held;
    let isSpent = false;
    let isHandedOver = false;
    const spent = stateHeaders(state, 0n, bursts);
    const counted = (isMine: boolean): void => {
      isSpent = isMine;
      if (!isMine) throw uncounted();
    };
    const end = (): Promise<void> => held.end(isSpent || isHandedOver);
    return {
      charge: 0n,
      due: 0n,
      headers: () =>
        // What a run is going to spend is no longer there for another.
        isSpent || isHandedOver ? spent : stateHeaders({ ...state, used: state.used - 1 }, 0n, bursts),
      handOver() {
        const { hold, step } = held.handOver();
        return { hold, step: () => step, done: () => void (isHandedOver = true) };
      },
      commit(keep) {
        if (keep === undefined) return held.count(reference).then(counted);
        return mapAwaitable(keep(spent), (step) =>
          mapAwaitable(
            store.transact(() => inOne(held.spend(reference), step), "relaxed"),
            counted,
          ),
        );
      },
      [Symbol.asyncDispose]: end,
    };
  }

  function ofHold(
    hold: HeldRow,
    holder: Holder,
    held: AccountState,
    reference: string,
    bursts: readonly Quota[],
  ): Reservation {
    let isSpent = false;
    let isHandedOver = false;
    leases.add(hold.id, hold);
    const spent = stateHeaders({ ...held, balance: held.balance - hold.drops }, hold.drops, bursts);
    return {
      charge: hold.drops,
      due: 0n,
      headers() {
        if (isSpent) return spent;
        return stateHeaders(isHandedOver ? held : { ...held, used: held.used - hold.calls }, 0n, bursts);
      },
      handOver: () => ({
        hold: writeHold(hold),
        step: () => () => keepHold(hold, clock.now()),
        done() {
          isHandedOver = true;
          leases.drop(hold.id);
        },
      }),
      async commit(keep) {
        const step = keep && (await keep(spent));
        const spendAll = () => inOne(spend(hold, holder, reference, clock.now()), step);
        isSpent = await store.transact(spendAll, hold.drops > 0n ? "durable" : "relaxed");
        if (!isSpent) throw uncounted();
      },
      async [Symbol.asyncDispose]() {
        leases.drop(hold.id);
        if (isSpent || isHandedOver) return;
        // Where that is not possible it lapses: what its run came to matters more.
        await Promise.try(() => store.transact(() => giveBackUnkept(hold, clock.now()), "relaxed")).catch(
          () => undefined,
        );
      },
    };
  }
}

/** Spends, and does what goes with it. */
function* inOne(spend: Steps<boolean>, step: TransactionStep | undefined): Steps<boolean> {
  const isMine = yield* spend;
  if (isMine) yield* stepsOf(step);
  return isMine;
}

/** The answer is there but can no longer be charged. It is not given away for a call that could be repeated so. */
export function uncounted(): HubError {
  return new HubError("overloaded", "The call took too long to be counted; nothing was charged.");
}

export function isReservation(taken: Reservation | AccountState): taken is Reservation {
  return "commit" in taken;
}

/** One for all: to give a new function that name takes longer than to make all the rest of a reservation. */
async function giveNothingBack(): Promise<void> {}

/** The call costs nothing, and is told how the account stands. */
export function nothingHeld(state: AccountState, bursts: readonly Quota[]): Reservation {
  return {
    isEmpty: true,
    charge: 0n,
    due: 0n,
    headers: () => stateHeaders(state, 0n, bursts),
    commit: () => undefined,
    [Symbol.asyncDispose]: giveNothingBack,
  };
}

/** Nothing is set aside: the request itself must pay. `headers` are told what it has cost once that is certain. */
export function unpaid(
  price: Drops,
  shortage: Shortage | undefined,
  headers: (charge: Drops) => Readonly<Record<string, string>>,
  refusalHeaders?: Readonly<Record<string, string>>,
): Reservation {
  let isPaid = false;
  return {
    isEmpty: true,
    charge: price,
    due: price,
    ...(shortage && { shortage }),
    ...(refusalHeaders && { refusalHeaders }),
    headers: () => headers(isPaid ? price : 0n),
    commit: () => void (isPaid = true),
    [Symbol.asyncDispose]: giveNothingBack,
  };
}
