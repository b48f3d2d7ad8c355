/** The fault table: what can break, struck at a request wherever it happens to be. */
import { endOfDay } from "../../../src/accounts/day.ts";
import type { Mood } from "../toy-ledger.ts";
import type { Presentation } from "./chronicle.ts";
import { anotherProcess, kill } from "./hub.ts";
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
  "day change": (world) => {
    const left = endOfDay(START) - world.time.now();
    if (left <= 0) return;
    world.time.advance(left + world.chance.upTo(2000) - 1000);
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
  const one = world.chance.pick(struck);
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
    [1, () => void (chance.pick(world.processes).skew = chance.upTo(3000) - 1500)],
  ]);
  world.note(`the ledger ${ledger.mood}${ledger.hasGap ? ", with a gap" : ""}${ledger.isSilent ? ", is silent" : ""}`);
}

export function mend(world: World): void {
  world.isDiskFull = false;
  for (const ledger of world.ledgers) Object.assign(ledger, { isSilent: false, hasGap: false, mood: "honest" });
}
