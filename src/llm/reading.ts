/** Finds the JSON object a model meant, whatever it wrote around it, and keeps of it what the schema knows. Pure. */
import { isObject, type JsonObject } from "../text/foreign.ts";
import { type Static, type TObject, type TSchema, TypeGuard } from "@sinclair/typebox";
import { boundedJsonIn } from "../runtime/json.ts";
import { readerOf } from "../runtime/schema.ts";

/** How many places an object may begin at are tried. */
const MAX_TRIES = 20;

export type ReadResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: string };

/** Compiles the reader of answers that fit `schema`, after `clean` has gone over what they say. */
export function answerReader<Schema extends TObject>(
  schema: Schema,
  clean: (value: unknown) => unknown,
): (text: string) => ReadResult<Static<Schema>> {
  const read = readerOf(schema);
  return (text) => {
    let fault = "It is not one JSON object.";
    // Drafts come before the answer, and so does what a page brought along.
    for (const found of objectsIn(text).toReversed()) {
      const answer = read(clean(known(schema, found)));
      if (answer.ok) return answer;
      fault = `"${answer.fault.pointer}" ${answer.fault.detail}.`;
    }
    return { ok: false, fault };
  };
}

/** The whole text, or what stands in code fences, and then objects in the prose, in their order. */
function objectsIn(text: string): readonly JsonObject[] {
  const whole = parsed(text);
  if (whole !== undefined) return [whole];
  // Between fences every other part is what they enclose.
  const fenced = text
    .split("```", 2 * MAX_TRIES + 1)
    .filter((_, index, parts) => index % 2 === 1 && index < parts.length - 1)
    .map((part) => parsed(part.replace(/^[a-z]*\s*/i, "")));
  return [...fenced.filter((object) => object !== undefined), ...inProse(text)];
}

function inProse(text: string): JsonObject[] {
  const found: JsonObject[] = [];
  let start = text.indexOf("{");
  for (let tries = 0; start >= 0 && tries < MAX_TRIES; tries++) {
    const end = endOfObject(text, start);
    const object = end === undefined ? undefined : parsed(text.slice(start, end));
    if (object !== undefined) found.push(object);
    start = text.indexOf("{", object === undefined ? start + 1 : end);
  }
  return found;
}

function parsed(text: string): JsonObject | undefined {
  const value = boundedJsonIn(text.trim());
  return isObject(value) ? value : undefined;
}

/** Where the object that begins at `start` ends; braces inside its texts do not count. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let isText = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (isText) {
      if (char === "\\") at++;
      else if (char === '"') isText = false;
    } else if (char === '"') isText = true;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return at + 1;
  }
  return undefined;
}

/** The value without the fields the schema does not name, at every depth. */
function known(schema: TSchema, value: unknown): unknown {
  if (TypeGuard.IsArray(schema) && Array.isArray(value)) return value.map((entry) => known(schema.items, entry));
  if (!TypeGuard.IsObject(schema) || !isObject(value)) return value;
  const fields = Object.entries(schema.properties).filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(fields.map(([name, field]) => [name, known(field, value[name])]));
}
