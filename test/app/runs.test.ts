/** A run that is done later changes something at most once, and is not given up before it was begun. */
import { expect, test } from "bun:test";
import { openRuns } from "../../src/app/runs.ts";
import type { Log } from "../../src/app/telemetry/log.ts";
import type { RunKinds } from "../../src/routes/http/later.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { createPipeline, type Stage } from "../../src/runtime/run/pipeline.ts";
import { localNews } from "../../src/store/processes/news.ts";
import { answerOf, operationOf, SILENT, testClock } from "../support/operations.ts";
import { forgetAll, KEPT_LIMITS, newRun, queueProcess } from "../support/queue.ts";
import { describeStores } from "../support/stores.ts";

const LOG: Log = { ...SILENT, failure: () => undefined, child: () => LOG };
const nothing = () => function* () {};

describeStores("a run that is done later", (open) => {
  /** The one process of a hub, whose runs pass this stage. `done` is what was done. */
  async function setUp(stage: Stage) {
    const { store } = open();
    await store.ask(forgetAll);
    const clock = testClock();
    const done: unknown[] = [];
    const operation = operationOf({
      perform: async (input) => {
        done.push(input);
        return answerOf([input]);
      },
    });
    const kinds: RunKinds = new Map([["actor", { operation: () => operation, write: () => undefined }]]);
    const { runs, worker } = openRuns({
      world: { log: LOG, clock, storeClock: clock },
      store,
      news: localNews(),
      accounts: { release: nothing },
      idempotency: { free: nothing },
      kinds,
      kept: KEPT_LIMITS,
      webhooks: { post: () => Promise.reject(new Error("There is no network")), key: { sign: () => "" } },
      execute: createPipeline([stage], clock),
    });
    return { store, clock, done, runs, worker };
  }

  /** The first time before what is behind it, or after that. */
  function failingOnce(error: HubError, when: "before" | "after"): Stage {
    let hasFailed = false;
    return async (run, next) => {
      const outcome = when === "before" ? undefined : await next(run);
      if (hasFailed) return outcome ?? next(run);
      hasFailed = true;
      throw error;
    };
  }

  const OVERLOADED = new HubError("overloaded", "The catalogue is being built.", { retryAfterMs: 2_000 });
  const BUSY = new HubError("idempotency_in_progress", "Somebody else has its payment.");

  test.each([[OVERLOADED], [BUSY]])(
    "and changes something is done when what kept it from being begun is over (%#)",
    async (fault) => {
      const { clock, done, runs, worker } = await setUp(failingOnce(fault, "before"));
      const id = await runs.put(newRun({ isRepeatable: false }));
      while ((await runs.find(id))?.state === "running");
      expect(done).toEqual([]);
      clock.advance(2_000);
      await worker.take();
      await worker.drain(5_000);
      expect([(await runs.find(id))?.state, done.length]).toEqual(["succeeded", 1]);
    },
  );

  test.each([[OVERLOADED], [BUSY]])("and changes something is not done again once it was begun (%#)", async (fault) => {
    const { clock, done, runs, worker } = await setUp(failingOnce(fault, "after"));
    const id = await runs.put(newRun({ isRepeatable: false }));
    while (done.length === 0) await new Promise(setImmediate);
    while ((await runs.find(id))?.state === "running");
    clock.advance(2_000);
    await worker.take();
    await worker.drain(5_000);
    expect([(await runs.find(id))?.state, done.length]).toEqual(["failed", 1]);
  });

  test("and has waited for its place for an hour is tried again as any other where the hub is overloaded", async () => {
    const { store, clock, done, runs, worker } = await setUp(failingOnce(OVERLOADED, "before"));
    const id = await queueProcess(store, clock).queue.put(newRun());
    clock.advance(3_600_000);
    await worker.take();
    while ((await runs.find(id))?.state === "running");
    clock.advance(2_000);
    await worker.take();
    await worker.drain(5_000);
    expect([(await runs.find(id))?.state, done.length]).toEqual(["succeeded", 1]);
  });
});
