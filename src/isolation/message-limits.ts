/**
 * How much a child may say: an honest one keeps to it and tells its actor, and any other is ended. Both ends of the wire
 * use this file.
 */
import { MAX_ISSUES } from "../runtime/errors.ts";
import { MAX_DEPTH } from "../runtime/json.ts";
import type { Shape } from "../text/json-fault.ts";
import type { WireError } from "./messages.ts";

/** Characters of a message that carries no answer. */
export const MAX_ASIDE = 1024 * 1024;
/** Characters of a message that is looked over before anything is built of it. */
export const LONG = 64 * 1024;
/** What one run may ask of its context. */
export const MAX_CALLS = 1_000;
/** Of one message, as of one body. */
const MAX_VALUES = 200_000;
/** Of one fault of an input: its pointer, and what is wrong there. */
const MAX_ISSUE_CHARS = 500;

type Issues = NonNullable<WireError["issues"]>;

/** What keeps a long message from being taken. */
export function excessOf({ fault, depth, values }: Shape): "broken" | "deep" | "many" | undefined {
  if (fault !== -1) return "broken";
  if (depth > MAX_DEPTH + 4) return "deep";
  return values > MAX_VALUES ? "many" : undefined;
}

/** As many faults as a message takes, whatever an actor's code calls so. */
export function toldIssues(issues: unknown): Issues | undefined {
  if (!Array.isArray(issues)) return undefined;
  return issues.slice(0, MAX_ISSUES).map(({ pointer, detail }: Partial<Issues[number]>) => ({
    pointer: String(pointer).slice(0, MAX_ISSUE_CHARS),
    detail: String(detail).slice(0, MAX_ISSUE_CHARS),
  }));
}
