import { expect, test } from "bun:test";
import { roomInTurn } from "../../src/text/room-in-turn.ts";
import { compute, countTurns, freshTurn } from "../support/turns.ts";

/** Four of them take longer than requests may take of a turn together. */
const REQUEST_MS = 6;

test("what many ask for in one turn is done in several, in the order in which was asked", async () => {
  await freshTurn();
  using turns = countTurns();
  const asked = turns.now();
  const done: [turn: number, request: number][] = [];
  const requests = Array.from({ length: 12 }, async (_, request) => {
    const room = roomInTurn();
    if (room !== undefined) await room;
    compute(REQUEST_MS);
    done.push([turns.now(), request]);
  });
  await Promise.all(requests);
  expect(done.map(([, request]) => request)).toEqual(requests.map((_, request) => request));
  // The fifth of a turn begins no more.
  const turn = done.map(([on]) => on);
  expect(turn.filter((on) => on === asked).length).toBeLessThanOrEqual(4);
  for (const on of turn) expect(turn.filter((other) => other === on).length).toBeLessThanOrEqual(4);
});

test("a turn with room makes nobody wait", async () => {
  await freshTurn();
  expect(roomInTurn()).toBeUndefined();
});
