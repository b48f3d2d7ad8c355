import { expect, test } from "bun:test";
import { available } from "../../plugins/available.ts";
import { HubError } from "../../src/runtime/errors.ts";
import type { Stage } from "../../src/runtime/run/pipeline.ts";
import { answerOf, probe, refusalOf, runThrough, operationOf } from "../support/operations.ts";
import type { Run } from "../../src/runtime/run/run.ts";

const down = operationOf({ refusal: () => new HubError("llm_unavailable", "No model.") });

test("available() refuses a run that cannot start before anything behind it happens", async () => {
  const seen: Run[] = [];
  expect((await refusalOf(runThrough([available(), probe(seen)], { operation: down }))).code).toBe("llm_unavailable");
  expect(seen).toEqual([]);
});

test("available() lets a cached answer pass, and a payment that may have bought its answer before", async () => {
  const hit: Stage = (run, next) => next({ ...run, hit: { answer: answerOf(["kept"]), storedAt: 0, ttlSeconds: 60 } });
  expect(await runThrough([hit, available()], { operation: down })).toMatchObject({ ok: true });
  expect(await runThrough([available()], { operation: down, proof: "coin" })).toMatchObject({ ok: true });
});
