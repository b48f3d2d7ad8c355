/** A hub that is given a database goes on without what it had in its folder, which nobody misses until a key is refused. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { SQLITE_FILE } from "../../store/drivers/open.ts";
import type { Build, Store } from "../../store/store.ts";
import type { Config } from "../settings/config.ts";
import type { Log } from "../telemetry/log.ts";

/** Says so in the log, as long as the database has no accounts of its own. */
export async function tellUnusedStore(
  store: Store,
  { DATABASE_URL, HUB_DATA_DIR }: Pick<Config, "DATABASE_URL" | "HUB_DATA_DIR">,
  log: Pick<Log, "warn">,
): Promise<void> {
  const file = join(HUB_DATA_DIR, SQLITE_FILE);
  if (DATABASE_URL === undefined || !existsSync(file)) return;
  if ((await store.ask(anyAccount)).length > 0) return;
  log.warn(
    `The database of DATABASE_URL is empty, and the accounts of ${file} are not in it. \`backup\` without DATABASE_URL and ` +
      "`restore` with it bring them over (docs/operations.md, From one machine to many).",
  );
}

const anyAccount: Build<{ id: string }[]> = (db, { accounts }) =>
  db.select({ id: accounts.id }).from(accounts).limit(1);
