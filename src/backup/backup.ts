/** Backs up the store that the settings name, while the hub runs, and brings a backup back into an empty one. */
import { createReadStream, existsSync } from "node:fs";
import { chmod, mkdir, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { DepositRules } from "../accounts/deposits.ts";
import { OperatorError } from "../runtime/errors.ts";
import { naming } from "../runtime/files/system-faults.ts";
import { openStore, SQLITE_FILE } from "../store/drivers/open.ts";
import { isSealedWith, SEALED_KEY, type Secrets } from "../store/hub/hub-key.ts";
import type { Store } from "../store/store.ts";
import {
  beginRestore,
  endRestore,
  readUnfinished,
  refuseUnfinished,
  type Say,
} from "../store/drivers/postgres/unfinished-restore.ts";
import { type ArchiveFacts, readArchive, writeArchive } from "./archive.ts";
import { openCopyFolder } from "./copy-folder.ts";
import { dumpPostgres, listPostgres, restorePostgres } from "./postgres.ts";
import { doubtRuns, type Replay, replay, replayedSince } from "./replay.ts";
import { readRevocations, type Revocation } from "./revocation-log.ts";
import { rewind } from "../payment/follower/rewind.ts";

/** Where a hub's store is: a database, or a file in a folder. */
export interface StorePlace {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}

/** Whether there is one, or could be: a database is asked nothing here. */
export function hasStore({ databaseUrl, dataDir }: StorePlace): boolean {
  return databaseUrl !== undefined || existsSync(join(dataDir, SQLITE_FILE));
}

/**
 * Writes the store's content of one moment to a new file.
 * @param secret the hub's; the backup is sealed with it
 * @param earlier secrets that it has replaced, or replaces at the hub's next start
 * @throws {OperatorError} when it cannot be made, or the store was made with none of the secrets
 */
export async function backUp(
  place: StorePlace,
  path: string,
  secret: string,
  earlier: readonly string[] = [],
): Promise<void> {
  if (existsSync(path)) throw new OperatorError(`Cannot write ${path}: it is there already`);
  await naming(path, () => write(place, path, { current: secret, earlier }));
}

async function write({ databaseUrl, dataDir }: StorePlace, path: string, secrets: Secrets): Promise<void> {
  const made = new Date().toISOString();
  const from = join(dataDir, SQLITE_FILE);
  if (databaseUrl === undefined && !existsSync(from))
    throw new OperatorError(`Cannot back up ${from}: there is no such file`);
  if (databaseUrl !== undefined)
    await inDatabase(databaseUrl, async (say) => {
      await refuseUnfinished(say);
      refuseStrange(await sealedKey(say), secrets);
    });
  // The copy lies beside the backup: that disk must hold it anyway, and the hub's is not filled.
  await using folder = await openCopyFolder(`${path}.copy-`);
  const sealed = join(folder.path, "sealed");
  if (databaseUrl === undefined) {
    const copy = join(folder.path, SQLITE_FILE);
    const { copySqlite, factIn } = await import("./sqlite.ts");
    copySqlite(from, copy);
    refuseStrange(factIn(copy, SEALED_KEY), secrets);
    await writeArchive(sealed, { stream: createReadStream(copy) }, { engine: "sqlite", made }, secrets.current);
  } else await writeArchive(sealed, dumpPostgres(databaseUrl), { engine: "postgres", made }, secrets.current);
  await rename(sealed, path);
}

/** It is looked for the day when all else is lost: it is to be the one that was kept. */
function refuseStrange(sealed: string | undefined, secrets: Secrets): void {
  if (sealed === undefined || isSealedWith(sealed, secrets)) return;
  throw new OperatorError(
    "Cannot back up: HUB_SECRET is not the one that this store was made with (left out, it is the file `secret` in " +
      "HUB_DATA_DIR), and the backup would be opened by no secret that the hub has",
  );
}

/** Asked without the store's own queries: those would bring it up to date first, which an older version does not open. */
async function sealedKey(say: Say): Promise<string | undefined> {
  const { rows: tables } = await say("SELECT to_regclass('public.hub_facts') IS NOT NULL AS is_there");
  if (tables[0]?.["is_there"] !== true) return undefined;
  const { rows } = await say("SELECT value FROM hub_facts WHERE name = $1", [SEALED_KEY]);
  return rows[0] === undefined ? undefined : String(rows[0]["value"]);
}

export interface Restoration extends ArchiveFacts {
  /** For each network the ledger behind which payments are read again. */
  readonly readAgain: readonly { readonly network: string; readonly after: number }[];
  /** What had been ended since the backup, and was ended again; `undefined` where there was no log of it. */
  readonly replayed: Replay | undefined;
  /** Lines of that log which are not the hub's own. */
  readonly strange: number;
}

/** By what a restored store counts what it was paid. */
export type RulesOf = (store: Store) => Promise<DepositRules>;

/** By which no order buys a tier, and nobody is rewarded: what was counted since the backup becomes balance. */
const BALANCE_ONLY: RulesOf = async () => ({ referralPercent: 0, main: "" });

/**
 * Brings a backup back, all of it or nothing, ends again what was ended since it was made, and has payments read again
 * from before that. A backup of a SQLite store may be brought into PostgreSQL. No hub may run on the place meanwhile.
 * @param revocations the folder of the log of what was ended; `undefined` does without
 * @param rulesOf left out, what was counted since the backup becomes balance
 * @throws {OperatorError} when something is there already, the backup is damaged, or of PostgreSQL for SQLite, or there is no log
 */
export async function restore(
  place: StorePlace,
  path: string,
  secrets: readonly string[],
  revocations: string | undefined,
  rulesOf = BALANCE_ONLY,
): Promise<Restoration> {
  await refuseUsed(place);
  if (place.databaseUrl === undefined) await mkdir(place.dataDir, { recursive: true, mode: 0o700 });
  // Beside where it belongs: a file is moved there in one step.
  const beside = place.databaseUrl === undefined ? place.dataDir : tmpdir();
  return naming(beside, () => bringBack(place, beside, path, secrets, { revocations, rulesOf }));
}

async function bringBack(
  { databaseUrl, dataDir }: StorePlace,
  beside: string,
  path: string,
  secrets: readonly string[],
  { revocations, rulesOf }: { readonly revocations: string | undefined; readonly rulesOf: RulesOf },
): Promise<Restoration> {
  await using unpacked = await openCopyFolder(join(beside, "restore-"));
  const folder = unpacked.path;
  const content = join(folder, SQLITE_FILE);
  const { id, ...facts } = await readArchive(path, content, secrets);
  if (facts.engine === "postgres" && databaseUrl === undefined)
    throw new OperatorError(`Cannot restore ${path}: it is of a PostgreSQL store, and DATABASE_URL names none`);
  const log =
    revocations === undefined ? undefined : await readRevocations(revocations, replayedSince(facts.made), secrets);
  const renew = async (store: Store) => ({
    ...(await renewAt(store, rulesOf, log?.revocations)),
    strange: log?.strange ?? 0,
  });
  if (databaseUrl !== undefined && facts.engine === "postgres")
    return await restoring(databaseUrl, id, async (isThere) => {
      if (!isThere) await restorePostgres(databaseUrl, content);
      return {
        ...facts,
        ...(await renew(await openStore(databaseUrl, dataDir, { isPatient: true, isRestoring: true }))),
      };
    });
  const { checkSqlite, copySqlite } = await import("./sqlite.ts");
  checkSqlite(content);
  const renewed = await renew(await openStore(undefined, folder, { isPatient: true }));
  if (databaseUrl !== undefined)
    return await restoring(databaseUrl, id, async () => {
      await (await import("./to-postgres.ts")).copyToPostgres(content, databaseUrl);
      return { ...facts, ...renewed };
    });
  // What was just written may still lie in the file's log; the copy is whole by itself.
  const ready = join(folder, "ready.sqlite");
  copySqlite(content, ready);
  await chmod(ready, 0o600); // Keys and accounts are in it.
  await rename(ready, join(dataDir, SQLITE_FILE));
  return { ...facts, ...renewed };
}

/**
 * Marks the database until all is done: one whose restore was killed half-way serves nobody, and is restored again.
 * @param work is told whether an earlier restore has brought back the tables already, which happens all at once
 */
async function restoring<T>(url: string, archive: string, work: (isThere: boolean) => Promise<T>): Promise<T> {
  const isThere = await inDatabase(url, async (say) => {
    const left = await readUnfinished(say);
    if (left.hasTables && left.archive !== archive)
      throw new OperatorError(
        "Cannot restore into this database: the restore of another backup into it was not ended. Make an empty one first",
      );
    if (left.archive !== archive) await beginRestore(say, archive);
    return left.hasTables;
  });
  const done = await work(isThere);
  await inDatabase(url, endRestore);
  return done;
}

async function inDatabase<T>(url: string, work: (say: Say) => Promise<T>): Promise<T> {
  const queries = (await import("../store/drivers/postgres/postgres.ts")).openQueries(url);
  try {
    return await work((text, values) => queries.query({ text, ...(values !== undefined && { values }) }));
  } finally {
    await queries[Symbol.asyncDispose]();
  }
}

/** Unpacks a backup beside itself, looks at it, and takes that away again. @throws {OperatorError} when it is damaged. */
export function checkBackup(path: string, secrets: readonly string[]): Promise<ArchiveFacts> {
  return naming(path, () => check(path, secrets));
}

async function check(path: string, secrets: readonly string[]): Promise<ArchiveFacts> {
  await using folder = await openCopyFolder(`${path}.check-`);
  const content = join(folder.path, SQLITE_FILE);
  const { id: _, ...facts } = await readArchive(path, content, secrets);
  if (facts.engine === "sqlite") (await import("./sqlite.ts")).checkSqlite(content);
  else await listPostgres(content);
  return facts;
}

async function renewAt(
  store: Store,
  rulesOf: RulesOf,
  revocations: readonly Revocation[] | undefined,
): Promise<Pick<Restoration, "readAgain" | "replayed">> {
  try {
    const rules = await rulesOf(store);
    const replayed = revocations && (await store.transact(() => replay(revocations, rules)));
    await store.transact(doubtRuns);
    return { readAgain: await store.transact(rewind), replayed };
  } finally {
    await store[Symbol.asyncDispose]();
  }
}

/** Nothing is ever overwritten: the operator moves away what is there. */
async function refuseUsed({ databaseUrl, dataDir }: StorePlace): Promise<void> {
  const path = join(dataDir, SQLITE_FILE);
  if (databaseUrl === undefined) {
    const left = [path, `${path}-wal`].find((each) => existsSync(each));
    if (left !== undefined)
      throw new OperatorError(`Cannot restore into ${dirname(path)}: ${left} is there; move it away first`);
    return;
  }
  const { archive, hasTables } = await inDatabase(databaseUrl, readUnfinished);
  if (hasTables && archive === undefined)
    throw new OperatorError("Cannot restore into this database: it has tables. Make an empty one for it first");
}
