/**
 * Holds a value against a schema of the description: enough of JSON Schema to name what a caller got wrong, lenient
 * where descriptions often are wrong themselves (formats), and bounded in work, since neither side is trusted.
 */
import { type JsonObject, isObject, listOf, objectOf } from "../../text/foreign.ts";
import { type Issue, MAX_ISSUES } from "../../runtime/errors.ts";
import { escapePointer } from "../../text/pointer.ts";

/** Finds a schema by its reference. */
export type Lookup = (reference: string) => unknown;

export interface SchemaRules {
  readonly lookup: Lookup;
  /** Parameters are text on their way: "42" is as good a number as 42, and 42 as good a text as "42". */
  readonly isText: boolean;
}

const MAX_DEPTH = 24;
/** Of one body or parameter; what lies beyond is for the upstream to judge. */
const MAX_CHECKS = 50_000;
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

/** Everything that is wrong, each with its pointer below `pointer`. */
export function faultsOf(value: unknown, schema: unknown, pointer: string, judge: SchemaRules): Issue[] {
  let left = MAX_CHECKS;
  const issues: Issue[] = [];
  check(value, schema, pointer, 0, issues);
  return issues;

  function check(at: unknown, given: unknown, where: string, depth: number, found: Issue[]): void {
    const fault = (place: string, detail: string): void => void found.push({ pointer: place, detail });
    const rules = resolved(given);
    if (rules === undefined || depth > MAX_DEPTH || --left < 0 || found.length >= MAX_ISSUES) return;
    for (const part of listOf(rules.allOf)) check(at, part, where, depth + 1, found);
    const named = isObject(at) ? discriminated(at, rules) : undefined;
    for (const alternatives of [rules.anyOf, rules.oneOf]) {
      const options = named === undefined ? listOf(alternatives) : [];
      const fits = (option: unknown): boolean => {
        const faults: Issue[] = [];
        check(at, option, "", depth + 1, faults);
        return faults.length === 0;
      };
      if (options.length === 0) continue;
      const fitting = options.filter(fits).length;
      if (fitting === 0) fault(where, "fits none of the forms it may have");
      // Texts and numbers of several forms differ by formats alone, which descriptions seldom mean so strictly.
      else if (
        fitting > 1 &&
        alternatives === rules.oneOf &&
        rules.discriminator === undefined &&
        isObject(at) &&
        !judge.isText
      )
        fault(where, `fits ${fitting} of the forms of which it must have one`);
    }
    if (named !== undefined && "$ref" in named) check(at, named, where, depth + 1, found);
    if (named !== undefined && "names" in named)
      fault(`${where}/${escapeToken(named.name)}`, `must be one of ${named.names.slice(0, 20).join(", ")}`);
    const wrong = typeFault(at, rules, judge.isText) ?? rangeFault(at, rules, judge.isText);
    if (wrong !== undefined) return fault(where, wrong);
    if (Array.isArray(at))
      for (const [index, item] of at.entries()) check(item, rules.items, `${where}/${index}`, depth + 1, found);
    if (!isObject(at)) return;
    const properties = objectOf(rules.properties);
    for (const name of listOf(rules.required)) {
      if (typeof name !== "string" || Object.hasOwn(at, name)) continue;
      // What only answers hold is required of answers.
      const isAnswered = Object.hasOwn(properties, name) && resolved(properties[name])?.readOnly === true;
      if (!isAnswered) fault(`${where}/${escapeToken(name)}`, "is required");
    }
    for (const [name, field] of Object.entries(at)) {
      const known = Object.hasOwn(properties, name) ? properties[name] : rules.additionalProperties;
      if (known === false) fault(`${where}/${escapeToken(name)}`, "is not known here");
      else check(field, known, `${where}/${escapeToken(name)}`, depth + 1, found);
    }
  }

  function resolved(given: unknown): JsonObject | undefined {
    const found = isObject(given) && typeof given.$ref === "string" ? judge.lookup(given.$ref) : given;
    return isObject(found) ? found : undefined;
  }
}

/** The form that a value says it has, where its forms are told apart by a property; or the names, where it is none. */
function discriminated(
  value: JsonObject,
  { discriminator, oneOf, anyOf }: JsonObject,
): { readonly $ref: unknown } | { readonly name: string; readonly names: readonly string[] } | undefined {
  const { propertyName: name, mapping } = objectOf(discriminator);
  const options = listOf(oneOf ?? anyOf).map((one) => objectOf(one).$ref);
  if (typeof name !== "string" || typeof value[name] !== "string" || options.length === 0) return undefined;
  const said = value[name];
  const known = objectOf(mapping);
  if (Object.hasOwn(known, said)) return { $ref: known[said] };
  const $ref = options.find((one) => typeof one === "string" && one.endsWith(`/${said}`));
  if ($ref !== undefined) return { $ref };
  const isNamed = options.every((one) => Object.values(known).includes(one));
  return isNamed ? { name, names: Object.keys(known) } : undefined;
}

function typeFault(value: unknown, { type }: JsonObject, isText: boolean): string | undefined {
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

function rangeFault(value: unknown, schema: JsonObject, isText: boolean): string | undefined {
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
  return isText && String(one) === String(value);
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

/** A name that a caller sent as a token of a pointer. It may be of any length, and is told in full to nobody. */
export function escapeToken(name: string): string {
  return escapePointer(name.slice(0, 100));
}
