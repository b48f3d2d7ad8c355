/** The migrations: pairs of SQL files, one for each dialect, applied in the order of their names. */
import { readdir, readFile } from "node:fs/promises";
import { OperatorError } from "../runtime/errors.ts";

const FOLDER = new URL("migrations/", import.meta.url);

export interface Migration {
  /** For example "0001_accounts". */
  readonly name: string;
  readonly sql: string;
}

export async function readMigrations(dialect: "sqlite" | "postgres"): Promise<readonly Migration[]> {
  const ending = `.${dialect}.sql`;
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith(ending)).sort();
  return Promise.all(
    files.map(async (file) => ({
      name: file.slice(0, -ending.length),
      sql: await readFile(new URL(file, FOLDER), "utf8"),
    })),
  );
}

/** What is still to be applied. A store that is ahead of this code is not touched. */
export function pending(migrations: readonly Migration[], applied: readonly string[]): readonly Migration[] {
  const known = new Set(migrations.map(({ name }) => name));
  const stranger = applied.find((name) => !known.has(name));
  if (stranger !== undefined)
    throw new OperatorError(
      `Cannot use the database: its migration "${stranger}" is not known here, a newer version made it`,
    );
  const done = new Set(applied);
  return migrations.filter(({ name }) => !done.has(name));
}
