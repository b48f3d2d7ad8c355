/** What hangs holds up nobody but itself. */
import { expect, test } from "bun:test";
import { createTurns } from "../../src/isolation/turns.ts";

/** Turns whose time passes when it is told to, and the work that has begun. */
function openTurns() {
  const timers = new Set<() => void>();
  const turns = createTurns({
    atOnce: 2,
    most: 3,
    slowMs: 250,
    later(act) {
      timers.add(act);
      return () => void timers.delete(act);
    },
  });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (name: string): Promise<void> =>
    turns.take(() => {
      begun.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(name, resolve);
      return promise;
    });
  const pass = (): void => {
    for (const act of [...timers].splice(0)) {
      timers.delete(act);
      act();
    }
  };
  return { take, begun, ends, pass };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test("turns go to two at once, then to the next as one ends", async () => {
  const { take, begun, ends } = openTurns();
  for (const name of ["a", "b", "c", "d"]) void take(name);
  await settled();
  expect(begun).toEqual(["a", "b"]);
  ends.get("b")?.();
  await settled();
  expect(begun).toEqual(["a", "b", "c"]);
  ends.get("a")?.();
  ends.get("c")?.();
  await settled();
  expect(begun).toEqual(["a", "b", "c", "d"]);
});

test("work that takes long leaves its turn to the next, up to as many as may go on at all", async () => {
  const { take, begun, ends, pass } = openTurns();
  for (const name of ["hangs", "hangs too", "c", "d", "e"]) void take(name);
  await settled();
  pass();
  await settled();
  expect(begun).toEqual(["hangs", "hangs too", "c"]);
  pass();
  await settled();
  expect(begun).toHaveLength(3);
  ends.get("c")?.();
  await settled();
  expect(begun).toEqual(["hangs", "hangs too", "c", "d"]);
  ends.get("hangs")?.();
  await settled();
  expect(begun).toEqual(["hangs", "hangs too", "c", "d", "e"]);
});

test("work that throws leaves its turn, too", async () => {
  const turns = createTurns({ atOnce: 1, most: 1, slowMs: 1, later: () => () => undefined });
  await expect(turns.take(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await turns.take(async () => 7)).toBe(7);
});
