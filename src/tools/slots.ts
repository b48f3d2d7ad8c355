/** What an operation lets be filled in: its parameters of path and query, and the fields of its body. */
import { type JsonObject, objectOf, textOf } from "../catalog/foreign.ts";
import { splitIdentifier, wordsOf } from "../catalog/words.ts";
import { kindOf } from "../proxy/request/media.ts";
import { propertiesOf } from "../proxy/request/multipart.ts";
import type { Operation } from "../proxy/request/operation.ts";

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

export function parameterSlots({ parameters, path }: Operation): Slot[] {
  return parameters
    .filter((one) => one.in === "path" || one.in === "query")
    .map(({ name, schema, required }) => ({
      name,
      schema: objectOf(schema),
      required,
      noun: nounBefore(path, name),
    }));
}

/** The fields of a JSON or form body, not those of what they hold. */
export function fieldSlots({ bodies, lookup }: Operation): Slot[] {
  const form = bodies.find(({ mediaType }) => ["json", "form"].includes(kindOf(mediaType)));
  if (form === undefined) return [];
  const { $ref, ...own } = objectOf(form.schema);
  const { required } = typeof $ref === "string" ? objectOf(lookup($ref)) : own;
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(objectOf(propertiesOf(form.schema, lookup))).map(([name, property]) => ({
    name,
    schema: objectOf(property),
    required: needed.has(name) && textOf(name) !== "",
  }));
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
  return before === undefined ? undefined : singular(spelled(before));
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
