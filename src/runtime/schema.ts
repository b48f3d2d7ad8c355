/** Input is judged by the very schema that is served: exact pointers, plain sentences, no coercion. */
import { listOf, objectOf } from "../text/foreign.ts";
import { editDistance } from "../text/edit-distance.ts";
import type { Static, TObject, TSchema } from "@sinclair/typebox";
import {
  type TypeCheck,
  TypeCompiler,
  type ValueError,
  ValueErrorIterator,
  ValueErrorType,
} from "@sinclair/typebox/compiler";
import { Value } from "@sinclair/typebox/value";
import { type Issue, MAX_ISSUES } from "./errors.ts";
import { isInterned, intern } from "../text/interned.ts";
import { hasLongParts, LongJson, type LongKind } from "../text/long-json.ts";
import { escapePointer } from "../text/pointer.ts";
import { NOT_BLANK } from "./schema-parts.ts";

/** What became of an input: the clean value with its defaults, or every fault that was found. */
export type Validation<Value = Readonly<Record<string, unknown>>> =
  | { readonly ok: true; readonly value: Value; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

const MAX_WARNINGS = 20;
/** Unknown names that may have been meant for a missing one. */
const MAX_GUESSED = 50;
const NO_WARNINGS: readonly string[] = [];

/** Marks a schema of strangers, with what it costs: it is walked whenever it judges, and never becomes code. */
export const INTERPRETED = Symbol.for("agent-api-hub interpreted schema");

/** How many looks the walk of a schema takes at most for one value, wherever in it that stands. */
export interface JudgingCost {
  readonly ofObject: number;
  readonly ofOther: number;
}

/** Of one walk: some tenths of a second. */
const MAX_LOOKS = 2_000_000;

/** The check of a schema, compiled where the schema is of people that are trusted. */
function checkOf<Schema extends TSchema>(schema: Schema): Pick<TypeCheck<Schema>, "Check" | "Errors"> {
  if (!(INTERPRETED in schema)) return TypeCompiler.Compile(schema);
  const cost = schema[INTERPRETED as never] as JudgingCost; // Set with the mark.
  const isShort = (value: unknown): boolean => leftAfter(value, cost, MAX_LOOKS) >= 0;
  return {
    Check: (value): value is Static<Schema> => isShort(value) && Value.Check(schema, value),
    Errors: (value) =>
      isShort(value) ? Value.Errors(schema, value) : new ValueErrorIterator([tooMuch(schema, value)].values()),
  };
}

/** What is left of so many looks after the walk of a value with all that it holds; below 0 where they do not suffice. */
function leftAfter(value: unknown, cost: JudgingCost, looks: number): number {
  if (typeof value !== "object" || value === null) return looks - cost.ofOther;
  let left = looks - (Array.isArray(value) ? cost.ofOther : cost.ofObject);
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    if (left < 0) break;
    left = leftAfter(part, cost, left);
  }
  return left;
}

function tooMuch(schema: TSchema, value: unknown): ValueError {
  const message = "holds more values than are held against a schema of so many choices";
  return { type: ValueErrorType.Kind, schema, path: "", value, message, errors: [] };
}

/**
 * Compiles the judge of an object schema. Fields the schema does not know are left out of the value and named in
 * the warnings; missing ones take their default. The input is not changed, and not kept unless it lasts: then it is
 * judged once.
 */
export function inputValidator<Schema extends TObject>(schema: Schema): (input: unknown) => Validation<Static<Schema>> {
  const compiled = checkOf(schema);
  const properties = Object.entries(schema.properties).map(
    ([name, property]) => [name, copier(property.default)] as const,
  );
  const names = new Set(Object.keys(schema.properties));
  const required = schema.required ?? [];
  const ofAnyLength = new Set(names.values().filter((name) => isOfAnyLength(schema.properties[name]!)));

  const validations = new WeakMap<object, Validation>();
  const judge = (sent: Readonly<Record<string, unknown>>): Validation => {
    const value: Record<string, unknown> = {};
    for (const [name, defaultValue] of properties) {
      const field = Object.hasOwn(sent, name) ? sent[name] : defaultValue();
      if (field !== undefined) value[name] = field;
    }
    const unknown = Object.keys(sent).filter((name) => !names.has(name));
    if (hasLongParts(value)) {
      const issues = longIssues(value);
      return issues.length === 0 ? { ok: true, value, warnings: warningsOf(unknown, names) } : { ok: false, issues };
    }
    if (compiled.Check(value)) return { ok: true, value, warnings: warningsOf(unknown, names) };
    const missing = required.filter((name) => !Object.hasOwn(value, name));
    return { ok: false, issues: issuesOf(compiled.Errors(value), { missing, unknown }) };
  };

  /** What is still text is judged by its kind: more than that is asked of none that may be as long. */
  function longIssues(value: Readonly<Record<string, unknown>>): Issue[] {
    const shown = Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, part instanceof LongJson ? EMPTY[part.kind] : part]),
    );
    if (!compiled.Check(shown)) return issuesOf(compiled.Errors(shown));
    return Object.keys(value)
      .filter((name) => value[name] instanceof LongJson && !ofAnyLength.has(name))
      .map((name) => ({ pointer: `/${escapePointer(name)}`, detail: "is too long" }));
  }

  return (input) => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) {
      return { ok: false, issues: [{ pointer: "", detail: "must be a JSON object" }] };
    }
    const known = validations.get(input);
    if (known !== undefined) return known;
    const validation = judge(input as Record<string, unknown>);
    if (isInterned(input)) validations.set(input, intern(validation));
    return validation;
  };
}

const EMPTY: Readonly<Record<LongKind, unknown>> = { array: [], object: {}, string: "" };
/** Keywords that say nothing of what is within. */
const SAYS_NOTHING = new Set(["type", "title", "description", "default", "examples"]);

/** Whether a schema asks no more of a value than its kind. */
function isOfAnyLength(schema: TSchema): boolean {
  return Object.entries(schema).every(
    ([keyword, value]) => SAYS_NOTHING.has(keyword) || (keyword === "items" && Object.keys(value).length === 0),
  );
}

/** Makes what stands in for a missing field: a copy, so that no run can change it for the next one. */
function copier(value: unknown): () => unknown {
  return typeof value === "object" ? () => structuredClone(value) : () => value;
}

/** Compiles a check of foreign or produced data: `undefined` when it fits, otherwise the first fault. */
export function faultFinder(schema: TSchema): (value: unknown) => Issue | undefined {
  const compiled = checkOf(schema);
  return (value) => {
    if (compiled.Check(value)) return undefined;
    const fault = compiled.Errors(value).First();
    return fault === undefined ? { pointer: "", detail: "does not fit the schema" } : toIssue(fault);
  };
}

/** Compiles the guard of foreign data: whether a value fits, and so has the schema's type. */
export function guardOf<Schema extends TSchema>(schema: Schema): (value: unknown) => value is Static<Schema> {
  const compiled = checkOf(schema);
  return (value): value is Static<Schema> => compiled.Check(value);
}

/** Foreign data as what its schema says it is, or the first fault in it. */
export type ParseResult<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly fault: Issue };

/** Compiles the reader of foreign data. */
export function readerOf<Schema extends TSchema>(schema: Schema): (value: unknown) => ParseResult<Static<Schema>> {
  const fits = guardOf(schema);
  const faultOf = faultFinder(schema);
  return (value) =>
    fits(value)
      ? { ok: true, value }
      : { ok: false, fault: faultOf(value) ?? { pointer: "", detail: "does not fit the schema" } };
}

/** Whether a check of it can be compiled: its references lead somewhere and its kinds are known. */
export function isCheckable(schema: TSchema): boolean {
  try {
    checkOf(schema);
    return true;
  } catch {
    return false;
  }
}

/** The name of `names` that `word` most likely meant: at most two edits away, and not more than a third of it. */
export function nearest(word: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.min(3, Math.floor(word.length / 3) + 1);
  for (const name of names) {
    const distance = editDistance(word.toLowerCase(), name.toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best;
}

/** As `nearest`, and the one of which it is the beginning or that is its own: "latitude" means "lat", "q" means "query". */
function meantBy(word: string, names: Iterable<string>): string | undefined {
  const known = [...names];
  const near = nearest(word, known);
  if (near !== undefined) return near;
  const [only, ...others] = known.filter((name) => isStartOf(word, name) || isStartOf(name, word));
  return others.length === 0 ? only : undefined;
}

function isStartOf(start: string, word: string): boolean {
  return start !== "" && word.toLowerCase().startsWith(start.toLowerCase());
}

function warningsOf(unknown: readonly string[], names: Iterable<string>): readonly string[] {
  if (unknown.length === 0) return NO_WARNINGS;
  const warnings = unknown.slice(0, MAX_WARNINGS).map((name) => ignored(name, names));
  const more = unknown.length - warnings.length;
  return more === 0 ? warnings : [...warnings, `${more} more unknown fields were ignored.`];
}

function ignored(name: string, names: Iterable<string>): string {
  const shown = JSON.stringify(name.slice(0, 64));
  const near = meantBy(name, names);
  return `Unknown field ${shown} was ignored.${near === undefined ? "" : ` Did you mean "${near}"?`}`;
}

interface SentNames {
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
}

const NO_NAMES: SentNames = { missing: [], unknown: [] };

function issuesOf(errors: Iterable<ValueError>, names = NO_NAMES): Issue[] {
  const issues = new Map<string, Issue>();
  for (const error of errors) {
    if (issues.size >= MAX_ISSUES) break;
    // TypeBox reports a missing field twice: as missing, and as of the wrong type.
    if (!issues.has(error.path)) issues.set(error.path, toIssue(error, names));
  }
  return [...issues.values()];
}

/** What a missing field was sent as: under a name like its own, or the one name that nobody knows for the one that is missing. */
function sentAs(name: string, { missing, unknown }: SentNames): string | undefined {
  if (!missing.includes(name)) return undefined; // It is missing further within.
  const guessed = unknown.slice(0, MAX_GUESSED);
  const alike = guessed.find((candidate) => meantBy(candidate, [name]) !== undefined);
  return alike ?? (missing.length === 1 && guessed.length === 1 ? guessed[0] : undefined);
}

function toIssue(error: ValueError, names = NO_NAMES): Issue {
  if (error.type === ValueErrorType.ObjectRequiredProperty) {
    const sent = sentAs(error.path.slice(1), names);
    return {
      pointer: error.path,
      detail:
        sent === undefined ? "is required" : `is required; did you mean it by ${JSON.stringify(sent.slice(0, 64))}?`,
    };
  }
  const isBlank = error.type === ValueErrorType.StringMinLength || error.type === ValueErrorType.StringPattern;
  if (isBlank && error.schema["pattern"] === NOT_BLANK) return { pointer: error.path, detail: "must not be blank" };
  if (
    error.type === ValueErrorType.Kind &&
    error.schema["pattern"] !== undefined &&
    error.schema["enum"] === undefined
  ) {
    const { minLength = 0, maxLength } = error.schema;
    const most = maxLength === undefined ? "" : ` and at most ${maxLength}`;
    return { pointer: error.path, detail: `must be a string of at least ${minLength}${most} characters` };
  }
  const allowed = error.schema["enum"];
  if (Array.isArray(allowed)) return { pointer: error.path, detail: `must be one of ${allowed.join(", ")}` };
  // A pattern of any length says less than what fits it.
  const [example] = error.type === ValueErrorType.StringPattern ? listOf(error.schema["examples"]) : [];
  if (example !== undefined) return { pointer: error.path, detail: `must be such as ${JSON.stringify(example)}` };
  const parts = error.type === ValueErrorType.Union ? listOf(error.schema["anyOf"]).map((one) => objectOf(one)) : [];
  if (parts.length > 0 && parts.every((one) => "const" in one))
    return { pointer: error.path, detail: `must be one of ${parts.map((one) => String(one["const"])).join(", ")}` };
  const kinds = parts.map((one) => one["type"]);
  if (kinds.length > 0 && kinds.every((kind) => typeof kind === "string"))
    return { pointer: error.path, detail: `must be ${[...new Set(kinds)].join(" or ")}` };
  return { pointer: error.path, detail: sentence(error.message) };
}

/** TypeBox's "Expected integer to be less or equal to 100" as "must be integer, …" reads in our other sentences. */
function sentence(message: string): string {
  return message
    .replace(/^Expected (.*?) length (?:to be )?(.*)$/, "must have a length $2")
    .replace(/^Expected (.*?) to (be|match) (.*)$/, "must $2 $3")
    .replace(/^Expected /, "must be ");
}
