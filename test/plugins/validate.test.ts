import { expect, test } from "bun:test";
import { validate } from "../../plugins/validate.ts";
import { Type } from "../../src/runtime/actor.ts";
import { inputValidator } from "../../src/runtime/schema.ts";
import { probe, refusalOf, runThrough, operationOf } from "../support/operations.ts";
import type { Run } from "../../src/runtime/run/run.ts";

const operation = operationOf({
  validate: inputValidator(
    Type.Object({ q: Type.String(), limit: Type.Optional(Type.Integer({ default: 15, maximum: 20 })) }),
  ),
});

test("validate() hands on the clean value with its defaults, and warns of what it left out", async () => {
  const seen: Run[] = [];
  const outcome = await runThrough([validate(), probe(seen)], { operation, input: { q: "tea", limmit: 3 } });
  expect(seen[0]?.input).toEqual({ q: "tea", limit: 15 });
  expect(outcome).toMatchObject({ ok: true, warnings: ['Unknown field "limmit" was ignored. Did you mean "limit"?'] });
});

test("validate() refuses bad input with a pointer to each fault, and nothing behind it runs", async () => {
  const seen: Run[] = [];
  const refusal = await refusalOf(runThrough([validate(), probe(seen)], { operation, input: { limit: 21 } }));
  expect(refusal.code).toBe("invalid_input");
  expect(refusal.details.issues).toEqual([
    { pointer: "/q", detail: "is required" },
    { pointer: "/limit", detail: "must be less or equal to 20" },
  ]);
  expect(seen).toEqual([]);
});
