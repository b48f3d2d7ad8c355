/** Schemas as they are served: plain JSON Schema, which any reader takes. */
import { type JsonObject, objectOf } from "../text/foreign.ts";
import { FormatRegistry, type TSchema } from "@sinclair/typebox";

const JSON_TYPES = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);

/** What TypeBox writes of a record. */
const ANY_NAME = "^(.*)$";

/** Keywords that hold values, not schemas. */
const VALUES = new Set(["default", "const", "enum", "examples"]);

/** Whether it is an object's, in plain JSON Schema: what is served is what is checked. */
export function isPlainSchema(schema: TSchema): boolean {
  return saysJson(schema) && servedSchema(schema).type === "object";
}

/** Whether a schema uses only what plain JSON Schema can say. */
export function saysJson(schema: TSchema): boolean {
  try {
    let isPlain = true;
    JSON.stringify(schema, (key, value) => {
      if (typeof value !== "string") return VALUES.has(key) ? undefined : value;
      if (key === "format" && !FormatRegistry.Has(value)) isPlain = false;
      if (key === "type" && !JSON_TYPES.has(value)) isPlain = false;
      return value;
    });
    return isPlain;
  } catch {
    return false;
  }
}

/** A schema as it is served: without what only TypeBox reads, and with fields of any name said as all readers know them. */
export function servedSchema(schema: object): JsonObject {
  const text = JSON.stringify(schema);
  return text.includes(ANY_NAME) ? JSON.parse(text, (_, value) => withAnyName(value)) : JSON.parse(text);
}

/** `{patternProperties: {"^(.*)$": S}}` as `{additionalProperties: S}`: some models refuse tools with the former. */
export function withAnyName(value: unknown): unknown {
  const { patternProperties, ...rest } = objectOf(value);
  const patterns = objectOf(patternProperties);
  if (!(ANY_NAME in patterns) || Object.keys(patterns).length > 1) return value;
  return { ...rest, additionalProperties: patterns[ANY_NAME] };
}
