/** Definitions that a model can be given: small, and true to what is required. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { summarise } from "../../src/catalog/spec/summary.ts";
import { neededArguments } from "../../src/presenters/skills/example-arguments.ts";

const MAX_BYTES = 4096;
type Schema = Readonly<Record<string, any>>;

/** Objects within objects, each with some properties required, long descriptions, and references that go in circles. */
const schemas = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "large", maxDepth: 6 },
    fc.record({ type: fc.constantFrom("string", "integer"), description: fc.string({ maxLength: 400 }) }),
    fc.constant({ $ref: "#/$defs/Node" }),
    fc.record({ type: fc.constant("string"), enum: fc.array(fc.string(), { maxLength: 60 }) }),
    fc.record({ type: fc.constant("array"), items: tie("schema") }),
    fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 6 }) }),
    fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), tie("schema"), { maxKeys: 40 }).map((properties) => ({
      type: "object",
      properties,
      required: Object.keys(properties).filter((_, at) => at % 5 === 0),
      description: "An object. ".repeat(20),
    })),
  ),
})).schema;
const NODE = { type: "object", properties: { next: { $ref: "#/$defs/Node" }, value: {} }, required: ["value"] };

test("a summary is as small as asked, resolves every reference, and keeps what is required where it shows an object", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), schemas, { maxKeys: 60 }), (properties) => {
      const required = Object.keys(properties).slice(0, 5);
      const whole = { type: "object", properties, required, $defs: { Node: NODE } };
      const summary = summarise(whole, MAX_BYTES);
      const text = JSON.stringify(summary);
      if (
        JSON.stringify(whole).length === new TextEncoder().encode(JSON.stringify(whole)).length &&
        text === JSON.stringify(whole)
      )
        return;
      expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(MAX_BYTES);
      expect(text).not.toContain('"$ref":');
      for (const name of required) expect(summary).toHaveProperty(["properties", name]);
    }),
    { numRuns: 100 },
  );
});

test("what is small enough stays as it is", () => {
  const schema = { type: "object", properties: { city: { type: "string", description: "Which" } }, required: ["city"] };
  expect(summarise(schema, MAX_BYTES)).toBe(schema);
});

/** Each of its members is another of its kind, and must be there. */
const CIRCLE = {
  type: "object",
  properties: Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`p${at}`, { $ref: "#/$defs/Circle" }])),
  required: Array.from({ length: 12 }, (_, at) => `p${at}`),
  description: "An object. ".repeat(500),
};
const circling = (onRead: () => void = () => undefined) => {
  const { properties, ...rest } = CIRCLE;
  const counted = Object.defineProperty({ ...rest }, "properties", {
    enumerable: true,
    get: () => (onRead(), properties),
  });
  return {
    type: "object",
    required: ["body"],
    properties: { body: { $ref: "#/$defs/Circle" } },
    $defs: { Circle: counted },
  };
};

test("a schema that holds itself many times over is not written out beyond what fits", () => {
  let reads = 0;
  const summary = summarise(
    circling(() => reads++),
    MAX_BYTES,
  );
  expect(JSON.stringify(summary).length).toBeLessThanOrEqual(MAX_BYTES);
  expect((summary as Schema)["properties"].body.required).toEqual(CIRCLE.required);
  expect(reads).toBeLessThan(50_000);
});

test("nor is an example of it", () => {
  const { names, example } = neededArguments(circling());
  expect(names).toEqual(["body"]);
  expect(Object.keys((example as Schema)["body"])).toEqual(CIRCLE.required);
  expect(JSON.stringify(example).length).toBeLessThan(100_000);
});
