/** The store of commands that look at one: a folder that was named wrongly is none that adds up. */
import type { Config } from "../app/settings/config.ts";
import { hasStore } from "../backup/backup.ts";
import { OperatorError } from "../runtime/errors.ts";
import { openStore } from "../store/drivers/open.ts";
import type { Store } from "../store/store.ts";

type Named = Pick<Config, "DATABASE_URL" | "HUB_DATA_DIR">;

/** @throws {OperatorError} where there is none */
export async function openKnownStore({ DATABASE_URL: databaseUrl, HUB_DATA_DIR: dataDir }: Named): Promise<Store> {
  if (!hasStore({ databaseUrl, dataDir })) throw new OperatorError(`Cannot use the store: ${without(dataDir)}`);
  return openStore(databaseUrl, dataDir, { isPatient: true });
}

/** A command that may begin one says that it does. */
export function tellNewStore({ DATABASE_URL: databaseUrl, HUB_DATA_DIR: dataDir }: Named): void {
  if (!hasStore({ databaseUrl, dataDir })) process.stderr.write(`A store is begun: ${without(dataDir)}.\n`);
}

function without(dataDir: string): string {
  return `there is none in ${dataDir} (HUB_DATA_DIR, or DATABASE_URL for a database)`;
}
