/** The accounts as the stages know them: whose key it is, and what a call takes from it. */
import { HubError } from "../runtime/errors.ts";
import type { Drops } from "../runtime/money.ts";
import type { Accounts, Call, Holder, Reservation, Shortage } from "../runtime/ports/accounts.ts";
import { type Awaitable, type Clock, mapAwaitable } from "../runtime/world.ts";
import { createLeases } from "../store/processes/leases.ts";
import type { Store } from "../store/store.ts";
import type { AnonymousCalls } from "./limits/anonymous-calls.ts";
import { dayOf, endOfDay } from "../runtime/day.ts";
import { limitsOf, shortageOf } from "./spending/budgets.ts";
import { createDailyCalls } from "./spending/daily-calls.ts";
import { type Directory, standingOf } from "./directory.ts";
import { giveBack, giveBackLapsed, type HeldRow, holdPrice, isDue, readHold, renew, stands } from "./spending/holds.ts";
import type { KnownKeys } from "./known-keys.ts";
import { createReservations, isReservation, nothingHeld, uncounted, unpaid } from "./spending/reservations.ts";
import { type AccountState, readState, stateHeaders } from "./spending/state.ts";
import { type Limiters, openWindow, type Quota } from "./limits/windows.ts";

export interface AccountsDeps {
  readonly store: Store;
  readonly directory: Pick<Directory, "standing">;
  readonly keys: Pick<KnownKeys, "find">;
  readonly anonymous: AnonymousCalls;
  readonly limiters: Limiters;
  /** Calls of one account in a minute; 0 switches the limit off. */
  readonly keyPerMinute: number;
  /** One that no correction sets back. */
  readonly clock: Clock;
}

/** Accounts over a store: what is set aside there lapses unless its process lives. */
export interface StoredAccounts extends Accounts {
  /** Renews the leases of this process. */
  renew(): Promise<void>;
}

const NO_BURSTS: readonly Quota[] = [];
const NO_CHARGE = { "x-charge-xrp": "0" } as const;

export function createAccounts(deps: AccountsDeps): StoredAccounts {
  const { store, directory, keys, clock } = deps;
  /** What this process has set aside, by the id of its row. */
  const leases = createLeases<HeldRow>(async (hold) => {
    const now = clock.now();
    // One that has lapsed is set aside again when it is spent.
    return isDue(hold, now) ? store.transact(() => renew(hold, now), "relaxed") : hold;
  });
  const { ofCall, ofHold } = createReservations({ store, clock, leases });
  const dailyCalls = createDailyCalls(store, clock, leases);
  const burst = openWindow(deps.limiters, {
    name: "burst-key",
    points: deps.keyPerMinute,
    seconds: 60,
    refusal: "This API key calls too often",
  });

  return {
    standing({ key, account }) {
      if (account !== undefined) return directory.standing(account);
      if (key === undefined) return { state: "anonymous" };
      return mapAwaitable(keys.find(key), (holder) => standingOf(holder, clock.now()));
    },

    reserve(call) {
      const { standing, billing, price } = call;
      if (standing.state === "known") return ofHolder(standing.holder, call);
      if (standing.state === "refused") return ofNobody(price, { code: standing.code });
      return billing === "open" ? deps.anonymous.reserve(call.caller) : ofNobody(price);
    },

    resume({ hold, due }, { standing, reference }) {
      if (standing.state === "refused")
        throw new HubError(standing.code, "The account that the run was written down for is not served any more.");
      if (hold !== undefined && standing.state === "known") return resumed(readHold(hold), standing.holder, reference);
      return due > 0n ? ofNobody(due) : undefined;
    },

    release: (hold) => () => giveBack(readHold(hold)),

    count: ({ caller, standing }) => (standing.state === "known" ? undefined : deps.anonymous.count(caller)),

    renew: leases.renew,

    async headers(holder) {
      const bursts = burst === undefined ? [] : [await burst.look(holder.id)];
      return stateHeaders(await store.transact(() => readState(holder, clock.now()), "relaxed"), 0n, bursts);
    },
  };

  /** Who pays by the call learns, as every payer does, how the account stands: it is none, and has nothing. */
  function ofNobody(price: Drops, shortage?: Shortage): Reservation {
    const nothing = { used: 0, limit: 0, balance: 0n, at: clock.now() };
    return unpaid(price, shortage, (charge) => stateHeaders(nothing, charge, NO_BURSTS), NO_CHARGE);
  }

  /** A daily call where one will do and one is left; else the price, from the balance or by the request itself. */
  function ofHolder(holder: Holder, call: Call): Awaitable<Reservation> {
    const counted = burst === undefined ? NO_BURSTS : burst.take(holder.id).then((quota) => [quota]);
    return mapAwaitable(counted, (bursts) => {
      if (call.billing === "free" || !takesCall(holder, call)) return withoutCall(holder, call, bursts);
      // Mostly at once, of those that are set aside ahead.
      return mapAwaitable(dailyCalls.hold(holder), (held) =>
        held === undefined ? withoutCall(holder, call, bursts) : ofCall(held, call.reference, bursts),
      );
    });
  }

  /** Where no daily call will do, or none was left a moment ago. */
  async function withoutCall(holder: Holder, call: Call, bursts: readonly Quota[]): Promise<Reservation> {
    const now = clock.now();
    if (call.billing === "free")
      return nothingHeld(await store.transact(() => readState(holder, now), "relaxed"), bursts);
    // What strangers get for nothing never touches a balance.
    const takesPrice = call.billing !== "open" && !call.hasProof;
    const takePrice = async (): Promise<Reservation | AccountState> => {
      const { hold, state } = await store.transact(function* () {
        const hold = takesPrice ? yield* holdPrice(holder, call.price, now) : undefined;
        return { hold, state: yield* readState(holder, now, hold?.network) };
      }, "relaxed");
      return hold === undefined ? state : ofHold(hold, holder, state, call.reference, bursts);
    };
    const takeAgain = async (): Promise<Reservation | AccountState> => {
      const held = takesCall(holder, call) ? await dailyCalls.hold(holder) : undefined;
      return held === undefined ? takePrice() : ofCall(held, call.reference, bursts);
    };

    let taken = await takePrice();
    // Before anybody is refused, what a process that died had set aside is given back.
    if (!isReservation(taken) && (await store.transact(() => giveBackLapsed(now), "relaxed")) > 0)
      taken = await takeAgain();
    if (isReservation(taken)) return taken;
    const state = taken;
    if (call.billing === "open") return asStranger(call, state, bursts);
    const beyond = holder.hasBudget ? await beyondBudget(holder, call.price, now) : undefined;
    const code = takesCall(holder, call) && holder.callsPerDay > 0 ? "quota_exhausted" : "insufficient_balance";
    // Nobody knows when a balance is filled up: the next day of the quota is all there is to tell.
    const shortage: Shortage = beyond ?? { code, retryAfterMs: endOfDay(now) - now };
    return unpaid(call.price, shortage, (charge) => stateHeaders(state, charge, bursts));
  }

  async function beyondBudget(holder: Holder, price: Drops, now: number): Promise<Shortage | undefined> {
    const limits = await store.transact(() => limitsOf(holder.id), "relaxed");
    return limits && shortageOf(limits, dayOf(now), price, now);
  }

  /** What is not spent of it stays the run's, until the transaction that ends it gives it back. */
  async function resumed(hold: HeldRow, holder: Holder, reference: string): Promise<Reservation> {
    const network = hold.drops > 0n ? hold.network : undefined;
    const state = await store.transact(function* () {
      return (yield* stands(hold)) ? yield* readState(holder, clock.now(), network) : undefined;
    }, "relaxed");
    // Somebody else has ended the run meanwhile: it would be done for nothing.
    if (state === undefined) throw uncounted();
    const { handOver: _handOver, ...reservation } = ofHold(hold, holder, state, reference, []);
    return { ...reservation, [Symbol.asyncDispose]: async () => leases.drop(hold.id) };
  }

  /** A holder without daily calls is served as anybody is, and is told how its account stands. */
  async function asStranger(call: Call, state: AccountState, bursts: readonly Quota[]): Promise<Reservation> {
    const reservation = await deps.anonymous.reserve(call.caller);
    const own = stateHeaders(state, 0n, bursts);
    if (reservation === undefined) return nothingHeld(state, bursts);
    return { ...reservation, headers: () => ({ ...own, ...reservation.headers() }) };
  }
}

function takesCall(holder: Holder, { billing }: Call): boolean {
  return billing !== "charged" || holder.spendsCallsOnRuns;
}
