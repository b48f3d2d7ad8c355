/** A database whose restore was killed serves nobody until the restore was done again. */
import { afterAll, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { standingOf } from "../../src/accounts/directory.ts";
import { writeArchive } from "../../src/backup/archive.ts";
import { backUp, restore } from "../../src/backup/backup.ts";
import { copyRevocations } from "../../src/backup/revocations.ts";
import { openTestAccount, testServices } from "../support/accounts.ts";
import {
  isUp,
  openTestStore,
  POSTGRES_URL,
  postgresDatabase,
  queryPostgres,
  sqliteDatabase,
} from "../support/stores.ts";

const hasPostgres = await isUp(POSTGRES_URL);
const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const SECRET = "a secret of the tests, long enough";
const FOLDER = mkdtempSync(join(tmpdir(), "hub-unfinished-"));
const UNFINISHED = "a restore into it was not ended";
afterAll(() => rm(FOLDER, { recursive: true }));

const TOOLS = join(FOLDER, "tools");

/** What stands for `pg_restore`. */
async function writeTool(script: string): Promise<void> {
  await mkdir(TOOLS, { recursive: true });
  await writeFile(join(TOOLS, "pg_restore"), script, { mode: 0o755 });
}

function startRestore(address: string, ...args: string[]) {
  const PATH = `${TOOLS}:${process.env["PATH"]}`;
  const env = { PATH, DATABASE_URL: address, HUB_SECRET: SECRET, HUB_DATA_DIR: FOLDER };
  return spawn(process.execPath, [CLI, "restore", ...args], { env, stdio: "ignore" });
}

async function restoreKilled(address: string, tool: string, ...args: string[]): Promise<NodeJS.Signals | null> {
  await writeTool(tool);
  const child = startRestore(address, ...args);
  return new Promise((resolve) => child.once("close", (_, signal) => resolve(signal)));
}

test.skipIf(!hasPostgres)(
  "a restore that was killed before it ended again what was ended starts no hub, and is done again",
  async () => {
    await using database = await postgresDatabase();
    await using store = await database.open();
    const services = testServices(store);
    const { key } = await openTestAccount(services, "basic");
    const [backup, other, log] = ["one.backup", "other.backup", "log"].map((name) => join(FOLDER, name)) as [
      string,
      string,
      string,
    ];
    const from = { databaseUrl: database.address, dataDir: FOLDER };
    await backUp(from, backup, SECRET);
    await backUp(from, other, SECRET);
    await services.keyCare.revoke((await services.directory.find(key))!);
    using copy = copyRevocations(store, log, { current: SECRET, earlier: [] }, Date.now);
    await copy.run();

    await using empty = await postgresDatabase();
    const place = { databaseUrl: empty.address, dataDir: FOLDER };
    // What it brings back is there when its process is killed.
    const brings = '#!/bin/sh\nPATH=${PATH#*:}\npg_restore "$@" || exit 1\nkill -KILL $PPID\n';
    expect(await restoreKilled(empty.address, brings, backup, "--revocations", log)).toBe("SIGKILL");
    const [row] = await queryPostgres(empty.address, "SELECT count(*)::int AS n FROM keys");
    expect(row).toEqual({ n: 1 });

    await expect(openTestStore(empty.address)).rejects.toThrow(UNFINISHED);
    await expect(backUp(place, join(FOLDER, "half.backup"), SECRET)).rejects.toThrow(UNFINISHED);
    await expect(restore(place, other, [SECRET], log)).rejects.toThrow("another backup");

    expect(await restore(place, backup, [SECRET], log)).toMatchObject({ replayed: { keys: 1 } });
    await using restored = await openTestStore(empty.address);
    expect(standingOf(await testServices(restored).directory.find(key), Date.now()).state).toBe("refused");
    await expect(restore(place, backup, [SECRET], log)).rejects.toThrow("it has tables");
  },
  60_000,
);

test.skipIf(!hasPostgres)(
  "a restore that failed half-way leaves no empty store that a hub would start on",
  async () => {
    await using lite = await sqliteDatabase();
    await using store = await lite.open();
    await openTestAccount(testServices(store), "basic");
    const backup = join(FOLDER, "lite.backup");
    await backUp({ databaseUrl: undefined, dataDir: join(lite.address, "..") }, backup, SECRET);
    await using database = await postgresDatabase();
    await using empty = await postgresDatabase();
    const place = { databaseUrl: empty.address, dataDir: FOLDER };
    // Of PostgreSQL: nothing was brought back at all, and any backup may be.
    const fails = "#!/bin/sh\nkill -KILL $PPID\n";
    await (await database.open())[Symbol.asyncDispose]();
    const foreign = join(FOLDER, "postgres.backup");
    await backUp({ databaseUrl: database.address, dataDir: FOLDER }, foreign, SECRET);
    expect(await restoreKilled(empty.address, fails, foreign, "--without-revocations")).toBe("SIGKILL");
    await expect(openTestStore(empty.address)).rejects.toThrow(UNFINISHED);

    // Of SQLite: the tables are there, and no row may be written.
    await queryPostgres(
      empty.address,
      `CREATE FUNCTION no_rows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no rows'; END $$;
       CREATE FUNCTION guard() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
         IF to_regclass('public.accounts') IS NOT NULL AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'no_rows') THEN
           CREATE TRIGGER no_rows BEFORE INSERT ON accounts EXECUTE FUNCTION no_rows();
         END IF; END $$;
       CREATE EVENT TRIGGER guard ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION guard()`,
    );
    await expect(restore(place, backup, [SECRET], undefined)).rejects.toThrow("no rows");
    await expect(openTestStore(empty.address)).rejects.toThrow(UNFINISHED);
    await queryPostgres(empty.address, "DROP EVENT TRIGGER guard; DROP TRIGGER no_rows ON accounts");
    await restore(place, backup, [SECRET], undefined);
    await using _ = await openTestStore(empty.address);
    expect(await queryPostgres(empty.address, "SELECT count(*)::int AS n FROM accounts")).toEqual([{ n: 1 }]);
  },
  60_000,
);

test.skipIf(!hasPostgres)(
  "a restore that is told to stop takes along what it has started",
  async () => {
    const [backup, said] = [join(FOLDER, "stopped.backup"), join(FOLDER, "pid")];
    const content = Readable.from(["a dump"]);
    await writeArchive(backup, { stream: content }, { engine: "postgres", made: new Date().toISOString() }, SECRET);
    // It says which process it is, and waits.
    await writeTool(`#!/bin/sh\necho $$ > ${said}.new && mv ${said}.new ${said}\nexec sleep 1000\n`);
    await using database = await postgresDatabase();
    const child = startRestore(database.address, backup, "--without-revocations");
    const ended = once(child, "exit");
    while (!existsSync(said)) await Bun.sleep(10);
    const pid = Number(readFileSync(said, "utf8"));
    child.kill("SIGTERM");
    expect(await ended).toEqual([143, null]);
    const isAlive = (): boolean => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    for (let tries = 0; tries < 100 && isAlive(); tries++) await Bun.sleep(20);
    expect(isAlive()).toBe(false);
  },
  30_000,
);
