/** Opens the store the settings name. Each driver is loaded only where it is used. */
import { join } from "node:path";
import { type Leadership, soleLeader } from "../processes/leader.ts";
import type { OpenChannel } from "../processes/news.ts";
import { postgresNews } from "./postgres/news.ts";
import type { Store, StoreOptions } from "../store.ts";

/** In the data directory, where no database is named. */
export const SQLITE_FILE = "hub.sqlite";

export async function openStore(
  databaseUrl: string | undefined,
  dataDir: string,
  options: StoreOptions = {},
): Promise<Store> {
  if (databaseUrl !== undefined) return (await import("./postgres/postgres.ts")).openPostgres(databaseUrl, options);
  return (await import("./sqlite/sqlite.ts")).openSqlite(join(dataDir, SQLITE_FILE), options);
}

/** Of a SQLite store the process itself, which is its only one. */
export async function openLeadership(databaseUrl: string | undefined): Promise<Leadership> {
  return databaseUrl === undefined ? soleLeader() : (await import("./postgres/leader.ts")).postgresLeader(databaseUrl);
}

/** The processes of a PostgreSQL store hear each other through it; those that share a SQLite store find things there. */
export function waysOfStore(databaseUrl: string | undefined): readonly OpenChannel[] {
  return databaseUrl === undefined ? [] : [postgresNews(databaseUrl)];
}
