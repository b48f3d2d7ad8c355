/** What a judge of a schema has found, in plain sentences. */
import { type ValueError, ValueErrorType } from "@sinclair/typebox/compiler";
import { listOf, objectOf } from "../text/foreign.ts";
import { type Issue, MAX_ISSUES } from "./errors.ts";
import { meantBy } from "./meant-name.ts";
import { NOT_BLANK } from "./schema-parts.ts";

/** Unknown names that may have been meant for a missing one. */
const MAX_GUESSED = 50;

export interface SentNames {
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
}

const NO_NAMES: SentNames = { missing: [], unknown: [] };

export function issuesOf(errors: Iterable<ValueError>, names = NO_NAMES): Issue[] {
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

export function toIssue(error: ValueError, names = NO_NAMES): Issue {
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
