/** What the store comes to when PostgreSQL is stopped, killed or frozen, as a whole or in part. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { HubError } from "../../src/runtime/errors.ts";
import { openPostgres } from "../../src/store/drivers/postgres/postgres.ts";
import { ask, type Build, type Store } from "../../src/store/store.ts";
import { hasOwnPostgres, type OwnServer, ownPostgres } from "../support/own-servers.ts";
import { queryPostgres } from "../support/stores.ts";

/** The store gives up after 800 ms, and 3 s are asked for; a busy machine takes some of what lies between. */
const SOON_MS = 1_500;

const ONE_ROW = sql`(VALUES (1)) AS one`;
const read: Build<unknown> = (db, { accounts }) => db.select().from(accounts).limit(1);
const add =
  (id: string): Build<unknown> =>
  (db, { accounts }) =>
    db.insert(accounts).values({ id, email: "a@example.com", tier: "basic", status: "active", created_at: 1 });
const sleep =
  (seconds: number): Build<unknown> =>
  (db) =>
    db.select({ slept: sql.raw(`pg_sleep(${seconds})`) }).from(ONE_ROW);
const ownPid: Build<{ pid: number }[]> = (db) => db.select({ pid: sql<number>`pg_backend_pid()` }).from(ONE_ROW);

describe.skipIf(!hasOwnPostgres)("the store", () => {
  let server: OwnServer;
  let store: Store;
  const changes: (string | undefined)[] = [];
  beforeAll(async () => {
    server = await ownPostgres();
    store = await openPostgres(server.url, { onChange: (fault) => void changes.push(fault) });
  }, 60_000);
  afterAll(async () => {
    await store?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  const FAULTS = {
    frozen: { begin: async () => server.freeze(), end: async () => server.thaw() },
    killed: { begin: () => server.kill(), end: () => server.start() },
    stopped: { begin: () => server.stop(), end: () => server.start() },
  };

  for (const [name, { begin, end }] of Object.entries(FAULTS)) {
    test(`is said to be unavailable within ${SOON_MS} ms while PostgreSQL is ${name}, and is back within as many`, async () => {
      changes.length = 0;
      await Promise.all(Array.from({ length: 30 }, async () => store.ask(read)));
      await begin();
      for (const round of ["at once", "later"]) {
        const work = Array.from({ length: 15 }, (_, at) => [
          timed(async () => store.ask(read)),
          timed(async () => store.ask(add(`${name} ${round} ${at}`))),
          timed(async () => store.transact(() => ask(add(`${name} transacted ${round} ${at}`)))),
        ]);
        for (const { ms, error } of await Promise.all(work.flat())) {
          expect(ms).toBeLessThan(SOON_MS);
          expect(codeOf(error)).toBe("overloaded");
        }
        expect(await store.fault()).toContain("does not answer");
      }
      await end();
      const back = performance.now();
      while ((await store.fault()) !== undefined) {
        expect(performance.now() - back).toBeLessThan(SOON_MS);
        await nextTurn();
      }
      await Promise.all(Array.from({ length: 30 }, (_, at) => store.ask(add(`${name} back ${at}`))));
      expect(changes).toEqual([expect.stringContaining("does not answer"), undefined]);
    }, 30_000);
  }

  test("is said to be unavailable for writing while PostgreSQL only reads, and is read from meanwhile", async () => {
    changes.length = 0;
    const setReadOnly = async (does: boolean): Promise<void> => {
      await queryPostgres(server.url, `ALTER SYSTEM SET default_transaction_read_only = ${does ? "on" : "off"}`);
      await queryPostgres(server.url, "SELECT pg_reload_conf()");
      while (
        (await queryPostgres(server.url, "SHOW transaction_read_only"))[0]?.["transaction_read_only"] !==
        (does ? "on" : "off")
      )
        await nextTurn();
    };
    await setReadOnly(true);
    try {
      expect(codeOf((await timed(async () => store.ask(add("only read")))).error)).toBe("overloaded");
      expect(await store.fault()).toContain("only reads");
      expect((await timed(async () => store.ask(read))).error).toBeUndefined();
      expect(await store.fault()).toContain("only reads");
    } finally {
      await setReadOnly(false);
    }
    while ((await store.fault()) !== undefined) await nextTurn();
    await store.ask(add("read only no more"));
    expect(changes).toEqual([expect.stringContaining("only reads"), undefined]);
  }, 30_000);

  test("cuts off a single connection that is silent, and goes on with the others", async () => {
    let pid = 0;
    const frozen = timed(async () =>
      store.transact(function* () {
        pid = (yield* ask(ownPid))[0]?.pid ?? 0;
        process.kill(pid, "SIGSTOP");
        yield* ask(add("on a frozen connection"));
      }),
    );
    const others = await Promise.all(Array.from({ length: 30 }, () => timed(async () => store.ask(read))));
    expect(others.filter(({ error }) => error !== undefined)).toEqual([]);
    const { ms, error } = await frozen;
    process.kill(pid, "SIGCONT");
    expect(codeOf(error)).toBe("overloaded");
    expect(ms).toBeLessThan(1_000);
    expect(await store.fault()).toBeUndefined();
  }, 10_000);

  test("lets a query that takes its time end, though nobody else asks anything", async () => {
    const { ms, error } = await timed(async () => store.ask(sleep(1.5)));
    expect(error).toBeUndefined();
    expect(ms).toBeGreaterThan(1_500);
  });

  test("ends what waits for a row that somebody holds, within two seconds", async () => {
    await store.ask(add("held"));
    const rename: Build<unknown> = (db, { accounts }) =>
      db.update(accounts).set({ name: "new" }).where(eq(accounts.id, "held"));
    const holding = queryPostgres(
      server.url,
      "BEGIN; UPDATE accounts SET name = 'mine' WHERE id = 'held'; SELECT pg_sleep(3); COMMIT",
    );
    while ((await locksOf(server)) === 0);
    const { ms, error } = await timed(async () => store.ask(rename));
    expect(codeOf(error)).toBe("overloaded");
    expect(ms).toBeLessThan(2_000);
    await holding;
    await store.ask(rename);
  });

  test("says that no connection is free to who has waited for one, and serves who comes after", async () => {
    const sleeping = Array.from({ length: 9 }, async () => store.ask(sleep(1.5))); // The tenth is for leases.
    const { ms, error } = await timed(async () => store.ask(read));
    expect(codeOf(error)).toBe("overloaded");
    expect(ms).toBeWithin(900, 1_400);
    await Promise.all(sleeping);
    await store.ask(read);
  }, 10_000);
});

async function locksOf(server: OwnServer): Promise<number> {
  const [row] = await queryPostgres(
    server.url,
    "SELECT count(*)::int AS n FROM pg_locks WHERE mode = 'RowExclusiveLock' AND relation = 'accounts'::regclass",
  );
  return Number(row?.["n"]);
}

interface Timed {
  readonly ms: number;
  readonly result?: unknown;
  readonly error?: unknown;
}

async function timed(work: () => Promise<unknown>): Promise<Timed> {
  const begun = performance.now();
  try {
    const result = await work();
    return { ms: performance.now() - begun, result };
  } catch (error) {
    return { ms: performance.now() - begun, error };
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof HubError ? error.code : error;
}
