/** What the operator limits the keys of an account to. A new key of the account has the limits of the one before. */
import { sql } from "drizzle-orm";
import { invalidInput } from "../runtime/errors.ts";
import { type Drops, formatXrp } from "../runtime/money.ts";
import { isScope, SCOPE_WORDS } from "../runtime/scopes.ts";
import type { Clock } from "../runtime/world.ts";
import { ask, type Build, type Steps, type Store } from "../store/store.ts";
import { note } from "./audit.ts";
import { hasBudget, limitsOf } from "./spending/budgets.ts";
import { accountByPrefix } from "./directory.ts";
import { leaveBudget } from "./spending/hold-queries.ts";

/** A limit that is left out is none. */
export interface Budget {
  readonly callsPerDay?: number;
  readonly dropsPerDay?: Drops;
  /** From when the budget is set until it is lifted. */
  readonly dropsTotal?: Drops;
}

export interface KeyLimits {
  /**
   * In place of those before; `undefined` lifts them. Other processes know as soon as they are told, or within half a second.
   * @throws {HubError} `invalid_input`, or `not_found` when no key has this prefix.
   */
  setScopes(keyPrefix: string, scopes: readonly string[] | undefined, reason: string): Promise<void>;
  /** In place of the one before, and what was used of that is used of this; without any limit it is lifted. */
  setBudget(keyPrefix: string, budget: Budget, reason: string): Promise<void>;
}

const MOST_SCOPES = 100;

/** `changed` is told whose keys may do something else from now on. */
export function createKeyLimits(store: Store, clock: Clock, changed: (accountId: string) => void): KeyLimits {
  return {
    setScopes: async (keyPrefix, scopes, reason) => {
      const wrong = scopes?.findIndex((scope) => !isScope(scope)) ?? -1;
      if (wrong >= 0) throw invalidInput(`/scopes/${wrong}`, `must be ${SCOPE_WORDS}`);
      if ((scopes?.length ?? 0) > MOST_SCOPES) throw invalidInput("/scopes", `must be at most ${MOST_SCOPES}`);
      const accountId = await store.transact(function* (): Steps<string> {
        const { id } = yield* accountByPrefix(keyPrefix);
        yield* ask(putScopes, { id, scopes: scopes?.join(" ") ?? null });
        const now = clock.now();
        yield* note("scopes", id, `${scopes === undefined ? "all" : scopes.join(" ") || "none"}: ${reason}`, now);
        return id;
      });
      changed(accountId);
    },

    setBudget: async (keyPrefix, { callsPerDay = null, dropsPerDay = null, dropsTotal = null }, reason) => {
      const accountId = await store.transact(function* (): Steps<string> {
        const { id } = yield* accountByPrefix(keyPrefix);
        const isNew = hasBudget(yield* limitsOf(id)) ? 0 : 1;
        yield* ask(putBudget, { id, callsPerDay, dropsPerDay, dropsTotal, isNew });
        if (isNew === 1) yield* ask(leaveBudget, { accountId: id });
        const told = [
          callsPerDay === null ? [] : [`${callsPerDay} calls a day`],
          dropsPerDay === null ? [] : [`${formatXrp(dropsPerDay)} XRP a day`],
          dropsTotal === null ? [] : [`${formatXrp(dropsTotal)} XRP in total`],
        ].flat();
        yield* note("budget", id, `${told.join(", ") || "none"}: ${reason}`, clock.now());
        return id;
      });
      changed(accountId);
    },
  };
}

const NOTHING_USED = { day: "", day_calls: 0, day_drops: 0n, total_drops: 0n };

const putScopes: Build<unknown> = (db, { key_limits: limits }) =>
  db
    .insert(limits)
    .values({ account_id: sql.placeholder("id"), scopes: sql.placeholder("scopes"), ...NOTHING_USED })
    .onConflictDoUpdate({ target: limits.account_id, set: { scopes: sql`excluded.scopes` } });

const putBudget: Build<unknown> = (db, { key_limits: limits }) => {
  const isNew = sql`CAST(${sql.placeholder("isNew")} AS BIGINT) = 1`;
  return db
    .insert(limits)
    .values({
      account_id: sql.placeholder("id"),
      calls_per_day: sql.placeholder("callsPerDay"),
      drops_per_day: sql.placeholder("dropsPerDay"),
      drops_total: sql.placeholder("dropsTotal"),
      ...NOTHING_USED,
    })
    .onConflictDoUpdate({
      target: limits.account_id,
      set: {
        calls_per_day: sql`excluded.calls_per_day`,
        drops_per_day: sql`excluded.drops_per_day`,
        drops_total: sql`excluded.drops_total`,
        day_calls: sql`CASE WHEN ${isNew} THEN 0 ELSE ${limits.day_calls} END`,
        day_drops: sql`CASE WHEN ${isNew} THEN 0 ELSE ${limits.day_drops} END`,
        total_drops: sql`CASE WHEN ${isNew} THEN 0 ELSE ${limits.total_drops} END`,
      },
    });
};
