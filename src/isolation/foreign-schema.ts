/**
 * JSON Schema of strangers as a schema that TypeBox judges by: walked with an allow-list of keywords and never compiled
 * to code. A `pattern` or `uniqueItems` is served, and tried in the child only: what takes long must not stall the hub.
 */
import { Kind, type TObject, type TSchema, TypeRegistry } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { INTERPRETED } from "../runtime/schema.ts";
import { costOf } from "./judging-cost.ts";

const MAX_NODES = 500;
const MAX_DEPTH = 20;
const MAX_CHOICES = 500;

const NOTES = ["title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"];
/** What says the same of a value. */
const INSTEAD: Readonly<Record<string, string>> = { format: ": say it by a pattern, or in the description" };
/** What TypeBox writes for a recursive schema or a module of several, and what others do. */
const REFERENCES = ["$ref", "$dynamicRef", "$recursiveRef", "$defs", "definitions", "$id", "$anchor"];
const LENGTHS = ["minLength", "maxLength"];
const RANGE = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
/** What each type may say of a value, beside the notes. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  string: [...LENGTHS, "pattern", "enum", "const"],
  number: [...RANGE, "enum", "const"],
  integer: [...RANGE, "enum", "const"],
  boolean: ["const"],
  null: [],
  array: ["items", "minItems", "maxItems", "uniqueItems", "additionalItems"],
  object: ["properties", "required", "additionalProperties", "patternProperties", "minProperties", "maxProperties"],
};
const KINDS: Readonly<Record<string, string>> = {
  string: "String",
  number: "Number",
  integer: "Integer",
  boolean: "Boolean",
  null: "Null",
};
/** What TypeBox writes for a record by any name, and by whole numbers. */
const RECORD_KEYS = ["^(.*)$", "^(0|[1-9][0-9]*)$"];

/** A text whose pattern the hub does not try, a list that it does not look through for repeats, and a value out of a list. */
const UNTRIED = "UntriedPattern";
const UNCOMPARED = "UncomparedList";
const CHOICE = "Choice";
/** Of what a schema holds beside what it says: it is served as it was said. */
const JUDGE = Symbol("judge");

type ForeignJson = Readonly<Record<string, unknown>>;

/** Whether it asks for what only the child judges: that a text fits a pattern, or that no two of a list are the same. */
export function asksChild(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  return Object.entries(schema).some(
    ([name, value]) =>
      (name === "pattern" && typeof value === "string") ||
      (name === "uniqueItems" && value === true) ||
      asksChild(value),
  );
}

/** @throws {TypeError} whose message completes "its input …". */
export function foreignObject(json: unknown): TObject {
  const schema = foreignSchema(json);
  if (schema[Kind] !== "Object") throw new TypeError("is not the schema of an object with properties");
  return schema as TObject; // Its kind says so.
}

/** @throws {TypeError} whose message completes "its output …". */
export function foreignSchema(json: unknown): TSchema {
  registerKinds();
  let nodes = 0;
  return walk(json, 0);

  function walk(node: unknown, depth: number): TSchema {
    if (++nodes > MAX_NODES) throw new TypeError(`has more than ${MAX_NODES} schemas in it`);
    if (depth > MAX_DEPTH) throw new TypeError(`nests deeper than ${MAX_DEPTH} schemas`);
    if (typeof node !== "object" || node === null || Array.isArray(node))
      throw new TypeError("has a schema that is none");
    const said = node as ForeignJson;
    const reference = REFERENCES.find((word) => Object.hasOwn(said, word));
    if (reference !== undefined)
      throw new TypeError(
        `has "${reference}" in it: schemas that refer to others or to themselves are not taken from strangers; write each one out where it stands`,
      );
    if (said["anyOf"] !== undefined) return composed(said, "anyOf", "Union", depth);
    if (said["allOf"] !== undefined) return composed(said, "allOf", "Intersect", depth);
    const { type } = said;
    if (type === undefined && said["const"] === undefined && said["enum"] === undefined) {
      allow(said, [], "of any type");
      return as("Unknown", said);
    }
    if (type === undefined || typeof type !== "string" || !Object.hasOwn(KEYWORDS, type))
      throw new TypeError(`has a schema whose type is not one of ${Object.keys(KEYWORDS).join(", ")}`);
    allow(said, ["type", ...(KEYWORDS[type] ?? [])], type);
    numbersIn(said);
    if (type === "array") return arrayOf(said, depth);
    if (type === "object") return objectOf(said, depth);
    if (said["const"] !== undefined) return as("Literal", said, { const: literal(said["const"]) });
    if (said["enum"] !== undefined) return choice(said);
    const { pattern } = said;
    if (pattern === undefined) return as(KINDS[type] ?? "Unknown", said);
    if (typeof pattern !== "string" || pattern.length > 1_000) throw new TypeError("has a pattern that is no text");
    return as(UNTRIED, said);
  }

  function composed(said: ForeignJson, word: "anyOf" | "allOf", kind: string, depth: number): TSchema {
    allow(said, [word, "type"], word);
    const parts = said[word];
    if (!Array.isArray(parts) || parts.length === 0 || parts.length > 50)
      throw new TypeError(`has ${word} without 1 to 50 schemas`);
    return as(kind, said, { [word]: parts.map((part) => walk(part, depth + 1)) });
  }

  function arrayOf(said: ForeignJson, depth: number): TSchema {
    const { items } = said;
    if (Array.isArray(items))
      return as("Tuple", said, { items: items.map((item) => walk(item, depth + 1)), additionalItems: false });
    const list = as("Array", said, { items: walk(items ?? {}, depth + 1) });
    if (said["uniqueItems"] !== true) return list;
    // To compare all that a long list holds takes seconds.
    return as(UNCOMPARED, list, { [JUDGE]: { ...list, uniqueItems: false } });
  }

  function objectOf(said: ForeignJson, depth: number): TSchema {
    const { properties, patternProperties, additionalProperties, required = [] } = said;
    if (!Array.isArray(required) || required.some((name) => typeof name !== "string"))
      throw new TypeError("has a required that is no list of names");
    const more =
      typeof additionalProperties === "object" ? { additionalProperties: walk(additionalProperties, depth + 1) } : {};
    if (patternProperties !== undefined) {
      const entries = Object.entries(patternProperties as object);
      if (properties !== undefined || !entries.every(([name]) => RECORD_KEYS.includes(name)))
        throw new TypeError("has patternProperties of its own");
      const written = entries.map(([name, value]) => [name, walk(value, depth + 1)]);
      return as("Record", said, { ...more, patternProperties: Object.fromEntries(written) });
    }
    const written = Object.entries((properties ?? {}) as object).map(([name, value]) => {
      if (name === "__proto__") throw new TypeError("has a property that cannot be one");
      return [name, walk(value, depth + 1)];
    });
    return as("Object", said, { ...more, properties: Object.fromEntries(written) });
  }

  function choice(said: ForeignJson): TSchema {
    const { enum: values, pattern } = said;
    if (!Array.isArray(values) || values.length > MAX_CHOICES) throw new TypeError("has an enum that is no list");
    if (pattern !== undefined && typeof pattern !== "string") throw new TypeError("has a pattern that is no text");
    return as(CHOICE, said, { enum: values, [JUDGE]: new Set(values.map(literal)) });
  }
}

/** What TypeBox asks of its own schemas, by a walk and never by compiled code. */
function as(kind: string, said: ForeignJson, more: ForeignJson & { readonly [JUDGE]?: unknown } = {}): TSchema {
  const schema = { ...said, ...more };
  return { ...schema, [Kind]: kind, [INTERPRETED]: costOf(schema) } as unknown as TSchema; // Its kind and fields make it one.
}

function allow(said: ForeignJson, words: readonly string[], of: string): void {
  const strange = Object.keys(said).find((word) => !words.includes(word) && !NOTES.includes(word));
  if (strange !== undefined)
    throw new TypeError(
      `says ${JSON.stringify(strange.slice(0, 40))} in a schema ${of}, which is not taken from strangers${INSTEAD[strange] ?? ""}`,
    );
}

function numbersIn(said: ForeignJson): void {
  for (const [word, value] of Object.entries(said))
    if (/^(?:min|max|exclusive|multiple)/.test(word) && (typeof value !== "number" || !Number.isFinite(value)))
      throw new TypeError(`has a ${word} that is no number`);
}

function literal(value: unknown): string | number | boolean {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean")
    throw new TypeError("has a choice that is neither text, number nor boolean");
  return value;
}

interface Lengths {
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** TypeBox knows its kinds by their names, in one table. */
function registerKinds(): void {
  if (TypeRegistry.Has(CHOICE)) return;
  TypeRegistry.Set<{ readonly [JUDGE]: ReadonlySet<unknown> }>(CHOICE, (schema, value) => schema[JUDGE].has(value));
  TypeRegistry.Set<{ readonly [JUDGE]: TSchema }>(UNCOMPARED, (schema, value) => Value.Check(schema[JUDGE], value));
  TypeRegistry.Set<Lengths>(
    UNTRIED,
    ({ minLength = 0, maxLength = Infinity }, value) =>
      typeof value === "string" && value.length >= minLength && value.length <= maxLength,
  );
}
