/** The simulation of many hubs: held against what queueing theory says, and against what was measured. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { compareAll, MOST_ERROR } from "../bench/scale/compare.ts";
import { readMeasurements } from "../bench/scale/measured.ts";
import { capacityOf, MIX } from "../bench/scale/model.ts";
import {
  createCommitLog,
  createPool,
  createSimulation,
  createStation,
  exponential,
} from "../bench/scale/simulation.ts";
import { type CallShape, simulate, type System } from "../bench/scale/system.ts";

/** Each is done in a second or two of processor time. */
setDefaultTimeout(60_000);

const CALL: CallShape = {
  nginx: 100,
  hub: 1_000,
  Redis: 50,
  PostgreSQL: 500,
  transactions: 2,
  isDurable: true,
  elsewhereMs: 0,
};
const SYSTEM: System = {
  hubs: 2,
  hubShare: 1,
  databaseProcessors: 4,
  databaseShare: 1,
  connections: 10,
  diskMs: 1,
};

describe("a station", () => {
  /** The mean of what calls wait that come by chance, so many at a time of service on average. */
  function waitOf(servers: number, load: number, service: (simulation: ReturnType<typeof createSimulation>) => number) {
    const simulation = createSimulation(7);
    const station = createStation(simulation, servers);
    const calls = 200_000;
    let waited = 0;
    let ended = 0;
    const arrive = (left: number): void => {
      if (left === 0) return;
      const [at, ms] = [simulation.now(), service(simulation)];
      station.serve(ms, () => {
        waited += simulation.now() - at - ms;
        ended++;
      });
      simulation.after(exponential(simulation, 1 / (servers * load)), () => arrive(left - 1));
    };
    arrive(calls);
    simulation.run(Number.MAX_SAFE_INTEGER);
    expect(ended).toBe(calls);
    return waited / calls;
  }

  test("of one server and chance makes calls wait as long as M/M/1 says", () => {
    for (const load of [0.3, 0.7]) {
      const wait = load / (1 - load);
      expect(Math.abs(waitOf(1, load, (simulation) => exponential(simulation, 1)) / wait - 1)).toBeLessThan(0.05);
    }
  });

  test("of several servers and equal services makes calls wait as long as M/D/c says", () => {
    for (const [servers, load] of [
      [1, 0.7],
      [2, 0.8],
      [4, 0.8],
    ] as const)
      expect(Math.abs(waitOf(servers, load, () => 1) / crommelin(servers, load) - 1)).toBeLessThan(0.05);
  });

  test("of half the speed takes twice as long, and is served in turn", () => {
    const simulation = createSimulation(1);
    const station = createStation(simulation, 1, 0.5);
    const ends: string[] = [];
    for (const name of ["a", "b"]) station.serve(3, () => ends.push(`${name} at ${simulation.now()}`));
    simulation.run(100);
    expect(ends).toEqual(["a at 6", "b at 12"]);
    expect(station.busy()).toBe(12);
  });

  /** The mean wait of M/D/c by Crommelin's series, in times of service. */
  function crommelin(servers: number, load: number): number {
    let wait = 0;
    // Beyond, the first term of the sum below is none a number holds; all that is left there is nothing.
    for (let m = 1; m * servers * load < 600; m++) {
      const mean = m * servers * load;
      wait += atLeast(m * servers, mean) - atLeast(m * servers + 1, mean) / load;
    }
    return wait;
  }

  /** That a Poisson number of that mean is at least so large. */
  function atLeast(least: number, mean: number): number {
    let below = 0;
    let term = Math.exp(-mean);
    for (let count = 0; count < least; count++) {
      below += term;
      term *= mean / (count + 1);
    }
    return 1 - below;
  }
});

test("commits that come while the disk writes share the next write", () => {
  const simulation = createSimulation(1);
  const log = createCommitLog(simulation, 10);
  const done: string[] = [];
  const commit = (name: string) => log.commit(() => done.push(`${name} at ${simulation.now()}`));
  commit("a");
  simulation.after(2, () => commit("b"));
  simulation.after(9, () => commit("c"));
  simulation.run(100);
  expect(done).toEqual(["a at 10", "b at 20", "c at 20"]);
  expect(log.writes()).toBe(2);
});

test("a pool lends what it has, and then in turn", () => {
  const pool = createPool(1);
  const had: string[] = [];
  for (const name of ["a", "b", "c"]) pool.take(() => had.push(name));
  expect(had).toEqual(["a"]);
  pool.giveBack();
  expect(had).toEqual(["a", "b"]);
});

describe("hubs behind a load balancer", () => {
  const play = (seed: number, system: Partial<System> = {}, perSecond = 1_000) =>
    simulate({ system: { ...SYSTEM, ...system }, call: CALL, load: { perSecond }, seed, seconds: 1 });

  test("do the same for the same seed, and something else for another", () => {
    expect(play(1)).toEqual(play(1));
    expect(play(1)).not.toEqual(play(2));
  });

  test("answer all that they can, and then no more: the hubs first, or the database where there are enough of them", () => {
    const closed = (hubs: number, callers: number) =>
      simulate({ system: { ...SYSTEM, hubs }, call: CALL, load: { callers }, seed: 1, seconds: 1 });
    expect(play(1).rate).toBeGreaterThan(900);
    const short = closed(2, 60);
    expect(short.rate).toBeGreaterThan(1_900);
    expect(short.rate).toBeLessThan(2_100);
    expect(short.busy.hub).toBeGreaterThan(0.95);
    const many = closed(30, 600);
    expect(many.rate).toBeGreaterThan(7_500);
    expect(many.rate).toBeLessThan(8_500);
    expect(many.busy.PostgreSQL).toBeGreaterThan(0.95);
  });

  test("answer as many as are at work on what takes its time elsewhere", () => {
    const { rate, p50 } = simulate({
      system: SYSTEM,
      call: { ...CALL, elsewhereMs: 200 },
      load: { callers: 8, ofHub: true },
      seed: 1,
      seconds: 10,
    });
    expect(p50).toBeGreaterThan(200);
    expect(rate).toBeGreaterThan(70);
    expect(rate).toBeLessThan(80);
  });
});

describe("what was measured", () => {
  const measured = readMeasurements();

  test("of one, two and three hubs is what the simulation says, within 15 %", () => {
    const rows = compareAll(measured);
    expect(rows.length).toBe(9);
    expect(rows.filter(({ error }) => Math.abs(error) > MOST_ERROR)).toEqual([]);
  });

  test("has each kind of call of the mix, and ten times the hubs carry ten times the calls", () => {
    expect(Object.values(MIX).reduce((sum, share) => sum + share, 0)).toBe(1_000);
    const [ten, hundred] = [capacityOf(measured.costs, 10), capacityOf(measured.costs, 100)];
    expect(hundred.calls / ten.calls).toBeCloseTo(10);
    expect(hundred.databases).toBeGreaterThanOrEqual(ten.databases);
  });
});
