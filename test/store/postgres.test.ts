/** What a server of its own may do to the store: end connections, undo what stands in its way, not be there. */
import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { eq, sql } from "drizzle-orm";
import pg from "pg";
import pino from "pino";
import { openPostgres } from "../../src/store/drivers/postgres/postgres.ts";
import { ask, type Build, isUniqueViolation, type Store } from "../../src/store/store.ts";
import { OperatorError } from "../../src/runtime/errors.ts";
import { freePort } from "../support/hub-process.ts";
import { isUp, POSTGRES_URL, postgresDatabase, queryPostgres, type TestDatabase } from "../support/stores.ts";

const TERMINATE_OTHERS =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
const ONE_ROW = sql`(VALUES (1)) AS one`;

const terminateOwn: Build<unknown> = (db) =>
  db.select({ done: sql`pg_terminate_backend(pg_backend_pid())` }).from(ONE_ROW);
const endIfIdle: Build<{ pid: number }[]> = (db) =>
  db
    .select({
      pid: sql<number>`pg_backend_pid()`,
      limit: sql`set_config('idle_in_transaction_session_timeout', '50', true)`,
    })
    .from(ONE_ROW);
const add =
  (id: string): Build<unknown> =>
  (db, { accounts }) =>
    db.insert(accounts).values({ id, email: "a@example.com", tier: "basic", status: "active", created_at: 1 });
const rename =
  (id: string, name: string): Build<unknown> =>
  (db, { accounts }) =>
    db.update(accounts).set({ name }).where(eq(accounts.id, id));

describe.skipIf(!(await isUp(POSTGRES_URL)))("the store in PostgreSQL", () => {
  let database: TestDatabase;
  let store: Store;
  beforeAll(async () => {
    database = await postgresDatabase();
    store = await database.open();
  });
  afterAll(async () => {
    await store[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const isThere = async (id: string): Promise<boolean> =>
    (await store.ask((db, { accounts }) => db.select().from(accounts).where(eq(accounts.id, id)))).length > 0;

  /** More than the pool has connections: one that was lost to it would keep these waiting. */
  async function expectToGoOn(): Promise<void> {
    const ids = Array.from({ length: 50 }, () => crypto.randomUUID());
    await Promise.all(ids.map((id) => store.transact(() => ask(add(id)))));
    expect(await Promise.all(ids.map(isThere))).toEqual(ids.map(() => true));
  }

  /** While this process stands still, so that nothing of it can come between. */
  function terminateAllAtOnce(): void {
    whileStandingStill("await client.query(process.argv[2]);", TERMINATE_OTHERS);
  }

  function waitUntilGone(pid: number): void {
    const look = `SELECT FROM pg_stat_activity WHERE pid = ${pid}`;
    whileStandingStill("while ((await client.query(process.argv[2])).rowCount > 0);", look);
  }

  function whileStandingStill(work: string, text: string): void {
    const script = `const client = new (require("pg").Client)(process.argv[1]);
      await client.connect(); ${work} await client.end();`;
    const args = [process.execPath, "-e", script, database.address, text];
    expect(Bun.spawnSync(args, { cwd: import.meta.dirname }).exitCode).toBe(0);
  }

  test("reads, and begins every transaction, after all its idle connections were ended", async () => {
    await expectToGoOn();
    terminateAllAtOnce();
    expect(await Promise.all(Array.from({ length: 30 }, () => isThere("nobody")))).toEqual(Array(30).fill(false));
    await expectToGoOn();
    terminateAllAtOnce();
    const ends = Array.from({ length: 30 }, (_, at) => store.transact(() => ask(add(`begun ${at}`))));
    expect(await Promise.all(ends)).toHaveLength(30);
    await expectToGoOn();
  });

  test("keeps nothing of transactions whose connections end during a query, and goes on", async () => {
    const ids = Array.from({ length: 20 }, (_, at) => `during ${at}`);
    const broken = ids.map((id) =>
      caught(async () =>
        store.transact(function* () {
          yield* ask(add(id));
          yield* ask(terminateOwn);
        }),
      ),
    );
    for (const error of await Promise.all(broken)) expect(causes(error)).toContain("57P01");
    expect(await Promise.all(ids.map(isThere))).toEqual(ids.map(() => false));
    await expectToGoOn();
  });

  test("renews leases while all else waits", async () => {
    const [id, order] = [crypto.randomUUID(), [] as string[]];
    await store.transact(() => ask(add(id)));
    const blocker = new pg.Client(database.address);
    await blocker.connect();
    try {
      await blocker.query("BEGIN; LOCK TABLE accounts");
      // More than there are connections.
      const waiting = Array.from({ length: 12 }, (_, at) => store.transact(() => ask(rename(id, `name ${at}`))));
      const all = Promise.allSettled(waiting).then(() => order.push("requests"));
      await store.ask((db) => db.select({ one: sql`1` }).from(ONE_ROW), {}, "leases");
      order.push("leases");
      await blocker.query("COMMIT");
      await all;
    } finally {
      await blocker.end();
    }
    expect(order).toEqual(["leases", "requests"]);
  });

  test.each(["a step", "the commit"])(
    "keeps nothing of a transaction whose connection ends before %s, and goes on",
    async (what) => {
      const broken = caught(async () =>
        store.transact(function* () {
          yield* ask(add("between"));
          terminateAllAtOnce();
          if (what === "a step") yield* ask(add("after"));
        }),
      );
      expect(await broken).toBeInstanceOf(Error);
      expect([await isThere("between"), await isThere("after")]).toEqual([false, false]);
      await expectToGoOn();
    },
  );

  test("keeps nothing of a transaction whose connection ends during its commit, and goes on", async () => {
    await queryPostgres(
      database.address,
      `CREATE FUNCTION terminate() RETURNS trigger LANGUAGE plpgsql AS
         'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
       CREATE CONSTRAINT TRIGGER terminate AFTER INSERT ON accounts DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW WHEN (NEW.id = 'committing') EXECUTE FUNCTION terminate()`,
    );
    expect(causes(await caught(async () => store.transact(() => ask(add("committing")))))).toContain("57P01");
    expect(await isThere("committing")).toBeFalse();
    await expectToGoOn();
  });

  test("a database that only reads is asked by one timer whether it writes again, however many ask for it", async () => {
    await using reader = await openPostgres(`${database.address}?options=-c%20default_transaction_read_only%3Don`);
    const timers = spyOn(globalThis, "setTimeout");
    try {
      for (let asked = 0; asked < 20; asked++) expect(await reader.fault()).toContain("only reads");
      expect(timers.mock.calls.filter(([, ms]) => ms === 250).length).toBeLessThan(10);
    } finally {
      timers.mockRestore();
    }
  });

  test("that a transaction in which this process stood still was ended is an outage, and no fault of ours", async () => {
    const id = crypto.randomUUID();
    const stoodStill = Promise.resolve(
      store.transact(function* () {
        yield* ask(add(id));
        const [own] = yield* ask(endIfIdle);
        waitUntilGone(own?.pid ?? 0);
        yield* ask(rename(id, "too late"));
      }),
    );
    await expect(stoodStill).rejects.toMatchObject({ code: "overloaded" });
    expect(await isThere(id)).toBe(false);
    await expectToGoOn();
  });

  test("goes on with the connections of transactions that have failed", async () => {
    await store.ask(add("here already"));
    const failing = Array.from({ length: 30 }, async (_, at) => {
      const end = await caught(async () =>
        store.transact(function* () {
          yield* ask(add(`failing ${at}`));
          yield* ask(add("here already"));
        }),
      );
      return isUniqueViolation(end) && !(await isThere(`failing ${at}`));
    });
    expect(await Promise.all(failing)).toEqual(failing.map(() => true));
    await expectToGoOn();
  });

  test("starts over what was undone because two transactions stood in each other's way", async () => {
    await Promise.all(["left", "right"].map((id) => store.ask(add(id))));
    const barrier = new pg.Client(database.address);
    await barrier.connect();
    await barrier.query("SELECT pg_advisory_lock(1)");
    let attempts = 0;
    const write = async (first: string, second: string) =>
      store.transact(function* () {
        attempts++;
        yield* ask(rename(first, first));
        yield* ask((db) => db.select({ passed: sql`pg_advisory_xact_lock_shared(1)` }).from(ONE_ROW));
        yield* ask(rename(second, first));
      });
    const both = [write("left", "right"), write("right", "left")];
    const waiting = `SELECT count(*)::int AS n FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`;
    while ((await barrier.query(waiting)).rows[0].n < 2);
    await barrier.end();
    await Promise.all(both);
    // The one that starts over can be as early as to stand in the way once more.
    expect(attempts).toBeGreaterThan(2);
    const names = await store.ask((db, { accounts }) =>
      db
        .select({ name: accounts.name })
        .from(accounts)
        .where(sql`id IN ('left', 'right')`),
    );
    expect(new Set(names.map(({ name }) => name)).size).toBe(1);
  });

  test("takes more one-off queries than it prepares by name", async () => {
    const queries = Array.from({ length: 600 }, async (_, at) =>
      store.ask((db) => db.select({ at: sql.raw(`${at}::int`) }).from(ONE_ROW)),
    );
    expect((await Promise.all(queries)).flat()).toEqual(queries.map((_, at) => ({ at })));
  });

  test("goes on with what it has prepared when a newer process adds a column", async () => {
    await using another = await postgresDatabase();
    await using old = await another.open();
    const insert: Build<{ id: string }[]> = (db, { accounts }) =>
      db
        .insert(accounts)
        .values({ id: sql.placeholder("id"), email: "a", tier: "basic", status: "active", created_at: 1 })
        .returning();
    const read: Build<{ id: string }[]> = (db, { accounts }) => db.select().from(accounts);
    await old.ask(insert, { id: "before" });
    await old.ask(read);
    await queryPostgres(another.address, "ALTER TABLE accounts ADD COLUMN newer text");
    expect(await old.ask(insert, { id: "after" })).toMatchObject([{ id: "after" }]);
    expect((await old.ask(read)).map(({ id }) => id)).toEqual(["before", "after"]);
  });

  test("takes a text with NUL characters: finds nothing by it, and keeps it with a mark in their place", async () => {
    expect(await isThere("\0")).toBeFalse();
    await store.ask(add("a"));
    await store.ask((db, { audit }) =>
      db.insert(audit).values({ at: 1, action: "grant", account_id: "a", reason: "no\0thing" }),
    );
    const kept = await store.ask((db, { audit }) => db.select({ reason: audit.reason }).from(audit));
    expect(kept).toEqual([{ reason: "no\uFFFDthing" }]);
  });

  test("says which query has failed, and none of its values", async () => {
    const secret = crypto.randomUUID();
    await store.ask(add(secret));
    const error = await caught(async () => store.ask(add(secret)));
    const logged = JSON.stringify(error instanceof Error && pino.stdSerializers.err(error));
    expect(logged).toContain("insert into");
    expect(logged).toContain("duplicate key");
    expect(logged).not.toContain(secret);
  });

  test("prefers the application name of the address to its own", async () => {
    const named = new URL(database.address);
    named.searchParams.set("application_name", "till");
    await using other = await openPostgres(named.href);
    const name: Build<{ name: unknown }[]> = (db) =>
      db.select({ name: sql`current_setting('application_name')` }).from(ONE_ROW);
    expect([...(await other.ask(name)), ...(await store.ask(name))]).toEqual([
      { name: "till" },
      { name: "agent-api-hub" },
    ]);
  });

  test("says that its database does not exist", async () => {
    const address = new URL(database.address);
    address.pathname = "no_such_database";
    const error = await caught(async () => openPostgres(address.href));
    expect(error).toBeInstanceOf(OperatorError);
    expect(String(error)).toContain('database "no_such_database" does not exist');
  });
});

describe("without a PostgreSQL server", () => {
  test("says that nobody listens", async () => {
    const port = await freePort();
    const error = await caught(async () => openPostgres(`postgres://me:secret@127.0.0.1:${port}/hub`));
    expect(error).toBeInstanceOf(OperatorError);
    expect(String(error)).toContain(`ECONNREFUSED 127.0.0.1:${port}`);
    expect(Bun.inspect(error)).not.toContain("secret");
  });

  test("waits five seconds for one that does not answer, and says so", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo; // It listens on a port, not on a path.
    const begun = performance.now();
    const error = await caught(async () => openPostgres(`postgres://me:secret@127.0.0.1:${port}/hub`));
    server.close();
    expect(performance.now() - begun).toBeWithin(4_900, 6_500);
    expect(error).toBeInstanceOf(OperatorError);
    expect(String(error)).toContain("timeout");
  }, 10_000);

  test("waits ten seconds for one that greets and answers nothing, as a full pooler does, and says so", async () => {
    const sockets: Socket[] = [];
    const greeting = Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1");
    const server = createServer((socket) => {
      sockets.push(socket.on("error", () => undefined).once("data", () => socket.write(greeting)));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo; // It listens on a port, not on a path.
    const error = await caught(async () => openPostgres(`postgres://me:secret@127.0.0.1:${port}/hub`));
    for (const socket of sockets) socket.destroy();
    server.close();
    expect(error).toBeInstanceOf(OperatorError);
    expect(String(error)).toContain("a pooler before it may have no session left");
  }, 20_000);
});

async function caught(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("It was expected to fail");
}

/** The codes of an error and of what has caused it. */
function causes(error: unknown): unknown[] {
  const codes: unknown[] = [];
  for (let each = error; each instanceof Error; each = each.cause) if ("code" in each) codes.push(each.code);
  return codes;
}
