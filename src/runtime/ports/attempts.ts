/** What failing runs and failing proofs may cost. */
import type { Caller } from "./accounts.ts";
import type { Awaitable } from "../world.ts";

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

/** Bounds what an address may have judged for nothing. */
export interface ProofLimit {
  /** @throws {HubError} `rate_limited` where too many of its proofs have failed. */
  admit(caller: Caller): Awaitable<void>;
  /** Counts a proof that has failed. */
  failed(caller: Caller): Awaitable<void>;
}
