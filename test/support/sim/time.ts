/** The time of the play: it passes only when the play says so, and the deadlines of works pass with it. */
import type { Clock } from "../../../src/runtime/world.ts";

export interface PlayTime extends Clock, Disposable {
  advance(ms: number): void;
}

/** No other timer of this program is as long, so these are known by their length. */
export const DEADLINE_MS = 30_007;

interface Deadline {
  readonly at: number;
  readonly pass: () => void;
}

/**
 * Works have a deadline, which the stage for it sets with the system's timer: until the play is over, timers of that
 * length run on its time.
 */
export function playTime(start: number): PlayTime {
  const { setTimeout, clearTimeout } = globalThis;
  const deadlines = new Set<Deadline>();
  let now = start;

  const playSet = (pass: () => void, ms?: number, ...rest: never[]): unknown => {
    if (ms !== DEADLINE_MS) return setTimeout(pass, ms, ...rest);
    const deadline = { at: now + ms, pass };
    deadlines.add(deadline);
    return deadline;
  };
  const playClear = (timer: unknown): void => {
    // Whoever clears a deadline of the play has it from above; anything else is the system's.
    if (!deadlines.delete(timer as Deadline)) clearTimeout(timer as Timer);
  };
  Object.assign(globalThis, { setTimeout: playSet, clearTimeout: playClear });

  return {
    now: () => now,
    advance(ms) {
      now += ms;
      for (const deadline of deadlines) {
        if (deadline.at > now) continue;
        deadlines.delete(deadline);
        deadline.pass();
      }
    },
    [Symbol.dispose]: () => void Object.assign(globalThis, { setTimeout, clearTimeout }),
  };
}
