import { describe, expect, test } from "bun:test";
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
    expect(metrics.text()).toBe(
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
});
