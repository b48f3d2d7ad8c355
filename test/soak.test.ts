/** The short form of `bun run soak`. */
import { describe, expect, test } from "bun:test";
import { playSoak } from "../scripts/soak/play.ts";
import { trendOf } from "../scripts/soak/trend.ts";

describe("a soak", () => {
  test("asks a hub for a while, tells its memory and answers, and verifies the ledger", async () => {
    const report = await playSoak({ seconds: 6, rate: 20, warmUp: 40, sampleSeconds: 2, catalog: undefined });
    expect(report.samples.length).toBeGreaterThanOrEqual(3);
    for (const { resident, own, available } of report.samples) {
      expect(own).toBeGreaterThan(10);
      expect(resident).toBeGreaterThan(own);
      expect(available).toBeGreaterThan(0);
    }
    expect([...report.failures]).toEqual([]);
    expect(report.paid).toBeGreaterThan(0);
    expect(report.entries).toBeGreaterThan(0);
    expect(report.differences).toEqual([]);
  }, 120_000);
});

describe("trendOf()", () => {
  test("finds the slope of a line, and is sure of it", () => {
    const { slope, margin } = trendOf([0, 1, 2, 3, 4].map((x) => [x, 7 + 3 * x]));
    expect(slope).toBeCloseTo(3);
    expect(margin).toBeCloseTo(0);
  });

  test("is as sure as the points are near the line", () => {
    // By hand: residuals 1, -2, 1 of the line through (0, 1), (1, -2), (2, 1) with slope 0; Student's t is 12.706.
    const { slope, margin } = trendOf([
      [0, 1],
      [1, -2],
      [2, 1],
    ]);
    expect(slope).toBeCloseTo(0);
    // The expansion is rough for one degree of freedom only.
    expect(margin).toBeGreaterThan(6);
    // t(8) = 2.306: ten points that stray by one, up and down.
    const points = Array.from({ length: 10 }, (_, x) => [x, x % 2 === 0 ? 1 : -1] as const);
    const own = trendOf(points);
    const strayed = points.reduce((sum, [x, y]) => sum + (y - own.slope * (x - 4.5)) ** 2, 0);
    expect(own.margin).toBeCloseTo(2.306 * Math.sqrt(strayed / 8 / 82.5), 3);
  });

  test("knows nothing of two points", () => {
    expect(
      trendOf([
        [0, 1],
        [1, 9],
      ]),
    ).toEqual({ slope: 0, margin: Number.POSITIVE_INFINITY });
  });
});
