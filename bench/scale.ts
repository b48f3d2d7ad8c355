/**
 * How far it goes: what one call of each kind costs, how the simulation does beside one, two and three measured hubs,
 * and what 10, 100 and 1,000 hubs carry by both. It reads what was measured (`bench/scale/measured.json`) and measures
 * again where it is told to.
 * Usage: bun bench/scale.ts <catalog.sqlite> [--measure costs|hubs|all]
 */
import { type Comparison, compareAll, MOST_ERROR } from "./scale/compare.ts";
import { measureAgain, type MeasuredCosts, readMeasurements } from "./scale/measured.ts";
import { type Capacity, capacityOf, LIMITS, meanShape } from "./scale/model.ts";
import { simulate } from "./scale/system.ts";

const SIZES = [1, 10, 100, 1_000];
const FAR_SECONDS = 2;

const [catalog = "data/catalog.sqlite", option, what] = process.argv.slice(2);
if (option === "--measure") {
  if (what !== "costs" && what !== "hubs" && what !== "all") throw new Error("--measure takes costs, hubs or all");
  await measureAgain(what, catalog);
}
const measurements = readMeasurements();
showCosts(measurements.costs);
showComparison(compareAll(measurements));
showCapacity(SIZES.map((hubs) => capacityOf(measurements.costs, hubs)));
showFar(measurements.costs);
process.exit();

function showCosts({ date, machine, load, idle, calls, diskMs }: MeasuredCosts): void {
  console.log(`Measured on ${date}, ${machine}, load ${load.toFixed(1)}. One call, without what an idle hub takes:\n`);
  table(
    ["call", "hub us", "PostgreSQL us", "Redis us", "nginx us", "commits", "syncs", "log bytes", "bytes"],
    [
      ...calls.map(({ kind, cpu, commits, syncs, walBytes, bytes }) => [
        kind,
        ...[cpu.hub, cpu.PostgreSQL, cpu.Redis, cpu.nginx].map((us) => us.toFixed(0)),
        commits.toFixed(1),
        syncs.toFixed(2),
        walBytes.toFixed(0),
        bytes === 0 ? "" : bytes.toFixed(0),
      ]),
      [
        "an idle hub, a second",
        ...[idle.cpu.hub, idle.cpu.PostgreSQL, idle.cpu.Redis, idle.cpu.nginx].map((us) => us.toFixed(0)),
        idle.commits.toFixed(1),
        idle.syncs.toFixed(2),
        idle.walBytes.toFixed(0),
        "",
      ],
    ],
  );
  console.log(`\nA commit waits ${diskMs.toFixed(2)} ms for the disk.`);
}

function showComparison(rows: readonly Comparison[]): void {
  console.log("\nThe simulation beside what was measured; its costs are those of one hub:\n");
  table(
    ["scenario", "hubs", "measured /s", "simulated /s", "error", "busiest", ""],
    rows.map(({ scenario, hubs, measured, simulated, error, saturated }) => [
      scenario,
      String(hubs),
      measured.toFixed(0),
      simulated.toFixed(0),
      `${error < 0 ? "" : "+"}${(error * 100).toFixed(1)} %`,
      saturated,
      Math.abs(error) <= MOST_ERROR ? "" : "missed",
    ]),
  );
  const worst = Math.max(...rows.map(({ error }) => Math.abs(error)));
  console.log(`\nworst error ${(worst * 100).toFixed(1)} %, at most ${MOST_ERROR * 100} % is believed`);
}

function showCapacity(rows: readonly Capacity[]): void {
  console.log(`\nBy the costs, each processor at most ${LIMITS.busy * 100} % busy (docs/scale.md says of what mix):\n`);
  table(
    [
      "hubs",
      "calls/s",
      "PostgreSQL",
      "nginx",
      "Redis",
      "commits/s",
      "log MB/s",
      "connections",
      "Gbit/s",
      "payments/s",
      "databases",
      "Redis servers",
    ],
    rows.map(
      ({ hubs, calls, processors, commits, walBytes, connections, bytes, payments, databases, because, redis }) => [
        String(hubs),
        calls.toFixed(0),
        processors.PostgreSQL.toFixed(1),
        processors.nginx.toFixed(1),
        processors.Redis.toFixed(1),
        commits.toFixed(0),
        (walBytes / 1e6).toFixed(1),
        String(connections),
        ((bytes * 8) / 1e9).toFixed(2),
        payments.toFixed(1),
        `${databases} (${because})`,
        String(redis),
      ],
    ),
  );
}

/** Of each size: all of it on one database, and on as many as it takes, of which one is played. */
function showFar(costs: MeasuredCosts): void {
  console.log("\nSimulated, as many calls as hubs at that load carry:\n");
  const call = meanShape(costs);
  const rows = SIZES.filter((hubs) => hubs > 1).flatMap((hubs) => {
    const { calls, databases } = capacityOf(costs, hubs);
    return (databases === 1 ? [1] : [1, databases]).map((shards) => {
      const own = Math.ceil(hubs / shards);
      const { rate, p50, p99, busy } = simulate({
        system: {
          hubs: own,
          hubShare: 1 - costs.idle.cpu.hub / 1e6,
          databaseProcessors: LIMITS.databaseProcessors,
          databaseShare: 1,
          connections: LIMITS.connectionsOfHub,
          diskMs: costs.diskMs,
        },
        call,
        load: { perSecond: (calls * own) / hubs },
        seed: 1,
        seconds: own > 200 ? FAR_SECONDS / 8 : FAR_SECONDS,
      });
      return [
        String(hubs),
        String(shards),
        ((calls * own) / hubs).toFixed(0),
        rate.toFixed(0),
        p50.toFixed(1),
        p99.toFixed(1),
        `${(busy.hub * 100).toFixed(0)} %`,
        `${(busy.PostgreSQL * 100).toFixed(0)} %`,
        `${(busy.Redis * 100).toFixed(0)} %`,
      ];
    });
  });
  table(
    ["hubs", "databases", "asked/s of one", "answered/s", "p50 ms", "p99 ms", "hubs busy", "PostgreSQL", "Redis"],
    rows,
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  for (const row of [head, ...rows])
    console.log(
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
    );
}
