import { expect, test } from "bun:test";
import { openSqlite } from "../../../src/store/sqlite.ts";
import { POINTS } from "../../support/sim/chronicle.ts";
import { FAULTS } from "../../support/sim/faults.ts";
import { playMany } from "../../support/sim/many.ts";
import { play } from "../../support/sim/play.ts";
import { openDoor } from "../../support/sim/operations.ts";
import { describeStores, type TestDatabase } from "../../support/stores.ts";

/** `bun run sim` plays more. */
const RUNS = Number(process.env["SIM_RUNS"] ?? 1000);
const RUNS_POSTGRES = Number(process.env["SIM_RUNS_POSTGRES"] ?? 100);
/** A fresh stretch of seeds can be tried by moving the first. */
const FIRST = Number(process.env["SIM_FIRST"] ?? 1);

test(`I1 to I13 hold in ${RUNS} plays, and every fault has struck at every point`, async () => {
  const open = () => openSqlite(":memory:");
  const { violations, redeemed, deaths, strikes } = await playMany({
    first: FIRST,
    runs: RUNS,
    open,
  });
  expect(violations).toEqual([]);
  // A simulation that never gets anywhere proves nothing.
  expect(redeemed).toBeGreaterThan(RUNS);
  expect(deaths).toBeGreaterThan(RUNS / 2);
  const cells = Object.keys(FAULTS).flatMap((fault) => POINTS.map((point) => `${fault} × ${point}`));
  expect(cells.filter((cell) => !strikes.has(cell))).toEqual([]);
}, 300_000);

describeStores("the same", (open, name) => {
  // SQLite was played on above. Each statement of PostgreSQL's takes ten times as long.
  test.skipIf(name === "SQLite")(
    `holds in ${RUNS_POSTGRES} plays`,
    async () => {
      const databases: TestDatabase[] = [];
      const empty = async () => {
        const database = await open().database.another();
        databases.push(database);
        return database.open();
      };
      const { violations, redeemed } = await playMany({ first: FIRST, runs: RUNS_POSTGRES, open: empty });
      for (const database of databases) await database[Symbol.asyncDispose]();
      expect(violations).toEqual([]);
      // So few plays may do a little less than all of them together.
      expect(redeemed).toBeGreaterThan(RUNS_POSTGRES / 2);
    },
    3_600_000,
  );
});

test("a seed replays exactly", async () => {
  await using store = await openSqlite(":memory:");
  await using door = await openDoor(store);
  for (const seed of [3, 17, 40]) {
    const first = await play(seed, store, door.handle);
    expect((await play(seed, store, door.handle)).log).toEqual(first.log);
  }
});
