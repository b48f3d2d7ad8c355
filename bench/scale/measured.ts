/** What was measured, kept in a file beside this one, and how it is taken again. */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { type CallCost, type CostsMeasured, measureCosts } from "./costs.ts";
import { HUB_COUNTS, type HubsMeasured, measureScenario, SCENARIOS } from "./hubs.ts";
import { canShare } from "./shares.ts";

export interface Measured {
  readonly date: string;
  readonly machine: string;
  /** How many processes waited for a processor, as a mean of the minute before. */
  readonly load: number;
}

export interface MeasuredCosts extends Measured, CostsMeasured {}

interface MeasuredHubs extends Measured {
  readonly rows: readonly HubsMeasured[];
}

export interface Measurements {
  readonly costs: MeasuredCosts;
  readonly hubs: MeasuredHubs;
}

const FILE = fileURLToPath(new URL("measured.json", import.meta.url));
const COST_SECONDS = 5;
/** Of earlier times of the same day: their mean is believed, for on a busy machine no two times are alike. */
const KEPT_ROWS = 4 * HUB_COUNTS.length;
const HUBS_WINDOWS = { seconds: 6, times: 3 };

export function readMeasurements(): Measurements {
  return JSON.parse(readFileSync(FILE, "utf8")) as Measurements; // What `measureAgain` wrote.
}

/** Measures costs, hubs or both, and keeps the other as it is. Each scenario is written down as soon as it is measured. */
export async function measureAgain(what: "costs" | "hubs" | "all", catalog: string): Promise<void> {
  if (what !== "costs" && !canShare)
    throw new Error("Cannot measure hubs: this takes Linux' control groups, version 1, and root");
  if (what !== "hubs")
    write({ costs: { ...here(), ...(await measureCosts({ seconds: COST_SECONDS, catalog, onMeasured: tell })) } });
  if (what === "costs") return;
  let rows = rowsOfToday();
  for (const scenario of SCENARIOS) {
    const measured = await measureScenario(scenario, HUBS_WINDOWS);
    const same = rows.filter((row) => row.scenario === scenario.name).slice(-KEPT_ROWS);
    const others = rows.filter((row) => row.scenario !== scenario.name);
    rows = [...others, ...same, ...measured];
    write({ hubs: { ...here(), rows } });
    console.error(`${scenario.name}: ${measured.map(({ rate }) => rate.toFixed(0)).join(", ")} a second`);
  }
}

/** Another machine, or this one with other neighbours, takes another time for everything. */
function rowsOfToday(): readonly HubsMeasured[] {
  const { hubs } = readOld();
  const now = here();
  return hubs?.date === now.date && hubs.machine === now.machine ? hubs.rows : [];
}

function write(measured: Partial<Measurements>): void {
  writeFileSync(FILE, `${JSON.stringify({ ...readOld(), ...measured }, rounded, 2)}\n`);
}

function tell({ kind, cpu, rate }: CallCost): void {
  console.error(
    `${kind}: ${cpu.hub.toFixed(0)} us of a hub, ${cpu.PostgreSQL.toFixed(0)} of PostgreSQL, ${rate.toFixed(0)} a second`,
  );
}

function readOld(): Partial<Measurements> {
  try {
    return readMeasurements();
  } catch {
    return {}; // Nothing was measured yet.
  }
}

function here(): Measured {
  const processors = cpus();
  const machine = `${processors.length} × ${processors[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Bun ${Bun.version}`;
  return { date: new Date().toISOString().slice(0, 10), machine, load: loadavg()[0] ?? 0 };
}

function rounded(_name: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(4)) : value;
}
