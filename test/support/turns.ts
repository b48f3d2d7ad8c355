/** Turns of the event loop, counted, and one that requests have filled. */
import { roomInTurn } from "../../src/text/room-in-turn.ts";

/** Longer than requests take of one turn together. */
const FULL_MS = 21;

/** Which turn of the event loop it is. */
export function countTurns() {
  let turn = 0;
  let isOver = false;
  const next = () => {
    turn++;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  return { now: () => turn, [Symbol.dispose]: () => void (isOver = true) };
}

/** Computes for so long. */
export function compute(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Leaves no room for other requests in this turn. */
export function fillTurn(): void {
  void roomInTurn();
  compute(FULL_MS);
}

/** The next turn, which nothing has filled yet. */
export function freshTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
