/** What the stages need from outside. Each port is lent by the composition root; the stages know no implementation. */
import type { ErrorCode, HubError, HubErrorDetails } from "./errors.ts";
import type { JsonText } from "../text/json-text.ts";
import type { Listing } from "./listing.ts";
import type { Drops } from "./money.ts";

/** An answer may be there at once; `await` takes both. */
export type Awaitable<T> = T | Promise<T>;

/** Goes on with a value as soon as it is there: at once where it is, for a promise costs more than most stages do. */
export function mapAwaitable<T, U>(value: Awaitable<T>, use: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/** The finished work of a run, frozen as text so that no later caller can change it. */
export interface Answer {
  /** The items of an actor as one JSON array; what else is sold answers one document. */
  readonly itemsJson: JsonText;
  readonly count: number;
  readonly warnings: readonly string[];
  readonly report?: Readonly<Record<string, unknown>>;
  readonly nextActors?: readonly string[];
  /** The HTTP status it is told under; left out, 200. It is charged for all the same. */
  readonly status?: number;
}

/** An answer that is text as a whole: nothing else is cached. */
export interface WholeAnswer extends Answer {
  readonly itemsJson: string;
}

export function isWhole(answer: Answer): answer is WholeAnswer {
  return typeof answer.itemsJson === "string";
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * Told that so many bytes have just become garbage, by whoever handles a large answer. They would else be there until
 * the collector comes by itself, which is when as much has come together as the whole hub uses.
 */
export type Sweep = (bytes: number) => void;

/** Answers that may be repeated. An entry is gone when its time is up. */
export interface Cache {
  get(key: string): Awaitable<CachedAnswer | undefined>;
  set(key: string, entry: CachedAnswer, ttlSeconds: number): Awaitable<void>;
}

export interface CachedAnswer {
  readonly answer: WholeAnswer;
  /** Milliseconds since the epoch. */
  readonly storedAt: number;
  readonly ttlSeconds: number;
  /** The address whose run it was; absent where that had an account. */
  readonly by?: string;
}

/** Who is calling, as far as anybody behind the door may know. */
export interface Caller {
  /**
   * What the client counts as in limits: its IPv4 address, or the /64 network of its IPv6 address, each in one spelling.
   * Asked for only where it matters: finding it takes time.
   */
  readonly address: () => string;
  /** The `X-API-Key` header as it was sent. */
  readonly key?: string | undefined;
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
   * Takes from the limits of its address what a free call takes, once for each request, for what a caller without an
   * account is told besides: a look, a guess, a repeat.
   * @throws {HubError} `rate_limited`.
   */
  count(request: { readonly caller: Caller; readonly standing: Standing }): Awaitable<void>;
  /** How the account stands, in the headers that every keyed answer carries. */
  headers(holder: Holder): Awaitable<Readonly<Record<string, string>>>;
}

/**
 * Who may make a call, and what for. "open": anybody, within limits. "free": whoever has a key, at no cost, and whoever
 * pays. "keyed": whoever spends one of its daily calls or pays. "charged": whoever pays, and subscribers with a daily call.
 */
export type Access = "open" | "free" | "keyed" | "charged";

export interface Call {
  readonly caller: Caller;
  readonly standing: Standing;
  readonly access: Access;
  /** What it costs whoever has no call to spend on it. */
  readonly price: Drops;
  /** What is called, for the caller's ledger. */
  readonly reference: string;
  /** The caller brought a payment: its balance is left alone. */
  readonly hasProof: boolean;
}

/** A call set aside for one run: given back when the scope ends, unless it was committed. */
export interface Reservation extends AsyncDisposable {
  /** Where the account is charged, `keep` gets the headers as they then are, and goes with the charge. */
  commit(keep?: (headers: StoredResponse["headers"]) => TransactionStep): Awaitable<void>;
  /** What the call costs its caller, whether the account or a payment covers it; 0n for a free or daily call. */
  readonly charge: Drops;
  /** The part of the price that is still to be paid by the request itself. */
  readonly due: Drops;
  /** Why something is still due. */
  readonly shortage?: Shortage;
  /** How the caller's account or limits stand after this call: counted once it is committed. */
  headers(): Readonly<Record<string, string>>;
}

export interface Shortage {
  readonly code: ErrorCode;
  /** When waiting would help. */
  readonly retryAfterMs?: number;
}

/** A run of which it is not known yet whether it fails: what it is paid by, or whose account it is on. */
export interface Trial {
  /** Hash of the transaction that pays for it. */
  readonly payment?: string;
  readonly account?: string;
  /** SHA-256 of what is asked for. */
  readonly input: string;
}

/** Bounds what failing runs cost. */
export interface Attempts {
  /** @throws {HubError} `rate_limited` for what has failed too often. */
  begin(trial: Trial): Awaitable<Attempt>;
}

/** A run under way. Its scope ends with it. */
export interface Attempt extends AsyncDisposable {
  /** Told of the language model's tokens, also after the end. */
  spend(tokens: number): Awaitable<void>;
  /** Returns how often this input has failed lately. */
  fail(): Awaitable<number>;
}

/** What is sold: enough to bind a payment to exactly this request. */
export interface Purchasable {
  readonly method: string;
  /** The path that sells it, with its trailing slash. */
  readonly path: string;
  readonly description: string;
  /** SHA-256 of the request's content, in hex. */
  readonly fingerprint: string;
  readonly price: Drops;
  /** The least that a quote for it may have been; left out, any quote of ours binds. */
  readonly atLeast?: Drops;
  /** The same, of a payment that nobody has claimed yet: nothing has been taken for that quote. */
  readonly newAtLeast?: Drops;
  /** A cached answer is sold, which waits. */
  readonly isCached?: true;
  /** Why it cannot be delivered at present: nothing new is taken for it then. */
  readonly refusal?: () => Awaitable<HubError | undefined>;
  /** CAIP-2 name of the ledger its caller pays on; left out, the hub's main one. */
  readonly network?: string;
  /** How it is called; left out, the terms do not say. */
  readonly listing?: Listing;
}

/** Names what a purchasable costs. */
export interface Quotes {
  /** The 402 of a purchasable: what to pay, and how. */
  terms(purchasable: Purchasable): Awaitable<NonNullable<HubErrorDetails["terms"]>>;
}

/** The way money comes in. */
export interface Rail extends Quotes {
  /**
   * Verifies a proof of payment and claims it for this purchasable, in one atomic act.
   * @throws {HubError} `invalid_payment`, `payment_*`, `ledger_unavailable` or `settlement_unknown`.
   */
  claim(proof: string, purchasable: Purchasable): Awaitable<ClaimResult>;
  /** Whether this is a receipt of ours that the same purchasable was paid for, a short while ago. */
  admits(receipt: string, purchasable: Purchasable): Awaitable<boolean>;
  /**
   * Who has signed this proof for an invoice of this very purchasable; `undefined` where it does not prove that. Takes nothing.
   * @throws {HubError} `invalid_payment`.
   */
  payer(proof: string, purchasable: Purchasable): Awaitable<string | undefined>;
}

export type ClaimResult =
  | { readonly state: "claimed"; readonly claim: Claim }
  /** It was redeemed by the same request before, and this is what it bought. */
  | ({ readonly state: "redeemed" } & StoredResponse);

/** A claimed payment. Unless it is redeemed it stays with the payer, redeemable. */
export interface Claim extends AsyncDisposable {
  /** Hash of the transaction that pays. */
  readonly payment: string;
  /** What was quoted, and paid. */
  readonly price: Drops;
  /** What to tell a payer whose run failed. */
  readonly headers: Readonly<Record<string, string>>;
  /** Spends it, and keeps what it bought for a repeat of the request. Returns what to tell the payer. */
  redeem(purchase: Purchase, keep?: KeepResponse): Promise<StoredResponse["headers"]>;
}

/** What a payment bought. */
export interface Purchase {
  readonly runId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly charge: Drops;
  readonly answer: Answer;
  readonly warnings: readonly string[];
  /** Set when the answer is a cached one. */
  readonly hit?: { readonly ageSeconds: number; readonly ttlSeconds: number };
}

/** A payment to the service wallet, as its ledger has validated it. */
export interface Deposit {
  readonly txHash: string;
  /** CAIP-2 name of the ledger. */
  readonly network: string;
  readonly destinationTag?: number;
  /** What arrived, in drops. */
  readonly delivered: Drops;
  /** Classic address of the sender. */
  readonly payer: string;
  /** The transaction's type; left out, a "Payment". */
  readonly type?: string;
  /** The `InvoiceID` it carried: 64 upper-case hex digits. */
  readonly invoiceHash?: string;
  /** It is written down and counted towards nothing, whatever its tag. */
  readonly isParked?: boolean;
}

/** Bounds what an address may have judged for nothing. */
export interface ProofLimit {
  /** @throws {HubError} `rate_limited` where too many of its proofs have failed. */
  admit(caller: Caller): Awaitable<void>;
  /** Counts a proof that has failed. */
  failed(caller: Caller): Awaitable<void>;
}

/** Where validated payments are counted towards the orders they are for. */
export interface Deposits {
  /** Counts a payment once, however often, and from however many processes, it is told of. */
  credit(deposit: Deposit): Awaitable<CreditResult>;
}

/**
 * "parked": no order has this tag on this ledger; the operator sees it, and nothing is lost. "invoice": it pays for a
 * single call.
 */
export type CreditResult =
  { readonly state: "parked" | "invoice" } | { readonly state: "underpaid" | "confirmed"; readonly orderId: string };

/** A purchase, and the headers it is told with. */
export interface StoredResponse {
  readonly purchase: Purchase;
  readonly headers: Readonly<Record<string, string>>;
}

/** Steps of a transaction: done in the one that they are handed to, or not at all. Only the store knows what they are. */
export type TransactionStep = () => Generator<unknown, void, unknown>;

/** Keeps an answer in the transaction that charges for it, so that neither is there without the other. */
export type KeepResponse = (stored: StoredResponse) => TransactionStep;

/** Answers to requests that carried an `Idempotency-Key`. */
export interface Idempotency {
  /**
   * Starts, or finds what an earlier request with this key came to. `scope` tells callers apart; for a stranger, whose
   * scope is an address, little is kept.
   */
  begin(scope: string, key: string, fingerprint: string, isStranger?: boolean): Awaitable<IdempotencyState>;
}

/** "unkept": it was answered, and the answer was too large to be kept. "crowded": the caller has too many keys. */
export type IdempotencyState =
  | { readonly state: "started"; readonly lease: KeyLease }
  | { readonly state: "finished"; readonly stored: StoredResponse }
  | { readonly state: "crowded"; readonly retryAfterMs: number }
  | { readonly state: "running" | "other_request" | "unkept" };

/** A key in hand: free again when the scope ends, unless an answer was kept. */
export interface KeyLease extends AsyncDisposable {
  /** For whoever charges. Fails, and with it the charge, when another request has taken the key meanwhile. */
  readonly keep: KeepResponse;
  /** Keeps an answer that went with no charge. @throws {HubError} `idempotency_in_progress` as above. */
  complete(stored: StoredResponse): Awaitable<void>;
}
