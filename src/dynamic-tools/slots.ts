/** What an operation lets be filled in: its parameters of path and query, and the fields of its body. */
import { type JsonObject, listOf, objectOf, textOf } from "../text/foreign.ts";
import { splitIdentifier, wordsOf } from "../catalog/words.ts";
import { kindOf } from "../proxy/request/media.ts";
import type { ApiOperation } from "../proxy/request/operation.ts";
import type { Lookup } from "../proxy/request/schema.ts";

export interface Slot {
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
  /** What the path says it names: "project" of "/projects/{id}". */
  readonly noun?: string | undefined;
}

/** What a key, a language or a way of writing is called by: every caller's own affair, and never what a wish is about. */
const ASIDE =
  /\b(?:key|api key|apikey|appid|token|secret|password|auth|authorization|signature|callback|format|output|version|lang|language|locale|sort|order|fields|user agent|client)\b/;

export function isAside(name: string): boolean {
  return ASIDE.test(spelled(name));
}

export function parameterSlots({ parameters, path, lookup }: ApiOperation): Slot[] {
  return parameters
    .filter((one) => one.in === "path" || one.in === "query")
    .map(({ name, schema, required }) => ({
      name,
      schema: followed(schema, lookup),
      required,
      noun: nounBefore(path, name),
    }));
}

/** The fields of a JSON or form body, not those of what they hold. */
export function fieldSlots({ bodies, lookup }: ApiOperation): Slot[] {
  const form = bodies.find(({ mediaType }) => ["json", "form"].includes(kindOf(mediaType)));
  const slots = form === undefined ? [] : fieldsOf(form.schema, lookup, MAX_DEPTH);
  return [...new Map(slots.map((slot) => [slot.name, slot])).values()];
}

/** The one field in which all others stand, "data" of `{data: {name}}`, and those in it. */
export function wrapperOf(
  fields: readonly Slot[],
  { lookup }: ApiOperation,
): { readonly name: string; readonly fields: readonly Slot[] } | undefined {
  const [only, ...others] = fields;
  if (only === undefined || others.length > 0) return undefined;
  const inner = fieldsOf(only.schema, lookup, MAX_DEPTH);
  return inner.length === 0 ? undefined : { name: only.name, fields: inner };
}

const MAX_DEPTH = 6;

/** Of what may be one thing or another, the first: parts of several would make none of them. */
function fieldsOf(schema: unknown, lookup: Lookup, depth: number): Slot[] {
  if (depth === 0) return [];
  const { allOf, anyOf, oneOf, properties, required } = followed(schema, lookup);
  const parts = [...listOf(allOf), ...listOf(anyOf).slice(0, 1), ...listOf(oneOf).slice(0, 1)];
  const needed = new Set(listOf(required));
  return [
    ...parts.flatMap((part) => fieldsOf(part, lookup, depth - 1)),
    ...Object.entries(objectOf(properties))
      .map(([name, property]) => ({ name, schema: followed(property, lookup), required: needed.has(name) }))
      .filter(({ name, schema }) => name !== "" && !isForReading(schema)),
  ];
}

/** What only answers hold. */
function isForReading({ readOnly, description }: JsonObject): boolean {
  return readOnly === true || /^(?:\W*output[ -]only|read[ -]only)\b/i.test(textOf(description));
}

function followed(schema: unknown, lookup: Lookup): JsonObject {
  const { $ref } = objectOf(schema);
  return objectOf(typeof $ref === "string" ? lookup($ref) : schema);
}

/** The value as the slot's type has it; `undefined` where it cannot be. */
export function ofType(value: unknown, { type, enum: allowed }: JsonObject): unknown {
  const types = [type].flat();
  if (Array.isArray(allowed) && !allowed.map(String).includes(String(value))) return undefined;
  if (types.includes("integer")) return Number.isInteger(Number(value)) ? Number(value) : undefined;
  if (types.includes("number")) return Number.isFinite(Number(value)) ? Number(value) : undefined;
  if (types.includes("array")) return [String(value)];
  if (types.includes("object") || types.includes("boolean")) return undefined;
  return String(value);
}

/** "/projects/{id}": what is named by the id is a project. */
function nounBefore(path: string, name: string): string | undefined {
  const at = path.indexOf(`/{${name}}`);
  const before = at < 0 ? undefined : /\/([A-Za-z][\w-]*)$/.exec(path.slice(0, at))?.[1];
  return before === undefined || /^v\d/.test(before) ? undefined : singular(spelled(before));
}

/** "zipCode1" as "zip code1". */
export function spelled(name: string): string {
  return wordsOf(splitIdentifier(name)).join(" ");
}

export function singular(word: string): string {
  return word
    .replace(/ies$/, "y")
    .replace(/(ch|sh|x|ss)es$/, "$1")
    .replace(/(?<!s)s$/, "");
}
