/** Opens the store the settings name. Each driver is loaded only where it is used. */
import { join } from "node:path";
import type { Store, StoreOptions } from "./store.ts";

export async function openStore(
  databaseUrl: string | undefined,
  dataDir: string,
  options: StoreOptions = {},
): Promise<Store> {
  if (databaseUrl !== undefined) return (await import("./postgres.ts")).openPostgres(databaseUrl, options);
  return (await import("./sqlite.ts")).openSqlite(join(dataDir, "hub.sqlite"), options);
}
