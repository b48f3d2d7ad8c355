/** Who waits for the end of a run: told by the news of it, and by a look where those were missed. */
import type { News } from "../store/processes/news.ts";
import type { Store } from "../store/store.ts";
import { endedLately, type RunRow, runOf } from "./queries.ts";

export interface WaitsDeps {
  readonly store: Store;
  readonly news: News;
  /** Null where the database's own clock counts. */
  readonly now: () => number | null;
}

export interface Waits {
  /** The run once it has ended, or as it is after so many milliseconds. */
  wait(id: string, ms: number, signal: AbortSignal): Promise<RunRow | undefined>;
  /** Looks for ended runs that are waited for and of which no news has come; to be called a few times a second. */
  look(): Promise<void>;
  /** Ends all waits, those to come among them: each is told how its run stands. */
  release(): void;
}

/** More than lies between two looks. */
const MISSED_MS = 5_000;

export function createWaits({ store, news, now }: WaitsDeps): Waits {
  let isReleased = false;
  const waiters = new Map<string, Set<() => void>>();
  news.listen("run ended", wake);

  return {
    async wait(id, ms, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const all = waiters.get(id) ?? new Set();
      waiters.set(id, all.add(resolve));
      const timer = setTimeout(resolve, ms);
      const leave = (): void => resolve();
      signal.addEventListener("abort", leave, { once: true });
      try {
        const row = (await store.ask(runOf, { id }))[0];
        if (row === undefined || row.finished_at !== null || ms === 0 || isReleased || signal.aborted) return row;
        await promise;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", leave);
        all.delete(resolve);
        if (all.size === 0) waiters.delete(id);
      }
      return (await store.ask(runOf, { id }))[0];
    },

    async look() {
      if (waiters.size === 0) return;
      for (const { id } of await store.ask(endedLately, { now: now(), withinMs: MISSED_MS })) wake(id);
    },

    release() {
      isReleased = true;
      for (const id of waiters.keys()) wake(id);
    },
  };

  function wake(id: string): void {
    for (const resolve of waiters.get(id) ?? []) resolve();
  }
}
