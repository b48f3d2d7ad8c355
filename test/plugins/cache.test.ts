import { describe, expect, test } from "bun:test";
import { cache } from "../../plugins/cache.ts";
import type { Stage } from "../../src/runtime/run/pipeline.ts";
import { memoryCache } from "../../src/store/memory.ts";
import type { Accounts } from "../../src/runtime/ports/accounts.ts";
import {
  answerOf,
  roomFor,
  largeAnswer,
  probe,
  refusalOf,
  runThrough,
  SILENT,
  testClock,
  UNCOUNTED,
  operationOf,
} from "../support/operations.ts";
import type { Run } from "../../src/runtime/run/run.ts";

function setUp(accounts: Pick<Accounts, "count"> = UNCOUNTED) {
  const clock = testClock();
  const seen: Run[] = [];
  let runs = 0;
  const operation = operationOf({ perform: async () => answerOf([++runs]) });
  const stages = [cache(memoryCache(clock), accounts, clock, SILENT), probe(seen)];
  return {
    clock,
    seen,
    operation,
    ask: (request: Parameters<typeof runThrough>[1] = {}, before: readonly Stage[] = []) =>
      runThrough([...before, ...stages], { operation, ...request }, clock),
  };
}

describe("cache()", () => {
  test("repeats an answer until its time is up", async () => {
    const { ask, clock } = setUp();
    expect(await ask()).toMatchObject({ answer: { itemsJson: "[1]" } });
    clock.advance(59_999);
    expect(await ask()).toMatchObject({ answer: { itemsJson: "[1]" }, hit: { ageSeconds: 59, ttlSeconds: 60 } });
    clock.advance(1);
    expect(await ask()).toMatchObject({ answer: { itemsJson: "[2]" } });
  });

  test("sends a hit inward instead of answering it, so that it can be charged", async () => {
    const { ask, seen } = setUp();
    await ask();
    await ask();
    expect(seen.map((run) => run.hit !== undefined)).toEqual([false, true]);
  });

  test("knows equal input by its content, not by the order it was written in", async () => {
    const { ask } = setUp();
    await ask({ input: { a: 1, b: { c: 2, d: 3 } } });
    expect(await ask({ input: { b: { d: 3, c: 2 }, a: 1 } })).toMatchObject({ hit: {} });
    expect(await ask({ input: { a: 1, b: { c: 2, d: 4 } } })).not.toHaveProperty("hit");
  });

  test("knows input that comes to the same for its operation, and hands on what was sent", async () => {
    const { ask, operation, seen } = setUp();
    const canonical = (input: unknown) => JSON.stringify(input).toLowerCase();
    await ask({ operation: { ...operation, canonical }, input: { q: "Bern" } });
    expect(await ask({ operation: { ...operation, canonical }, input: { q: "bern" } })).toMatchObject({ hit: {} });
    expect(seen.map(({ input }) => input)).toEqual([{ q: "Bern" }, { q: "bern" }]);
    expect(await ask({ operation: { ...operation, canonical }, input: { q: "Basel" } })).not.toHaveProperty("hit");
  });

  test("forgets the answers of an earlier revision", async () => {
    const { ask, operation } = setUp();
    await ask();
    expect(await ask({ operation: { ...operation, revision: "1.0.0+2" } })).not.toHaveProperty("hit");
  });

  test("no-cache runs afresh and leaves its answer for others", async () => {
    const { ask } = setUp();
    await ask();
    expect(await ask({ freshness: "fresh" })).toMatchObject({ answer: { itemsJson: "[2]" } });
    expect(await ask()).toMatchObject({ answer: { itemsJson: "[2]" }, hit: {} });
  });

  test("only-if-cached answers a hit, and never runs without one", async () => {
    const { ask, seen, operation } = setUp();
    expect((await refusalOf(ask({ freshness: "cached" }))).status).toBe(504);
    expect(
      (await refusalOf(ask({ freshness: "cached", operation: { ...operation, cacheTtlSeconds: 0 } }))).status,
    ).toBe(504);
    expect(seen).toEqual([]);
    await ask();
    expect(await ask({ freshness: "cached" })).toMatchObject({ hit: {} });
  });

  test("only-if-cached tells a stranger of its own runs only, and each question counts", async () => {
    const accounts = roomFor(4);
    const { ask } = setUp(accounts);
    const elsewhere = { address: () => "192.0.2.2", hungUp: () => new AbortController().signal };
    const holder = { id: "a", network: "n", callsPerDay: 1, spendsCallsOnRuns: true };
    await ask();
    const [guessed, unknown] = [
      await refusalOf(ask({ freshness: "cached", caller: elsewhere })),
      await refusalOf(ask({ freshness: "cached", caller: elsewhere, input: { q: 2 } })),
    ];
    expect([guessed.code, guessed.message]).toEqual([unknown.code, unknown.message]);
    expect((await refusalOf(ask({ freshness: "cached", caller: elsewhere, proof: "x" }))).status).toBe(504);
    expect(await ask({ freshness: "cached" })).toMatchObject({ hit: {} });
    expect(accounts.counted).toBe(4);
    expect((await refusalOf(ask({ freshness: "cached" }))).code).toBe("rate_limited");
    const known: Stage = (run, next) => next({ ...run, standing: { state: "known", holder } });
    expect(await ask({ freshness: "cached", caller: elsewhere }, [known])).toMatchObject({ hit: {} });
  });

  test("keeps neither failures nor the answers of works that are never cached", async () => {
    const { ask, operation } = setUp();
    const failing = { ...operation, perform: () => Promise.reject(new Error("down")) };
    expect(await ask({ operation: failing })).toMatchObject({ ok: false });
    expect(await ask({ operation: { ...operation, cacheTtlSeconds: 0 } })).toMatchObject({
      answer: { itemsJson: "[1]" },
    });
    expect(await ask()).toMatchObject({ answer: { itemsJson: "[2]" } });
  });

  test("keeps no answer that comes in pieces", async () => {
    const { ask, operation } = setUp();
    await ask({ operation: { ...operation, perform: async () => largeAnswer() } });
    expect(await ask()).toMatchObject({ answer: { itemsJson: "[1]" } });
  });

  test("a store that fails is logged, never thrown at a caller who has paid", async () => {
    const warnings: string[] = [];
    const log = { ...SILENT, warn: (message: string) => void warnings.push(message) };
    const broken = { get: () => undefined, set: () => Promise.reject(new Error("disk full")) };
    expect(await runThrough([cache(broken, UNCOUNTED, testClock(), log)])).toMatchObject({ ok: true });
    expect(warnings).toEqual(['Cannot cache an answer of "echo": Error: disk full']);
  });

  test.each([
    ["rejects", () => Promise.reject(new Error("no answer"))],
    [
      "throws",
      () => {
        throw new Error("no answer");
      },
    ],
  ])("a store that %s where it is read is a miss", async (_, get) => {
    const warnings: string[] = [];
    const log = { ...SILENT, warn: (message: string) => void warnings.push(message) };
    const stages = [cache({ get, set: () => undefined }, UNCOUNTED, testClock(), log)];
    const outcome = await runThrough(stages);
    expect(outcome).toMatchObject({ ok: true });
    expect(outcome).not.toHaveProperty("hit");
    expect((await refusalOf(runThrough(stages, { freshness: "cached" }))).status).toBe(504);
    expect(await runThrough(stages, { proof: "a payment" })).toMatchObject({ ok: true });
    expect(warnings).toEqual(Array.from({ length: 4 }, () => 'Cannot read what is cached of "echo": Error: no answer'));
  });
});
