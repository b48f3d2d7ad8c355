/** Keeps questions from a model that fails: after some failures in a row none is asked for a while, then one as a trial. */
import { type Clock, leftOf, type TimeSpan } from "../runtime/world.ts";

export interface Breaker {
  /** How long to wait, in milliseconds; 0 when a question may be asked. */
  waitMs(): number;
  /** Takes the leave to ask. Of many who come when the wait is over one gets it, and the others wait on. */
  enter(): boolean;
  succeed(): void;
  fail(): void;
}

export function createBreaker(clock: Clock, { failures, openMs }: { failures: number; openMs: number }): Breaker {
  let inARow = 0;
  let open: TimeSpan | undefined;
  const waitMs = () => leftOf(open, clock.now());
  return {
    waitMs,
    enter() {
      if (waitMs() > 0) return false;
      // The next may try when the trial has had its time, whether or not it tells what became of it.
      if (inARow >= failures) open = { at: clock.now(), ms: openMs };
      return true;
    },
    succeed() {
      inARow = 0;
      open = undefined;
    },
    fail() {
      if (++inARow >= failures) open = { at: clock.now(), ms: openMs };
    },
  };
}
