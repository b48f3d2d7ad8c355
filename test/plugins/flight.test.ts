import { describe, expect, test } from "bun:test";
import { flight } from "../../plugins/flight.ts";
import { timeout } from "../../plugins/timeout.ts";
import { HubError } from "../../src/runtime/errors.ts";
import type { Answer } from "../../src/runtime/ports/answer.ts";
import type { FlightRole, SharedFlights } from "../../src/runtime/ports/shared-flights.ts";
import type { Stage } from "../../src/runtime/run/pipeline.ts";
import { answerOf, runThrough, testClock, operationOf } from "../support/operations.ts";
import type { Operation } from "../../src/runtime/run/operation.ts";

/** An operation that waits at a gate, and what was seen of it. */
function setUp() {
  const clock = testClock();
  const gate = Promise.withResolvers<void>();
  const aborted: string[] = [];
  let runs = 0;
  const operation = operationOf({
    perform: async (_input, signal) => {
      const run = ++runs;
      signal.addEventListener("abort", () => aborted.push(`run ${run} aborted`));
      await gate.promise;
      return answerOf([run]);
    },
  });
  const keyed: Stage = (run, next) => next({ ...run, cacheKey: JSON.stringify(run.input) });
  const stages = [keyed, flight(clock), timeout(clock)];
  return {
    gate,
    aborted,
    runs: () => runs,
    ask: (request: Parameters<typeof runThrough>[1] = {}, charge = 0n, isCharged = charge > 0n) =>
      runThrough([(run, next) => next({ ...run, charge, isCharged }), ...stages], { operation, ...request }, clock),
  };
}

function hangingUp() {
  const hangUp = new AbortController();
  return { hangUp, caller: { address: () => "192.0.2.1", hungUp: () => hangUp.signal } };
}

describe("flight()", () => {
  test("a hundred identical runs share one execution, each with a run id of its own", async () => {
    const { ask, gate, runs } = setUp();
    const asked = Array.from({ length: 100 }, () => ask());
    gate.resolve();
    const outcomes = await Promise.all(asked);
    expect(runs()).toBe(1);
    expect(new Set(outcomes.map(({ runId }) => runId)).size).toBe(100);
    expect(outcomes.every((outcome) => outcome.ok && outcome.answer.itemsJson === "[1]")).toBeTrue();
  });

  test("other input, and a run that asked to be fresh, go by themselves", async () => {
    const { ask, gate, runs } = setUp();
    const asked = [ask(), ask({ input: { q: 2 } }), ask({ freshness: "fresh" })];
    gate.resolve();
    await Promise.all(asked);
    expect(runs()).toBe(3);
  });

  test("that another client has no room fails its own runs only: whoever joined one goes by itself", async () => {
    const gate = Promise.withResolvers<void>();
    const asked: string[] = [];
    const operation = operationOf({
      async perform(_input, _signal, { client }) {
        const { name } = client();
        asked.push(name);
        await gate.promise;
        if (name === "192.0.2.1") throw new HubError("overloaded", "Too much of yours is waiting.");
        return answerOf([name]);
      },
    });
    const { ask } = setUp();
    const from = (address: string) =>
      ask({ operation, caller: { address: () => address, hungUp: () => new AbortController().signal } });
    const outcomes = [from("192.0.2.1"), from("192.0.2.1"), from("192.0.2.2")];
    gate.resolve();
    expect(await Promise.all(outcomes)).toMatchObject([
      { ok: false, error: { code: "overloaded" } },
      { ok: false, error: { code: "overloaded" } },
      { ok: true, answer: { itemsJson: '["192.0.2.2"]' } },
    ]);
    expect(asked).toEqual(["192.0.2.1", "192.0.2.2"]);
  });

  test("one caller that hangs up does not cancel the others", async () => {
    const { ask, gate, aborted } = setUp();
    const { hangUp, caller } = hangingUp();
    const leader = ask({ caller });
    const other = ask();
    hangUp.abort();
    expect(await leader).toMatchObject({ ok: false });
    expect(aborted).toEqual([]);
    gate.resolve();
    expect(await other).toMatchObject({ ok: true, answer: { itemsJson: "[1]" } });
  });

  test("the last caller that hangs up ends the execution, and the next one starts anew", async () => {
    const { ask, gate, aborted, runs } = setUp();
    const { hangUp, caller } = hangingUp();
    const asked = [ask({ caller }), ask({ caller })];
    hangUp.abort();
    await Promise.all(asked);
    expect(aborted).toEqual(["run 1 aborted"]);
    gate.resolve();
    expect(await ask()).toMatchObject({ answer: { itemsJson: "[2]" } });
    expect(runs()).toBe(2);
  });

  test("a caller that has paid hangs up in vain: the run is finished for it", async () => {
    const { ask, gate, aborted } = setUp();
    const { hangUp, caller } = hangingUp();
    const paid = ask({ caller }, 120_000n);
    hangUp.abort();
    gate.resolve();
    expect(await paid).toMatchObject({ ok: true, charge: 120_000n });
    expect(aborted).toEqual(["run 1 aborted"]); // After it finished, so that nothing of it is left running.
  });

  describe("among processes", () => {
    function among(join: SharedFlights["join"], perform: Operation["perform"] = async () => answerOf(["own"])) {
      const clock = testClock();
      const operation = operationOf({ perform });
      const stages: Stage[] = [(run, next) => next({ ...run, cacheKey: "k", charge: 7n }), flight(clock, { join })];
      return (request: Parameters<typeof runThrough>[1] = {}) => runThrough(stages, { operation, ...request }, clock);
    }

    test("one that leads works, and tells its answer or that there is none", async () => {
      const told: (Answer | undefined)[] = [];
      const join = async (): Promise<FlightRole> => ({
        role: "leads",
        lead: { end: (answer) => void told.push(answer) },
      });
      expect(await among(join)()).toMatchObject({ ok: true, answer: answerOf(["own"]) });
      expect(await among(join, () => Promise.reject(new Error("down")))()).toMatchObject({ ok: false });
      expect(told).toEqual([answerOf(["own"]), undefined]);
    });

    test("one that follows answers what the leader has found, and is charged by itself", async () => {
      const join = async (): Promise<FlightRole> => ({ role: "follows", answer: answerOf(["theirs"]) });
      const outcome = await among(join, () => expect.unreachable())();
      expect(outcome).toMatchObject({ ok: true, answer: answerOf(["theirs"]), charge: 7n });
      expect(outcome).not.toHaveProperty("hit"); // It paid the price of a run.
    });

    test("a hundred of one process join once", async () => {
      let joins = 0;
      const ask = among(async () => (joins++, { role: "alone" }));
      const outcomes = await Promise.all(Array.from({ length: 100 }, () => ask()));
      expect(outcomes.every(({ ok }) => ok)).toBeTrue();
      expect(joins).toBe(1);
    });

    test("one whose callers have all hung up waits no more, and does not work", async () => {
      const { hangUp, caller } = hangingUp();
      const asked = Promise.withResolvers<AbortSignal>();
      const told: (Answer | undefined)[] = [];
      const ask = among(
        async (_key, signal) => {
          asked.resolve(signal);
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
          return { role: "leads", lead: { end: (answer) => void told.push(answer) } };
        },
        () => expect.unreachable(),
      );
      const outcome = ask({ caller });
      await asked.promise;
      hangUp.abort();
      expect(await outcome).toMatchObject({ ok: false });
      await Promise.resolve();
      expect(told).toEqual([undefined]);
    });
  });

  test("a failure is shared, and forgotten", async () => {
    const clock = testClock();
    let runs = 0;
    const operation = operationOf({
      perform: () => (++runs === 1 ? Promise.reject(new Error("down")) : Promise.resolve(answerOf([]))),
    });
    const stages: Stage[] = [(run, next) => next({ ...run, cacheKey: "k" }), flight(clock)];
    const outcomes = await Promise.all([runThrough(stages, { operation }), runThrough(stages, { operation })]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, false]);
    expect(await runThrough(stages, { operation })).toMatchObject({ ok: true });
  });
});
