/** A hub of one machine becomes one of many: its SQLite store in PostgreSQL, row for row. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Database } from "bun:sqlite";
import { standingOf } from "../../src/accounts/directory.ts";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { backUp, restore } from "../../src/backup/backup.ts";
import { storedTexts } from "../../src/store/responses/stored-texts.ts";
import { wholeText } from "../../src/text/json-text.ts";
import { openTestAccount, testServices } from "../support/accounts.ts";
import { openDepositWorld } from "../support/deposits.ts";
import {
  isUp,
  openTestStore,
  POSTGRES_URL,
  postgresDatabase,
  queryPostgres,
  sqliteDatabase,
} from "../support/stores.ts";

const SECRET = "a secret of the tests, long enough";
const FOLDER = mkdtempSync(join(tmpdir(), "hub-to-postgres-"));
afterAll(() => rm(FOLDER, { recursive: true }));

test.skipIf(!(await isUp(POSTGRES_URL)))(
  "a backup of a SQLite store is restored into PostgreSQL, row for row, and goes on counting where it was",
  async () => {
    await using world = openDepositWorld();
    await using lite = await sqliteDatabase();
    await using store = await lite.open();
    const services = testServices(store);
    const { key, prefix } = await openTestAccount(services, "pro").then(async (made) => ({
      ...made,
      prefix: (await services.directory.find(made.key))?.key.prefix ?? "",
    }));
    await services.operator.grant(prefix, { drops: 5_000_000n, calls: 3, reason: "an odd 'reason' with \\ and 😀" });
    const { key: gone } = await openTestAccount(services, "basic");
    await services.keyCare.revoke((await services.directory.find(gone))!);
    const { order } = await services.register({ email: "payer@example.com", tier: "per_call", amount: 1_000_000n });
    const follower = world.follower(store);
    await follower.catchUp();
    world.pay({ DestinationTag: order.destination_tag });
    world.pay({ DestinationTag: 4_000_000_001 });
    await follower.catchUp();
    await services.audit.seal();
    const long = "long \\ 😀 ".repeat(50_000);
    const id = await storedTexts(store, { now: Date.now }).write(long);

    const backup = join(FOLDER, "one.backup");
    await backUp({ databaseUrl: undefined, dataDir: dirname(lite.address) }, backup, SECRET);
    await using many = await postgresDatabase();
    const place = { databaseUrl: many.address, dataDir: FOLDER };
    await restore(place, backup, [SECRET], undefined);
    await using there = await openTestStore(many.address);
    expect((await verifyLedger(there)).differences).toEqual([]);
    const text = await storedTexts(there, { now: Date.now }).read(id);
    expect(text && wholeText(text) === long).toBe(true);
    expect((await verifyLedger(there)).entries).toBe((await verifyLedger(store)).entries);
    const states = [key, gone].map(async (each) =>
      standingOf(await testServices(there).directory.find(each), Date.now()),
    );
    expect((await Promise.all(states)).map(({ state }) => state)).toEqual(["known", "refused"]);
    const file = new Database(lite.address, { readonly: true });
    const tables = file
      .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      .all();
    for (const { name } of tables) {
      const [here] = file.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${name}"`).all();
      const [found] = await queryPostgres(many.address, `SELECT count(*)::int AS n FROM "${name}"`);
      expect([name, found?.["n"]]).toEqual([name, here?.n]);
    }
    file.close();
    // What is counted up goes on behind what came along.
    await testServices(there).operator.grant(prefix, { drops: 1n, reason: "more" });
    await testServices(there).audit.seal();
    expect(await testServices(there).audit.verify()).not.toHaveProperty("brokenAt");
    await expect(restore(place, backup, [SECRET], undefined)).rejects.toThrow("it has tables");
  },
  60_000,
);
