import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tellUnusedStore } from "../../../src/app/parts/unused-store.ts";
import { openSqlite } from "../../../src/store/drivers/sqlite/sqlite.ts";
import { openTestAccount, testServices } from "../../support/accounts.ts";

const folder = mkdtempSync(join(tmpdir(), "hub-unused-store-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("an empty database beside a SQLite store is told, for whoever looks for its accounts there", async () => {
  await using store = await openSqlite(":memory:");
  const told: string[] = [];
  const tell = (DATABASE_URL?: string) =>
    tellUnusedStore(store, { DATABASE_URL, HUB_DATA_DIR: folder }, { warn: (line) => void told.push(line) });
  const url = "postgres://127.0.0.1/hub";
  await tell(url);
  expect(told).toEqual([]);

  writeFileSync(join(folder, "hub.sqlite"), "");
  await tell();
  expect(told).toEqual([]);
  await tell(url);
  expect(told).toEqual([expect.stringContaining(`the accounts of ${join(folder, "hub.sqlite")} are not in it`)]);

  await openTestAccount(testServices(store), "basic");
  await tell(url);
  expect(told).toHaveLength(1);
});
