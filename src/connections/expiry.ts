/** When a connection ends without its person, and when that is told: once for each end, over all processes. */
import type { Clock } from "../runtime/world.ts";
import { DAY_MS } from "../runtime/day.ts";
import { ask, type Steps, type Store } from "../store/store.ts";
import type { NoteEvent } from "./events.ts";
import { takeReminders } from "./queries/life.ts";

const MOST_BEFORE_MS = 7 * DAY_MS;
const SHARE_BEFORE = 0.2;

/** A week before, or when a fifth of the time is left where that is later. Both in milliseconds since the epoch. */
export function reminderOf(endsAt: number | null | undefined, now: number): number | null {
  if (endsAt === null || endsAt === undefined) return null;
  return Math.floor(endsAt - Math.min(MOST_BEFORE_MS, Math.max(0, endsAt - now) * SHARE_BEFORE));
}

/** Notes `expiring` for what ends soon. */
export async function remind(store: Store, clock: Clock, event: NoteEvent): Promise<void> {
  await store.transact(function* (): Steps<void> {
    for (const row of yield* ask(takeReminders, { now: clock.now() })) yield* event(row, "expiring");
  });
}
