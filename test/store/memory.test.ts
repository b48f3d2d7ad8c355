import { describe, expect, test } from "bun:test";
import type { Beginning } from "../../src/runtime/ports.ts";
import { memoryCache, memoryIdempotency } from "../../src/store/memory.ts";
import { answerOf, testClock } from "../support/works.ts";

describe("memoryCache()", () => {
  const entryAt = (storedAt: number, ttlSeconds = 60) => ({ answer: answerOf(["kept"]), storedAt, ttlSeconds });

  test("keeps an answer until its time is up, to the millisecond", async () => {
    const clock = testClock();
    const cache = memoryCache(clock);
    const entry = entryAt(clock.now());
    await cache.set("k", entry, 60);
    clock.advance(59_999);
    expect(await cache.get("k")).toEqual(entry);
    clock.advance(1);
    expect(await cache.get("k")).toBeUndefined();
  });

  test("a later answer takes the place of an earlier one; another key has none", async () => {
    const clock = testClock();
    const cache = memoryCache(clock);
    await cache.set("k", entryAt(clock.now()), 60);
    const later = { ...entryAt(clock.now()), answer: answerOf(["later"]) };
    await cache.set("k", later, 60);
    expect(await cache.get("k")).toEqual(later);
    expect(await cache.get("K")).toBeUndefined();
  });

  test("drops the answers that were longest unused when they take too much", async () => {
    const clock = testClock();
    const cache = memoryCache(clock);
    const large = { ...entryAt(clock.now()), answer: answerOf(["x".repeat(16 << 20)]) };
    for (const key of ["a", "b", "c"]) await cache.set(key, large, 60);
    await cache.get("a");
    await cache.set("d", large, 60);
    const kept = await Promise.all(["a", "b", "c", "d"].map(async (key) => (await cache.get(key)) !== undefined));
    expect(kept).toEqual([true, false, true, true]);
  });

  test("an answer larger than all of it is not kept, and drives out nothing", async () => {
    const clock = testClock();
    const cache = memoryCache(clock);
    await cache.set("small", entryAt(clock.now()), 60);
    await cache.set("huge", { ...entryAt(clock.now()), answer: answerOf(["x".repeat(65 << 20)]) }, 60);
    expect([await cache.get("small"), await cache.get("huge")]).toEqual([entryAt(clock.now()), undefined]);
  });
});

describe("memoryIdempotency()", () => {
  function setUp(maxChars?: number) {
    const clock = testClock();
    const store = memoryIdempotency<string>(clock, (result) => result.length, maxChars);
    const begin = (key: string, fingerprint = "f", scope = "s") =>
      store.begin(scope, key, fingerprint) as Beginning<string>;
    const finish = async (key: string, result: string) => {
      const beginning = begin(key);
      if (beginning.state !== "started") throw new Error(beginning.state);
      await beginning.hold.complete(result);
      await beginning.hold[Symbol.asyncDispose]();
    };
    return { clock, begin, finish };
  }

  test("starts once, says it is running, and gives the result when it is there", async () => {
    const { begin } = setUp();
    const first = begin("k");
    expect(first.state).toBe("started");
    expect(begin("k").state).toBe("running");
    if (first.state === "started") {
      await first.hold.complete("done");
      await first.hold[Symbol.asyncDispose]();
    }
    expect(begin("k")).toEqual({ state: "finished", result: "done" });
  });

  test("what ended without a result can start again", async () => {
    const { begin } = setUp();
    const first = begin("k");
    if (first.state === "started") await first.hold[Symbol.asyncDispose]();
    expect(begin("k").state).toBe("started");
  });

  test("knows another request by its fingerprint, while running and after", async () => {
    const { begin, finish } = setUp();
    await finish("done", "result");
    begin("running");
    expect([begin("done", "other").state, begin("running", "other").state]).toEqual(["other_request", "other_request"]);
    expect(begin("done", "other", "another caller").state).toBe("started");
  });

  test("keeps a result for 24 hours, to the millisecond", async () => {
    const { clock, begin, finish } = setUp();
    await finish("k", "result");
    clock.advance(24 * 3_600_000 - 1);
    expect(begin("k").state).toBe("finished");
    clock.advance(1);
    expect(begin("k").state).toBe("started");
  });

  test("drops the oldest results when they take too much, but never what is under way", async () => {
    const { begin, finish } = setUp(2000);
    begin("running");
    for (const key of ["a", "b", "c"]) await finish(key, "x".repeat(500));
    expect(["running", "a", "b", "c"].map((key) => begin(key).state)).toEqual([
      "running",
      "started",
      "finished",
      "finished",
    ]);
  });
});
