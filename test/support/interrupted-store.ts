/**
 * A store in PostgreSQL that stops before the so-many-th of its statements, until something else has been done or waits for
 * it: whatever moment another process comes at, it comes at one of these.
 */
import { sql } from "drizzle-orm";
import type { Build, Step, Steps, Store } from "../../src/store/store.ts";

export interface InterruptedStore {
  readonly store: Store;
  /** Whether there were so many statements. */
  isInterrupted(): boolean;
  /** Waits for what came in between. */
  ended(): Promise<void>;
}

const WAITING: Build<{ n: number }[]> = (db) =>
  db
    .select({ n: sql<number>`COUNT(*)`.mapWith(Number) })
    .from(sql`pg_stat_activity`)
    .where(sql`datname = current_database() AND wait_event_type = 'Lock'`);

export function interruptedStore(store: Store, at: number, meanwhile: () => Promise<unknown>): InterruptedStore {
  const pause: Step = { build: () => ({ prepare: () => ({ execute: begin as () => Promise<never> }) }), values: {} };
  let left = at;
  let other: Promise<unknown> | undefined;
  return {
    store: {
      ...store,
      async ask(build, values, purpose) {
        if (--left === 0) await begin();
        return store.ask(build, values, purpose);
      },
      transact: (steps, durability) => store.transact(() => interrupted(steps()), durability),
    },
    isInterrupted: () => other !== undefined,
    ended: async () => void (await other),
  };

  function* interrupted<T>(steps: Steps<T>): Steps<T> {
    let state = steps.next();
    while (!state.done) {
      if (--left === 0) yield pause;
      state = steps.next(yield state.value);
    }
    return state.value;
  }

  async function begin(): Promise<void> {
    let isOver = false;
    other = meanwhile().finally(() => (isOver = true));
    while (!isOver && (await store.ask(WAITING))[0]?.n === 0);
  }
}
