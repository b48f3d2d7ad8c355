/** Opens the store the settings name. Each driver is loaded only where it is used. */
import { join } from "node:path";
import { type Leadership, soleLeader } from "./leader.ts";
import { localNews, type News } from "./news.ts";
import { postgresNews } from "./postgres-news.ts";
import type { Store, StoreOptions } from "./store.ts";

export async function openStore(
  databaseUrl: string | undefined,
  dataDir: string,
  options: StoreOptions = {},
): Promise<Store> {
  if (databaseUrl !== undefined) return (await import("./postgres.ts")).openPostgres(databaseUrl, options);
  return (await import("./sqlite.ts")).openSqlite(join(dataDir, "hub.sqlite"), options);
}

/** Of a SQLite store the process itself, which is its only one. */
export async function openLeadership(databaseUrl: string | undefined): Promise<Leadership> {
  return databaseUrl === undefined ? soleLeader() : (await import("./postgres-leader.ts")).postgresLeader(databaseUrl);
}

/** A SQLite store has one process; one that shares it all the same finds things there a moment later. */
export function openNews(databaseUrl: string | undefined): News {
  return databaseUrl === undefined ? localNews() : postgresNews(databaseUrl);
}
