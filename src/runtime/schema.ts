/** Input is judged by the very schema that is served: exact pointers, plain sentences, no coercion. */
import type { Static, TObject, TSchema } from "@sinclair/typebox";
import {
  type TypeCheck,
  TypeCompiler,
  type ValueError,
  ValueErrorIterator,
  ValueErrorType,
} from "@sinclair/typebox/compiler";
import { Value } from "@sinclair/typebox/value";
import type { Issue } from "./errors.ts";
import { isInterned, intern } from "../text/interned.ts";
import { hasLongParts, LongJson, type LongKind } from "../text/long-json.ts";
import { escapePointer } from "../text/pointer.ts";
import { meantBy } from "./meant-name.ts";
import { issuesOf, toIssue } from "./schema-issues.ts";

/** What became of an input: the clean value with its defaults, or every fault that was found. */
export type Validation<Value = Readonly<Record<string, unknown>>> =
  | { readonly ok: true; readonly value: Value; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

const MAX_WARNINGS = 20;
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
