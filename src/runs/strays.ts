/**
 * Runs that a process has taken by the store's account, and does not have in work: the store's answer to their taking was
 * lost, or how they ended could not be written down.
 */
import type { RunRow } from "./queries.ts";

/** What only the last taker of a run knows. */
export type RunAttempt = Pick<RunRow, "id" | "attempts">;

export interface StraysDeps {
  readonly isInWork: (run: RunAttempt) => boolean;
  /** In milliseconds; nobody sets them. */
  readonly ticks: () => number;
  /** `deaths` is 1 where it was begun, and so may have been done. */
  readonly giveBack: (run: RunAttempt, deaths: 0 | 1) => unknown;
}

export interface Strays {
  /** It may be done from now on, whether or not that will be known. */
  begun(run: RunAttempt): void;
  /** How it ended is known, or that nothing is left of it. */
  ended(run: RunAttempt): void;
  /** To be called before leases are renewed, and what comes back with what was. Gives back what was a stray for a while. */
  look(): (renewed: readonly RunAttempt[]) => Promise<void>;
}

/** For so long the store's answer may be on its way; what comes later must not be begun. */
export const LATE_MS = 2_000;

export function createStrays({ isInWork, ticks, giveBack }: StraysDeps): Strays {
  const open = new Set<string>();
  /** With the tick at which each was first seen. */
  let seen: ReadonlyMap<string, number> = new Map();

  return {
    begun: (run) => void open.add(nameOf(run)),
    ended: (run) => void open.delete(nameOf(run)),
    look() {
      const before = [...open];
      return async (renewed) => {
        const mine = new Set(renewed.map(nameOf));
        for (const name of before) if (!mine.has(name)) open.delete(name); // Somebody else has it by now.
        const tick = ticks();
        const strays = renewed
          .filter((run) => !isInWork(run))
          .map((run) => ({ run, name: nameOf(run), since: seen.get(nameOf(run)) ?? tick }));
        seen = new Map(strays.map(({ name, since }) => [name, since]));
        for (const { run, name, since } of strays)
          if (tick - since >= LATE_MS) await giveBack(run, open.has(name) ? 1 : 0);
      };
    },
  };
}

function nameOf({ id, attempts }: RunAttempt): string {
  return `${id} ${attempts}`;
}
