/** `bun run sim --seed N`: replays one simulation of the payment core and tells what happened in it. */
import { parseArgs } from "node:util";
import { openSqlite } from "../src/store/sqlite.ts";
import { simulate } from "../test/support/payment-sim.ts";

const { values } = parseArgs({ options: { seed: { type: "string", default: "1" } } });
const seed = Number(values.seed);
if (!Number.isInteger(seed)) {
  console.error("Cannot replay a simulation: --seed needs a whole number.");
  process.exit(2);
}
await using store = await openSqlite(":memory:");
const { log, violations, redeemed, deaths } = await simulate(seed, store);
console.log(log.join("\n"));
console.log(`\nseed ${seed}: ${redeemed} redeemed, ${deaths} deaths, ${violations.length} violation(s)`);
for (const violation of violations) console.log(`  ${violation}`);
process.exitCode = violations.length === 0 ? 0 : 1;
