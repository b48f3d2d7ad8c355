/**
 * `bun run backup <file or folder>`: the store as one sealed file, made while the hub runs. Into a folder it gets a name
 * of its own, and the backups there that are no longer needed are deleted.
 * `bun run backup --check <file>`: whether a backup could be restored.
 */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { verifyLedger } from "../accounts/verify.ts";
import { knownSecrets } from "../app/parts/accounts.ts";
import { loadConfig } from "../app/settings/config.ts";
import { backUp, checkBackup, hasStore, type StorePlace } from "../backup/backup.ts";
import { noteChecked } from "../store/hub/checked-backup.ts";
import { backupName, supersededBackups } from "../backup/retention.ts";
import { OperatorError } from "../runtime/errors.ts";
import { openStore } from "../store/drivers/open.ts";
import { defineCommand } from "./command.ts";
import { endBySignal } from "./end-by-signal.ts";

export const backupCommand = defineCommand({
  name: "backup",
  summary: "Writes the store into one sealed file, while the hub runs.",
  args: {
    target: {
      type: "word",
      hint: "new file|folder",
      isRequired: true,
      description: "in a folder it gets a name of its own, and 24 hours, 14 days and 12 months of them are kept",
    },
    check: {
      type: "switch",
      description: "tells whether the file could be restored, and notes in the store that it was checked",
    },
  },
  run: ({ target, check }) => backup(target, check),
});

async function backup(target: string, isCheck: boolean): Promise<number> {
  endBySignal();
  const config = loadConfig(process.env);
  const place = { databaseUrl: config.DATABASE_URL, dataDir: config.HUB_DATA_DIR };
  // None is made here, as it is for a hub that begins: it would seal what nobody can open elsewhere.
  const secrets = await knownSecrets(config);
  if (secrets === undefined)
    throw new OperatorError(
      "Cannot back up, or check, without the hub's secret: set HUB_SECRET (left out, it is the file `secret` in HUB_DATA_DIR)",
    );
  const { current, earlier } = secrets;
  if (isCheck) {
    const { made, engine } = await checkBackup(target, [current, ...earlier]);
    process.stdout.write(`${target} is whole: a ${engine} store of ${made}.\n`);
    if (hasStore(place)) await note(place, Date.parse(made));
    return 0;
  }
  const isFolder = await stat(target).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const path = isFolder ? join(target, backupName(new Date())) : target;
  await backUp(place, path, current, earlier);
  process.stdout.write(`${path}: ${(await stat(path)).size} bytes.\n`);
  if (isFolder)
    for (const name of supersededBackups(await readdir(target))) {
      await rm(join(target, name));
      process.stdout.write(`${name} is no longer needed and was deleted.\n`);
    }
  return verify(place);
}

/** So that the hub can tell how old the last one is. Where a backup is checked there need not be a store. */
async function note({ databaseUrl, dataDir }: StorePlace, made: number): Promise<void> {
  await using store = await openStore(databaseUrl, dataDir, { isPatient: true });
  await noteChecked(store, made);
}

/** A backup of a store that does not add up is made all the same, and told of. */
async function verify({ databaseUrl, dataDir }: StorePlace): Promise<number> {
  await using store = await openStore(databaseUrl, dataDir, { isPatient: true });
  const { differences } = await verifyLedger(store);
  for (const sentence of differences) process.stdout.write(`${sentence}\n`);
  return differences.length === 0 ? 0 : 1;
}
