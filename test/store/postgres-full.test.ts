/** A PostgreSQL, or a pooler before it, that takes no more connections: those that are there go on. */
import { expect, test } from "bun:test";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { openPostgres } from "../../src/store/drivers/postgres/postgres.ts";
import type { Build, Store } from "../../src/store/store.ts";
import { isUp, POSTGRES_URL, postgresDatabase, queryPostgres, type TestDatabase } from "../support/stores.ts";

const sleep =
  (seconds: number): Build<unknown> =>
  (db) =>
    db.select({ slept: sql.raw(`pg_sleep(${seconds})`) }).from(sql`(VALUES (1)) AS one`);
const add =
  (id: string): Build<unknown> =>
  (db, { accounts }) =>
    db.insert(accounts).values({ id, email: "a@example.com", tier: "basic", status: "active", created_at: 1 });

const isMissing = !(await isUp(POSTGRES_URL));

test.skipIf(isMissing)("of a server whose role may have no more, those that are there are shared", async () => {
  await using database = await postgresDatabase();
  await using role = await limitedRole(database);
  const changes: unknown[] = [];
  await using store = await openPostgres(role.address, { onChange: (fault) => void changes.push(fault) });
  await threeConnections(store);
  await role.limit(1);
  expect(await refusalsOf(store)).toEqual([]);
  await role.limit(100);
  expect(changes).toEqual([]);
});

test.skipIf(isMissing)(
  "of a pooler that lets others wait, those that are there are shared, and no fault is told",
  async () => {
    await using database = await postgresDatabase();
    await using pooler = await poolerOf(database);
    const changes: unknown[] = [];
    await using store = await openPostgres(pooler.address, { onChange: (fault) => void changes.push(fault) });
    await threeConnections(store);
    pooler.fill();
    expect(await refusalsOf(store)).toEqual([]);
    // Nobody else asks anything: who wonders about it is answered by no new connection.
    await store.ask(sleep(1));
    expect([await store.fault(), changes]).toEqual([undefined, []]);
  },
);

async function threeConnections(store: Store): Promise<void> {
  await Promise.all(Array.from({ length: 3 }, () => store.ask(sleep(0.2))));
}

/** Of many that ask at once. */
async function refusalsOf(store: Store): Promise<unknown[]> {
  const asked = Array.from({ length: 30 }, (_, at) => store.ask(add(`at once ${at}`)));
  const settled = await Promise.allSettled(asked);
  return settled.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
}

async function limitedRole(database: TestDatabase) {
  const name = `hub_role_${crypto.randomUUID().replaceAll("-", "")}`;
  await queryPostgres(
    database.address,
    `CREATE ROLE ${name} LOGIN PASSWORD 'role'; GRANT ALL ON SCHEMA public TO ${name}`,
  );
  const address = new URL(database.address);
  Object.assign(address, { username: name, password: "role" });
  return {
    address: address.href,
    limit: (most: number) => queryPostgres(database.address, `ALTER ROLE ${name} CONNECTION LIMIT ${most}`),
    [Symbol.asyncDispose]: async () =>
      void (await queryPostgres(database.address, `DROP OWNED BY ${name}; DROP ROLE ${name}`)),
  };
}

/** Hands connections on to the database until it is full; then it takes them and answers nothing. */
async function poolerOf(database: TestDatabase) {
  const { hostname, port } = new URL(database.address);
  const sockets: Socket[] = [];
  let isFull = false;
  const server = createServer((client) => {
    sockets.push(client.on("error", () => undefined));
    if (isFull) return;
    const session = connect(Number(port || 5432), hostname);
    sockets.push(session.on("error", () => undefined));
    client.pipe(session).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = new URL(database.address);
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`; // It listens on a port, not on a path.
  return {
    address: address.href,
    fill: () => void (isFull = true),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
