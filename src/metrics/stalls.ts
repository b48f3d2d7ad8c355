/**
 * Tells which operations ran when the process answered nobody: code that computes for long holds up everyone, and who
 * reads the log must know whose code that was. Heavy work belongs into a thread (`context.offload`).
 */
import { performance } from "node:perf_hooks";
import { ageOf } from "../runtime/world.ts";

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

const MINUTE_MS = 60_000;

/**
 * Tells the first stall at once, and of those that follow within a minute how many they were: on a machine that others use
 * there are some in each second. `now` is in milliseconds since the epoch.
 */
export function tellSeldom(now: () => number, tell: (sentence: string) => void): (sentence: string) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  let untold = 0;
  return (sentence) => {
    const at = now();
    if (ageOf(toldAt, at) < MINUTE_MS) {
      untold++;
      return;
    }
    tell(untold === 0 ? sentence : `${sentence} Since it was last told that had happened ${untold} times more.`);
    toldAt = at;
    untold = 0;
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
