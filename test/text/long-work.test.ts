import { expect, test } from "bun:test";
import { inTurns, type LongWork, ownTurn } from "../../src/text/long-work.ts";
import { compute, countTurns } from "../support/turns.ts";

/** Longer than all long works together may take of a turn. */
const STEP_MS = 6;

function* longSteps(steps: number, done: () => void): LongWork<number> {
  for (let step = 0; step < steps; step++) {
    compute(STEP_MS);
    done();
    yield;
  }
  return steps;
}

test("many long works take one step of a turn together, each in its turn", async () => {
  using turns = countTurns();
  const taken: [turn: number, work: number][] = [];
  const works = Array.from({ length: 6 }, (_, work) =>
    inTurns(longSteps(3, () => void taken.push([turns.now(), work]))),
  );
  expect(await Promise.all(works)).toEqual([3, 3, 3, 3, 3, 3]);
  expect(new Set(taken.map(([turn]) => turn)).size).toBe(taken.length);
  const round = [0, 1, 2, 3, 4, 5];
  expect(taken.map(([, work]) => work)).toEqual([0, ...round, ...round, ...round.slice(1)]);
});

test("callers take turns, however many works each of them has", async () => {
  const taken: string[] = [];
  const workOf = (caller: string) =>
    inTurns(
      longSteps(2, () => void taken.push(caller)),
      caller,
    );
  await Promise.all([...Array.from({ length: 5 }, () => workOf("many")), workOf("one")]);
  // The first step of the first is of the turn in which it was asked for.
  expect(taken.slice(0, 5)).toEqual(["many", "many", "one", "many", "one"]);
  expect(taken).toHaveLength(12);
});

test("of those who wait for a turn of their own, no two go on in the same one", async () => {
  using turns = countTurns();
  const on = await Promise.all(Array.from({ length: 20 }, () => ownTurn().then(turns.now)));
  expect(new Set(on).size).toBe(20);
});

test("short work is done at once where none waits", async () => {
  using turns = countTurns();
  const before = turns.now();
  const work = inTurns(
    // oxlint-disable-next-line require-yield -- Short work has a single step.
    (function* (): LongWork<string> {
      return "done";
    })(),
  );
  expect(await work).toBe("done");
  expect(turns.now()).toBe(before);
});

test("a work that fails is told of, and the others go on", async () => {
  function* failing(): LongWork<never> {
    yield;
    throw new Error("no such luck");
  }
  const [failed, done] = await Promise.allSettled([inTurns(failing()), inTurns(longSteps(2, () => {}))]);
  expect(failed).toMatchObject({ status: "rejected", reason: new Error("no such luck") });
  expect(done).toEqual({ status: "fulfilled", value: 2 });
});
