/**
 * Long work in steps, so that others have their turn in between.
 * Shaped by speed: `bun run bench doors`.
 */
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

/** Of each caller, in the order in which callers take turns. */
const waiting = new Map<unknown, Advance[]>();
let hasTurn = false;

/**
 * Steps of several works alternate, and where they name their callers, those do: who asks for much holds up himself. Where
 * none waits, the first step is of this turn.
 */
export function inTurns<Result>(work: LongWork<Result>, caller: unknown = work): Promise<Result> {
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
    if (waiting.size === 0 && advance()) return;
    waitInLine(caller, [advance]);
    askForTurn();
  });
}

/** For work that is not written in steps: it goes on in a turn where no other goes on. */
export function ownTurn(caller?: unknown): Promise<void> {
  return inTurns(pause(), caller);
}

function* pause(): LongWork<void> {
  yield;
}

function askForTurn(): void {
  if (hasTurn || waiting.size === 0) return;
  hasTurn = true;
  setImmediate(takeTurn);
}

function waitInLine(caller: unknown, works: readonly Advance[]): void {
  const own = waiting.get(caller);
  if (own !== undefined) own.push(...works);
  else if (works.length > 0) waiting.set(caller, [...works]);
}

function takeTurn(): void {
  const end = performance.now() + TURN_MS;
  // Who is put at its end is come to again.
  for (const [caller, [advance, ...others]] of waiting) {
    waiting.delete(caller);
    const isDone = advance?.() ?? false;
    waitInLine(caller, isDone || advance === undefined ? others : [...others, advance]);
    // Whoever waited for what is done goes on in this turn: nobody knows for how long.
    if (isDone || performance.now() >= end) break;
  }
  hasTurn = false;
  askForTurn();
}
