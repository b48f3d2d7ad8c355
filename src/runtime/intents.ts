/** How an actor says which requests in plain words it answers, and what input it takes from them. */
import type { Awaitable } from "./world.ts";

/** A request in plain words, taken apart once for all who read it. */
export interface Utterance {
  /** As it was written. */
  readonly text: string;
  /** Without its addresses and data, each of which left one blank. */
  readonly prose: string;
  /** The prose for cues: lower case, without accents, apostrophes straight. */
  readonly said: string;
  /** The words of `said`. */
  readonly words: readonly string[];
  readonly urls: readonly UtteranceUrl[];
  readonly data: QuotedData | undefined;
}

export interface UtteranceUrl {
  readonly href: string;
  /** Written as an address, not as a domain that may be a name. */
  readonly isExplicit: boolean;
}

/** Data that a request brings along. */
export interface QuotedData {
  readonly text: string;
  readonly format: "json" | "csv" | "xml" | "yaml" | "text";
  /** The place in the request, quotes included. */
  readonly start: number;
  readonly end: number;
}

/** What an actor makes of an utterance. */
export interface IntentReading {
  /** Its input. One that it does not accept is dropped. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** How well the words fit, 0 to 1. */
  readonly confidence: number;
  /** What the caller has to know about this payload. */
  readonly warning?: string;
}

export interface Intents {
  /** Words that decide, for those who mistype them: lower case, without accents. */
  readonly cues?: readonly string[];
  /** Nothing where the utterance is about something else. Called for every request, so it is quick and asks nobody. */
  readonly read: (utterance: Utterance) => Awaitable<readonly IntentReading[]>;
  /** The input it takes from a request that no actor understands, if it is the one to ask then. */
  readonly otherwise?: (utterance: Utterance) => Awaitable<Readonly<Record<string, unknown>> | undefined>;
}
