/**
 * What hubs gain and pay by a Redis that they share: processor time of a run that is missed, that another process has
 * answered and that this one has answered, beside a hub without Redis; and what callers wait while Redis is frozen.
 *   bun run bench shared [runs of each kind a round] [rounds] [requests a second]
 */
import { cpuOfTrees } from "../test/support/processor-time.ts";
import { type SharedHubs, startSharedHubs } from "../test/support/shared-hubs.ts";

const [runs = 2_000, rounds = 5, rate = 200] = process.argv.slice(2).map(Number);
const AT_ONCE = 16;
const FREEZES = 6;
const CALM_MS = 2_000;
/** Until all is as it was. */
const SETTLE_MS = 1_000;
const FROZEN_MS = 3_000;
const ADDED_MS = { first: 60, later: 2 } as const;
/** Answers first, and is asked the same again later; finds what that one has cached; has no Redis. */
const [FIRST, SECOND, ALONE] = [0, 1, 2];
const KINDS = ["miss, without Redis", "miss", "hit through Redis", "hit in the process"] as const;

await using shared = await startSharedHubs([{}, {}, { REDIS_URL: "" }]);
await cost(shared);
await frozen(shared);

async function cost(hubs: SharedHubs): Promise<void> {
  const figures = new Map(KINDS.map((kind) => [kind, { hub: [] as number[], redis: [] as number[], hits: 0 }]));
  // What comes first is compiled meanwhile.
  for (let round = -1; round < rounds; round++) {
    const questions = Array.from({ length: runs }, (_, each) => `${round}-${each}`);
    const plan = {
      "miss, without Redis": ALONE,
      miss: FIRST,
      "hit through Redis": SECOND,
      "hit in the process": SECOND,
    };
    // What is measured first in a round is so in every other one only.
    const [alone, ...others] = KINDS;
    for (const kind of round % 2 === 0 ? KINDS : [...others, alone]) {
      const hub = plan[kind];
      const before = timesOf(hubs, hub);
      const hits = await askAll(hubs, hub, questions);
      const after = timesOf(hubs, hub);
      const figure = figures.get(kind);
      if (round < 0 || figure === undefined) continue;
      figure.hub.push((after.hub - before.hub) / runs);
      figure.redis.push((after.redis - before.redis) / runs);
      figure.hits += hits / (runs * rounds);
    }
  }
  console.log(`processor time of a run over HTTP in us, ${rounds} rounds of ${runs} in turn, the least\n`);
  console.log(["".padEnd(22), "hub", "Redis", "hits"].map((cell) => cell.padStart(8)).join(""));
  for (const [kind, { hub, redis, hits }] of figures)
    console.log(
      [kind.padEnd(22), Math.min(...hub).toFixed(0), Math.min(...redis).toFixed(0), `${(hits * 100).toFixed(0)} %`]
        .map((cell) => cell.padStart(8))
        .join(""),
    );
}

/** Half of what is asked is new, and so is looked for in Redis, led, told and stored there. */
async function frozen(hubs: SharedHubs): Promise<void> {
  const answers: { readonly at: number; readonly ms: number }[] = [];
  const pending = new Set<Promise<void>>();
  const begun = performance.now();
  let count = 0;
  const load = setInterval(() => {
    for (const due = ((performance.now() - begun) / 1000) * rate; count < due; count++) {
      const at = performance.now();
      const asked: Promise<void> = hubs.run(FIRST, count % 2 === 0 ? `new-${count}` : "known").then((told) => {
        if (told?.status !== 200) process.exitCode = 1;
        answers.push({ at, ms: performance.now() - at });
        pending.delete(asked);
      });
      pending.add(asked);
    }
  }, 5);
  const froze: number[] = [];
  for (let round = 0; round < FREEZES; round++) {
    await pause(CALM_MS + SETTLE_MS);
    froze.push(performance.now());
    hubs.redis.freeze();
    await pause(FROZEN_MS);
    hubs.redis.thaw();
  }
  clearInterval(load);
  await Promise.all(pending);
  const least = (from: number, to: number): number =>
    Math.min(...froze.map((since) => p99Of(answers.filter(({ at }) => at >= since + from && at < since + to))));
  const calm = least(-CALM_MS, 0);
  const added = { first: least(0, 1_000) - calm, later: least(1_000, FROZEN_MS) - calm };
  console.log(`\nRedis frozen ${FREEZES} times at ${rate} runs/s, half of them new, the least p99 of each phase:`);
  console.log(`  ${calm.toFixed(1)} ms before, ${added.first.toFixed(1)} more in the first second (at most 60),`);
  console.log(`  ${added.later.toFixed(1)} more from then on (at most 2)`);
  if (added.first > ADDED_MS.first || added.later > ADDED_MS.later) process.exitCode = 1;
}

/** Returns how many were hits. */
async function askAll(hubs: SharedHubs, hub: number, questions: readonly string[]): Promise<number> {
  const left = [...questions];
  let hits = 0;
  const lane = async (): Promise<void> => {
    for (let q = left.pop(); q !== undefined; q = left.pop()) {
      const told = await hubs.run(hub, q);
      if (told?.status !== 200) throw new Error(`A run was answered ${told?.status}`);
      if (told.isHit) hits++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return hits;
}

function timesOf(hubs: SharedHubs, hub: number): { readonly hub: number; readonly redis: number } {
  return { hub: cpuOfTrees([hubs.hubs[hub]?.child.pid ?? 0]), redis: cpuOfTrees(hubs.redis.pids().slice(0, 1)) };
}

function p99Of(answers: readonly { readonly ms: number }[]): number {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
