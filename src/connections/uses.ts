/** What connections were used for, day by day, within their daily caps. */
import { DAY_MS, dayOf } from "../runtime/day.ts";
import type { Clock } from "../runtime/world.ts";
import { ask, type Steps, type Store } from "../store/store.ts";
import { noteOk } from "./queries/life.ts";
import { countUse, forgetUses, noteUse, usesOf } from "./queries/uses.ts";
import type { ConnectionService } from "./service.ts";

export interface UsesDeps {
  readonly store: Store;
  readonly clock: Clock;
}

export interface Uses extends Pick<ConnectionService, "uses" | "use" | "wentWell"> {
  /** Drops what was noted long ago. */
  forget(): Promise<void>;
}

const KEPT_MS = 90 * DAY_MS;
const NO_CAP = 2 ** 53 - 1;

export function createUses({ store, clock }: UsesDeps): Uses {
  return {
    uses: async ({ row }) => store.ask(usesOf, { id: row.id }),
    async use({ row, rules }, entry) {
      const now = clock.now();
      const day = dayOf(now);
      const cap = rules.daily_cap ?? NO_CAP;
      return store.transact(function* (): Steps<boolean> {
        const [counted] = yield* ask(countUse, { id: row.id, day, now, cap });
        if (counted === undefined) return false;
        yield* ask(noteUse, { id: row.id, accountId: row.account_id, day, entry, now });
        return true;
      }, "relaxed");
    },
    async wentWell({ row }) {
      await store.ask(noteOk, { id: row.id, now: clock.now() });
    },
    async forget() {
      await store.ask(forgetUses, { since: dayOf(clock.now() - KEPT_MS) });
    },
  };
}
