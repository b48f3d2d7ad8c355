/**
 * What the statements of the queue have in common, the same on both stores. `now` of their values is null where the
 * database's own clock counts, which is everywhere but in tests.
 */
import { type SQL, sql } from "drizzle-orm";
import type { SqlDialect } from "../store/tables/kit.ts";
import type { Tables } from "../store/tables/tables.ts";

/** The kind of the rows that tell of the end of others, as the statements have it, too. */
export const WEBHOOK = "webhook";

export const WAITING = sql`state = 'queued'`;
export const IN_WORK = sql`state = 'running'`;

export function time({ now }: SqlDialect): SQL {
  return sql`COALESCE(CAST(${sql.placeholder("now")} AS BIGINT), ${now})`;
}

export function later(dialect: SqlDialect, placeholder: string): SQL {
  return sql`${time(dialect)} + CAST(${sql.placeholder(placeholder)} AS BIGINT)`;
}

/** Whether its client has fewer runs in work than it may. */
export function hasPlace(runs: Tables["runs"]): SQL {
  return sql`client NOT IN (SELECT client FROM ${runs} WHERE ${IN_WORK} GROUP BY client HAVING COUNT(*) >= CAST(${sql.placeholder("places")} AS BIGINT))`;
}
