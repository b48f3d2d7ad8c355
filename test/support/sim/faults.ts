/** The fault table: what can break, struck at a request wherever it happens to be. */
import { endOfDay } from "../../../src/runtime/day.ts";
import type { Mood } from "../toy-ledger.ts";
import type { Presentation } from "./chronicle.ts";
import { anotherProcess, kill } from "./hub.ts";
import type { SimProcess } from "./process.ts";
import { send } from "./requests.ts";
import { START, type World } from "./world.ts";

type Fault = (world: World, struck: Presentation) => void;

export const FAULTS: Readonly<Record<string, Fault>> = {
  "process killed": (world, { process }) => kill(world, process),
  "client gone": (world, struck) => {
    struck.gone.abort();
    world.note(`the sender of request ${struck.number} is gone`);
  },
  "ledger silent": (world) => {
    world.ledgers[0].isSilent = true;
    world.note("the ledger falls silent");
  },
  "second process": (world, { number: _number, at: _at, gone: _gone, told: _told, ...struck }) =>
    void send(world, { ...struck, process: anotherProcess(world, struck.process) }),
  "disk full": (world) => {
    world.isDiskFull = true;
    world.note("the disk is full");
  },
  "day change": (world, { process }) => {
    const left = endOfDay(START) - world.time.now();
    if (left <= 0) return setBack(world, process);
    world.time.advance(left + world.chance.upTo(1000));
    world.note("it is midnight");
  },
};

/** Strikes one of the requests that are under way. */
export function strike(world: World): void {
  const { presentations, strikes } = world.chronicle;
  const struck = presentations.filter(
    ({ told, gone, process }) => told === undefined && !gone.signal.aborted && !process.isDead,
  );
  if (struck.length === 0) return;
  // Few requests are at the short points, and many at the long ones: each point is to have its share.
  const points = [...new Set(struck.map(({ at }) => at))];
  const shortest = points.filter((each) => each === "after settle");
  const point = world.chance.pick([...points, ...shortest, ...shortest]);
  const one = world.chance.pick(struck.filter(({ at }) => at === point));
  const fault = world.chance.pick(Object.keys(FAULTS));
  strikes.push({ fault, point: one.at });
  FAULTS[fault]?.(world, one);
}

const MOODS: readonly Mood[] = ["honest", "takes and drops", "refuses and keeps", "takes and fails"];

/** What breaks by itself, and is mended. */
export function weather(world: World): void {
  const { chance, ledgers } = world;
  const [ledger] = ledgers;
  chance.act([
    [2, () => void (ledger.hasGap = !ledger.hasGap)],
    [3, () => void (ledger.mood = chance.pick(MOODS))],
    [3, () => mend(world)],
    [1, () => setBack(world, chance.pick(world.processes))],
  ]);
  world.note(`the ledger ${ledger.mood}${ledger.hasGap ? ", with a gap" : ""}${ledger.isSilent ? ", is silent" : ""}`);
}

/** A clock that is corrected goes back, but not by as much as a hold lasts. */
export const MOST_SET_BACK_MS = 10_000;

function setBack(world: World, process: SimProcess): void {
  process.skew = -world.chance.upTo(MOST_SET_BACK_MS);
  world.note(`the clock of process ${process.number} is set back`);
}

export function mend(world: World): void {
  world.isDiskFull = false;
  for (const ledger of world.ledgers) Object.assign(ledger, { isSilent: false, hasGap: false, mood: "honest" });
}
