/** A run: what was asked for, and what the stages have found out about it. */
import type { Drops } from "../money.ts";
import type { Caller, Shortage, Standing } from "../ports/accounts.ts";
import type { CachedAnswer } from "../ports/answer.ts";
import type { Attempt } from "../ports/attempts.ts";
import type { HandOver, KeepResponse } from "../ports/idempotency.ts";
import type { Later, ResumedRun } from "../ports/runs.ts";
import type { Operation } from "./operation.ts";

/** "any" takes a cached answer, "fresh" never does, "cached" takes nothing else. */
export type Freshness = "any" | "fresh" | "cached";

export interface RunRequest {
  readonly requestId: string;
  readonly operation: Operation;
  /** As it was sent, until the stage `validate` has put the clean value in its place. */
  readonly input: unknown;
  readonly caller: Caller;
  readonly freshness: Freshness;
  readonly idempotencyKey?: string | undefined;
  /** The payment the caller brought. */
  readonly proof?: string | undefined;
  /** What the caller shows for a receipt of having paid already. */
  readonly receipt?: string;
  /** It was asked by HEAD. */
  readonly headersOnly?: true;
  /** It is to be done later, unless its answer is there at once. */
  readonly later?: Later | undefined;
  /** It was written down, and this is its turn: what it found out and set aside then. */
  readonly resumed?: ResumedRun;
  /** Of a run that was written down; left out, it gets a new one. */
  readonly id?: string;
  /** Keeps the answer for repeats; for whoever charges, to do it in the same act. */
  readonly keep?: KeepResponse;
}

export interface Run extends RunRequest {
  readonly id: string;
  readonly startedAt: number;
  readonly warnings: readonly string[];
  /** Aborts the operation. */
  readonly signal: AbortSignal;
  /** Where the answer is cached; absent when it never is. */
  readonly cacheKey?: string;
  /** A cached answer travels inward, so that quota and payment see it before it is given. */
  readonly hit?: CachedAnswer;
  /** A cached answer that was quoted for, and is kept for whoever pays that quote. */
  readonly promised?: CachedAnswer;
  readonly standing: Standing;
  /** What the caller's account did not cover and a payment must. */
  readonly due: Drops;
  /** Why the account did not cover it. */
  readonly shortage?: Shortage;
  /** What this call costs its caller. */
  readonly charge: Drops;
  /** It is of the kind that is charged for, in whatever coin: who hangs up does not end it. */
  readonly isCharged: boolean;
  /** The last gate has let it pass: what it costs was claimed, or policy says that it costs nothing. */
  readonly isCovered: boolean;
  /** Hash of the transaction that pays for it; absent where the request brings no payment that is used. */
  readonly payment?: string;
  /** Told of the tokens the language model has cost. */
  readonly spend?: Attempt["spend"];
  /** What was set aside for it, and goes over to whoever does it later. */
  readonly handOvers: readonly HandOver[];
  /** Of one that is to be done later: whether it may be done again. */
  readonly mayRepeat?: boolean;
}
