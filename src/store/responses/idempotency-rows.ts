/** The queries of idempotency keys: each moves one row under its guard, in one statement. */
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { FORGOTTEN_AT_ONCE } from "../forget.ts";
import { laterOf } from "../later.ts";
import type { Build } from "../store.ts";
import type { Row, Tables } from "../tables/tables.ts";

export type KeyRow = Row<"idempotency_keys">;

/** Takes a key that nobody has used for a day, or whose user holds it no longer and came to nothing. */
export const takeKey: Build<{ hold: string }[]> = (db, { idempotency_keys: keys }) =>
  db
    .insert(keys)
    .values({
      scope: sql.placeholder("scope"),
      key: sql.placeholder("key"),
      request: sql.placeholder("request"),
      hold: sql.placeholder("hold"),
      held_until: sql.placeholder("heldUntil"),
      begun_at: sql.placeholder("now"),
      chars: 0,
      stranger: sql.placeholder("stranger"),
    })
    .onConflictDoUpdate({
      target: [keys.scope, keys.key],
      set: {
        request: sql`excluded.request`,
        hold: sql`excluded.hold`,
        held_until: sql`excluded.held_until`,
        begun_at: sql`excluded.begun_at`,
        finished_at: null,
        result: null,
        chars: 0,
        stranger: sql`excluded.stranger`,
      },
      setWhere: sql`CASE WHEN ${keys.finished_at} IS NULL THEN ${keys.held_until} <= ${sql.placeholder("now")}
                         ELSE ${keys.begun_at} <= ${sql.placeholder("before")} END`,
    })
    .returning({ hold: keys.hold });

export const keyOf: Build<KeyRow[]> = (db, { idempotency_keys: keys }) => db.select().from(keys).where(named(keys));

/** How many keys a caller has used in a day, how long their answers are together, and when the first was used. */
export const usedBy: Build<{ keys: number; chars: number; first: number | null }[]> = (
  db,
  { idempotency_keys: keys },
) =>
  db
    .select({
      keys: sql<number>`COUNT(*)`.mapWith(Number),
      chars: sql<number>`COALESCE(SUM(${keys.chars}), 0)`.mapWith(Number),
      first: sql<number | null>`MIN(${keys.begun_at})`.mapWith(Number),
    })
    .from(keys)
    .where(and(eq(keys.scope, sql.placeholder("scope")), gt(keys.begun_at, sql.placeholder("before"))));

/** How long the answers are together that are kept for addresses. */
export const usedByStrangers: Build<{ chars: number }[]> = (db, { idempotency_keys: keys }) =>
  db
    .select({ chars: sql<number>`COALESCE(SUM(${keys.chars}), 0)`.mapWith(Number) })
    .from(keys)
    .where(sql`${keys.stranger} = 1 AND ${keys.chars} > 0`);

/** Keeps the answer, too, where it is no stranger's or all that is kept for strangers leaves room for it. */
export const finishKey: Build<{ chars: number }[]> = (db, { idempotency_keys: keys }) => {
  const chars = sql`CAST(${sql.placeholder("chars")} AS BIGINT)`;
  const ofStrangers = sql`(SELECT COALESCE(SUM(kept.chars), 0) FROM ${keys} AS kept WHERE kept.stranger = 1 AND kept.chars > 0)`;
  const hasRoom = sql`(${keys.stranger} = 0 OR ${ofStrangers} + ${chars} <= CAST(${sql.placeholder("strangersChars")} AS BIGINT))`;
  return db
    .update(keys)
    .set({
      finished_at: sql`${sql.placeholder("now")}`,
      result: sql`CASE WHEN ${hasRoom} THEN CAST(${sql.placeholder("result")} AS TEXT) END`,
      chars: sql`CASE WHEN ${hasRoom} THEN ${chars} ELSE 0 END`,
    })
    .where(leaseHeld(keys))
    .returning({ chars: keys.chars });
};

export const renewKey: Build<{ hold: string }[]> = (db, { idempotency_keys: keys }) =>
  db
    .update(keys)
    .set({ held_until: laterOf(keys.held_until, sql.placeholder("heldUntil")) })
    .where(leaseHeld(keys))
    .returning({ hold: keys.hold });

/** Frees a key again whose request came to nothing. */
export const freeKey: Build<unknown> = (db, { idempotency_keys: keys }) => db.delete(keys).where(leaseHeld(keys));

/** Frees the key that was given over to a run. */
export const freeKeyOfRun: Build<unknown> = (db, { idempotency_keys: keys }) =>
  db.delete(keys).where(and(named(keys), eq(keys.result, sql.placeholder("result"))));

export const forgetKeys: Build<{ hold: string }[]> = (db, { idempotency_keys: keys }) => {
  const isOver = sql`begun_at <= CAST(${sql.placeholder("before")} AS BIGINT)
    AND (finished_at IS NOT NULL OR held_until <= CAST(${sql.placeholder("now")} AS BIGINT))`;
  return db
    .delete(keys)
    .where(
      sql`(scope, key) IN (SELECT scope, key FROM ${keys} WHERE ${isOver} LIMIT ${sql.raw(String(FORGOTTEN_AT_ONCE))}) AND ${isOver}`,
    )
    .returning({ hold: keys.hold });
};

function named(keys: Tables["idempotency_keys"]) {
  return and(eq(keys.scope, sql.placeholder("scope")), eq(keys.key, sql.placeholder("key")));
}

/** The row while its request is under way, and its holder has not lost it. */
function leaseHeld(keys: Tables["idempotency_keys"]) {
  return and(named(keys), eq(keys.hold, sql.placeholder("hold")), isNull(keys.finished_at));
}
