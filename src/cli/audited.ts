/** What the operator does by the shell outside of the hub's store, as a line of its audit all the same. */
import { note } from "../accounts/audit.ts";
import type { Config } from "../app/settings/config.ts";
import { hasStore } from "../backup/backup.ts";
import { openStore } from "../store/drivers/open.ts";

/** `wordsOf` says what has changed; `undefined` where nothing has. Where there is no store yet, there is no audit. */
export async function audited<Result>(
  { DATABASE_URL: databaseUrl, HUB_DATA_DIR: dataDir }: Pick<Config, "DATABASE_URL" | "HUB_DATA_DIR">,
  action: string,
  change: () => Promise<Result>,
  wordsOf: (changed: Result) => string | undefined,
): Promise<Result> {
  // Opened before: what cannot be written down is not done.
  await using store = hasStore({ databaseUrl, dataDir })
    ? await openStore(databaseUrl, dataDir, { isPatient: true })
    : undefined;
  const changed = await change();
  const words = wordsOf(changed);
  if (words !== undefined) await store?.transact(() => note(action, "", words, Date.now()));
  return changed;
}
