/** What was bought, stored for repeats of the same request. */
import type { Drops } from "../money.ts";
import type { Answer } from "./answer.ts";
import type { Awaitable } from "../world.ts";

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

/** A purchase, and the headers it is told with. */
export interface StoredResponse {
  readonly purchase: Purchase;
  readonly headers: Readonly<Record<string, string>>;
}

/** Steps of a transaction: done in the one that they are handed to, or not at all. Only the store knows what they are. */
export type TransactionStep = () => Generator<unknown, void, unknown>;

/**
 * Keeps an answer in the transaction that charges for it, so that neither is there without the other. What is long of it
 * is written first.
 */
export type KeepResponse = (stored: StoredResponse) => Awaitable<TransactionStep>;

/** Something set aside for a run, which goes over to whoever does it later. */
export interface HandOver {
  /** Done in the transaction that writes the run down. */
  readonly step?: (runId: string) => TransactionStep;
  /** Told once that is committed: what was set aside is the run's from now on. */
  done(): void;
  /** What the account has set aside, for `Accounts.resume`. */
  readonly hold?: string;
  /** The Idempotency-Key that the run belongs to. */
  readonly key?: { readonly scope: string; readonly key: string };
}

/** Answers to requests that carried an `Idempotency-Key`. */
export interface Idempotency {
  /**
   * Starts, or finds what an earlier request with this key came to. `scope` tells callers apart; for a stranger, whose
   * scope is an address, little is kept.
   */
  begin(scope: string, key: string, fingerprint: string, isStranger?: boolean): Awaitable<IdempotencyState>;
}

/** "queued": it was written down as a run of this id. "unkept": it was answered, and the answer was too large to be kept. "crowded": the caller has too many keys. */
export type IdempotencyState =
  | { readonly state: "started"; readonly lease: KeyLease }
  | { readonly state: "finished"; readonly stored: StoredResponse }
  | { readonly state: "queued"; readonly runId: string }
  | { readonly state: "crowded"; readonly retryAfterMs: number }
  | { readonly state: "running" | "other_request" | "unkept" };

/** A key in hand: free again when the scope ends, unless an answer was kept. */
export interface KeyLease extends AsyncDisposable {
  /** For whoever charges. Fails, and with it the charge, when another request has taken the key meanwhile. */
  readonly keep: KeepResponse;
  /** Gives the key over to a run that is done later. */
  handOver(): HandOver;
  /** Keeps an answer that went with no charge. @throws {HubError} `idempotency_in_progress` as above. */
  complete(stored: StoredResponse): Awaitable<void>;
}
