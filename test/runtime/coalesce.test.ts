import { expect, test } from "bun:test";
import { coalesce } from "../../src/runtime/async/coalesce.ts";

test("coalesce() runs never beside itself: who asks meanwhile gets the run after, with all others who do", async () => {
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const work = coalesce(async () => {
    log.push("begun");
    await new Promise<void>((resolve) => ends.push(resolve));
    log.push("ended");
  });
  const first = work();
  await Promise.resolve();
  const [second, third] = [work(), work()];
  expect(second).toBe(third);
  ends.shift()?.();
  await first;
  await Promise.resolve();
  expect(log).toEqual(["begun", "ended", "begun"]);
  ends.shift()?.();
  await second;
  expect(log).toEqual(["begun", "ended", "begun", "ended"]);
});

test("coalesce() runs again after a run that failed, and tells who asked for that one", async () => {
  let runs = 0;
  const work = coalesce(async () => {
    if (++runs === 1) throw new Error("no folder");
  });
  await expect(work()).rejects.toThrow("no folder");
  await work();
  expect(runs).toBe(2);
});
