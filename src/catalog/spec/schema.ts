/** Schemas of OpenAPI 3.0 as JSON Schema 2020-12, which OpenAPI 3.1 uses; a keyword of the wrong type is left out. */
import { type JsonObject, isObject, listOf, objectOf, writtenOf } from "../../text/foreign.ts";

export interface FollowSchema {
  /** Rewrites a reference, or says that nothing stands there. */
  (reference: string): string | undefined;
  /** Whether what stands beside a reference holds as well: since OpenAPI 3.1 it does. */
  readonly hasSiblings: boolean;
}

const TYPES = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);
const PATTERNS = "patternProperties";
const SCHEMA_MAPS = new Set(["properties", PATTERNS, "definitions", "$defs", "dependentSchemas"]);
const SCHEMA_LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const SUBSCHEMAS = new Set([
  "not",
  "items",
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "propertyNames",
  "contains",
  "if",
  "then",
  "else",
  "contentSchema",
]);
const COUNTS = new Set(["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"]);
const NUMBERS = new Set(["minimum", "maximum", "multipleOf"]);
const FLAGS = new Set(["uniqueItems", "readOnly", "writeOnly", "deprecated"]);
const TEXTS = new Set(["title", "description", "format", "contentMediaType", "contentEncoding"]);
/** Deeper than this nobody reads, and a stack has its end. */
const MAX_DEPTH = 60;

export const LEADS_NOWHERE = "Not described: the reference leads nowhere.";

export function convertSchema(schema: unknown, follow: FollowSchema, depth = 0): JsonObject | boolean {
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema) || depth > MAX_DEPTH) return {};
  if (typeof schema.$ref === "string") return convertReference(schema, schema.$ref, follow, depth);
  const converted: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    const kept = convertKeyword(key, value, (sub) => convertSchema(sub, follow, depth + 1));
    if (kept !== undefined) converted[key] = kept;
  }
  addType(converted, schema);
  addBounds(converted, schema);
  fitValues(converted);
  return schema.nullable === true ? nullable(converted) : converted;
}

/** What says, beside a reference, what the value is for: meant so by whoever writes it, whatever the version allows. */
const ANNOTATIONS = new Set(["title", "description", "readOnly", "writeOnly", "deprecated", "default"]);

function convertReference(schema: JsonObject, reference: string, follow: FollowSchema, depth: number): JsonObject {
  const target = follow(reference);
  if (target === undefined) return { description: LEADS_NOWHERE };
  const { $ref: _, nullable: isNullable, ...beside } = schema;
  const told = follow.hasSiblings
    ? beside
    : Object.fromEntries(Object.entries(beside).filter(([key]) => ANNOTATIONS.has(key)));
  const siblings = objectOf(convertSchema(told, follow, depth + 1));
  // Readers that take a reference for all there is still see the rest where it is a part.
  const isDescribed = Object.keys(siblings).every((key) => key === "description");
  const parts = Array.isArray(siblings.allOf) ? siblings.allOf : [];
  const converted = isDescribed ? { $ref: target, ...siblings } : { ...siblings, allOf: [{ $ref: target }, ...parts] };
  return isNullable === true ? nullable(converted) : converted;
}

function convertKeyword(key: string, value: unknown, convert: (schema: unknown) => unknown): unknown {
  if (SCHEMA_MAPS.has(key))
    return isObject(value) ? mapValues(key === PATTERNS ? patternsOf(value) : value, convert) : undefined;
  if (SCHEMA_LISTS.has(key)) return Array.isArray(value) && value.length > 0 ? value.map(convert) : undefined;
  if (SUBSCHEMAS.has(key)) return isObject(value) || typeof value === "boolean" ? convert(value) : undefined;
  if (COUNTS.has(key)) return Number.isInteger(value) && Number(value) >= 0 ? value : undefined;
  if (NUMBERS.has(key)) return isNumber(value) && (key !== "multipleOf" || value > 0) ? value : undefined;
  if (FLAGS.has(key)) return typeof value === "boolean" ? value : undefined;
  if (TEXTS.has(key)) return typeof value === "string" ? value : undefined;
  switch (key) {
    case "default":
    case "const":
      return plainData(value);
    case "enum":
      return listOf(value).some(isWritable) ? [...new Set(listOf(value).filter(isWritable))] : undefined;
    case "required":
      return Array.isArray(value) ? [...new Set(value.filter((name) => typeof name === "string"))] : undefined;
    case "pattern":
      return typeof value === "string" && isPattern(value) ? value : undefined;
    case "example":
      return undefined;
    case "examples":
      return Array.isArray(value) && plainData(value) !== undefined ? value : undefined;
    case "discriminator":
      return isObject(value) && typeof value.propertyName === "string"
        ? { propertyName: value.propertyName, ...convertMapping(value.mapping, convert) }
        : undefined;
    default:
      return undefined;
  }
}

/** Names of schemas, or references to them; one that leads nowhere names nothing. */
function convertMapping(mapping: unknown, convert: (schema: unknown) => unknown): JsonObject {
  const kept = Object.entries(isObject(mapping) ? mapping : {}).flatMap(([name, target]) => {
    if (typeof target !== "string") return [];
    const reference = target.includes("/") ? target : `#/components/schemas/${target}`;
    const converted = convert({ $ref: reference });
    return isObject(converted) && typeof converted.$ref === "string" ? [[name, converted.$ref]] : [];
  });
  return kept.length === 0 ? {} : { mapping: Object.fromEntries(kept) };
}

function addType(converted: Record<string, unknown>, { type, example, items }: JsonObject): void {
  if (type === "file") Object.assign(converted, { type: "string", format: "binary" });
  else if (typeof type === "string" && TYPES.has(type)) converted.type = type;
  else if (Array.isArray(type) && type.length > 0 && type.every((one) => TYPES.has(writtenOf(one) ?? ""))) {
    converted.type = [...new Set(type)];
  }
  // Vendors refuse a tool with a list of nothing in particular.
  if ([converted.type].flat().includes("array") && items === undefined) converted.items = {};
  if (plainData(example) !== undefined && converted.examples === undefined) converted.examples = [example];
}

/** In 3.0 the exclusive bounds are flags, in 3.1 they are numbers. */
function addBounds(converted: Record<string, unknown>, schema: JsonObject): void {
  for (const [flag, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    const value = schema[flag];
    if (isNumber(value)) converted[flag] = value;
    if (value !== true || !isNumber(converted[bound])) continue;
    converted[flag] = converted[bound];
    delete converted[bound];
  }
}

/** Many descriptions list numbers as texts, or texts as numbers: no value at all would pass both the list and its type. */
function fitValues(converted: Record<string, unknown>): void {
  const { type, enum: values } = converted;
  if (typeof type !== "string" || !Array.isArray(values)) return;
  const fitting = values.map((value) => asType(value, type)).filter((value) => value !== undefined);
  if (fitting.length > 0) converted.enum = [...new Set(fitting)];
  else delete converted.enum;
}

/** The value as its type has it; `undefined` where it has no such form. */
function asType(value: unknown, type: string): unknown {
  switch (type) {
    case "string":
      return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
    case "integer":
    case "number": {
      const number = typeof value === "string" ? Number(value) : value;
      if (!isNumber(number) || String(number) !== String(value)) return undefined;
      return type === "number" || Number.isInteger(number) ? number : undefined;
    }
    case "boolean":
      return [true, false].find((one) => String(one) === writtenOf(value));
    default:
      return value;
  }
}

function nullable(schema: JsonObject): JsonObject {
  if (typeof schema.type !== "string") {
    return "$ref" in schema || "allOf" in schema || "anyOf" in schema || "oneOf" in schema
      ? { anyOf: [schema, { type: "null" }] }
      : schema;
  }
  const values = Array.isArray(schema.enum) && !schema.enum.includes(null) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, type: [schema.type, "null"], ...values };
}

const SCHEMA_LIKE = /"\$(?:ref|id|anchor|schema|dynamicRef|dynamicAnchor)"\s*:/;

/** Data as it is, but `undefined` when a reader would take something in it for a reference or its target, or fail at it. */
export function plainData(value: unknown): unknown {
  if (value === undefined || !isWritable(value)) return undefined;
  return SCHEMA_LIKE.test(JSON.stringify(value)) ? undefined : value;
}

/** Readers compare values by what they are as texts. */
function isWritable(value: unknown): boolean {
  return writtenOf(value) !== undefined;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

function patternsOf(schemas: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schemas).filter(([pattern]) => isPattern(pattern)));
}

/** Own fields only, "__proto__" among them. */
export function mapValues(value: JsonObject, convert: (value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, convert(one)]));
}

/** The fields that hold a text which says something. */
export function texts(object: JsonObject, fields: readonly string[]): JsonObject {
  const kept = fields.filter((field) => typeof object[field] === "string" && object[field] !== "");
  return Object.fromEntries(kept.map((field) => [field, object[field]]));
}
