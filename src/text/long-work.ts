/** Long work in steps, so that others have their turn in between. */
import { setImmediate } from "node:timers/promises";

/** Bytes that are looked at in one step. */
export const TURN_BYTES = 64 * 1024;

/** It yields wherever others may have their turn. */
export type LongWork<Result> = Generator<undefined, Result>;

/** Where nobody waits. */
export function atOnce<Result>(work: LongWork<Result>): Result {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

/** A step in each turn of the event loop. */
export async function inTurns<Result>(work: LongWork<Result>): Promise<Result> {
  let step = work.next();
  for (; step.done !== true; step = work.next()) await setImmediate();
  return step.value;
}
