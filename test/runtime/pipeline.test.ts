import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { HubError } from "../../src/runtime/errors.ts";
import { compose, createPipeline, type Stage } from "../../src/runtime/run/pipeline.ts";
import { answerOf, probe, refusalOf, requestOf, runThrough, testClock, operationOf } from "../support/operations.ts";
import { countTurns, fillTurn } from "../support/turns.ts";
import type { Admission } from "../../src/runtime/run/operation.ts";
import type { Run } from "../../src/runtime/run/run.ts";
import type { Outcome } from "../../src/runtime/run/outcome.ts";
import { fingerprint } from "../../src/runtime/run/fingerprint.ts";

/** A stage that writes down when a run passes it, on its way in and out. */
const named =
  (name: string, log: string[]): Stage =>
  async (run, next) => {
    log.push(`> ${name}`);
    const outcome = await next(run);
    log.push(`< ${name}`);
    return outcome;
  };

describe("compose()", () => {
  test("nests the stages around the core, the first one outermost", async () => {
    const log: string[] = [];
    const operation = operationOf({
      perform: async () => {
        log.push("core");
        return answerOf([]);
      },
    });
    await runThrough([named("a", log), named("b", log)], { operation });
    expect(log).toEqual(["> a", "> b", "core", "< b", "< a"]);
  });

  test("is the core itself when there is no stage", () => {
    const core = async () => ({}) as Outcome;
    expect(compose([], core)).toBe(core);
  });
});

describe("a run", () => {
  test("starts with an id of its own, nothing due and nobody to abort it", async () => {
    const seen: Run[] = [];
    const pipeline = createPipeline([probe(seen)], testClock(5000));
    await pipeline(requestOf());
    await pipeline(requestOf());
    expect(seen[0]).toMatchObject({ startedAt: 5000, due: 0n, charge: 0n, warnings: [], input: { q: 1 } });
    expect(seen[0]?.signal.aborted).toBeFalse();
    expect(seen[0]?.id).not.toBe(seen[1]?.id ?? "");
  });

  test("begins its work in a turn with room where many have come at once", async () => {
    using turns = countTurns();
    const begun: number[] = [];
    const perform = async () => {
      begun.push(turns.now());
      return answerOf([]);
    };
    const running = Promise.resolve().then(() => runThrough([], { operation: operationOf({ perform }) }));
    fillTurn();
    await running;
    expect(begun[0]).toBeGreaterThan(0);
  });

  test("tells its work only the input, the signal, whose account it is and whether its cost is covered: no key", async () => {
    const given: unknown[][] = [];
    const perform = async (...all: unknown[]) => {
      given.push(all);
      return answerOf([]);
    };
    await runThrough([], { operation: operationOf({ perform }), proof: "secret" });
    const admission = {
      standing: { state: "anonymous" },
      isCovered: false,
      address: expect.any(Function),
      client: expect.any(Function),
    };
    expect(given).toEqual([[{ q: 1 }, expect.any(AbortSignal), admission]]);
    const { client } = (given[0] as unknown[])[2] as Admission; // Held against the same just above.
    expect(client()).toEqual({ name: "192.0.2.1", isStranger: true });
  });

  test("takes the time between its start and its answer", async () => {
    const clock = testClock(1000);
    const perform = async () => {
      clock.advance(250);
      return answerOf(["x"]);
    };
    const outcome = await runThrough([], { operation: operationOf({ perform }) }, clock);
    expect(outcome).toMatchObject({
      ok: true,
      startedAt: 1000,
      durationMs: 250,
      answer: { itemsJson: '["x"]', count: 1 },
    });
  });

  test("is answered by a hit without its work, with the age it has", async () => {
    const clock = testClock(100_000);
    const hit = { answer: answerOf(["kept"]), storedAt: 58_500, ttlSeconds: 60 };
    const perform = () => Promise.reject(new Error("ran"));
    const outcome = await runThrough(
      [(run, next) => next({ ...run, hit })],
      { operation: operationOf({ perform }) },
      clock,
    );
    expect(outcome).toMatchObject({ ok: true, answer: hit.answer, hit: { ageSeconds: 41, ttlSeconds: 60 } });
  });

  test("that fails ends in an outcome that costs nothing and tells nothing", async () => {
    const perform = () => Promise.reject(new Error("hunter2"));
    const charge: Stage = (run, next) => next({ ...run, charge: 120_000n });
    const outcome = await runThrough([charge], { operation: operationOf({ perform }) });
    expect(outcome).toMatchObject({ ok: false, charge: 0n, error: { code: "internal" } });
    expect(outcome.ok ? "" : outcome.error.message).not.toContain("hunter2");
  });

  test("that fails with a published error keeps it", async () => {
    const error = new HubError("upstream_failed", "Down.");
    const outcome = await runThrough([], { operation: operationOf({ perform: () => Promise.reject(error) }) });
    expect(outcome.ok ? undefined : outcome.error).toBe(error);
  });

  test("whose work throws before it waits fails alike", async () => {
    const perform = () => {
      throw new Error("at once");
    };
    expect(await runThrough([], { operation: operationOf({ perform }) })).toMatchObject({
      ok: false,
      error: { code: "internal" },
    });
  });

  test("that a stage refuses is thrown, and never reaches what stands behind", async () => {
    const log: string[] = [];
    const refuse: Stage = () => {
      throw new HubError("rate_limited", "Wait.");
    };
    expect((await refusalOf(runThrough([named("a", log), refuse, named("b", log)]))).code).toBe("rate_limited");
    expect(log).toEqual(["> a"]);
  });
});

describe("fingerprint()", () => {
  const of = (input: unknown, slug = "echo") =>
    fingerprint({ ...requestOf({ operation: operationOf({ slug }) }), input } as Run);

  test("is the same for the same request, however it was written", () => {
    expect(of({ a: 1, b: { c: [1, 2], d: null } })).toBe(of({ b: { d: null, c: [1, 2] }, a: 1 }));
    expect(of({})).toMatch(/^[0-9a-f]{64}$/);
  });

  test("differs for other input and other work", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        expect(of([one])).not.toBe(of([other]));
      }),
      { numRuns: 50 },
    );
    expect(of({}, "echo")).not.toBe(of({}, "other"));
  });
});
