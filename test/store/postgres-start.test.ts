/** Databases and roles as operators have them: what cannot be a store is refused in a sentence, all else is used. */
import { describe, expect, test } from "bun:test";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { openPostgres } from "../../src/store/drivers/postgres/postgres.ts";
import type { Build } from "../../src/store/store.ts";
import { OperatorError } from "../../src/runtime/errors.ts";
import { isUp, POSTGRES_URL, postgresDatabase, queryPostgres, type TestDatabase } from "../support/stores.ts";

const ONE_ROW = sql`(VALUES (1)) AS one`;
const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'
  AND clock_timestamp() - query_start > interval '300 ms'`;

describe.skipIf(!(await isUp(POSTGRES_URL)))("a database of PostgreSQL", () => {
  test("is refused where its encoding does not hold every text", async () => {
    await using database = await postgresDatabase("ENCODING LATIN1 LOCALE 'C' TEMPLATE template0");
    expect(await refusal(database.address)).toBe(
      "Cannot use the database of DATABASE_URL: its encoding is LATIN1, which does not hold every text; it needs UTF8",
    );
  });

  test("is refused where the search_path leads to another schema, or to none", async () => {
    await using database = await postgresDatabase();
    await queryPostgres(
      database.address,
      `CREATE SCHEMA other; ${ofDatabase(database.address, "search_path = other")}`,
    );
    expect(await refusal(database.address)).toEndWith(
      'the search_path of its role leads to other first; it needs "public"',
    );
    await queryPostgres(database.address, ofDatabase(database.address, "search_path = missing"));
    expect(await refusal(database.address)).toEndWith(
      'the search_path of its role leads to no schema first; it needs "public"',
    );
  });

  test.each([1, 2])("is refused behind a pooler of transactions that takes %i sessions in turn", async (sessions) => {
    await using database = await postgresDatabase();
    await using pooler = await shareSessions(database.address, sessions);
    expect(await refusal(pooler.address)).toEndWith(
      "a pooler shares its connections out by transaction; it needs one that keeps sessions whole",
    );
  });

  test("is opened where connecting takes longer at the start than a call may wait for", async () => {
    await using database = await postgresDatabase();
    await using slow = await greetLate(database.address, 1_200);
    await using store = await openPostgres(slow.address);
    expect(await store.ask(readAccounts)).toEqual([]);
  });

  test("is used by a role that may make no tables, once they are there", async () => {
    await using database = await postgresDatabase();
    await using role = await plainRole(database);
    await using store = await openPostgres(role.address);
    expect(await store.ask(readAccounts)).toEqual([]);
  });

  test("cannot be reached while it takes nobody's password, and can after that", async () => {
    await using database = await postgresDatabase();
    await using role = await plainRole(database);
    const [falls, answers] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const onChange = (fault: string | undefined): void => (fault === undefined ? answers : falls).resolve();
    await using store = await openPostgres(role.address, { onChange });
    await store.ask(readAccounts);
    await queryPostgres(database.address, `ALTER ROLE ${role.name} NOLOGIN; ${endOf(role.name)}`);
    const refused = await Promise.allSettled(Array.from({ length: 20 }, () => store.ask(readAccounts)));
    for (const each of refused) expect(each).toMatchObject({ status: "rejected", reason: { code: "overloaded" } });
    await falls.promise;
    await queryPostgres(database.address, `ALTER ROLE ${role.name} LOGIN`);
    await answers.promise;
    expect(await store.ask(readAccounts)).toEqual([]);
  });

  test("is brought up to date without the limits of time that its roles are set to", async () => {
    await using database = await postgresDatabase();
    const other = new Bun.SQL(database.address, { max: 1 });
    await other`SELECT pg_advisory_lock(4021402)`;
    for (const name of ["statement_timeout", "lock_timeout"])
      await queryPostgres(database.address, ofDatabase(database.address, `${name} = 200`));
    const opening = openPostgres(database.address);
    const failed = opening.then(
      () => false,
      () => true,
    );
    const isWaiting = async () => (await queryPostgres(database.address, WAITING)).length > 0;
    while (!(await isWaiting()) && (await Promise.race([failed, false])) === false);
    await other.close();
    await using store = await opening;
    expect(await store.ask(readAccounts)).toEqual([]);
  });

  test("is asked in the isolation that the statements are written for, whatever its roles are set to", async () => {
    await using database = await postgresDatabase();
    await queryPostgres(database.address, ofDatabase(database.address, "default_transaction_isolation = serializable"));
    await using store = await database.open();
    const isolation = await store.ask((db) =>
      db.select({ is: sql`current_setting('transaction_isolation')` }).from(ONE_ROW),
    );
    expect(isolation).toEqual([{ is: "read committed" }]);
  });

  test("ends no connection that has nothing to do, whatever its roles are set to", async () => {
    await using database = await postgresDatabase();
    await queryPostgres(database.address, ofDatabase(database.address, "idle_session_timeout = 60000"));
    await using store = await database.open();
    const limit = await store.ask((db) =>
      db.select({ is: sql`current_setting('idle_session_timeout')` }).from(ONE_ROW),
    );
    expect(limit).toEqual([{ is: "0" }]);
  });
});

const readAccounts: Build<unknown> = (db, { accounts }) => db.select().from(accounts);

function endOf(role: string): string {
  return `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`;
}

/** A role that reads and writes rows of a database that is up to date, and can do nothing else. */
async function plainRole(database: TestDatabase): Promise<AsyncDisposable & { name: string; address: string }> {
  await (await database.open())[Symbol.asyncDispose]();
  const name = `hub_role_${crypto.randomUUID().replaceAll("-", "")}`;
  await queryPostgres(
    database.address,
    `REVOKE CREATE ON SCHEMA public FROM PUBLIC; CREATE ROLE ${name} LOGIN PASSWORD 'role';
     GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name}`,
  );
  const address = new URL(database.address);
  Object.assign(address, { username: name, password: "role" });
  return {
    name,
    address: address.href,
    [Symbol.asyncDispose]: async () =>
      void (await queryPostgres(database.address, `DROP OWNED BY ${name}; DROP ROLE ${name}`)),
  };
}

async function refusal(address: string): Promise<string> {
  const error = await openPostgres(address).then(
    (store) => store[Symbol.asyncDispose]().then(() => "It was opened"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OperatorError);
  return error instanceof OperatorError ? error.message : String(error);
}

function ofDatabase(address: string, setting: string): string {
  return `ALTER DATABASE ${new URL(address).pathname.slice(1)} SET ${setting}`;
}

/** As a pooler of transactions: whoever connects asks over the same sessions, each question over the next of them. */
async function shareSessions(address: string, count: number): Promise<AsyncDisposable & { readonly address: string }> {
  const { hostname, port } = new URL(address);
  const sessions = Array.from({ length: count }, () => connect(Number(port || 5432), hostname));
  const greetings = sessions.map((session) => once(session, "data") as Promise<[Buffer]>);
  let asking: Socket | undefined;
  let hasGreeted: Promise<[Buffer][]> | undefined;
  let turn = 0;
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.once("data", async (hello: Buffer) => {
      if (hasGreeted === undefined) {
        for (const session of sessions) session.write(hello);
        hasGreeted = Promise.all(greetings);
      }
      // The greeting is the first one's for everybody; a farewell would end a session of all.
      const [[greeting = ""] = []] = await hasGreeted;
      for (const session of sessions) session.removeAllListeners("data").on("data", (data) => asking?.write(data));
      client.on("data", (data: Buffer) => {
        asking = client;
        if (data[0] !== "X".charCodeAt(0)) sessions[turn++ % count]?.write(data);
      });
      client.write(greeting);
    });
    client.on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const pooled = new URL(address);
  pooled.host = `127.0.0.1:${(server.address() as AddressInfo).port}`; // It listens on a port, not on a path.
  return {
    address: pooled.href,
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy();
      for (const session of sessions) session.destroy();
      server.close();
    },
  };
}

/** As a machine that is busy: whoever connects is greeted so much later. */
async function greetLate(address: string, ms: number): Promise<AsyncDisposable & { readonly address: string }> {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const session = connect(Number(port || 5432), hostname);
    for (const socket of [client, session]) sockets.add(socket.on("error", () => undefined));
    setTimeout(() => client.pipe(session).pipe(client), ms);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const late = new URL(address);
  late.host = `127.0.0.1:${(server.address() as AddressInfo).port}`; // It listens on a port, not on a path.
  return {
    address: late.href,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
