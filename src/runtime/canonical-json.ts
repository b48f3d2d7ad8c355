/** JSON by which values are compared: equal values give equal text. */
import { hash } from "node:crypto";
import { LongJson } from "../text/long-json.ts";
import { LONG_PART, isNode } from "./json.ts";

/**
 * JSON with every object's keys sorted: equal values give equal text, whatever order they were sent in. A part that is
 * still text is named by what it says, byte for byte.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value, isNode)) ?? "null";
}

/**
 * The same with a hash in the place of each long text, for whoever keeps no more than a hash of it all: it is not
 * copied, as it would be into the JSON, and once more into what is hashed.
 */
export function hashedJson(value: unknown): string {
  return JSON.stringify(sorted(value, isNodeOrLong)) ?? "null";
}

/** A value that is written with its keys in order. Most are small and in order as they came. */
function sorted(value: unknown, isWork: (part: unknown) => boolean): unknown {
  if (!isWork(value)) return value;
  if (typeof value === "string") return { sha256: hash("sha256", value, "hex") };
  if (value instanceof LongJson) return { sha256: value.sha256() };
  if (Array.isArray(value)) return value.some(isWork) ? value.map((part) => sorted(part, isWork)) : value;
  const fields = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(fields);
  const isWritten = keys.every((key, at) => (at === 0 || (keys[at - 1] as string) < key) && !isWork(fields[key]));
  return isWritten ? value : Object.fromEntries(keys.sort().map((key) => [key, sorted(fields[key], isWork)]));
}

/** Of a broken text the hash is that of another one: it is written as it is. */
function isNodeOrLong(value: unknown): boolean {
  return typeof value === "string" ? value.length > LONG_PART && value.isWellFormed() : isNode(value);
}
