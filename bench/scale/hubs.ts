/**
 * One, two and three hubs, measured: what they answer in a second when each hub and the database have a share of a
 * processor only, so that a small machine shows what saturates first, whoever else works on it.
 */
import { setTimeout as pause } from "node:timers/promises";
import { LEAN } from "../../test/support/killed-hubs.ts";
import { type ChaosWorld, type Part, PARTS, startWorld } from "../../test/support/chaos/world.ts";
import { queryPostgres } from "../../test/support/stores.ts";
import { load, type Loaded } from "../loaded.ts";
import { prepare } from "../rounds.ts";
import { openKeys } from "./keys.ts";
import { limitTo } from "./shares.ts";
import { usageOf } from "./usage.ts";

export interface HubsMeasured {
  readonly scenario: string;
  readonly hubs: number;
  /** Answered or ended in a second. */
  readonly rate: number;
  /** Of the answers, in milliseconds; 0 where none is waited for. */
  readonly p50: number;
  /** Of one call, in microseconds, the idle time of the processes included. */
  readonly cpu: Readonly<Record<Part, number>>;
  readonly commits: number;
  readonly syncs: number;
}

export interface Scenario {
  readonly name: string;
  /** Of a processor, for each hub and for the whole database. */
  readonly hubShare: number;
  readonly databaseShare: number;
  readonly callers: number;
  readonly elsewhereMs: number;
  readonly path: string;
  readonly tier: "enterprise" | "per_call";
  /** Done later, each process so many at a time. */
  readonly isQueued: boolean;
}

const RUNS = "/api/v1/genius/actors";

export const SCENARIOS: readonly Scenario[] = [
  {
    name: "cached runs, hubs short of processor",
    hubShare: 0.2,
    databaseShare: 0.8,
    callers: 12,
    elsewhereMs: 0,
    path: `${RUNS}/kept/run/`,
    tier: "enterprise",
    isQueued: false,
  },
  {
    name: "charged runs, database short of processor",
    hubShare: 0.25,
    databaseShare: 0.3,
    callers: 12,
    elsewhereMs: 0,
    path: `${RUNS}/asker/run/`,
    tier: "per_call",
    isQueued: false,
  },
  {
    name: "queued runs that wait for somebody else",
    hubShare: 0.4,
    databaseShare: 0.6,
    callers: 16,
    elsewhereMs: 500,
    path: `${RUNS}/asker/run/?wait=0`,
    tier: "per_call",
    isQueued: true,
  },
];

export const HUB_COUNTS = [1, 2, 3] as const;
/** So many in work at once, of each process. */
export const PLACES = 8;

const HUBS = Math.max(...HUB_COUNTS);
/** Of each hub, until all is compiled. */
const WARM_UP_CALLS = 2_000;
/** Until the shares are spent as they will be. */
const SETTLE_SECONDS = 2;
const ACCOUNTS = 400;
/** Of queued runs, before they are counted. */
const WAITING = 1_600;
const ENOUGH_WAITING = 50;
/** Connections that queue them. */
const FILLING = 64;

/**
 * With three hubs, then two, then one: the others end in order. Of each the middle one of `times` windows, for a busy
 * machine disturbs some; of what was queued one window of twice the length.
 */
export async function measureScenario(
  scenario: Scenario,
  { seconds, times }: { readonly seconds: number; readonly times: number },
): Promise<readonly HubsMeasured[]> {
  await using world = await startWorld({ payers: [], main: LEAN, hubs: HUBS, answerAfterMs: scenario.elsewhereMs });
  const keys = await openKeys(world, scenario.tier, ACCOUNTS);
  const port = Number(new URL(world.url).port);
  const requests = keys.map((key, at) =>
    prepare("POST", scenario.path, { q: scenario.path.includes("kept") ? "always the same" : `q${at}` }, key),
  );
  const ask = (length: number) => load(port, requests, { seconds: length, connections: scenario.callers });
  for (let warm = 0; warm < WARM_UP_CALLS * HUBS;) warm += (await ask(1)).rate;
  if (scenario.isQueued) {
    const fill = () => load(port, requests, { seconds: 2, connections: FILLING });
    while ((await counted(world, "queued")) < WAITING) await fill();
  }
  using shares = new DisposableStack();
  for (const pid of world.processes().hub) shares.use(limitTo(scenario.hubShare, [pid]));
  shares.use(limitTo(scenario.databaseShare, world.postgres.pids()));
  const rows: HubsMeasured[] = [];
  for (const hubs of HUB_COUNTS.toReversed()) {
    for (let number = hubs; number < HUBS; number++) await world.stopHub(number, "SIGTERM");
    if (scenario.isQueued) await pause(SETTLE_SECONDS * 1000);
    else await ask(SETTLE_SECONDS);
    const windows: HubsMeasured[] = [];
    while (windows.length < (scenario.isQueued ? 1 : times)) {
      const from = await usageOf(world);
      const { rate, count, p50 } = scenario.isQueued ? await ended(world, seconds * 2) : await answered(ask, seconds);
      const to = await usageOf(world);
      // What is queued is done before and after the window, too.
      const calls = scenario.isQueued ? (rate * (to.at - from.at)) / 1000 : count;
      const parts = PARTS.map((part) => [part, (to.cpu[part] - from.cpu[part]) / calls]);
      windows.push({
        scenario: scenario.name,
        hubs,
        rate,
        p50,
        cpu: Object.fromEntries(parts) as Record<Part, number>,
        commits: (to.commits - from.commits) / calls,
        syncs: (to.syncs - from.syncs) / calls,
      });
    }
    windows.sort((a, b) => a.rate - b.rate);
    rows.push(windows[Math.floor(windows.length / 2)] as HubsMeasured); // There is at least one.
  }
  return rows.toReversed();
}

async function answered(ask: (seconds: number) => Promise<Loaded>, seconds: number) {
  const { statuses, rate, p50 } = await ask(seconds);
  if (Object.keys(statuses).join() !== "200")
    throw new Error(`Cannot measure: it was answered ${JSON.stringify(statuses)}`);
  return { rate, count: rate * seconds, p50 };
}

/** What was queued, by those that do it. */
async function ended(world: ChaosWorld, seconds: number) {
  const before = await counted(world, "succeeded");
  const begun = performance.now();
  await pause(seconds * 1000);
  const count = (await counted(world, "succeeded")) - before;
  const passed = (performance.now() - begun) / 1000;
  if ((await counted(world, "queued")) < ENOUGH_WAITING) throw new Error("Cannot measure: the queue was empty");
  return { rate: count / passed, count, p50: 0 };
}

async function counted(world: ChaosWorld, state: string): Promise<number> {
  const [row] = await queryPostgres(world.postgres.url, `SELECT count(*)::int AS n FROM runs WHERE state = '${state}'`);
  return Number(row?.["n"]);
}
