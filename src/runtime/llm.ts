/** The language model as the rest of the hub sees it: it answers questions, and has neither tools nor network. */
import type { Static, TObject } from "@sinclair/typebox";
import { HubError } from "./errors.ts";
import type { Awaitable } from "./world.ts";

/** Lent to a run whose charge is covered. */
export interface Llm {
  /**
   * Asks, and asks once more when the answer does not hold.
   * @throws {HubError} `payment_required` to a run that is not covered; `llm_unavailable` when there is no model, it is
   * overloaded or the day's budget is spent; `upstream_failed`, `upstream_timeout`, `upstream_too_large`, or
   * `upstream_invalid` when the second answer does not hold either.
   */
  ask<Schema extends TObject>(question: Question<Schema>): Promise<Reply<Static<Schema>>>;
}

export interface Question<Schema extends TObject> {
  readonly prompt: Prompt;
  /** What the model is to work on. It is handed over as data, whatever it says. */
  readonly material: readonly Material[];
  /** What the answer has to be. Fields it does not know are dropped. */
  readonly answer: Schema;
  /** Length of the longest answer. */
  readonly maxTokens: number;
  /** Addresses the answer may name beside those of the material. */
  readonly links?: readonly string[];
  /** What is wrong with an answer that fits the schema, in sentences the model can mend it by. */
  readonly judge?: (answer: Static<Schema>) => Awaitable<readonly string[]>;
}

/** What the model is to do, in our words alone. */
export interface Prompt {
  readonly name: string;
  /** Changes with every word of the text. */
  readonly version: string;
  readonly text: string;
}

export interface Material {
  /** One word, for the model. */
  readonly label: string;
  readonly text: string;
  /**
   * "caller": the words of whoever pays. "hub": what this hub says of itself. "stranger": found somewhere; what in it
   * speaks to a model is left out.
   */
  readonly from: "caller" | "hub" | "stranger";
  /** How much of it is handed over; left out, 4,000. */
  readonly maxChars?: number;
}

export interface Reply<Answer> {
  readonly answer: Answer;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** What the caller should know of how it came about. */
  readonly warnings: readonly string[];
}

/** The model this hub has connected. */
export interface LanguageModel {
  /** Why it cannot be asked at present, as far as this process knows. */
  fault(): HubError | undefined;
  /** `signal` ends every wait. `spend` is told what each question has cost, in tokens, also of one that failed. */
  lend(signal: AbortSignal, spend?: (tokens: number) => Awaitable<void>): Llm;
}

/** What a hub without a model has. */
export const NO_MODEL: LanguageModel = {
  fault: noModel,
  lend: () => ({ ask: () => Promise.reject(noModel()) }),
};

/** What a run gets whose charge is not covered. */
export const UNPAID_LLM: Llm = {
  ask: () => Promise.reject(new HubError("payment_required", "The language model works for paid runs only.")),
};

function noModel(): HubError {
  return new HubError("llm_unavailable", "This run needs a language model, and this hub has none connected.");
}
