/**
 * The table that stands in a PostgreSQL database while a backup is brought back into it. A restore that is killed leaves
 * it, and what was ended since the backup may live again there: nobody uses such a database.
 */
import { OperatorError } from "../../../runtime/errors.ts";

const TABLE = "unfinished_restore";

/** Asks a plain query; no values but its own. */
export type Say = (
  text: string,
  values?: readonly unknown[],
) => Promise<{ readonly rows: readonly Record<string, unknown>[] }>;

/** What an earlier restore has left: which backup's it was, and whether there is more than this table. */
export interface Unfinished {
  readonly archive: string | undefined;
  readonly hasTables: boolean;
}

/** @throws {OperatorError} where a restore was begun and not ended */
export async function refuseUnfinished(say: Say): Promise<void> {
  if (await isThere(say))
    throw new OperatorError(
      "Cannot use the database of DATABASE_URL: a restore into it was not ended, so that keys that were ended since the " +
        "backup may live again in it. Repeat `bun run restore` with the same backup, or drop the database and make another",
    );
}

export async function readUnfinished(say: Say): Promise<Unfinished> {
  const { rows } = await say("SELECT FROM pg_tables WHERE schemaname = 'public' AND tablename <> $1 LIMIT 1", [TABLE]);
  const archive = (await isThere(say)) ? (await say(`SELECT archive FROM ${TABLE}`)).rows[0]?.["archive"] : undefined;
  return { archive: archive === undefined ? undefined : String(archive), hasTables: rows.length > 0 };
}

export async function beginRestore(say: Say, archive: string): Promise<void> {
  await endRestore(say);
  await say(`CREATE TABLE ${TABLE} AS SELECT CAST($1 AS text) AS archive`, [archive]);
}

export async function endRestore(say: Say): Promise<void> {
  await say(`DROP TABLE IF EXISTS ${TABLE}`);
}

async function isThere(say: Say): Promise<boolean> {
  return (await say(`SELECT to_regclass('public.${TABLE}') IS NOT NULL AS is_there`)).rows[0]?.["is_there"] === true;
}
