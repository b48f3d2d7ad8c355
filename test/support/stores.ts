/** The stores a suite runs against: a SQLite file, and a PostgreSQL database of its own where one is up. */
import { afterAll, beforeAll, describe } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Store } from "../../src/store/store.ts";
import { openPostgres } from "../../src/store/drivers/postgres/postgres.ts";
import { openSqlite } from "../../src/store/drivers/sqlite/sqlite.ts";

/** Any user and database of it will do; each suite makes a database of its own there. */
export const POSTGRES_URL = process.env["TEST_DATABASE_URL"] ?? "postgres://postgres@127.0.0.1:5432/postgres";
export const REDIS_URL = process.env["TEST_REDIS_URL"] ?? "redis://127.0.0.1:6379";

/** Whether something answers at the address of this service. */
export async function isUp(url: string, isExpected = false): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host: hostname, port: Number(port), timeout: 1000 });
  socket.once("connect", () => resolve(true));
  socket.once("error", () => resolve(false));
  socket.once("timeout", () => resolve(false));
  const answer = await promise;
  socket.destroy();
  if (!answer && !isExpected)
    console.warn(`Skipping: nothing answers at ${hostname}:${port}. \`bun run services\` starts it.`);
  return answer;
}

/** A database that is there for one suite, and that several processes may open. */
export interface TestDatabase extends AsyncDisposable {
  /** What `openTestStore` takes, in this process or another. */
  readonly address: string;
  open(): Promise<Store>;
  /** A new one of the same kind. */
  another(): Promise<TestDatabase>;
  /** All that is kept, as text. */
  dump(): Promise<string>;
}

export function openTestStore(address: string): Promise<Store> {
  return address.startsWith("postgres://") ? openPostgres(address) : openSqlite(address);
}

const STORES: readonly { name: StoreName; isMissing: boolean; create: () => Promise<TestDatabase> }[] = [
  { name: "SQLite", isMissing: false, create: sqliteDatabase },
  { name: "PostgreSQL", isMissing: !(await isUp(POSTGRES_URL)), create: migratedPostgresDatabase },
];

export type StoreName = "SQLite" | "PostgreSQL";

export interface OpenStore {
  readonly store: Store;
  readonly database: TestDatabase;
}

/** Runs a suite once for each store, or for one `only`. `open` gives the suite's store once its tests run. */
export function describeStores(
  title: string,
  suite: (open: () => OpenStore, name: StoreName) => void,
  only?: StoreName,
): void {
  for (const { name, isMissing, create } of STORES) {
    if (only !== undefined && name !== only) continue;
    describe.skipIf(isMissing)(`${title} (${name})`, () => {
      let opened: OpenStore | undefined;
      beforeAll(async () => {
        const database = await create();
        opened = { database, store: await database.open() };
      });
      afterAll(async () => {
        await opened?.store[Symbol.asyncDispose]();
        await opened?.database[Symbol.asyncDispose]();
      });
      suite(() => {
        if (opened === undefined) throw new Error("The store is open only while tests run");
        return opened;
      }, name);
    });
  }
}

export async function sqliteDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "hub-store-"));
  const address = join(folder, "hub.sqlite");
  return {
    address,
    open: () => openSqlite(address),
    another: sqliteDatabase,
    async dump() {
      const files = ["hub.sqlite", "hub.sqlite-wal"].map((name) => Bun.file(join(folder, name)));
      const texts = await Promise.all(files.map(async (file) => ((await file.exists()) ? file.text() : "")));
      return texts.join("\n");
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

let template: Promise<string> | undefined;

/** Brought up to date already, as a copy: the migrations take four times as long. Another of it is empty. */
export async function migratedPostgresDatabase(): Promise<TestDatabase> {
  template ??= makeTemplate();
  return { ...(await postgresDatabase(`TEMPLATE ${await template}`)), another: () => postgresDatabase() };
}

/** One for each process of tests. Those of processes that have ended go. */
async function makeTemplate(): Promise<string> {
  const name = `hub_template_${process.pid}`;
  const left = await queryPostgres(POSTGRES_URL, "SELECT datname FROM pg_database WHERE datname LIKE 'hub_template_%'");
  for (const { datname } of left)
    if (!isAlive(Number(String(datname).split("_").at(-1))))
      await queryPostgres(POSTGRES_URL, `DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  await queryPostgres(POSTGRES_URL, `CREATE DATABASE ${name}`);
  const url = new URL(POSTGRES_URL);
  url.pathname = name;
  await (await openPostgres(url.href))[Symbol.asyncDispose]();
  return name;
}

function isAlive(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** `as` is how it is made, as PostgreSQL writes it. */
export async function postgresDatabase(as = ""): Promise<TestDatabase> {
  const name = `hub_test_${crypto.randomUUID().replaceAll("-", "")}`;
  await queryPostgres(POSTGRES_URL, `CREATE DATABASE ${name} ${as}`);
  const url = new URL(POSTGRES_URL);
  url.pathname = name;
  return {
    address: url.href,
    open: () => openPostgres(url.href),
    another: () => postgresDatabase(as),
    async dump() {
      const tables = await queryPostgres(
        url.href,
        "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
      );
      const rows = tables.map((table) => queryPostgres(url.href, `SELECT row_to_json(t) FROM "${table["name"]}" t`));
      return JSON.stringify(await Promise.all(rows));
    },
    [Symbol.asyncDispose]: async () => void (await queryPostgres(POSTGRES_URL, `DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

/** On a connection of its own. Without values it may be a script. */
export async function queryPostgres(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
