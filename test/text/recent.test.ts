/** What was used of late is known, and never more than so much. */
import { expect, test } from "bun:test";
import { createRecent, createRepeats } from "../../src/text/recent.ts";

test("what is asked for all the time stays, what is not goes, and no more than the most is known", () => {
  const recent = createRecent<number, string>(10);
  recent.set(0, "asked");
  for (let key = 1; key <= 100; key++) {
    recent.set(key, String(key));
    expect(recent.get(0)).toBe("asked");
  }
  const known = Array.from({ length: 101 }, (_, key) => key).filter((key) => recent.get(key) !== undefined);
  expect(known.length).toBeLessThanOrEqual(10);
  expect(known).toContain(100);
  expect(known).not.toContain(1);
});

test("what is set again is what was set last", () => {
  const recent = createRecent<string, number>(2);
  for (const value of [1, 2, 3]) recent.set("one", value);
  recent.set("other", 1);
  expect(recent.get("one")).toBe(3);
});

test("a key is a repeat from the second time on, and is forgotten when many others came between", () => {
  const isRepeat = createRepeats<string>(10);
  expect([isRepeat("a"), isRepeat("b"), isRepeat("a"), isRepeat("a")]).toEqual([false, false, true, true]);
  for (let other = 0; other < 100; other++) isRepeat(`other ${other}`);
  expect(isRepeat("a")).toBe(false);
});
