/** What is done to the servers and the hubs, one after the other, in an order of the seed's. */
import { setTimeout as pause } from "node:timers/promises";
import { type ChaosWorld, HUBS } from "./world.ts";

export interface Fault {
  readonly name: string;
  readonly target: "hub" | "PostgreSQL" | "Redis";
  /** Of `performance.now()`. */
  readonly begin: number;
  /** When it was done: what was asked since has met it. */
  readonly begun: number;
  /** When it was taken back. */
  readonly end: number;
}

interface Plan {
  readonly name: string;
  readonly target: Fault["target"];
  readonly lastsMs: number;
  begin(world: ChaosWorld, hub: number): void | Promise<void>;
  end(world: ChaosWorld, hub: number): void | Promise<void>;
}

const DOWN_MS = 2_000;
/** After each: what a fault does is told from what the next one does. */
const CALM_MS = { hub: 1_000, Redis: 1_000, PostgreSQL: 3_500 } as const;
/** A hub needs so long to end in order and to start. */
const SPAN_MS = 6_000;

const killed: Plan = {
  name: "killed",
  target: "hub",
  lastsMs: 0,
  begin: (world, hub) => world.stopHub(hub, "SIGKILL"),
  end: (world, hub) => world.startHub(hub),
};
const ended: Plan = { ...killed, name: "ended by SIGTERM", begin: (world, hub) => world.stopHub(hub, "SIGTERM") };

function down(target: "PostgreSQL" | "Redis", name: "frozen" | "killed" | "stopped"): Plan {
  const serverOf = (world: ChaosWorld) => (target === "Redis" ? world.redis : world.postgres);
  const begin = { frozen: "freeze", killed: "kill", stopped: "stop" } as const;
  return {
    name,
    target,
    lastsMs: DOWN_MS,
    begin: (world) => serverOf(world)[begin[name]](),
    end: (world) => serverOf(world)[name === "frozen" ? "thaw" : "start"](),
  };
}

/**
 * Each round has one of each target, so that a short play meets them all. A hub is first: what it had in work is another's
 * only when its leases have lapsed, 20 s later, and meanwhile the rest is played.
 */
const ROUNDS: readonly (readonly Plan[])[] = [
  [killed, down("PostgreSQL", "stopped"), down("Redis", "frozen")],
  [ended, down("PostgreSQL", "frozen"), down("Redis", "killed")],
  [killed, down("PostgreSQL", "killed"), down("Redis", "stopped")],
];

/** Until there is no time for another before `until`, of `performance.now()`. */
export async function playFaults(world: ChaosWorld, until: number, random: () => number): Promise<readonly Fault[]> {
  const done: Fault[] = [];
  let hub = Math.floor(random() * HUBS);
  for (let round = 0; ; round++) {
    const plans = ROUNDS[round % ROUNDS.length] ?? [];
    for (const plan of round === 0 ? plans : shuffled(plans, random)) {
      const { name, target, lastsMs } = plan;
      const needed = (target === "hub" ? SPAN_MS : lastsMs) + CALM_MS[target];
      if (round > 0 && performance.now() + needed > until) return done;
      const begin = performance.now();
      await plan.begin(world, hub);
      const begun = performance.now();
      await pause(lastsMs);
      await plan.end(world, hub);
      done.push({
        name: target === "hub" ? `${name} (${hub + 1})` : name,
        target,
        begin,
        begun,
        end: performance.now(),
      });
      if (target === "hub") hub = (hub + 1) % HUBS;
      await pause(CALM_MS[target] + random() * 300);
    }
  }
}

function shuffled<T>(all: readonly T[], random: () => number): readonly T[] {
  return all
    .map((each) => ({ each, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ each }) => each);
}
