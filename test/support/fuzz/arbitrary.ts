/** Values that fit a JSON Schema, as the OpenAPI document states it, and values that nearly do. */
import fc from "fast-check";

export type Json = Readonly<Record<string, unknown>>;

const DEEPEST = 4;

/** Arbitraries of the schemas of one document; `root` is where references lead. */
export function arbitraryOf(schema: Json, root: Json, depth = 0): fc.Arbitrary<unknown> {
  const { $ref: reference, enum: values, anyOf, allOf, type, pattern, properties } = schema;
  if (typeof reference === "string") return arbitraryOf(resolve(root, reference), root, depth + 1);
  if (Array.isArray(values)) return fc.constantFrom(...values);
  if ("const" in schema) return fc.constant(schema["const"]);
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((one: Json) => arbitraryOf(one, root, depth + 1)));
  if (Array.isArray(allOf)) return arbitraryOf(Object.assign({}, ...allOf), root, depth + 1);
  const {
    minimum,
    maximum,
    exclusiveMinimum,
    minLength = 0,
    maxLength = 200,
    minItems = 0,
    maxItems = 4,
  } = schema as Record<string, number>;
  switch (type) {
    case "string":
      if (typeof pattern === "string")
        return matching(pattern).filter((text) => text.length >= minLength && text.length <= maxLength);
      return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)), unit: "grapheme" });
    case "integer":
      return fc.integer({ min: minimum ?? -1000, max: maximum ?? 1000 });
    case "number":
      return fc
        .double({ min: minimum ?? exclusiveMinimum ?? -1000, max: maximum ?? 1000, noNaN: true })
        .map((value) => (Object.is(value, -0) ? 0 : value));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return depth > DEEPEST
        ? fc.constant([])
        : fc.array(arbitraryOf((schema["items"] ?? {}) as Json, root, depth + 1), {
            minLength: minItems,
            maxLength: Math.max(minItems, Math.min(maxItems, 4)),
          });
    default:
      if (type === "object" || properties !== undefined) return objectOf(schema, root, depth);
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Texts of a pattern. What looks ahead in it cannot be made, so that is left out and what then fails thrown away. */
function matching(pattern: string): fc.Arbitrary<string> {
  const whole = new RegExp(pattern);
  return fc.stringMatching(new RegExp(pattern.replace(/\(\?<?[=!][^()]*\)/g, ""))).filter((text) => whole.test(text));
}

function objectOf({ properties = {}, required = [] }: Json, root: Json, depth: number): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties as Record<string, Json>);
  if (fields.length === 0)
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), fc.jsonValue({ maxDepth: 1 }), {
      maxKeys: 3,
      noNullPrototype: true,
    });
  const needed = (required as string[]).filter((name) => fields.some(([own]) => own === name));
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, arbitraryOf(field, root, depth + 1)])), {
    requiredKeys: needed,
    noNullPrototype: true,
  });
}

export function resolve(root: Json, reference: string): Json {
  const steps = reference
    .replace(/^#\//, "")
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  return steps.reduce<unknown>((value, step) => (value as Json)[step], root) as Json; // It is our own document.
}

/** What nobody should send, in place of a value. */
const ODD = fc.constantFrom<unknown>(
  null,
  true,
  -1,
  1e308,
  0.1,
  "",
  " ",
  "\u0000",
  "\ud800",
  "é".repeat(3000),
  [],
  {},
  [[[[[]]]]],
  { __proto__x: 1 },
  "__proto__",
  "1e5",
  "٣",
  "%00",
  "../..",
  "' OR 1=1 --",
  "<script>",
);

/** The value with one field of it removed, added, or replaced by what does not fit. */
export function mutated(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return ODD;
  const names = Object.keys(value);
  const name = names.length === 0 ? fc.constant("unknown") : fc.constantFrom(...names);
  return fc.tuple(name, ODD, fc.constantFrom("remove", "replace", "add", "whole")).map(([field, odd, act]) => {
    if (act === "whole") return odd;
    const { [field]: _, ...rest } = value as Record<string, unknown>;
    if (act === "remove") return rest;
    return act === "replace" ? { ...rest, [field]: odd } : { ...value, ["unknown_field"]: odd };
  });
}
