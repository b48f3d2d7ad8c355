import { expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { createAudit } from "../../src/accounts/audit.ts";
import type { Store } from "../../src/store/store.ts";
import { openTestAccount, testServices } from "../support/accounts.ts";
import { describeStores, openTestStore, queryPostgres, type TestDatabase } from "../support/stores.ts";

/** Somebody with the database in hand, whom no guard of ours sees. */
async function behindOurBack(address: string, sql: string): Promise<void> {
  if (address.startsWith("postgres://")) return void (await queryPostgres(address, sql));
  using database = new Database(address);
  database.run(sql);
}

/** A store of its own with lines of several acts in it, all sealed. */
async function withLines(
  database: TestDatabase,
  use: (world: { store: Store; address: string }) => Promise<void>,
): Promise<void> {
  await using own = await database.another();
  await using store = await openTestStore(own.address);
  const services = testServices(store);
  const { prefix } = await openTestAccount(services, "basic");
  await services.operator.grant(prefix, { calls: 5, reason: "a present" });
  await services.operator.suspend(prefix, "a complaint");
  await services.operator.unsuspend(prefix, "a mistake");
  await createAudit(store).seal();
  await use({ store, address: own.address });
}

describeStores("the audit", (open) => {
  test("tells what was done and which keys were made and ended, the newest first", () =>
    withLines(open().database, async ({ store }) => {
      const services = testServices(store);
      const { key, prefix } = await openTestAccount(services, "basic");
      const holder = await services.directory.find(key);
      if (holder === undefined) throw new Error("The account has no key");
      await services.keyCare.revoke(holder);
      const lines = await createAudit(store).lines();
      expect(lines.map(({ action }) => action).slice(0, 3)).toEqual(["revoke", "issue", "key"]);
      expect(lines[0]?.reason).toStartWith(prefix);
    }));

  test("holds as it was sealed, and goes on from there", () =>
    withLines(open().database, async ({ store }) => {
      const audit = createAudit(store);
      const first = await audit.verify();
      expect(first).toEqual({ position: 5, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
      const { prefix } = await openTestAccount(testServices(store), "basic");
      expect(await audit.verify()).toEqual(first);
      await testServices(store).operator.suspend(prefix, "another");
      expect(await audit.seal()).toBe(3);
      expect(await audit.verify(first.hash)).toMatchObject({ position: 8, holds: true });
    }));

  test.each([
    ["a reason is changed", "UPDATE audit SET reason = 'nothing' WHERE position = 3", 3],
    ["a moment is changed", "UPDATE audit SET at = at - 1 WHERE position = 2", 2],
    ["a line is taken away", "DELETE FROM audit WHERE position = 3", 3],
    ["the first line is taken away", "DELETE FROM audit WHERE position = 1", 1],
    ["a line is made unsealed", "UPDATE audit SET position = NULL, hash = NULL WHERE position = 4", 4],
    ["two lines change places", "UPDATE audit SET position = 10 - position WHERE position IN (4, 6)", 4],
  ])("is broken where %s", (_, sql, brokenAt) =>
    withLines(open().database, async ({ store, address }) => {
      await behindOurBack(address, sql);
      expect(await createAudit(store).verify()).toMatchObject({ brokenAt });
    }),
  );

  test("whose end was cut off no longer holds the hash that the log told", () =>
    withLines(open().database, async ({ store, address }) => {
      const audit = createAudit(store);
      const { hash } = await audit.head();
      await behindOurBack(address, "DELETE FROM audit WHERE position > 3");
      expect(await audit.verify(hash)).toMatchObject({ position: 3, holds: false });
    }));

  test("is sealed by several processes at once, each line once", () =>
    withLines(open().database, async ({ store, address }) => {
      await using other = await openTestStore(address);
      const sealers = [createAudit(store), createAudit(other)];
      const { operator } = testServices(store);
      const { prefix } = await openTestAccount(testServices(store), "basic");
      for (let round = 0; round < 10; round++) {
        await Promise.all([
          ...Array.from({ length: 3 }, () => operator.grant(prefix, { calls: 1, reason: `round ${round}` })),
          ...sealers.map((each) => each.seal()),
        ]);
      }
      while ((await sealers[0]?.seal()) !== 0);
      expect(await createAudit(store).verify()).toEqual({ position: 37, hash: expect.any(String) });
    }));
});
