/** Reading query strings: text becomes what the schema says only where that loses nothing. */
import type { TObject, TSchema } from "@sinclair/typebox";
import { LRUCache } from "lru-cache";
import { invalidFields } from "../../runtime/errors.ts";
import type { Validation } from "../../runtime/schema.ts";
import { intern } from "../../text/interned.ts";
import { requestUrl } from "../../runtime/http/request-url.ts";

/** Names that mean nothing here; more are not even looked at. */
const MAX_UNKNOWN = 50;

/**
 * The input a query string spells, still to be judged. What does not read as its type is left as text, and a name that
 * comes twice as a list, so that the schema says what is wrong with it.
 */
export function queryInput(schema: TObject, url: string): Record<string, unknown> {
  const given = new Map<string, string[]>();
  let unknown = 0;
  for (const [name, text] of requestUrl({ url }).searchParams) {
    const values = given.get(name);
    if (values !== undefined) values.push(text);
    else if (Object.hasOwn(schema.properties, name) || unknown++ < MAX_UNKNOWN) given.set(name, [text]);
  }
  const input: Record<string, unknown> = {};
  for (const [name, values] of given) {
    const value = values.length > 1 ? values : typed(schema.properties[name], values[0] ?? "");
    Object.defineProperty(input, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return input;
}

const MAX_KNOWN = 1000;
const MAX_KNOWN_CHARS = 600;

/** As `queryInput`; a short query that comes again is read and judged once. */
export function queryReader(schema: TObject): (url: string) => Readonly<Record<string, unknown>> {
  const known = new LRUCache<string, Readonly<Record<string, unknown>>>({ max: MAX_KNOWN });
  return (url) => {
    const start = url.indexOf("?");
    if (start < 0 || url.length - start > MAX_KNOWN_CHARS) return queryInput(schema, url);
    const query = url.slice(start);
    const read = known.get(query);
    if (read !== undefined) return read;
    const fresh = intern(queryInput(schema, url));
    known.set(query, fresh);
    return fresh;
  };
}

/** @throws {HubError} `invalid_input` with a pointer to each fault. */
export function expectValidQuery<Value>(validation: Validation<Value>): Value {
  if (validation.ok) return validation.value;
  throw invalidFields("The query is not valid", validation.issues);
}

function typed(schema: TSchema | undefined, text: string): unknown {
  if (schema?.["type"] === "integer") return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  if (schema?.["type"] === "boolean") return text === "true" ? true : text === "false" ? false : text;
  return text;
}
