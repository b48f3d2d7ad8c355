/** Long work in steps, so that others have their turn in between. */
import { setImmediate } from "node:timers";

/** Bytes that are looked at in one step. */
export const TURN_BYTES = 64 * 1024;

/** It yields wherever others may have their turn. */
export type LongWork<Result> = Generator<undefined, Result>;

/** Where nobody waits. */
export function atOnce<Result>(work: LongWork<Result>): Result {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

/**
 * All long works together take so much of one turn of the event loop, and the rest of the last step: milliseconds. A step
 * of each would make the turn longer the more callers ask for such works at once.
 */
const TURN_MS = 5;

/** Takes a step; true where it was the last. */
type Advance = () => boolean;

/** In the order in which they take turns. */
const waiting: Advance[] = [];
let hasTurn = false;

/** Steps of several works alternate. Where none waits, the first step is of this turn. */
export function inTurns<Result>(work: LongWork<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const advance = () => {
      try {
        const step = work.next();
        if (step.done !== true) return false;
        resolve(step.value);
      } catch (error) {
        reject(error);
      }
      return true;
    };
    if (waiting.length === 0 && advance()) return;
    waiting.push(advance);
    askForTurn();
  });
}

/** For work that is not written in steps: it goes on in a turn where no other goes on. */
export function ownTurn(): Promise<void> {
  return inTurns(pause());
}

function* pause(): LongWork<void> {
  yield;
}

function askForTurn(): void {
  if (hasTurn || waiting.length === 0) return;
  hasTurn = true;
  setImmediate(takeTurn);
}

function takeTurn(): void {
  const end = performance.now() + TURN_MS;
  for (let advance = waiting.shift(); advance !== undefined; advance = waiting.shift()) {
    // Whoever waited for what is done goes on in this turn: nobody knows for how long.
    if (advance()) break;
    waiting.push(advance);
    if (performance.now() >= end) break;
  }
  hasTurn = false;
  askForTurn();
}

/** What requests take of one turn of the event loop together, and the rest of the last of them: milliseconds. */
const REQUESTS_MS = 20;

/** When a request was first seen in the present turn. */
let seenAt: number | undefined;

/**
 * For work that is short, but that many ask for at once: the server reads all of them in one turn. `undefined` where this
 * turn has room for it, else it comes back in one that has, in the order in which was asked.
 */
export function roomInTurn(): Promise<void> | undefined {
  return hasRoom() ? undefined : new Promise(waitForRoom);
}

function waitForRoom(goOn: () => void): void {
  setImmediate(() => (hasRoom() ? goOn() : waitForRoom(goOn)));
}

function hasRoom(): boolean {
  const now = performance.now();
  if (seenAt === undefined) {
    seenAt = now;
    setImmediate(endTurn); // Before whatever waits for the next.
  }
  return now - seenAt < REQUESTS_MS;
}

function endTurn(): void {
  seenAt = undefined;
}
