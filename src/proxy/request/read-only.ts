/** What a description keeps for answers (`readOnly`) is not sent, wherever a caller has it from. */
import { isObject, type JsonObject, listOf, objectOf } from "../../text/foreign.ts";
import type { Lookup } from "./schema.ts";

const MAX_DEPTH = 24;
/** Schemas within `allOf` of schemas. */
const MAX_PARTS = 200;

/** The value without the fields that only answers hold. */
export function withoutReadOnly(value: unknown, schema: unknown, lookup: Lookup, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  const rules = partsOf(schema, lookup);
  if (Array.isArray(value)) {
    const items = rules.find((one) => isObject(one.items))?.items;
    return items === undefined ? value : value.map((item) => withoutReadOnly(item, items, lookup, depth + 1));
  }
  const properties: JsonObject = Object.assign({}, ...rules.map((one) => objectOf(one.properties)));
  const kept = Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
    const given = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (given === undefined) return [[name, field]];
    if (partsOf(given, lookup).some((one) => one.readOnly === true)) return [];
    return [[name, withoutReadOnly(field, given, lookup, depth + 1)]];
  });
  return Object.fromEntries(kept);
}

/** The schema and what it is put together from. */
function partsOf(schema: unknown, lookup: Lookup): JsonObject[] {
  const parts: JsonObject[] = [];
  const queue: unknown[] = [schema];
  for (let at = 0; at < queue.length && at < MAX_PARTS; at++) {
    const given = queue[at];
    const found = isObject(given) && typeof given.$ref === "string" ? lookup(given.$ref) : given;
    if (!isObject(found)) continue;
    parts.push(found);
    queue.push(...listOf(found.allOf));
  }
  return parts;
}
