/**
 * Gives memory back: where large answers leave much garbage, and after the start.
 * Shaped by speed: `bun run bench proxy`, `bun run bench doors`.
 */
import { edenGC, fullGC, heapSize } from "bun:jsc";
import type { Sweep } from "../runtime/world.ts";

const MIB = 1024 * 1024;
export interface SweepSteps {
  /** Of garbage, before what is young is collected: that takes a millisecond, and 20 after the engine went through everything. */
  readonly youngBytes: number;
  /** Before it is looked at what has outlived that. */
  readonly allBytes: number;
  /** What is as long counts for the former only. */
  readonly longBytes?: number;
  /** By so much the heap may have grown then, before all others wait until everything was gone through. */
  readonly oldBytes?: number;
}

/** Of answers of upstreams, which many wait for. */
const ANSWERS: SweepSteps = { youngBytes: MIB, allBytes: 5 * MIB };
/**
 * Of bodies, which strangers send as fast as they can. Of long ones nothing outlives what is young. Of others enough does
 * that the engine, which lets a heap treble first, let it grow by 200 MiB.
 */
export const BODIES: SweepSteps = { youngBytes: 4 * MIB, allBytes: 16 * MIB, longBytes: MIB / 2, oldBytes: 24 * MIB };

/** Whoever asks for what is young within it may wait for the end of a collection of everything. */
const BESIDE_MS = 200;
/** To go through everything takes 10 to 40 milliseconds, in which nobody is answered. */
const FULL_EVERY_MS = 250;

/** Until when the engine may be at work beside the event loop: of the process, for so is the heap. */
let besideUntil = 0;
let nextFullAt = 0;
/** Of the heap, after everything was gone through. */
let leastBytes = Number.POSITIVE_INFINITY;

export function openSweep(steps = ANSWERS): Sweep {
  const { youngBytes, allBytes, longBytes = Number.POSITIVE_INFINITY, oldBytes = Number.POSITIVE_INFINITY } = steps;
  let young = 0;
  let all = 0;
  return (bytes) => {
    young += bytes;
    if (bytes < longBytes) all += bytes;
    if (all >= allBytes) {
      young = all = 0;
      collectOld(oldBytes);
    } else if (young >= youngBytes && performance.now() >= besideUntil) {
      young = 0;
      edenGC();
    }
  };
}

function collectOld(oldBytes: number): void {
  const now = performance.now();
  const size = heapSize();
  leastBytes = Math.min(leastBytes, size);
  if (size > leastBytes + oldBytes && now >= nextFullAt) {
    nextFullAt = now + FULL_EVERY_MS;
    leastBytes = Number.POSITIVE_INFINITY;
    setImmediate(fullGC); // Others have their turn in between.
  } else {
    besideUntil = now + BESIDE_MS;
    Bun.gc(false); // Beside the event loop, and of what the engine sees fit.
  }
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
