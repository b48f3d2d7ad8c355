/** The accounts as the stages know them: whose key it is, and what a call takes from it. */
import { HubError } from "../runtime/errors.ts";
import { type Drops, formatXrp } from "../runtime/money.ts";
import type { Accounts, Call, Holder, Reservation, Shortage } from "../runtime/ports/accounts.ts";
import type { Clock } from "../runtime/world.ts";
import { createLeases } from "../store/leases.ts";
import { stepsOf, type Steps, type Store } from "../store/store.ts";
import type { AnonymousCalls } from "./anonymous.ts";
import { endOfDay, monotonic } from "../runtime/day.ts";
import { type Directory, standingOf } from "./directory.ts";
import { giveBack, giveBackLapsed, type HeldRow, holdCall, holdPrice, isDue, renew, spend } from "./holds.ts";
import { type AccountState, readState, stateHeaders } from "./state.ts";
import { type Limiters, openWindow, type Quota } from "./windows.ts";

export interface AccountsDeps {
  readonly store: Store;
  readonly directory: Directory;
  readonly anonymous: AnonymousCalls;
  readonly limiters: Limiters;
  /** Calls of one account in a minute; 0 switches the limit off. */
  readonly keyPerMinute: number;
  readonly clock: Clock;
}

/** Accounts over a store: what is set aside there lapses unless its process lives. */
export interface StoredAccounts extends Accounts {
  /** Renews the leases of this process. */
  renew(): Promise<void>;
}

export function createAccounts(deps: AccountsDeps): StoredAccounts {
  const { store, directory } = deps;
  const clock = monotonic(deps.clock);
  /** What this process has set aside, by the id of its row. */
  const leases = createLeases<HeldRow>(async (hold) => {
    const now = clock.now();
    // One that has lapsed is set aside again when it is spent.
    return isDue(hold, now) ? store.transact(() => renew(hold, now), "relaxed") : hold;
  });
  const burst = openWindow(deps.limiters, {
    name: "burst-key",
    points: deps.keyPerMinute,
    seconds: 60,
    refusal: "This API key calls too often",
  });

  return {
    async standing({ key }) {
      return key === undefined ? { state: "anonymous" } : standingOf(await directory.find(key), clock.now());
    },

    reserve(call) {
      const { standing, access, price } = call;
      if (standing.state === "known") return ofHolder(standing.holder, call);
      if (standing.state === "refused") return unpaid(price, { code: standing.code });
      return access === "open" ? deps.anonymous.reserve(call.caller) : unpaid(price);
    },

    count: ({ caller, standing }) => (standing.state === "known" ? undefined : deps.anonymous.count(caller)),

    renew: leases.renew,

    async headers(holder) {
      const bursts = burst === undefined ? [] : [await burst.look(holder.id)];
      return stateHeaders(await store.transact(() => readState(holder, clock.now()), "relaxed"), 0n, bursts);
    },
  };

  /** A daily call where one will do and one is left; else the price, from the balance or by the request itself. */
  async function ofHolder(holder: Holder, call: Call): Promise<Reservation> {
    const bursts = burst === undefined ? [] : [await burst.take(holder.id)];
    const now = clock.now();
    if (call.access === "free")
      return nothingHeld(await store.transact(() => readState(holder, now), "relaxed"), bursts);
    const takesCall = call.access !== "charged" || holder.spendsCallsOnRuns;
    // What strangers get for nothing never touches a balance.
    const takesPrice = call.access !== "open" && !call.hasProof;
    const take = () =>
      store.transact(function* () {
        const hold =
          (takesCall ? yield* holdCall(holder, now) : undefined) ??
          (takesPrice ? yield* holdPrice(holder, call.price, now) : undefined);
        return { hold, state: yield* readState(holder, now, hold?.drops ? hold.network : undefined) };
      }, "relaxed");

    let taken = await take();
    // Before anybody is refused, what a process that died had set aside is given back.
    if (taken.hold === undefined && (await store.transact(() => giveBackLapsed(now), "relaxed")) > 0)
      taken = await take();
    if (taken.hold !== undefined) return ofHold(taken.hold, holder, taken.state, call.reference, bursts);
    if (call.access === "open") return asStranger(call, taken.state, bursts);
    const shortage: Shortage =
      takesCall && holder.callsPerDay > 0
        ? { code: "quota_exhausted", retryAfterMs: endOfDay(now) - now }
        : { code: "insufficient_balance" };
    return unpaid(call.price, shortage, (charge) => stateHeaders(taken.state, charge, bursts));
  }

  /** A holder without daily calls is served as anybody is, and is told how its account stands. */
  async function asStranger(call: Call, state: AccountState, bursts: readonly Quota[]): Promise<Reservation> {
    const reservation = await deps.anonymous.reserve(call.caller);
    const own = stateHeaders(state, 0n, bursts);
    if (reservation === undefined) return nothingHeld(state, bursts);
    return { ...reservation, headers: () => ({ ...own, ...reservation.headers() }) };
  }

  function ofHold(
    hold: HeldRow,
    holder: Holder,
    held: AccountState,
    reference: string,
    bursts: readonly Quota[],
  ): Reservation {
    let isSpent = false;
    leases.add(hold.id, hold);
    const spent = stateHeaders({ ...held, balance: held.balance - hold.drops }, hold.drops, bursts);
    return {
      charge: hold.drops,
      due: 0n,
      headers: () => (isSpent ? spent : stateHeaders({ ...held, used: held.used - hold.calls }, 0n, bursts)),
      async commit(keep) {
        const step = keep?.(spent);
        isSpent = await store.transact(
          function* (): Steps<boolean> {
            const isMine = yield* spend(hold, holder, reference, clock.now());
            if (isMine) yield* stepsOf(step);
            return isMine;
          },
          hold.drops > 0n ? "durable" : "relaxed",
        );
        // The answer is there but can no longer be charged. It is not given away for a call that could be repeated so.
        if (!isSpent) throw new HubError("overloaded", "The call took too long to be counted; nothing was charged.");
      },
      async [Symbol.asyncDispose]() {
        leases.drop(hold.id);
        if (!isSpent) await store.transact(() => giveBack(hold), "relaxed");
      },
    };
  }
}

/** The call costs nothing, and is told how the account stands. */
function nothingHeld(state: AccountState, bursts: readonly Quota[]): Reservation {
  return {
    charge: 0n,
    due: 0n,
    headers: () => stateHeaders(state, 0n, bursts),
    commit: () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** Nothing is set aside: the request itself must pay. `headers` are told what it has cost once that is certain. */
function unpaid(
  price: Drops,
  shortage?: Shortage,
  headers: (charge: Drops) => Readonly<Record<string, string>> = (charge) => ({ "x-charge-xrp": formatXrp(charge) }),
): Reservation {
  let isPaid = false;
  return {
    charge: price,
    due: price,
    ...(shortage && { shortage }),
    headers: () => headers(isPaid ? price : 0n),
    commit: () => void (isPaid = true),
    [Symbol.asyncDispose]: async () => undefined,
  };
}
