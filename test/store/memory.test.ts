import { describe, expect, test } from "bun:test";
import { memoryCache } from "../../src/store/memory.ts";
import { answerOf, testClock } from "../support/operations.ts";

describe("memoryCache()", () => {
  const entryAt = (storedAt: number, ttlSeconds = 60) => ({ answer: answerOf(["kept"]), storedAt, ttlSeconds });

  test("keeps an answer until its time is up, to the millisecond", async () => {
    const clock = testClock();
    const cache = memoryCache(clock);
    const entry = entryAt(clock.now());
    await cache.set("k", entry);
    clock.advance(59_999);
    expect(await cache.get("k")).toEqual(entry);
    clock.advance(1);
    expect(await cache.get("k")).toBeUndefined();
  });

  test("a later answer takes the place of an earlier one; another key has none", async () => {
    const clock = testClock();
    const cache = memoryCache(clock);
    await cache.set("k", entryAt(clock.now()));
    const later = { ...entryAt(clock.now()), answer: answerOf(["later"]) };
    await cache.set("k", later);
    expect(await cache.get("k")).toEqual(later);
    expect(await cache.get("K")).toBeUndefined();
  });

  test("forgets all that one operation has answered, and nothing of another", async () => {
    const clock = testClock();
    const cache = memoryCache(clock);
    for (const key of ["toy@1:a", "toy@2:b", "toys@1:a", "a-toy@1:a"]) await cache.set(key, entryAt(clock.now()));
    cache.forget("toy");
    const kept = ["toy@1:a", "toy@2:b", "toys@1:a", "a-toy@1:a"].map(
      async (key) => (await cache.get(key)) !== undefined,
    );
    expect(await Promise.all(kept)).toEqual([false, false, true, true]);
  });

  test("drops the answers that were longest unused when they take too much", async () => {
    const clock = testClock();
    const cache = memoryCache(clock);
    const large = { ...entryAt(clock.now()), answer: answerOf(["x".repeat(16 << 20)]) };
    for (const key of ["a", "b", "c"]) await cache.set(key, large);
    await cache.get("a");
    await cache.set("d", large);
    const kept = await Promise.all(["a", "b", "c", "d"].map(async (key) => (await cache.get(key)) !== undefined));
    expect(kept).toEqual([true, false, true, true]);
  });

  test("an answer larger than all of it is not kept, and drives out nothing", async () => {
    const clock = testClock();
    const cache = memoryCache(clock);
    await cache.set("small", entryAt(clock.now()));
    await cache.set("huge", { ...entryAt(clock.now()), answer: answerOf(["x".repeat(65 << 20)]) });
    expect([await cache.get("small"), await cache.get("huge")]).toEqual([entryAt(clock.now()), undefined]);
  });
});
