/** The store in one SQLite file, through Bun's own driver. The only file that knows it. */
import { Database } from "bun:sqlite";
import { chmodSync, mkdirSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { asOperatorError } from "../../../runtime/files/system-faults.ts";
import { createGroup } from "./group-commit.ts";
import { sqliteDialect, sqliteKit } from "../../tables/kit.ts";
import { type Migration, pending, readMigrations } from "../../migrations.ts";
import type { Build, Step, Steps, Store, StoreOptions } from "../../store.ts";
import { watchSqlite } from "./health.ts";
import { defineTables } from "../../tables/tables.ts";

/** How long a write waits for that of another process, and everything else in this one with it. */
const BUSY_MS = 1_000;
const PATIENT_BUSY_MS = 10_000;
/** A disk with less room than this is full: the next write may need as much. */
const ROOM_BYTES = 256 * 1024;

interface PreparedQuery {
  execute(values: unknown): { sync(): unknown };
}

/** Opens the file, or makes it, and brings it up to date. ":memory:" is one that nobody else sees. */
export async function openSqlite(path: string, { isPatient = false, onChange }: StoreOptions = {}): Promise<Store> {
  const migrations = await readMigrations("sqlite");
  const client = openFile(path);
  try {
    client.run(`PRAGMA busy_timeout = ${isPatient ? PATIENT_BUSY_MS : BUSY_MS}`);
    client.run("PRAGMA journal_mode = WAL");
    client.run("PRAGMA synchronous = NORMAL");
    client.run("PRAGMA foreign_keys = ON");
    client.run("PRAGMA temp_store = MEMORY"); // There may be no other folder that can be written to.
    migrate(client, migrations);
  } catch (error) {
    client.close();
    throw asOperatorError(error, path) ?? error;
  }

  const tables = defineTables(sqliteKit);
  // The kit's tables are SQLite's under PostgreSQL's types, and so are the queries built from them.
  const db = drizzle({ client }) as unknown as NodePgDatabase;
  const prepared = new WeakMap<Build<unknown>, PreparedQuery>();

  const group = createGroup({
    whole: (work) => inTransaction(client, work),
    part: (work) => inSavepoint(client, work),
    isOpen: () => client.inTransaction,
  });

  const durableGroup = createGroup({
    whole: (work) => durably(() => inTransaction(client, work)),
    part: (work) => inSavepoint(client, work),
    isOpen: () => client.inTransaction,
  });

  const health = watchSqlite({ attempt: () => attemptWrite(client, path), onChange });

  return {
    // What the driver gives is what the build function promises.
    ask: <Result>(build: Build<Result>, values = {}) => health.watch(() => perform({ build, values })) as Result,
    transact(steps, durability = "durable") {
      if (durability !== "durable")
        return (durability === "relaxed" ? group : durableGroup)
          .add(() => drive(steps(), perform))
          .catch((error: unknown) => {
            throw health.heard(error);
          });
      return health.watch(() => durably(() => inTransaction(client, () => drive(steps(), perform))));
    },
    fault: health.fault,
    [Symbol.asyncDispose]: async () => {
      health[Symbol.dispose]();
      group.flush();
      durableGroup.flush();
      client.close();
    },
  };

  function durably<T>(work: () => T): T {
    client.run("PRAGMA synchronous = FULL");
    try {
      return work();
    } finally {
      client.run("PRAGMA synchronous = NORMAL");
    }
  }

  function perform({ build, values }: Step): unknown {
    let query = prepared.get(build);
    if (query === undefined) {
      query = build(db, tables, sqliteDialect).prepare("") as unknown as PreparedQuery;
      prepared.set(build, query);
    }
    return query.execute(values).sync();
  }
}

/** For its owner only, whoever has made it: the files beside it get the same rights. */
function openFile(path: string): Database {
  try {
    if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const client = new Database(path, { create: true, strict: true });
    if (path !== ":memory:") chmodSync(path, 0o600);
    return client;
  } catch (error) {
    throw asOperatorError(error, path) ?? error;
  }
}

function drive<T>(steps: Steps<T>, perform: (step: Step) => unknown): T {
  let state = steps.next();
  while (!state.done) state = steps.next(perform(state.value));
  return state.value;
}

function migrate(client: Database, migrations: readonly Migration[]): void {
  if (isUpToDate(client, migrations)) return;
  inTransaction(client, () => {
    client.run("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT");
    for (const { name, sql } of pending(migrations, appliedTo(client))) {
      client.run(sql);
      client.run("INSERT INTO migrations VALUES (?, datetime())", [name]);
    }
  });
}

/** Writes a page that is the same as before. @throws while that cannot be done, or the disk has hardly room for it. */
function attemptWrite(client: Database, path: string): void {
  client.run("PRAGMA user_version = 0");
  if (path === ":memory:") return;
  const { bavail, bsize } = statfsSync(dirname(path));
  if (bavail * bsize < ROOM_BYTES) throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
}

/** Looks without the write lock, which a busy hub would have to wait for. */
function isUpToDate(client: Database, migrations: readonly Migration[]): boolean {
  const hasTable = client.query("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get() !== null;
  return hasTable && pending(migrations, appliedTo(client)).length === 0;
}

function appliedTo(client: Database): string[] {
  const rows = client.query<{ name: string }, []>("SELECT name FROM migrations").all();
  return rows.map(({ name }) => name);
}

/** Takes the write lock at once: one that is asked for halfway is refused without waiting when another write came between. */
function inTransaction<T>(client: Database, work: () => T): T {
  client.query("BEGIN IMMEDIATE").run();
  try {
    const result = work();
    client.query("COMMIT").run();
    return result;
  } catch (error) {
    if (client.inTransaction) client.run("ROLLBACK"); // A full disk, for one, has ended it already.
    throw error;
  }
}

function inSavepoint<T>(client: Database, work: () => T): T {
  client.query("SAVEPOINT part").run();
  try {
    const result = work();
    client.query("RELEASE part").run();
    return result;
  } catch (error) {
    if (client.inTransaction) client.run("ROLLBACK TO part; RELEASE part");
    throw error;
  }
}
