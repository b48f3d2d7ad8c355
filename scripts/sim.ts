/**
 * Plays the simulation of payments.
 *   bun run sim --seed N                              replays one play and tells what happens in it
 *   bun run sim --runs N [--seed FIRST] [--store postgres]   plays many, and tells which break an invariant
 */
import { openSqlite } from "../src/store/drivers/sqlite/sqlite.ts";
import type { Store } from "../src/store/store.ts";
import { play } from "../test/support/sim/play.ts";
import { playMany } from "../test/support/sim/many.ts";
import { openDoor } from "../test/support/sim/operations.ts";
import { postgresDatabase } from "../test/support/stores.ts";
import { endWith, readOptions } from "./options.ts";

const USAGE = "Usage: bun run sim [--seed N] [--runs N] [--store sqlite|postgres]";

const options = {
  seed: { type: "string", default: "1" },
  runs: { type: "string" },
  store: { type: "string", default: "sqlite" },
} as const;
const { values } = readOptions({ options }, USAGE);
const [seed, runs] = [Number(values.seed), Number(values.runs ?? 1)];
if (!Number.isInteger(seed) || !Number.isInteger(runs) || !["sqlite", "postgres"].includes(values.store))
  endWith(USAGE);
const open = () => (values.store === "postgres" ? openPostgresStore() : openSqlite(":memory:"));

let violations: readonly string[];
if (values.runs === undefined) {
  await using store = await open();
  await using door = await openDoor(store);
  const { log, ...result } = await play(seed, store, door.handle);
  console.log(log.join("\n"));
  console.log(`\nseed ${seed}: ${result.redeemed} redeemed, ${result.deaths} deaths`);
  violations = result.violations;
} else {
  const total = await playMany({ first: seed, runs, open });
  console.log(`${runs} plays: ${total.redeemed} payments redeemed, ${total.deaths} processes killed`);
  violations = total.violations;
}
for (const violation of violations) console.log(`  ${violation}`);
console.log(`${violations.length} violation(s)`);
process.exitCode = violations.length === 0 ? 0 : 1;

/** In a database of its own, which goes with it. */
async function openPostgresStore(): Promise<Store> {
  const database = await postgresDatabase();
  const store = await database.open();
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
