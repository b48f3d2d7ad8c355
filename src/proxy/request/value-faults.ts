/** What is wrong with one value by the words of its schema, whatever stands around it. */
import { isObject, type JsonObject } from "../../text/foreign.ts";

/** What is written with more characters is a text. */
const MAX_NUMBER_TEXT = 1_000;
const INTEGER = /^-?\d{1,1000}$/;
const NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** A pattern is tried only where trying it is cheap: few repetitions for the text's length, and none of what repeats. */
const MAX_PATTERN_STEPS = 100_000;
const MAX_PATTERN_TEXT = 256;
const MAX_PATTERN_CHARS = 1_000;
/** Nothing states a longer limit. */
const MAX_COUNTED = 100_000;
const COSTLY = /\)(?:[*+]|\{)|\\[1-9]|\(\?</;

export function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

export function isUndescribedObject(rules: JsonObject): boolean {
  const types = [rules.type].flat().filter((one) => one !== "null");
  return types.length === 1 && types[0] === "object" && !TELLING.some((keyword) => keyword in rules);
}

/** What says something of an object's members. */
const TELLING = ["properties", "additionalProperties", "patternProperties", "required", "minProperties", "allOf"];

/** What is wrong with the kind of a value. */
export function typeFault(value: unknown, { type }: JsonObject, isText: boolean): string | undefined {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === "string");
  if (types.length === 0 || types.some((one) => isOfType(value, one, isText))) return undefined;
  return `must be ${types.join(" or ")}`;
}

function isOfType(value: unknown, type: string, isText: boolean): boolean {
  switch (type) {
    case "string":
      return typeof value === "string" || (isText && (typeof value === "number" || typeof value === "boolean"));
    case "integer":
      return Number.isInteger(numberOf(value, isText)) || (isText && INTEGER.test(String(value)));
    case "number":
      return Number.isFinite(numberOf(value, isText));
    case "boolean":
      return typeof value === "boolean" || (isText && (value === "true" || value === "false"));
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "null":
      return value === null;
    default:
      return true;
  }
}

/** A number that a double cannot hold arrives as the text it was written as. */
function numberOf(value: unknown, isText: boolean): number {
  if (typeof value === "number") return value;
  const isNumber = typeof value === "string" && value.length <= MAX_NUMBER_TEXT && NUMBER.test(value);
  return isNumber && (isText || value.length >= 16) ? Number(value) : Number.NaN;
}

/** What is wrong with a value of the right kind: its bounds, its form, or that it is none of those listed. */
export function rangeFault(value: unknown, schema: JsonObject, isText: boolean): string | undefined {
  const values = Array.isArray(schema.enum) ? schema.enum : "const" in schema ? [schema.const] : undefined;
  if (values !== undefined && !values.some((one) => isSame(one, value, isText)))
    return `must be one of ${values.slice(0, 20).map(shown).join(", ")}${values.length > 20 ? ", …" : ""}`;
  const isNumeric = schema.type === "number" || schema.type === "integer";
  if (isNumeric) return boundFault(numberOf(value, isText), schema);
  if (typeof value === "string") return textFault(value, schema);
  if (Array.isArray(value)) {
    if (isBelow(value.length, schema.minItems)) return `needs at least ${schema.minItems} items`;
    if (isAbove(value.length, schema.maxItems)) return `takes at most ${schema.maxItems} items`;
  }
  return undefined;
}

function boundFault(number: number, schema: JsonObject): string | undefined {
  if (isBelow(number, schema.minimum)) return `must be at least ${schema.minimum}`;
  if (isAbove(number, schema.maximum)) return `must be at most ${schema.maximum}`;
  if (typeof schema.exclusiveMinimum === "number" && number <= schema.exclusiveMinimum)
    return `must be more than ${schema.exclusiveMinimum}`;
  if (typeof schema.exclusiveMaximum === "number" && number >= schema.exclusiveMaximum)
    return `must be less than ${schema.exclusiveMaximum}`;
  return undefined;
}

function textFault(text: string, { minLength, maxLength, pattern }: JsonObject): string | undefined {
  const length = Array.from(text.slice(0, MAX_COUNTED)).length; // In characters, as JSON Schema counts.
  if (isBelow(length, minLength)) return `needs at least ${minLength} characters`;
  if (isAbove(length, maxLength)) return `takes at most ${maxLength} characters`;
  if (typeof pattern !== "string" || !isCheap(pattern, text)) return undefined;
  return matches(pattern, text) ? undefined : `must match ${pattern.slice(0, 120)}`;
}

/** Each repetition may be tried at every length, and a pattern without a beginning from every place. */
function isCheap(pattern: string, text: string): boolean {
  if (pattern.length > MAX_PATTERN_CHARS || text.length > MAX_PATTERN_TEXT || COSTLY.test(pattern)) return false;
  const repetitions = (pattern.match(/[*+]|\{\d*,/g)?.length ?? 0) + (/^\^(?!.*\|)/s.test(pattern) ? 0 : 1);
  return repetitions <= 1 || text.length ** repetitions <= MAX_PATTERN_STEPS;
}

/** As JavaScript writes it, which no text would match: "/^[a-z]$/i". */
const LITERAL = /^\/(\^.*\$)\/([ims]{0,3})$/s;

function matches(pattern: string, text: string): boolean {
  const [, body = pattern, flags = ""] = LITERAL.exec(pattern) ?? [];
  try {
    return new RegExp(body, `${flags}u`).test(text);
  } catch {
    return true; // The description's fault, not the caller's.
  }
}

function isSame(one: unknown, value: unknown, isText: boolean): boolean {
  if (one === value) return true;
  if (typeof one === "object" || typeof value === "object") return JSON.stringify(one) === JSON.stringify(value);
  // Lists of values that somebody has cut at their commas have blanks around them.
  return isText && [String(one), String(one).trim()].includes(String(value));
}

function isBelow(number: number, bound: unknown): boolean {
  return typeof bound === "number" && number < bound;
}

function isAbove(number: number, bound: unknown): boolean {
  return typeof bound === "number" && number > bound;
}

function shown(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 60) : JSON.stringify(value);
}
