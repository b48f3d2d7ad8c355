import { expect, test } from "bun:test";
import { performance } from "node:perf_hooks";
import { createRunMeter } from "../../src/metrics/runs.ts";
import { textOf } from "../../src/metrics/family.ts";
import { createMetrics } from "../../src/metrics/series.ts";
import { watchStalls } from "../../src/metrics/stalls.ts";
import { HubError } from "../../src/runtime/errors.ts";
import type { Execute } from "../../src/runtime/run/pipeline.ts";
import type { RunRequest } from "../../src/runtime/run/run.ts";
import type { Outcome } from "../../src/runtime/run/outcome.ts";

/** Computes for so long, as code that thinks of nobody else does. */
function hog(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const requestOf = (slug: string): RunRequest => ({ operation: { slug } }) as RunRequest; // Nothing else is looked at.
const DONE = { ok: true } as Outcome;

test("a stall names what was under way in it: what is over by then, what still waits, and nothing of before", async () => {
  const meter = createRunMeter(createMetrics());
  const waiting = Promise.withResolvers<Outcome>();
  const run = (slug: string, execute: Execute) => meter.measure(execute)(requestOf(slug));
  await run("long-over", async () => DONE);
  meter.recent();
  const told = Promise.withResolvers<string>();
  using _watch = watchStalls(meter.recent, told.resolve);
  const waits = run("waits", () => waiting.promise);
  void run("hogs", () => (hog(400), DONE));
  expect(await told.promise).toMatch(/^Nobody was answered for \d{3} ms\. Under way were runs of "hogs", "waits"\.$/);
  waiting.resolve(DONE);
  await waits;
});

test("a stall in which nothing ran says so", async () => {
  const told = Promise.withResolvers<string>();
  using _watch = watchStalls(() => [], told.resolve);
  hog(400);
  expect(await told.promise).toMatch(/^Nobody was answered for \d{3} ms\. No run was under way\.$/);
});

test("what is thrown or refused is counted by its code, is over, and of too many names the rest is one", async () => {
  const metrics = createMetrics();
  const meter = createRunMeter(metrics);
  const fails = meter.measure(() => {
    throw new HubError("not_found", "No.");
  });
  const breaks = meter.measure(() => Promise.reject(new Error("broken")));
  expect(() => fails(requestOf("a"))).toThrow("No.");
  await expect(breaks(requestOf("a"))).rejects.toThrow("broken");
  meter.recent();
  expect(meter.recent()).toEqual([]);
  for (let n = 0; n < 300; n++) await meter.measure(() => DONE)(requestOf(`n${n}`));
  const lines = textOf(metrics.families()).split("\n");
  expect(lines).toContain('hub_runs_total{operation="a",outcome="not_found"} 1');
  expect(lines).toContain('hub_runs_total{operation="a",outcome="internal_error"} 1');
  expect(lines).toContain('hub_runs_total{operation="other",outcome="answered"} 101');
});
