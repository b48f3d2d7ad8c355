import { expect, test } from "bun:test";
import { eq, getTableColumns, getTableName, sql } from "drizzle-orm";
import { postgresKit, sqliteKit } from "../../src/store/tables/kit.ts";
import { pending, readMigrations } from "../../src/store/migrations.ts";
import { ask, type Build, isUniqueViolation, type Store } from "../../src/store/store.ts";
import { defineTables, type Tables } from "../../src/store/tables/tables.ts";
import { describeStores } from "../support/stores.ts";

const account = (id: string) => ({ id, email: "a@example.com", tier: "basic", status: "active", created_at: 1 });
const addAccount =
  (id: string): Build<unknown> =>
  (db, { accounts }) =>
    db.insert(accounts).values(account(id));

describeStores("the store", (open, name) => {
  test("gives back what was kept, amounts as bigint", async () => {
    const { store } = open();
    await store.transact(function* () {
      yield* ask(addAccount("kept"));
      yield* ask((db, { balances }) =>
        db.insert(balances).values({ account_id: "kept", network: "n", drops: 9_000_000_000_000_000n, held: 1n }),
      );
    });
    const rows = await store.ask((db, { balances }) => db.select().from(balances));
    expect([...rows]).toEqual([{ account_id: "kept", network: "n", drops: 9_000_000_000_000_000n, held: 1n }]);
  });

  test("keeps nothing of a transaction that throws halfway", async () => {
    const { store } = open();
    const broken = async () =>
      store.transact(function* () {
        yield* ask(addAccount("half"));
        throw new Error("halfway");
      });
    await expect(broken()).rejects.toThrow("halfway");
    expect(await countOf(store, "half")).toBe(0);
  });

  test("of transactions asked for at once, the one that fails is undone alone, and each is told its own end", async () => {
    const { store } = open();
    const write = async (id: string, fault?: Error) =>
      store.transact(function* () {
        yield* ask(addAccount(id));
        if (fault !== undefined) throw fault;
        return id;
      }, "relaxed");
    const ends = await Promise.allSettled([write("one"), write("two", new Error("no")), write("one"), write("three")]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "fulfilled", "rejected", "rejected"]);
    expect(ends[1]).toMatchObject({ status: "rejected", reason: { message: "no" } });
    expect(await Promise.all(["one", "two", "three"].map((id) => countOf(store, id)))).toEqual([1, 0, 1]);
  });

  test("among thousands of queries at once each transaction is by itself, and what is written beside them stays", async () => {
    const { store } = open();
    const crowd = Array.from({ length: 4_000 }, async (_, at) => {
      if (at % 8 !== 0) return store.ask(addAccount(`beside-${at}`));
      return store.transact(function* () {
        yield* ask(addAccount(`within-${at}`));
        if (at % 16 === 0) throw new Error("undone");
      }, "relaxed");
    });
    const ends = await Promise.allSettled(crowd);
    const faults = ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []));
    expect(faults).toEqual(Array(250).fill("Error: undone"));
    const rows = await store.ask((db, { accounts }) =>
      db
        .select({ kind: sql<string>`substr(${accounts.id}, 1, 6)`, rows: sql<number>`count(*)` })
        .from(accounts)
        .where(sql`${accounts.id} LIKE '%-%'`)
        .groupBy(sql`1`),
    );
    expect(Object.fromEntries(rows.map((row) => [row.kind, Number(row.rows)]))).toEqual({ beside: 3_500, within: 250 });
  });

  test("a transaction comes to what its last step says, and its steps see each other", async () => {
    const { store } = open();
    const seen = await store.transact(function* () {
      yield* ask(addAccount("seen"));
      const rows = yield* ask((db, { accounts }) => db.select().from(accounts).where(eq(accounts.id, "seen")));
      return rows.length;
    }, "relaxed");
    expect(seen).toBe(1);
  });

  test("tells a row that is there already from any other failure", async () => {
    const { store } = open();
    await store.ask(addAccount("twice"));
    const again = await caught(async () => store.ask(addAccount("twice")));
    expect(isUniqueViolation(again)).toBeTrue();
    const stranger = await caught(async () =>
      store.ask((db, { balances }) =>
        db.insert(balances).values({ account_id: "nobody", network: "n", drops: 0n, held: 0n }),
      ),
    );
    expect(stranger).toBeInstanceOf(Error);
    expect(isUniqueViolation(stranger)).toBeFalse();
  });

  test("refuses a balance below nothing, or less than what is set aside", async () => {
    const { store } = open();
    await store.ask(addAccount("poor"));
    const insert = (drops: bigint, held: bigint) =>
      caught(async () =>
        store.ask((db, { balances }) => db.insert(balances).values({ account_id: "poor", network: "n", drops, held })),
      );
    expect(await insert(-1n, 0n)).toBeInstanceOf(Error);
    expect(await insert(5n, 6n)).toBeInstanceOf(Error);
  });

  test("never changes or deletes an entry of the ledger", async () => {
    const { store } = open();
    await store.ask(addAccount("entered"));
    await store.ask((db, { entries }) =>
      db.insert(entries).values({
        account_id: "entered",
        at: 1,
        day: "1970-01-01",
        kind: "grant",
        calls: 0,
        drops: 1n,
        network: "n",
        balance_after: 1n,
        reference: "r",
      }),
    );
    const change = await caught(async () => store.ask((db, { entries }) => db.update(entries).set({ drops: 2n })));
    const removal = await caught(async () => store.ask((db, { entries }) => db.delete(entries)));
    expect(String((change as Error).cause ?? change)).toContain("never");
    expect(String((removal as Error).cause ?? removal)).toContain("never");
  });

  test("has exactly the columns that the definitions say, and as nullable", async () => {
    const { store } = open();
    const kit = name === "SQLite" ? sqliteKit : postgresKit;
    const defined = Object.values(defineTables(kit)).flatMap(columnsOf).sort();
    const made = await store.ask((db) => db.select(MADE_COLUMNS).from(columnsTable(name)));
    const found = made
      .filter((column) => !["migrations", "limits"].includes(column.table) && !column.table.startsWith("sqlite_"))
      .map((column) => `${column.table}.${column.name}${Number(column.nullable) ? "?" : ""}`)
      .sort();
    expect(found).toEqual(defined);
  });

  test("opened by several at once is brought up to date once", async () => {
    const { database } = open();
    await using fresh = await database.another();
    const stores = await Promise.all([fresh.open(), fresh.open(), fresh.open()]);
    await stores[0]?.ask(addAccount("shared"));
    expect(await Promise.all(stores.map((each) => countOf(each, "shared")))).toEqual([1, 1, 1]);
    for (const each of stores) await each[Symbol.asyncDispose]();
  });
});

test("both dialects define the same columns, with the same types to the code", () => {
  const shape = (tables: Tables) =>
    Object.values(tables)
      .flatMap((table) => Object.entries(getTableColumns(table)).map(([column, { dataType }]) => [column, dataType]))
      .map(([column, type]) => `${column}: ${type === "custom" ? "bigint" : type}`);
  expect(shape(defineTables(sqliteKit))).toEqual(shape(defineTables(postgresKit)));
});

test("both dialects have the same migrations", async () => {
  const names = async (dialect: "sqlite" | "postgres") => (await readMigrations(dialect)).map(({ name }) => name);
  expect(await names("sqlite")).toEqual(await names("postgres"));
});

test("pending() gives what is not applied yet, and leaves a store of a newer version alone", () => {
  const migrations = [
    { name: "0001_a", sql: "" },
    { name: "0002_b", sql: "" },
  ];
  expect(pending(migrations, ["0001_a"]).map(({ name }) => name)).toEqual(["0002_b"]);
  expect(() => pending(migrations, ["0001_a", "0003_c"])).toThrow('"0003_c" is not known here');
});

const MADE_COLUMNS = {
  table: sql<string>`table_name`,
  name: sql<string>`column_name`,
  nullable: sql<unknown>`nullable`,
};

function columnsTable(store: string) {
  if (store === "SQLite")
    return sql`(SELECT m.name AS table_name, c.name AS column_name, (c."notnull" = 0 AND c.pk = 0) AS nullable
                FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table') AS columns`;
  return sql`(SELECT table_name, column_name, (is_nullable = 'YES')::int AS nullable
              FROM information_schema.columns WHERE table_schema = 'public') AS columns`;
}

function columnsOf(table: Tables[keyof Tables]): string[] {
  return Object.entries(getTableColumns(table)).map(
    ([column, { notNull }]) => `${getTableName(table)}.${column}${notNull ? "" : "?"}`,
  );
}

async function countOf(store: Store, id: string): Promise<number> {
  return (await store.ask((db, { accounts }) => db.select().from(accounts).where(eq(accounts.id, id)))).length;
}

async function caught(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  return undefined;
}
