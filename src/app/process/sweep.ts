/**
 * Gives memory back: where large answers leave much garbage, and after the start.
 * Shaped by speed: `bun run bench proxy`, `bun run bench doors`.
 */
import { edenGC, fullGC } from "bun:jsc";
import type { Sweep } from "../../runtime/world.ts";

const MIB = 1024 * 1024;
export interface SweepSteps {
  /** Of garbage, before what is young is collected: that takes a millisecond, and 20 after the engine went through everything. */
  readonly youngBytes: number;
  /** Before the engine may collect beside the event loop, and more than what is young where it sees fit. */
  readonly allBytes: number;
  /** What is as long counts for the former only. */
  readonly longBytes?: number;
  /** Everything is collected at once, in 30 to 60 milliseconds, and not where the engine sees fit. */
  readonly isAtOnce?: boolean;
}

/** Of answers of upstreams, which many wait for. */
const ANSWERS: SweepSteps = { youngBytes: MIB, allBytes: 5 * MIB };
/** Of bodies, which strangers send as fast as they can. Of long ones nothing outlives what is young. */
export const BODIES: SweepSteps = { youngBytes: 4 * MIB, allBytes: 32 * MIB, longBytes: MIB / 2 };
/**
 * Of bodies that calls of tools hold. Such a call takes part of a second, so what is young meets most of it under way, and
 * what has been met is collected with everything only, which the engine puts off.
 */
export const LENT: SweepSteps = {
  youngBytes: Number.POSITIVE_INFINITY,
  allBytes: 16 * MIB,
  longBytes: MIB / 2,
  isAtOnce: true,
};

/** Whoever asks for what is young within it may wait for the end of what the engine does. */
const BESIDE_MS = 200;
/** Until when it may be at work beside the event loop: of the process, for so is the heap. */
let besideUntil = 0;

export function openSweep(steps: SweepSteps = ANSWERS): Sweep {
  const { youngBytes, allBytes, longBytes = Number.POSITIVE_INFINITY, isAtOnce = false } = steps;
  let young = 0;
  let all = 0;
  return (bytes) => {
    young += bytes;
    if (bytes < longBytes) all += bytes;
    if (all >= allBytes) {
      young = all = 0;
      if (isAtOnce) return fullGC();
      besideUntil = performance.now() + BESIDE_MS;
      Bun.gc(false); // To go through everything at once takes 10 to 50 milliseconds, in which nobody is answered.
    } else if (young >= youngBytes && performance.now() >= besideUntil) {
      young = 0;
      edenGC();
    }
  };
}

/** By then a start is over. */
const STARTED_MS = 5_000;
const LOOK_MS = 1_000;
/** Of processor time within a look: more than a hub takes that nobody asks for anything. */
const AT_REST_US = 100_000;

/**
 * Gives back, once, what starting needs and serving does not: code that runs once, and the garbage of reading settings
 * and files. All compiled code goes with it, so a hub that is busy by then keeps everything.
 */
export function shrinkAfterStart(): void {
  setTimeout(() => {
    const before = process.cpuUsage();
    setTimeout(() => {
      const { user, system } = process.cpuUsage(before);
      if (user + system < AT_REST_US) Bun.shrink();
    }, LOOK_MS).unref();
  }, STARTED_MS).unref();
}
