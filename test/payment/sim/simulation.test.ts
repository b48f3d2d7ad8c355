import { expect, test } from "bun:test";
import { openSqlite } from "../../../src/store/drivers/sqlite/sqlite.ts";
import { POINTS } from "../../support/sim/chronicle.ts";
import { playCount } from "../../support/long.ts";
import { FAULTS } from "../../support/sim/faults.ts";
import { playMany } from "../../support/sim/many.ts";
import { play } from "../../support/sim/play.ts";
import { openDoor } from "../../support/sim/operations.ts";
import { describeStores, migratedPostgresDatabase, type TestDatabase } from "../../support/stores.ts";

/** `bun run sim` plays more, and so does `SIM_RUNS=5000 npm test -- test/payment/sim/simulation.test.ts`. */
const RUNS = playCount("SIM_RUNS", { short: 200, long: 1000 });
const RUNS_POSTGRES = playCount("SIM_RUNS_POSTGRES", { short: 6, long: 100 });
/** With fewer some faults strike at some points never. */
const RUNS_FOR_ALL = 1000;
/** A fresh stretch of seeds can be tried by moving the first. */
const FIRST = Number(process.env["SIM_FIRST"] ?? 1);

test(`I1 to I13 hold in ${RUNS} plays, and every fault has struck, and at every point one has`, async () => {
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
  const struck = [...strikes.keys()];
  expect(Object.keys(FAULTS).filter((fault) => !struck.some((cell) => cell.startsWith(`${fault} ×`)))).toEqual([]);
  expect(POINTS.filter((point) => !struck.some((cell) => cell.endsWith(`× ${point}`)))).toEqual([]);
  const cells = Object.keys(FAULTS).flatMap((fault) => POINTS.map((point) => `${fault} × ${point}`));
  if (RUNS >= RUNS_FOR_ALL) expect(cells.filter((cell) => !strikes.has(cell))).toEqual([]);
}, 300_000);

describeStores("the same", (_open, name) => {
  // SQLite was played on above. Each statement of PostgreSQL's takes ten times as long.
  test.skipIf(name === "SQLite")(
    `holds in ${RUNS_POSTGRES} plays`,
    async () => {
      const databases: TestDatabase[] = [];
      const empty = async () => {
        const database = await migratedPostgresDatabase();
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
