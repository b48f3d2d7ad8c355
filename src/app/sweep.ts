/**
 * Gives memory back: where large answers leave much garbage, and after the start.
 * Shaped by speed: `bun run bench proxy`.
 */
import { edenGC } from "bun:jsc";
import type { Sweep } from "../runtime/world.ts";

const MIB = 1024 * 1024;
/** Of garbage, before what is young is collected: that takes a millisecond. */
const YOUNG_BYTES = MIB;
/** Before everything is gone through for what has outlived that: it takes ten times as long. */
const ALL_BYTES = 5 * MIB;

export function openSweep(): Sweep {
  let young = 0;
  let all = 0;
  return (bytes) => {
    young += bytes;
    all += bytes;
    if (all >= ALL_BYTES) {
      young = all = 0;
      Bun.gc(true);
    } else if (young >= YOUNG_BYTES) {
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
