/**
 * Builds calls of the catalogue's entries, and of descriptions of our own, beside swagger-client, and lists how the two
 * differ and who is right.
 *   bun run differ [--entries 2000] [--seed N]
 */
import { compareOdd, compareSampled, type Tally } from "../test/proxy/sampled.ts";
import { VERDICTS } from "../test/proxy/verdicts.ts";
import { endWith, readOptions } from "./options.ts";

const USAGE = "Usage: bun run differ [--entries N] [--seed N]";

const options = { entries: { type: "string", default: "2000" }, seed: { type: "string", default: "1" } } as const;
const { values } = readOptions({ options }, USAGE);
const [entries, seed] = [Number(values.entries), Number(values.seed)];
if (!Number.isInteger(entries) || !Number.isInteger(seed)) endWith(USAGE);
const path = process.env["CATALOG_FILE"] ?? new URL("../data/catalog.sqlite", import.meta.url).pathname;

const tallies: readonly (readonly [string, Tally])[] = [
  ["descriptions of our own", await compareOdd()],
  [`entries, drawn with seed ${seed}`, await compareSampled(path, entries, seed)],
];
for (const [what, { calls, equal, explained, unexplained }] of tallies) {
  console.log(`${calls} ${what}: ${equal} equal, ${unexplained.length} differ by what nobody has judged`);
  for (const { name, right, because } of VERDICTS) {
    const times = explained.get(name);
    if (times !== undefined) console.log(`  ${times} times ${name}; right: ${right}, for ${because}`);
  }
  for (const one of unexplained) console.log(`  unjudged: ${one}`);
}
process.exitCode = tallies.some(([, { unexplained }]) => unexplained.length > 0) ? 1 : 0;
