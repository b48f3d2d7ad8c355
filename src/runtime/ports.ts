/** What the stages need from outside. Each port is lent by the composition root; the stages know no implementation. */
import type { HubErrorDetails, ErrorCode } from "./errors.ts";
import type { Drops } from "./money.ts";

/** An answer may be there at once; `await` takes both. */
export type Awaitable<T> = T | Promise<T>;

/** The finished work of a run, frozen as text so that no later caller can change it. */
export interface Answer {
  /** The items as one JSON array. */
  readonly itemsJson: string;
  readonly count: number;
  readonly warnings: readonly string[];
  readonly report?: Readonly<Record<string, unknown>>;
  readonly nextActors?: readonly string[];
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Answers that may be repeated. An entry is gone when its time is up. */
export interface Cache {
  get(key: string): Awaitable<CachedAnswer | undefined>;
  set(key: string, entry: CachedAnswer, ttlSeconds: number): Awaitable<void>;
}

export interface CachedAnswer {
  readonly answer: Answer;
  /** Milliseconds since the epoch. */
  readonly storedAt: number;
  readonly ttlSeconds: number;
}

/** Who is calling, as far as anybody behind the door may know. */
export interface Caller {
  /** The client's address, for limits on anonymous calls. Asked for only where it matters: finding it takes time. */
  readonly address: () => string;
  /** The `X-API-Key` header as it was sent. */
  readonly key?: string;
  /** Aborted when the caller hangs up. */
  readonly hungUp: () => AbortSignal;
}

/** Something set aside for one run: given back when the scope ends, unless it was committed. */
export interface Hold extends AsyncDisposable {
  commit(): Awaitable<void>;
}

export interface Accounts {
  /**
   * Sets one call aside for the caller. What the account cannot cover is not refused here but left due; `undefined`
   * means that the call is free and counted nowhere.
   * @throws {HubError} `rate_limited`.
   */
  reserve(call: Call): Awaitable<Reservation | undefined>;
}

export interface Call {
  readonly caller: Caller;
  /** What this call costs when it is charged, 0n when it is not. */
  readonly price: Drops;
  /** What it would cost if it were charged. */
  readonly listPrice: Drops;
  /** The caller brought a payment: nothing needs to be set aside for the price. */
  readonly hasProof: boolean;
}

export interface Reservation extends Hold {
  /** What the call costs its caller, whether the account or a payment covers it; 0n for a free or daily call. */
  readonly charge: Drops;
  /** The part of the price that is still to be paid by the request itself. */
  readonly due: Drops;
  /** Why something is still due. */
  readonly shortage?: ErrorCode;
  /** Headers that tell the caller how its account or limits stand after this call. */
  headers(): Readonly<Record<string, string>>;
}

/** What is sold: enough to bind a payment to exactly this request. */
export interface Sale {
  readonly method: string;
  /** The path that sells it, with its trailing slash. */
  readonly path: string;
  readonly description: string;
  /** SHA-256 of the request's content, in hex. */
  readonly fingerprint: string;
  readonly price: Drops;
}

/** The way money comes in. */
export interface Rail {
  /** The 402 of a sale: what to pay, and how. */
  terms(sale: Sale): Awaitable<NonNullable<HubErrorDetails["terms"]>>;
  /**
   * Verifies a proof of payment and claims it for this sale, in one atomic act.
   * @throws {HubError} `invalid_payment`, `payment_*`, `ledger_unavailable` or `settlement_unknown`.
   */
  claim(proof: string, sale: Sale): Awaitable<Claim>;
}

/** A claimed payment. Committing redeems it; otherwise it stays with the payer, redeemable. */
export interface Claim extends Hold {
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers to requests that carried an `Idempotency-Key`. */
export interface Idempotency<T> {
  /** Starts, or finds what an earlier request with this key came to. `scope` tells callers apart. */
  begin(scope: string, key: string, fingerprint: string): Awaitable<Beginning<T>>;
}

export type Beginning<T> =
  | { readonly state: "started"; readonly hold: AsyncDisposable & { complete(result: T): Awaitable<void> } }
  | { readonly state: "finished"; readonly result: T }
  | { readonly state: "running" }
  | { readonly state: "other_request" };
