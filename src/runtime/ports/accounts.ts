/** Who calls, what the account behind a key covers, and the calls set aside for runs. */
import type { Drops } from "../money.ts";
import type { HandOver, StoredResponse, TransactionStep } from "./idempotency.ts";
import type { ResumedRun } from "./runs.ts";
import type { Awaitable } from "../world.ts";
import type { ErrorCode } from "../error-codes.ts";

/** Who is calling, as far as anybody behind the door may know. */
export interface Caller {
  /**
   * What the client counts as in limits: its IPv4 address, or the /64 network of its IPv6 address, each in one spelling.
   * Asked for only where it matters: finding it takes time.
   */
  readonly address: () => string;
  /** The `X-API-Key` header as it was sent. */
  readonly key?: string | undefined;
  /** Whose account it is, of a run that was written down for it: nobody has its key any more. */
  readonly account?: string | undefined;
  /** Aborted when the caller hangs up. */
  readonly hungUp: () => AbortSignal;
}

/** What the caller's key says about it. Unknown, malformed, revoked and suspended keys are told apart nowhere. */
export type Standing =
  | { readonly state: "anonymous" }
  | { readonly state: "refused"; readonly code: "key_unknown" | "key_pending" | "key_expired" }
  | { readonly state: "known"; readonly holder: Holder };

/** The account behind a valid key. */
export interface Holder {
  readonly id: string;
  /** CAIP-2 name of the ledger whose value it holds: test money never turns into real money. */
  readonly network: string;
  /** Further ledgers whose value it may spend, when that of `network` does not do; left out, none. */
  readonly alsoSpends?: readonly string[];
  /** -1 means unlimited. */
  readonly callsPerDay: number;
  /** Whether a daily call pays for a charged run, too. */
  readonly spendsCallsOnRuns: boolean;
  /** What its keys are limited to; left out, nothing. */
  readonly scopes?: readonly string[];
  /** Whether its keys have a budget, less than what the account could cover. */
  readonly hasBudget?: boolean;
}

export interface Accounts {
  standing(caller: Caller): Awaitable<Standing>;
  /**
   * Sets one call aside for the caller. What the account cannot cover is not refused here but left due; `undefined`
   * means that the call is free and counted nowhere.
   * @throws {HubError} `rate_limited`.
   */
  reserve(call: Call): Awaitable<Reservation | undefined>;
  /**
   * Goes on with what was set aside when the run was written down. What it does not spend stays the run's.
   * @throws {HubError} where the account is not served any more.
   */
  resume(resumed: ResumedRun, call: Call): Awaitable<Reservation | undefined>;
  /** Gives back what was set aside for a run that has come to nothing, as a step of the transaction that ends it. */
  release(hold: string): TransactionStep;
  /**
   * Takes from the limits of its address what a free call takes, once for each request, for what a caller without an
   * account is told besides: a look, a guess, a repeat.
   * @throws {HubError} `rate_limited`.
   */
  count(request: { readonly caller: Caller; readonly standing: Standing }): Awaitable<void>;
  /** How the account stands, in the headers that every keyed answer carries. */
  headers(holder: Holder): Awaitable<Readonly<Record<string, string>>>;
}

/**
 * How a call is billed, and so who may make it. "open": anybody, within limits. "free": whoever has a key, at no cost, and whoever
 * pays. "keyed": whoever spends one of its daily calls or pays. "charged": whoever pays, and subscribers with a daily call.
 */
export type Billing = "open" | "free" | "keyed" | "charged";

export interface Call {
  readonly caller: Caller;
  readonly standing: Standing;
  readonly billing: Billing;
  /** What it costs whoever has no call to spend on it. */
  readonly price: Drops;
  /** What is called, for the entry in the caller's account. */
  readonly reference: string;
  /** The caller brought a payment: its balance is left alone. */
  readonly hasProof: boolean;
}

/** A call set aside for one run: given back when the scope ends, unless it was committed. */
export interface Reservation extends AsyncDisposable {
  /** Where the account is charged, `keep` gets the headers as they then are, and goes with the charge. */
  commit(keep?: (headers: StoredResponse["headers"]) => Awaitable<TransactionStep>): Awaitable<void>;
  /** Nothing was set aside, so that nothing need be given back. */
  readonly isEmpty?: true;
  /** What the call costs its caller, whether the account or a payment covers it; 0n for a free or daily call. */
  readonly charge: Drops;
  /** The part of the price that is still to be paid by the request itself. */
  readonly due: Drops;
  /** Why something is still due. */
  readonly shortage?: Shortage;
  /** How the caller's account or limits stand after this call: counted once it is committed. */
  headers(): Readonly<Record<string, string>>;
  /** What stands in their place where the call is refused or fails; left out, the same. */
  readonly refusalHeaders?: Readonly<Record<string, string>>;
  /** Gives it over to a run that is done later; left out, there is nothing to give. */
  handOver?(): HandOver;
}

export interface Shortage {
  readonly code:
    | Extract<ErrorCode, "quota_exhausted" | "insufficient_balance" | "budget_exhausted">
    | Extract<Standing, { state: "refused" }>["code"];
  /** When waiting would help. */
  readonly retryAfterMs?: number;
}
