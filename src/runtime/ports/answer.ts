/** What a run answers, and the cache that repeats it. */
import { type JsonText, maxChars } from "../../text/json-text.ts";
import type { Awaitable } from "../world.ts";

/** The finished work of a run, frozen as text so that no later caller can change it. */
export interface Answer {
  /** The items of an actor as one JSON array; what else is sold answers one document. */
  readonly itemsJson: JsonText;
  /** What is kept for a repeat in its place, where it may hold what nobody may store. */
  readonly keptJson?: string;
  readonly count: number;
  readonly warnings: readonly string[];
  /** The report of an actor's run, one JSON object. */
  readonly reportJson?: string;
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

/** What is kept of it for a repeat has no more characters; without a bound where that is not known. */
export function maxKeptChars({ keptJson, itemsJson }: Answer): number {
  return maxChars(keptJson ?? itemsJson);
}

/** Answers that may be repeated. An entry is gone when its time is up. */
export interface Cache {
  get(key: string): Awaitable<CachedAnswer | undefined>;
  set(key: string, entry: CachedAnswer): Awaitable<void>;
}

export interface CachedAnswer {
  readonly answer: WholeAnswer;
  /** Milliseconds since the epoch. */
  readonly storedAt: number;
  readonly ttlSeconds: number;
  /** The address whose run it was; absent where that had an account. */
  readonly by?: string;
}
