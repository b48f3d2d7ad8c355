/**
 * Hubs behind a load balancer, with a database and Redis, as a simulation: each hub is one server, for it computes in one
 * thread; the database has as many as processors, one log, and connections of each hub; times come from measured costs.
 */
import {
  createCommitLog,
  createPool,
  createSimulation,
  createStation,
  exponential,
  type Simulation,
} from "./simulation.ts";

/** What one call takes; processor time in microseconds. */
export interface CallShape {
  readonly nginx: number;
  readonly hub: number;
  readonly Redis: number;
  readonly PostgreSQL: number;
  /** Of the database, one after the other. */
  readonly transactions: number;
  /** Whether the last of them waits for the disk. */
  readonly isDurable: boolean;
  /** How long somebody else is waited for, in milliseconds. */
  readonly elsewhereMs: number;
}

export interface System {
  readonly hubs: number;
  /** Of a processor, that a hub has for calls. */
  readonly hubShare: number;
  readonly databaseProcessors: number;
  /** Of each of these. */
  readonly databaseShare: number;
  /** Of each hub. */
  readonly connections: number;
  /** How long a write to the disk takes. */
  readonly diskMs: number;
}

/** So many callers that ask again as soon as they are answered, or calls that come by chance, so many a second. */
type Load = { readonly callers: number; readonly ofHub?: boolean } | { readonly perSecond: number };

interface SystemOptions {
  readonly system: System;
  readonly call: CallShape;
  readonly load: Load;
  readonly seed: number;
  /** Of the time that counts, after as long a time that does not. */
  readonly seconds: number;
}

interface SystemReport {
  /** Calls answered in a second. */
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** Share of its time that each part worked: of hubs the mean. */
  readonly busy: { readonly hub: number; readonly PostgreSQL: number; readonly Redis: number; readonly nginx: number };
  /** Of the disk, in a second. */
  readonly writes: number;
}

const US = 1000;
/** A load balancer spreads over its own processors. */
const FRONT_PROCESSORS = 64;

export function simulate({ system, call, load, seed, seconds }: SystemOptions): SystemReport {
  const simulation = createSimulation(seed);
  const front = createStation(simulation, FRONT_PROCESSORS);
  const redis = createStation(simulation, 1);
  const database = createStation(simulation, system.databaseProcessors, system.databaseShare);
  const log = createCommitLog(simulation, system.diskMs);
  const hubs = Array.from({ length: system.hubs }, () => ({
    station: createStation(simulation, 1, system.hubShare),
    pool: createPool(system.connections),
    open: 0,
  }));
  type Hub = (typeof hubs)[number];
  const warmMs = seconds * 1000;
  const took: number[] = [];

  function ask(answered: () => void, own?: Hub): void {
    const begun = simulation.now();
    front.serve(call.nginx / 2 / US, () => {
      const hub = own ?? leastBusy(hubs, simulation);
      hub.open++;
      passThrough(hub, () => {
        hub.open--;
        front.serve(call.nginx / 2 / US, () => {
          if (simulation.now() > warmMs) took.push(simulation.now() - begun);
          answered();
        });
      });
    });
  }

  function passThrough(hub: Hub, done: () => void): void {
    const parts = call.transactions + 1;
    const think = (then: () => void) => hub.station.serve(varied(simulation, call.hub / parts / US), then);
    const elsewhere = (then: () => void) => {
      if (call.elsewhereMs > 0) simulation.after(call.elsewhereMs, then);
      else then();
    };
    const transact = (left: number): void => {
      if (left === 0) return done();
      hub.pool.take(() =>
        database.serve(varied(simulation, call.PostgreSQL / call.transactions / US), () => {
          const end = () => {
            hub.pool.giveBack();
            think(() => transact(left - 1));
          };
          if (left === 1 && call.isDurable) log.commit(end);
          else end();
        }),
      );
    };
    think(() => elsewhere(() => transact(call.transactions)));
    if (call.Redis > 0) redis.serve(call.Redis / US, () => undefined);
  }

  if ("perSecond" in load) {
    const arrive = (): void => {
      ask(() => undefined);
      simulation.after(exponential(simulation, 1000 / load.perSecond), arrive);
    };
    simulation.after(exponential(simulation, 1000 / load.perSecond), arrive);
  } else {
    const again = (own?: Hub): void => ask(() => again(own), own);
    const owners = load.ofHub === true ? hubs : [undefined];
    for (const own of owners) for (let caller = 0; caller < load.callers; caller++) again(own);
  }
  simulation.run(warmMs);
  const before = busyOf();
  const writes = log.writes();
  simulation.run(warmMs * 2);
  const after = busyOf();
  took.sort((a, b) => a - b);
  return {
    rate: took.length / seconds,
    p50: took[Math.floor(took.length * 0.5)] ?? 0,
    p99: took[Math.floor(took.length * 0.99)] ?? 0,
    busy: {
      hub: (after.hub - before.hub) / warmMs / system.hubs,
      PostgreSQL: (after.PostgreSQL - before.PostgreSQL) / warmMs / system.databaseProcessors,
      Redis: (after.Redis - before.Redis) / warmMs,
      nginx: (after.nginx - before.nginx) / warmMs,
    },
    writes: (log.writes() - writes) / seconds,
  };

  function busyOf() {
    return {
      hub: hubs.reduce((sum, { station }) => sum + station.busy(), 0),
      PostgreSQL: database.busy(),
      Redis: redis.busy(),
      nginx: front.busy(),
    };
  }
}

/** Of those with the fewest calls open, any: as `least_conn` does it. Of many, the better of two is looked for. */
function leastBusy<T extends { readonly open: number }>(hubs: readonly T[], simulation: Simulation): T {
  const any = (): T => hubs[Math.floor(simulation.random() * hubs.length)] as T; // There is at least one.
  if (hubs.length > 16) {
    const [one, other] = [any(), any()];
    return one.open <= other.open ? one : other;
  }
  const least = Math.min(...hubs.map(({ open }) => open));
  const among = hubs.filter(({ open }) => open === least);
  return among[Math.floor(simulation.random() * among.length)] as T; // One has the least.
}

/** Half of it as said, the other half by chance. */
function varied(simulation: Simulation, ms: number): number {
  return ms / 2 + exponential(simulation, ms / 2);
}
