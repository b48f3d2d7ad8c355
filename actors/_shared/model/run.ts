/** What the runs that ask a language model have in common: their inputs, their limits, and what they say of themselves. */
import { NOT_BLANK, type Prompt, type Reply, Type } from "../../../src/runtime/actor.ts";

/** The longest a question may take, with what is read before it. */
export const MODEL_TIMEOUT_MS = 75_000;

/** Words of the caller. Blank ones are refused before anything is paid for. */
export function words(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, pattern: NOT_BLANK, description });
}

/** One line or paragraph of an answer that says something. */
export function proseField(maxLength: number, description?: string) {
  return Type.String({ minLength: 1, maxLength, ...(description !== undefined && { description }) });
}

/** `meta.report` of such a run. */
export function modelReport({ name, version }: Prompt, { inputTokens, outputTokens }: Reply<unknown>) {
  return { prompt: `${name}@${version}`, input_tokens: inputTokens, output_tokens: outputTokens };
}

/** Characters as a reader counts them. */
export function lengthOf(text: string): number {
  return [...text].length;
}
