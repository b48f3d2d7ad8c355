/** The tokens a day may cost, counted in the store so that all processes of the hub share them. */
import { dayOf, endOfDay, monotonic } from "../runtime/day.ts";
import type { Awaitable, Clock } from "../runtime/world.ts";
import type { Store } from "../store/store.ts";
import { reserveTokens, settleTokens, tokensOf } from "./budget-rows.ts";

export interface ModelBudget {
  /** Sets aside what a call can cost at worst; `undefined` when the day has not so much left. */
  reserve(tokens: number): Awaitable<TokenReservation | undefined>;
  /** How many tokens of today are spent or set aside, and how many there are in all. */
  today(): Awaitable<{ readonly tokens: number; readonly limit: number | undefined }>;
  /** Milliseconds until the next day. */
  renewsInMs(): number;
}

export interface TokenReservation {
  /** Puts what it did cost in the place of what was set aside. Left out, as when the process dies, all of it counts. */
  settle(tokens: number): Awaitable<void>;
}

/** Left out, `limit` is none; what is spent is counted all the same. */
export function storeBudget(store: Store, limit: number | undefined, given: Clock): ModelBudget {
  const clock = monotonic(given);
  const most = limit ?? Number.MAX_SAFE_INTEGER;
  return {
    async reserve(tokens) {
      if (tokens > most) return undefined; // A day's first row is entered without a look at the limit.
      const day = dayOf(clock.now());
      const rows = await store.ask(reserveTokens, { day, tokens, limit: most });
      if (rows.length === 0) return undefined;
      return {
        async settle(spent) {
          await store.ask(settleTokens, { day, tokens: spent - tokens });
        },
      };
    },
    async today() {
      const [row] = await store.ask(tokensOf, { day: dayOf(clock.now()) });
      return { tokens: row?.tokens ?? 0, limit };
    },
    renewsInMs: () => endOfDay(clock.now()) - clock.now(),
  };
}
