/**
 * Tells which operations ran when the process answered nobody: code that computes for long holds up everyone, and who
 * reads the log must know whose code that was. Heavy work belongs into a thread (`context.offload`).
 */
import { performance } from "node:perf_hooks";

export interface Stall {
  /** When it was over, in milliseconds since the epoch. */
  readonly at: number;
  readonly sentence: string;
}

export interface StallNotes {
  note(sentence: string): void;
  /** The newest last. */
  list(): readonly Stall[];
}

const MAX_NOTED = 20;

/** The last stalls of this process. */
export function createStallNotes(now: () => number): StallNotes {
  const stalls: Stall[] = [];
  return {
    note(sentence) {
      stalls.push({ at: now(), sentence });
      if (stalls.length > MAX_NOTED) stalls.shift();
    },
    list: () => [...stalls],
  };
}

/** A stall of this length is told. */
const STALL_MS = 250;
const LOOK_MS = 50;

/**
 * Looks again and again, until it is disposed of.
 * @param recent the operations that ran since it was last asked
 */
export function watchStalls(recent: () => readonly string[], warn: (sentence: string) => void): Disposable {
  let lookedAt = performance.now();
  const timer = setInterval(() => {
    const stalledMs = Math.round(performance.now() - lookedAt - LOOK_MS);
    const operations = recent();
    if (stalledMs >= STALL_MS) warn(sentenceOf(stalledMs, operations));
    lookedAt = performance.now();
  }, LOOK_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function sentenceOf(stalledMs: number, operations: readonly string[]): string {
  const names = operations.toSorted().map((slug) => `"${slug}"`);
  const during = names.length === 0 ? "No run was under way." : `Under way were runs of ${names.join(", ")}.`;
  return `Nobody was answered for ${stalledMs} ms. ${during}`;
}
