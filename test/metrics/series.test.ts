import { describe, expect, test } from "bun:test";
import { joinFamilies, textOf } from "../../src/metrics/family.ts";
import { createMetrics } from "../../src/metrics/series.ts";

describe("metrics", () => {
  test("are written as Prometheus reads them: help and type once, labels escaped, buckets added up", () => {
    const metrics = createMetrics();
    metrics.counter("a_total", "Things.", { of: 'a "b"\\\n' }).add();
    metrics.counter("a_total", "Things.", { of: "c" }).add(2);
    metrics.counter("a_total", "Things.", { of: "c" }).add();
    const seconds = metrics.histogram("b_seconds", "Times.", [0.1, 1], { at: "x" });
    for (const value of [0.05, 0.1, 0.5, 7]) seconds.observe(value);
    metrics.gauge("c", "Now.", () => [
      [{}, 1.5],
      [{ not: "known" }, undefined],
    ]);
    expect(textOf(metrics.families())).toBe(
      [
        "# HELP a_total Things.",
        "# TYPE a_total counter",
        'a_total{of="a \\"b\\"\\\\\\n"} 1',
        'a_total{of="c"} 3',
        "# HELP b_seconds Times.",
        "# TYPE b_seconds histogram",
        'b_seconds_bucket{at="x",le="0.1"} 2',
        'b_seconds_bucket{at="x",le="1"} 3',
        'b_seconds_bucket{at="x",le="+Inf"} 4',
        'b_seconds_sum{at="x"} 7.65',
        'b_seconds_count{at="x"} 4',
        "# HELP c Now.",
        "# TYPE c gauge",
        "c 1.5",
        "",
      ].join("\n"),
    );
  });

  test("of several processes are one: counts are added up, what was read at a moment names its process", () => {
    const parts = ["1", "2"].map((worker) => {
      const metrics = createMetrics();
      const seen: [string, string][] = [
        ["at", "x"],
        ["of", "y"],
      ];
      // Whoever comes first decides the order of labels in each process.
      if (worker === "2") seen.reverse();
      metrics.counter("a_total", "Things.", Object.fromEntries(seen)).add(Number(worker));
      if (worker === "2") metrics.counter("a_total", "Things.", { at: "z" }).add(5);
      metrics.histogram("b_seconds", "Times.", [1]).observe(Number(worker));
      metrics.gauge("c", "Now.", () => [[{}, 7]]);
      return { worker, families: metrics.families() };
    });
    expect(
      textOf(joinFamilies(parts))
        .split("\n")
        .filter((line) => !line.startsWith("#")),
    ).toEqual([
      'a_total{of="y",at="x"} 3',
      'a_total{at="z"} 5',
      'b_seconds_bucket{le="1"} 1',
      'b_seconds_bucket{le="+Inf"} 2',
      "b_seconds_sum 3",
      "b_seconds_count 2",
      'c{worker="1"} 7',
      'c{worker="2"} 7',
      "",
    ]);
  });
});
