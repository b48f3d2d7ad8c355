/** What the simulation says of one, two and three hubs beside what was measured. */
import { PARTS } from "../../test/support/chaos/world.ts";
import { HUB_COUNTS, type HubsMeasured, PLACES, type Scenario, SCENARIOS } from "./hubs.ts";
import type { Measurements } from "./measured.ts";
import { type CallShape, simulate, type System } from "./system.ts";

export interface Comparison {
  readonly scenario: string;
  readonly hubs: number;
  readonly measured: number;
  readonly simulated: number;
  /** Of the measured figure. */
  readonly error: number;
  /** What has most to do, and the share of its time. */
  readonly saturated: string;
}

/** More than that, and the simulation is not believed further out. */
export const MOST_ERROR = 0.15;
const CONNECTIONS = 10;
/** Until a queued run is taken by another process: the median of `bench queue`, on the machine of the other figures. */
const PICK_UP_MS = 4;
const SEED = 1;
const SECONDS = 20;

/** Costs are those of one hub: of two and three it is a prediction. */
export function compareAll({ hubs: { rows }, costs }: Measurements): readonly Comparison[] {
  return SCENARIOS.flatMap((scenario) => {
    const measured = HUB_COUNTS.flatMap((hubs) => meanOf(rows, scenario, hubs) ?? []);
    const [one] = measured;
    if (one === undefined) return [];
    const idle = costs.idle.cpu;
    const call: CallShape = {
      nginx: one.cpu.nginx,
      hub: Math.max(0, one.cpu.hub - idle.hub / one.rate),
      Redis: one.cpu.Redis,
      PostgreSQL: Math.max(0, one.cpu.PostgreSQL - idle.PostgreSQL / one.rate),
      transactions: Math.max(1, Math.round(one.commits)),
      isDurable: one.syncs > 0.2,
      elsewhereMs: scenario.elsewhereMs + (scenario.isQueued ? PICK_UP_MS : 0),
    };
    return measured.map((found) => {
      const { hubs } = found;
      const { rate, busy } = simulate({
        system: systemOf(scenario, hubs, costs),
        call,
        load: scenario.isQueued ? { callers: PLACES, ofHub: true } : { callers: scenario.callers },
        seed: SEED,
        seconds: SECONDS,
      });
      const [part, share] = busy.hub > busy.PostgreSQL ? ["hubs", busy.hub] : ["PostgreSQL", busy.PostgreSQL];
      return {
        scenario: scenario.name,
        hubs,
        measured: found.rate,
        simulated: rate,
        error: rate / found.rate - 1,
        saturated: `${part} ${(share * 100).toFixed(0)} %`,
      };
    });
  });
}

/** Of all the times it was measured. */
function meanOf(rows: readonly HubsMeasured[], { name }: Scenario, hubs: number): HubsMeasured | undefined {
  const times = rows.filter((row) => row.scenario === name && row.hubs === hubs);
  const [first] = times;
  if (first === undefined) return undefined;
  const mean = (of: (row: HubsMeasured) => number): number =>
    times.reduce((sum, row) => sum + of(row), 0) / times.length;
  return {
    ...first,
    rate: mean(({ rate }) => rate),
    p50: mean(({ p50 }) => p50),
    cpu: Object.fromEntries(PARTS.map((part) => [part, mean(({ cpu }) => cpu[part])])) as HubsMeasured["cpu"],
    commits: mean(({ commits }) => commits),
    syncs: mean(({ syncs }) => syncs),
  };
}

/** What a hub and the database take while nobody asks is not there for calls. */
function systemOf(scenario: Scenario, hubs: number, { idle, diskMs }: Measurements["costs"]): System {
  return {
    hubs,
    hubShare: scenario.hubShare - idle.cpu.hub / 1e6,
    databaseProcessors: 1,
    databaseShare: scenario.databaseShare - (idle.cpu.PostgreSQL * hubs) / 1e6,
    connections: CONNECTIONS,
    diskMs,
  };
}
