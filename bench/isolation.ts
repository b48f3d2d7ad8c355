/**
 * What the fence costs: `bun run bench isolation`. A start is from nothing to the first answer of an actor of 1 KiB code;
 * a run takes 1 KiB and gives it back, beside the same actor in this process. Prints wall times and the processor time
 * of this process a run; a busy machine is slow by itself.
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleActor } from "../src/isolation/bundle.ts";
import { createIsolation } from "../src/isolation/isolation.ts";
import { contextFor } from "../test/support/actor-context.ts";
import { SILENT } from "../test/support/operations.ts";
import { actorText, served } from "../test/isolation/support.ts";

const RUNS = 1_000;
const STARTS = 10;

const root = await mkdtemp(join(tmpdir(), "hub-bench-isolation-"));
const isolation = createIsolation({
  mayBeWeak: process.argv.includes("--weak"),
  clock: { now: Date.now },
  log: SILENT,
});
try {
  await Bun.write(join(root, "actor.ts"), actorText("async ({ q }) => [{ q }]"));
  const { code, faults } = await bundleActor(join(root, "actor.ts"), { root, level: "own" });
  if (faults.length > 0) throw new Error(faults.join());
  console.log((await isolation.fence()).sentence);
  console.log(`bundle ${(code.length / 1024).toFixed(0)} KiB`);
  const input = { q: "x".repeat(1024) };
  const context = contextFor({ hosts: [] }, { upstreams: new Map() });

  const starts: number[] = [];
  for (let count = 0; count < STARTS; count++) {
    const fenced = await isolation.open([{ code, level: "own" }]); // Described once; its process starts with the run.
    const { actor } = served(fenced.actors[0]);
    starts.push(await timeOf(() => actor.run(input as never, context)));
    await fenced[Symbol.asyncDispose]();
  }
  tell("start to first answer", starts);
  await Bun.write(join(root, "empty.mjs"), "");
  const bare: number[] = [];
  for (let count = 0; count < STARTS; count++)
    bare.push(await timeOf(() => spawnSync("nice", ["-n", "19", "deno", "run", join(root, "empty.mjs")])));
  tell("a peer: Deno alone, to the end of an empty script, as nice", bare);

  const fenced = await isolation.open([{ code, level: "own" }]);
  const { actor } = served(fenced.actors[0]);
  await actor.run(input as never, context);
  const cpu = process.cpuUsage();
  const times: number[] = [];
  for (let count = 0; count < RUNS; count++) times.push(await timeOf(() => actor.run(input as never, context)));
  const { user, system } = process.cpuUsage(cpu);
  tell("run of 1 KiB", times);
  console.log(`processor time of the hub a run: ${((user + system) / 1000 / RUNS).toFixed(3)} ms`);
} finally {
  await isolation[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
}

async function timeOf(run: () => unknown): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

function tell(what: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);
  console.log(`${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (${times.length})`);
}
