/** The quota day: the UTC day, by its date. */
import type { Clock } from "./world.ts";

export const DAY_MS = 86_400_000;

let lastDay = { start: 0, date: "1970-01-01" };

/** For example "2026-11-21". Nearly always it is asked for the same one. */
export function dayOf(at: number): string {
  const start = Math.floor(at / DAY_MS) * DAY_MS;
  if (start !== lastDay.start) lastDay = { start, date: new Date(at).toISOString().slice(0, 10) };
  return lastDay.date;
}

/** When the day of this moment ends, in milliseconds since the epoch. */
export function endOfDay(at: number): number {
  return (Math.floor(at / DAY_MS) + 1) * DAY_MS;
}

/** Of a correction. Who sets a clock farther back sets right what was wrong: to wait for it would be a day without an end. */
const CORRECTION_MS = 3_600_000;

/** A clock that no correction sets back, so that one around midnight does not open yesterday's quota again. */
export function monotonic(clock: Clock): Clock {
  let latest = 0;
  return {
    now() {
      const now = clock.now();
      if (now > latest || now < latest - CORRECTION_MS) latest = now;
      return latest;
    },
  };
}
