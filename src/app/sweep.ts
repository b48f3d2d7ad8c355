/**
 * Collects garbage where large answers leave much of it.
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
