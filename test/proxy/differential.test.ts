/** Requests beside those of swagger-client: every difference is one that is judged. `bun run differ` is the long form. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { compareOdd, compareSampled } from "./sampled.ts";

const PATH = process.env.CATALOG_FILE ?? new URL("../../data/catalog.sqlite", import.meta.url).pathname;
const isBuilt = existsSync(PATH);
if (!isBuilt) console.warn("Skipping entries beside a second builder: no catalogue is built.");

const ENTRIES = 100;

test("descriptions of our own, each odd in one way, differ by nothing that is not judged", async () => {
  const { calls, equal, unexplained } = await compareOdd();
  expect(unexplained).toEqual([]);
  expect({ calls, equal }).toEqual({ calls: 116, equal: 107 });
});

test.skipIf(!isBuilt)(
  "sampled entries differ by nothing that is not judged",
  async () => {
    const { equal, unexplained } = await compareSampled(PATH, ENTRIES, 20_260_102);
    expect(unexplained).toEqual([]);
    expect(equal).toBeGreaterThan(ENTRIES * 0.8);
  },
  120_000,
);
