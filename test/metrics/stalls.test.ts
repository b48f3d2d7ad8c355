import { expect, test } from "bun:test";
import { performance } from "node:perf_hooks";
import { createRunMeter } from "../../src/metrics/runs.ts";
import { textOf } from "../../src/metrics/family.ts";
import { createMetrics } from "../../src/metrics/series.ts";
import { tellSeldom, watchStalls } from "../../src/metrics/stalls.ts";
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

test("the log tells the first stall at once, and how many came after it when a minute is over", () => {
  let now = 1_000_000;
  const told: string[] = [];
  const tell = tellSeldom(
    () => now,
    (sentence) => told.push(sentence),
  );

  for (const after of [0, 1_000, 2_000, 59_000]) {
    now = 1_000_000 + after;
    tell(`Stall at ${after}.`);
  }
  expect(told).toEqual(["Stall at 0."]);

  now = 1_060_000;
  tell("Another.");
  expect(told.at(-1)).toBe("Another. Since it was last told that had happened 3 times more.");

  now = 0;
  tell("The clock was set back.");
  expect(told.at(-1)).toBe("The clock was set back.");
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
