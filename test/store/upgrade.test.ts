import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readMigrations } from "../../src/store/migrations.ts";
import { describeStores, openTestStore, queryPostgres } from "../support/stores.ts";

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

describeStores("a store of an earlier version", (open, name) => {
  test("knows afterwards what each arrival was used for, and guards what it guarded", async () => {
    await using database = await open().database.another();
    const migrations = (await readMigrations(name === "SQLite" ? "sqlite" : "postgres")).slice(0, 2);
    const names = migrations.map(
      (migration) => `INSERT INTO migrations (name, at) VALUES ('${migration.name}', now());`,
    );
    const script = [
      `CREATE TABLE migrations (name TEXT PRIMARY KEY, at ${name === "SQLite" ? "TEXT NOT NULL" : "timestamptz NOT NULL DEFAULT now()"});`,
      ...migrations.map(({ sql }) => sql),
      ...names,
      EARLIER,
    ].join("\n");
    if (name === "SQLite") {
      const client = new Database(database.address, { create: true });
      client.run(script.replaceAll("now()", "datetime()"));
      client.close();
    } else {
      await queryPostgres(database.address, script);
    }
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
