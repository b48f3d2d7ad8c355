/** How many calls so many hubs carry by the measured costs, what that takes of everything else, and what ends first. */
import { PARTS, type Part } from "../../test/support/chaos/world.ts";
import type { CallCost } from "./costs.ts";
import type { MeasuredCosts } from "./measured.ts";
import type { CallShape } from "./system.ts";

/** Of a thousand calls. An assumption: agents repeat themselves, and few of them pay by the call. */
export const MIX: Readonly<Record<string, number>> = {
  document: 50,
  "cached run, no key": 50,
  "cached run, keyed": 450,
  "run, keyed": 150,
  "run charged to a balance": 50,
  "search, keyed, repeated": 100,
  "search, keyed, new": 40,
  "402 of a run": 40,
  "proxy call": 40,
  "queued run, to its end": 20,
  "paid call, with its 402": 10,
};

/** What one server of each kind carries, and why. Busier than `busy` its answers come late. */
export const LIMITS = {
  /** Share of a processor's time. */
  busy: 0.6,
  /** A large server of today. */
  databaseProcessors: 32,
  /** Connections of a hub process, as `src/store/drivers/postgres/postgres.ts` opens them, and what a server keeps well. */
  connectionsOfHub: 12,
  connections: 2_000,
  /** What a disk of a server writes well of the log, in bytes a second. */
  walBytes: 200e6,
  /** It computes in one thread. */
  redisProcessors: 1,
  /** Transactions a second of the XRP Ledger, as the README of rippled says; everybody shares them. */
  ledger: 1_500,
};

export interface Capacity {
  readonly hubs: number;
  readonly calls: number;
  /** Processors, each as busy as allowed. */
  readonly processors: Readonly<Record<Part, number>>;
  readonly commits: number;
  readonly walBytes: number;
  readonly connections: number;
  readonly bytes: number;
  /** Payments that the ledger must take, in a second. */
  readonly payments: number;
  /** Databases that it takes, and for what. */
  readonly databases: number;
  readonly because: string;
  /** Redis servers that it takes. */
  readonly redis: number;
}

type Cost = Omit<CallCost, "kind" | "rate" | "p50">;

/** Of the mean call of the mix. @throws {Error} where a kind of it was not measured. */
function meanCost({ calls }: Pick<MeasuredCosts, "calls">): Cost {
  const all = Object.values(MIX).reduce((sum, share) => sum + share, 0);
  const mean = (of: (cost: CallCost) => number): number =>
    Object.entries(MIX).reduce((sum, [kind, share]) => {
      const cost = calls.find((each) => each.kind === kind);
      if (cost === undefined) throw new Error(`Nothing was measured of "${kind}"`);
      return sum + (of(cost) * share) / all;
    }, 0);
  return {
    cpu: Object.fromEntries(PARTS.map((part) => [part, mean(({ cpu }) => cpu[part])])) as Record<Part, number>,
    commits: mean(({ commits }) => commits),
    syncs: mean(({ syncs }) => syncs),
    walBytes: mean(({ walBytes }) => walBytes),
    bytes: mean(({ bytes }) => bytes),
  };
}

/** Each hub has one processor, and is as busy as allowed. */
export function capacityOf(costs: MeasuredCosts, hubs: number): Capacity {
  const { cpu, commits, walBytes, bytes } = meanCost(costs);
  const { busy } = LIMITS;
  const calls = (hubs * Math.max(0, busy * 1e6 - costs.idle.cpu.hub)) / cpu.hub;
  const processorsOf = (part: Part): number => {
    const idle = part === "hub" ? hubs * costs.idle.cpu.hub : 0;
    return (calls * cpu[part] + idle) / 1e6 / busy;
  };
  const processors = Object.fromEntries(PARTS.map((part) => [part, processorsOf(part)])) as Record<Part, number>;
  const connections = hubs * LIMITS.connectionsOfHub;
  const needs = [
    ["processors", processors.PostgreSQL / LIMITS.databaseProcessors],
    ["connections", connections / LIMITS.connections],
    ["log", (calls * walBytes) / LIMITS.walBytes],
  ] as const;
  const [because, most] = needs.toSorted(([, a], [, b]) => b - a)[0] ?? ["", 0];
  return {
    hubs,
    calls,
    processors,
    commits: calls * commits,
    walBytes: calls * walBytes,
    connections,
    bytes: calls * bytes,
    payments: (calls * (MIX["paid call, with its 402"] ?? 0)) / 1000,
    databases: Math.max(1, Math.ceil(most)),
    because,
    redis: Math.max(1, Math.ceil(processors.Redis / LIMITS.redisProcessors)),
  };
}

/** The mean call for the simulation: nobody else is waited for. */
export function meanShape(costs: MeasuredCosts): CallShape {
  const { cpu, commits, syncs } = meanCost(costs);
  return {
    nginx: cpu.nginx,
    hub: cpu.hub,
    Redis: cpu.Redis,
    PostgreSQL: cpu.PostgreSQL,
    transactions: Math.max(1, Math.round(commits)),
    isDurable: syncs > 0.5,
    elsewhereMs: 0,
  };
}
