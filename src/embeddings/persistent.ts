/** One request for vectors, asked again where that may help. */
import { ModelFault } from "../llm/fault.ts";
import { linkedSignal } from "../runtime/async/linked-signal.ts";
import type { Embedder } from "./embedder.ts";
import type { Vector } from "./vector.ts";

export interface AskingWays {
  readonly embedder: Embedder;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

const RETRIES = 5;
/** A minute's allowance that is used up is no failure: the waits come to more than that. */
const BUSY_RETRIES = 12;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 60_000;
const ANSWER_MS = 60_000;
/** What will not be different in a moment: a wrong key, a wrong model, an account that is empty. */
const FINAL: ReadonlySet<number> = new Set([401, 402, 403, 404, 405]);
const EMPTY_ACCOUNT = /insufficient_quota|billing/i;
/** Of one text, though they say it as a failure of their own: llama.cpp and Ollama. */
const OF_A_TEXT = /too (?:large|long)|(?:context|input).{0,10} length|unsupported value|\bNaN\b/i;

/** @throws {ModelFault} when asking again would not help, or did not. */
export async function embedPersistently(
  { embedder, pause, signal }: AskingWays,
  texts: readonly string[],
): Promise<readonly Vector[]> {
  let wasGarbled = false;
  for (let retries = 0; ; retries++) {
    try {
      return await inTime(ANSWER_MS, signal, (both) => embedder.embed(texts, both));
    } catch (error) {
      if (!(error instanceof ModelFault) || isFinal(error)) throw error;
      const { status, retryAfterMs } = error.facts;
      if (retries >= (status === 429 ? BUSY_RETRIES : RETRIES)) throw error;
      // Twice the same garble is what the server makes of these texts.
      if (error.kind === "garbled" && wasGarbled) throw error;
      wasGarbled = error.kind === "garbled";
      await pause(Math.min(retryAfterMs ?? FIRST_WAIT_MS * 2 ** retries, MAX_WAIT_MS), signal);
    }
  }
}

/** Whether it is these texts that fail: half of them may be taken. */
export function isOfTexts(error: unknown): error is ModelFault {
  if (!(error instanceof ModelFault)) return false;
  const { status = 0, said = "" } = error.facts;
  return error.kind === "garbled" || error.isOfRequest || (status === 500 && OF_A_TEXT.test(said));
}

function isFinal(fault: ModelFault): boolean {
  const { status = 0, said = "" } = fault.facts;
  if (FINAL.has(status) || (status === 429 && EMPTY_ACCOUNT.test(said))) return true;
  return fault.kind !== "garbled" && isOfTexts(fault);
}

async function inTime<T>(ms: number, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new ModelFault("slow", "The model's server did not answer in time.")), ms);
  using linked = linkedSignal(signal, late.signal);
  try {
    return await work(linked.signal);
  } finally {
    clearTimeout(timer);
  }
}
