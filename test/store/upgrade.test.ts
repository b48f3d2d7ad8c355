import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { storedIdempotency } from "../../src/store/responses/idempotency.ts";
import { readMigrations } from "../../src/store/migrations.ts";
import { describeStores, openTestStore, queryPostgres, type StoreName, type TestDatabase } from "../support/stores.ts";

/** What a hub had kept before arrivals said what they were used for. */
const EARLIER = `
  INSERT INTO accounts VALUES ('a', 'a@example.com', NULL, 'basic', 'active', 1, NULL);
  INSERT INTO orders VALUES ('o', 'a', 'basic', 10, 5, 'xrpl:0', 10, 'confirmed', NULL, 1, 2, 2);
  INSERT INTO deposits VALUES ('COUNTED', 'xrpl:0', 5, 'o', 10, 'rPayer', 2);
  INSERT INTO deposits VALUES ('PARKED', 'xrpl:0', NULL, NULL, 10, 'rPayer', 2);
  INSERT INTO payments (tx_hash, network, invoice_id, request, payer, price, state, created_at, settled_at, redeemed_at)
    VALUES ('SPENT', 'xrpl:0', 'i', 'r', 'rPayer', 12, 'redeemed', 1, 2, 3);
  INSERT INTO payments (tx_hash, network, invoice_id, request, payer, price, state, created_at, settled_at)
    VALUES ('UNSPENT', 'xrpl:0', 'j', 'r', 'rPayer', 12, 'settled', 1, 2);
  INSERT INTO payments (tx_hash, network, invoice_id, request, payer, price, state, reason, created_at)
    VALUES ('FAILED', 'xrpl:0', 'j', 'r', 'rPayer', 12, 'failed', 'why', 1);
`;

/** What a hub had kept before entries named their orders out of sight. */
const REFERRED = `
  INSERT INTO accounts VALUES ('free', 'f@example.com', NULL, 'free_testnet', 'active', 1, NULL);
  INSERT INTO accounts VALUES ('upgraded', 'u@example.com', NULL, 'basic', 'active', 1, 5);
  INSERT INTO accounts VALUES ('paid', 'p@example.com', NULL, 'pro', 'suspended', 1, 5);
  INSERT INTO keys VALUES ('hash1', 'upgraded', 'hub_test_12345678', 'last', 1, NULL, NULL);
  INSERT INTO keys VALUES ('hash2', 'paid', 'hub_live_12345678', 'last', 1, NULL, NULL);
  INSERT INTO orders (id, account_id, tier, amount, destination_tag, network, delivered, status, referrer_id,
    created_at, expires_at, confirmed_at, issued_at)
    VALUES ('secret order', 'paid', 'pro', 10, 5, 'xrpl:0', 12, 'confirmed', 'free', 1, 2, 2, 3);
  INSERT INTO entries (account_id, at, day, kind, calls, drops, network, balance_after, reference)
    VALUES ('paid', 1, '1970-01-01', 'deposit', 0, 2, 'xrpl:0', 2, 'secret order');
  INSERT INTO entries (account_id, at, day, kind, calls, drops, network, balance_after, reference)
    VALUES ('free', 1, '1970-01-01', 'referral', 0, 1, 'xrpl:0', 1, 'secret order');
  INSERT INTO entries (account_id, at, day, kind, calls, drops, network, balance_after, reference)
    VALUES ('free', 1, '1970-01-01', 'call', 1, 0, 'xrpl:0', 1, 'search');
`;

const LONG_ITEMS = `["${"x".repeat(300_000)}"]`;
const WHOLE = {
  purchase: {
    answer: { itemsJson: LONG_ITEMS, count: 1, warnings: [] },
    runId: "run 1",
    startedAt: 1,
    durationMs: 2,
    charge: "120000",
    warnings: [],
  },
  headers: { a: "b" },
};

/** What a hub had kept before long answers were written in parts. */
const KEPT_WHOLE = `
  INSERT INTO idempotency_keys (scope, key, request, hold, held_until, begun_at, finished_at, result, chars)
    VALUES ('s', 'k', 'r', 'h', 1, 5, 6, '${JSON.stringify(WHOLE)}', 300000);
`;

describeStores("a store of an earlier version", (open, name) => {
  test("shows a referrer no order of whoever it brought, and knows what each key falls back to", async () => {
    await using database = await earlier(open().database, name, 7, REFERRED);
    await using store = await openTestStore(database.address);
    const entries = await store.ask((db, tables) => db.select().from(tables.entries).orderBy(tables.entries.id));
    expect(entries.map(({ id, kind, reference, order_id: order }) => ({ id, kind, reference, order }))).toEqual([
      { id: 1, kind: "deposit", reference: "secret order", order: "secret order" },
      { id: 2, kind: "referral", reference: expect.stringMatching(/^ref_[0-9a-f]{16}$/), order: "secret order" },
      { id: 3, kind: "call", reference: "search", order: null },
    ]);
    const accounts = await store.ask((db, tables) => db.select().from(tables.accounts).orderBy(tables.accounts.id));
    expect(accounts.map(({ id, base_tier: base, suspended_from: from }) => [id, base, from])).toEqual([
      ["free", "free_testnet", null],
      ["paid", "per_call", "active"],
      ["upgraded", "free_testnet", null],
    ]);
    const change = async () => store.ask((db, tables) => db.update(tables.entries).set({ reference: "changed" }));
    await expect(change()).rejects.toThrow();
    const [next] = await store.ask((db, tables) =>
      db
        .insert(tables.entries)
        .values({ ...REVERSAL, account_id: "free" })
        .returning(),
    );
    expect(next?.id).toBe(4);
    const again = async () =>
      store.ask((db, tables) => db.insert(tables.entries).values({ ...REVERSAL, account_id: "free" }));
    await expect(again()).rejects.toThrow();
  });

  test("tells long answers again that were kept as a whole in their rows", async () => {
    const migrations = (await readMigrations("sqlite")).map((each) => each.name);
    await using database = await earlier(open().database, name, migrations.indexOf("0045_stored_texts"), KEPT_WHOLE);
    await using store = await openTestStore(database.address);
    const found = await storedIdempotency(store, { now: () => 10 }).begin("s", "k", "r");
    expect(found).toMatchObject({
      state: "finished",
      stored: {
        purchase: { runId: "run 1", charge: 120_000n, answer: { itemsJson: LONG_ITEMS } },
        headers: { a: "b" },
      },
    });
  }, 30_000);

  test("knows afterwards what each arrival was used for, and guards what it guarded", async () => {
    await using database = await earlier(open().database, name, 2, EARLIER);
    await using store = await openTestStore(database.address);
    const deposits = await store.ask((db, tables) => db.select().from(tables.deposits));
    expect(Object.fromEntries(deposits.map((row) => [row.tx_hash, `${row.purpose} ${row.delivered}`]))).toEqual({
      COUNTED: "order 10",
      PARKED: "parked 10",
      SPENT: "invoice 12",
      UNSPENT: "invoice 12",
    });
    const payments = await store.ask((db, tables) => db.select().from(tables.payments));
    expect(payments.map(({ tx_hash: hash, state }) => `${hash} ${state}`).sort()).toEqual([
      "FAILED failed",
      "SPENT redeemed",
      "UNSPENT settled",
    ]);
    const twice = async () =>
      store.ask((db, tables) =>
        db.insert(tables.payments).values({
          tx_hash: "ANOTHER",
          network: "xrpl:0",
          invoice_id: "j",
          request: "r",
          payer: "rPayer",
          price: 12n,
          state: "credited",
          created_at: 1,
        }),
      );
    await expect(twice()).rejects.toThrow();
  });
});

const REVERSAL = {
  at: 2,
  day: "1970-01-01",
  kind: "reversal",
  calls: 0,
  drops: -1n,
  network: "xrpl:0",
  balance_after: 0n,
  reference: "a mistake",
  reverses: 2,
};

/** A database as the first so many migrations made it, with what was kept in it then. */
async function earlier(like: TestDatabase, name: StoreName, count: number, rows: string): Promise<TestDatabase> {
  const database = await like.another();
  const migrations = (await readMigrations(name === "SQLite" ? "sqlite" : "postgres")).slice(0, count);
  const names = migrations.map((migration) => `INSERT INTO migrations (name, at) VALUES ('${migration.name}', now());`);
  const script = [
    `CREATE TABLE migrations (name TEXT PRIMARY KEY, at ${name === "SQLite" ? "TEXT NOT NULL" : "timestamptz NOT NULL DEFAULT now()"});`,
    ...migrations.map(({ sql }) => sql),
    ...names,
    rows,
  ].join("\n");
  if (name === "SQLite") {
    const client = new Database(database.address, { create: true });
    client.run(script.replaceAll("now()", "datetime()"));
    client.close();
  } else {
    await queryPostgres(database.address, script);
  }
  return database;
}
