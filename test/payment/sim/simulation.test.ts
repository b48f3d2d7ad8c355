import { expect, test } from "bun:test";
import { simulate } from "../../support/payment-sim.ts";
import { openSqlite } from "../../../src/store/sqlite.ts";

const RUNS = Number(process.env["SIM_RUNS"] ?? 2000);
/** A fresh stretch of seeds can be tried by moving the first. */
const FIRST = Number(process.env["SIM_FIRST"] ?? 1);

test("payments are redeemed exactly once, whatever breaks: seeded simulations", async () => {
  await using store = await openSqlite(":memory:");
  const broken: string[] = [];
  let [redeemed, deaths] = [0, 0];
  for (let seed = FIRST; seed < FIRST + RUNS; seed++) {
    const result = await simulate(seed, store);
    redeemed += result.redeemed;
    deaths += result.deaths;
    broken.push(...result.violations.map((violation) => `seed ${seed}: ${violation}`));
  }
  expect(broken).toEqual([]);
  // A simulation that never gets anywhere proves nothing.
  expect(redeemed).toBeGreaterThan(RUNS);
  expect(deaths).toBeGreaterThan(RUNS);
}, 300_000);
