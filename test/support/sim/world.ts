/** The world of one play: its time, its ledgers, its store, who waits for a turn, and what is written down. */
import type { Cache } from "../../../src/runtime/ports/answer.ts";
import { memoryCache } from "../../../src/store/memory.ts";
import type { Store } from "../../../src/store/store.ts";
import { toyLedger, type ToyLedger } from "../toy-ledger.ts";
import { type Chance, chanceOf } from "./chance.ts";
import { type Chronicle, emptyChronicle } from "./chronicle.ts";
import type { SimProcess } from "./process.ts";
import { playTime, type PlayTime } from "./time.ts";

export interface Turn {
  readonly process: SimProcess;
  readonly take: () => void;
}

export interface World extends Disposable {
  readonly chance: Chance;
  readonly time: PlayTime;
  readonly store: Store;
  /** Answers a request as the hub's routes do. */
  readonly door: (request: Request) => Promise<Response>;
  /** What is paid on, and another network on which the same transactions are valid. */
  readonly ledgers: readonly [main: ToyLedger, other: ToyLedger];
  readonly chronicle: Chronicle;
  readonly turns: Turn[];
  processes: readonly SimProcess[];
  /** What all processes cache their answers in; left out, each has a cache of its own. */
  readonly sharedCache: Cache | undefined;
  /** How often a process was killed. */
  deaths: number;
  /** When the machine slept last, in the order of events. */
  sleptAt: number;
  /** No more faults: what was broken is to recover. */
  isHealthy: boolean;
  isDiskFull: boolean;
  /** What is under way that no turn holds back. */
  busy: number;
  count(): number;
  /** How many invoices were issued: the same numbers in every play, so that most payments are signed once for all. */
  quotes: number;
  /** The paid runs under way. */
  readonly running: Set<PaidRun>;
  note(what: string): void;
}

export interface PaidRun {
  readonly hash: string;
  readonly hold: string | null;
  readonly process: SimProcess;
}

export const NETWORKS = ["xrpl:1", "xrpl:0"] as const;
/** Shortly before a UTC day ends. */
export const START = Date.UTC(2026, 0, 1, 23, 59, 40);
/** From one ledger to the next. */
export const CLOSE_MS = 4000;
export const LEDGERS_IN_A_MINUTE = 15;

export function createWorld(seed: number, store: Store, door: World["door"]): World {
  const time = playTime(START);
  const chronicle = emptyChronicle();
  const chance = chanceOf(seed);
  let counted = 0;
  return {
    chance,
    time,
    store,
    door,
    ledgers: [toyLedger(NETWORKS[0]), toyLedger(NETWORKS[1])],
    chronicle,
    turns: [],
    processes: [],
    sharedCache: chance.is(0.5) ? memoryCache(time) : undefined,
    deaths: 0,
    sleptAt: -1,
    isHealthy: false,
    isDiskFull: false,
    busy: 0,
    count: () => counted++,
    quotes: 0,
    running: new Set(),
    note: (what) => void chronicle.log.push(`${((time.now() - START) / 1000).toFixed(1).padStart(6)} s  ${what}`),
    [Symbol.dispose]: () => time[Symbol.dispose](),
  };
}

/** Waits for a turn of this process. A dead one gets none. */
export function turnOf(world: World, process: SimProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  world.turns.push({ process, take: resolve });
  return promise;
}

/** Lets one of those who wait go on. Returns whether there was anybody. */
export async function grant(world: World): Promise<boolean> {
  const waiting = world.turns.filter(({ process }) => !process.isDead);
  if (waiting.length === 0) return false;
  const next = world.isHealthy ? waiting[0] : world.chance.pick(waiting);
  if (next === undefined) return false;
  world.turns.splice(world.turns.indexOf(next), 1);
  next.take();
  await settled(world);
  return true;
}

/** Comes back when nobody has anything left to do but wait for a turn, or for time to pass. */
export async function settled(world: World): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (world.busy > 0);
}

/** Turns for everybody, until nobody asks for one. */
export async function drain(world: World): Promise<void> {
  await settled(world);
  for (let turns = 0; turns < 5000; turns++) if (!(await grant(world))) return;
  throw new Error("The processes never come to rest");
}

/** Time passes, and with it the ledgers close. */
export function close(world: World, ledgers = 1): void {
  for (let closed = 0; closed < ledgers; closed++) {
    world.time.advance(CLOSE_MS);
    for (const ledger of world.ledgers) ledger.close(world.time.now());
  }
  world.note(`ledger ${world.ledgers[0].index} is closed`);
}
