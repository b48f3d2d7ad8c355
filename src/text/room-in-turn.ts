/**
 * Short work that many ask for at once: the server reads all requests that are there in one turn of the event loop, and
 * nobody else is answered before its end.
 * Shaped by speed: `bun run bench doors`.
 */
import { setImmediate } from "node:timers";

/** What requests take of one turn of the event loop together, and the rest of the last of them: milliseconds. */
const REQUESTS_MS = 20;

/** When a request was first seen in the present turn. */
let seenAt: number | undefined;

/** `undefined` where this turn has room for more, else it comes back in one that has, in the order in which was asked. */
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
