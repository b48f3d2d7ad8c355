/** The short form of `bun run chaos`: each thing once. */
import { describe, expect, test } from "bun:test";
import { playChaos } from "../support/chaos/play.ts";
import { MISSING } from "../support/chaos/world.ts";
import { LEAN } from "../support/killed-hubs.ts";

/** `SEED=7` plays another order. */
const SEED = Number(process.env["SEED"] ?? 1);

const needs = MISSING.length === 0 ? "" : ` (skipped: ${MISSING.join(" and ")} not installed)`;

describe.skipIf(MISSING.length > 0)(`three hubs on one PostgreSQL and Redis behind nginx${needs}`, () => {
  test(`lose nothing and count nothing twice while a hub, PostgreSQL and Redis fail (seed ${SEED})`, async () => {
    const report = await playChaos({ seed: SEED, seconds: 12, rate: 50, main: LEAN });
    expect(report.violations).toEqual([]);
    expect(report.faults.map(({ target }) => target).sort()).toEqual(["PostgreSQL", "Redis", "hub"]);
    expect(Number(report.figures["kept answers given"])).toBeGreaterThan(100);
    expect(Number(report.figures["runs accepted"])).toBeGreaterThan(10);
    expect(Number(report.figures["payments redeemed"])).toBeGreaterThan(2);
    expect(Number(report.figures["keys revoked"])).toBeGreaterThan(0);
  }, 120_000);
});
