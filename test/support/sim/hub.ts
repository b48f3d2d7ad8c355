/** The processes of one hub: they share a store, die, and are started again. */
import { giveBackLapsed } from "../../../src/accounts/spending/holds.ts";
import { type SimProcess, startProcess } from "./process.ts";
import { close, LEDGERS_IN_A_MINUTE, settled, type World } from "./world.ts";

const TICK_MS = 5000;

/** Two processes, and at times a third that is paid on another network. */
export function startHub(world: World): void {
  const [main, other] = world.ledgers;
  const ledgers = world.chance.is(0.3) ? [main, main, other] : [main, main];
  world.processes = ledgers.map((ledger) => startProcess(world, ledger));
}

/** It gets no turn any more, and another one is started in its place. */
export function kill(world: World, process: SimProcess): void {
  if (process.isDead) return;
  process.isDead = true;
  world.deaths++;
  const ledger = world.ledgers.find(({ network }) => network === process.network) ?? world.ledgers[0];
  const born = startProcess(world, ledger);
  world.processes = world.processes.map((each) => (each === process ? born : each));
  world.note(`process ${process.number} is killed, process ${born.number} starts`);
  recover(born);
}

/** What every process does again and again. A fault of it is told in the log of a real one, and it is tried again. */
export async function tick(world: World): Promise<void> {
  world.time.advance(TICK_MS);
  for (const { rail, idempotency, worker } of world.processes) {
    for (const each of [rail, idempotency, worker]) void each.renew().catch(() => undefined);
    void worker.putBack().catch(() => undefined);
    void worker.take();
  }
  await settled(world);
}

/** Longer than anything stays set aside for a call. */
const MINUTES_OF_SLEEP = 16;

/** The machine sleeps while its ledger goes on, and on waking gives back what has lapsed, as processes do by and by. */
export async function sleep(world: World): Promise<void> {
  close(world, MINUTES_OF_SLEEP * LEDGERS_IN_A_MINUTE);
  await world.store.transact(() => giveBackLapsed(world.time.now()), "relaxed");
  world.sleptAt = world.count();
  world.note("the machine wakes up");
}

export function recover({ rail }: SimProcess): void {
  void rail.recover().catch(() => undefined);
}

/** One that takes payments on the main network. */
export function someProcess(world: World): SimProcess {
  return world.chance.pick(world.processes.filter(({ network }) => network === world.ledgers[0].network));
}

export function anotherProcess(world: World, than: SimProcess): SimProcess {
  const others = world.processes.filter((each) => each !== than && each.network === than.network);
  return others.length === 0 ? than : world.chance.pick(others);
}
