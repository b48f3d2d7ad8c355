/** The fields of a body's schema: those of an object, and what its parts say of each. */
import type { ApiOperation } from "../../proxy/request/operation.ts";
import type { Lookup } from "../../proxy/request/schema.ts";
import { type JsonObject, listOf, objectOf, textOf } from "../../text/foreign.ts";
import { kindOf } from "../../text/media-types.ts";
import { followed } from "./schema.ts";

export const MAX_DEPTH = 5;

/** The body whose fields are filled in; `undefined` where none is JSON or a form. */
export function fieldedBody({ bodies }: Pick<ApiOperation, "bodies">): ApiOperation["bodies"][number] | undefined {
  return bodies.find(({ mediaType }) => ["json", "form"].includes(kindOf(mediaType)));
}

export interface SlotHolder {
  readonly schema: unknown;
  readonly path: readonly string[];
  readonly name: string;
  readonly required: boolean;
  readonly needed: boolean;
}

/** Whether fields stand in it, rather than a value. */
export function holds(schema: unknown, lookup: Lookup): boolean {
  const { properties, allOf, anyOf, oneOf, items, type } = followed(schema, lookup);
  if (items !== undefined || type === "array") return holds(items, lookup);
  if (Object.keys(objectOf(properties)).length > 0) return true;
  return [...listOf(allOf), ...listOf(anyOf).slice(0, 1), ...listOf(oneOf).slice(0, 1)].some((one) => {
    const part = followed(one, lookup);
    return Object.keys(objectOf(part.properties)).length > 0 || listOf(part.allOf).length > 0;
  });
}

export function childrenOf({ schema, path, name, needed }: SlotHolder, lookup: Lookup): SlotHolder[] {
  const { items } = followed(schema, lookup);
  if (items !== undefined)
    return childrenOf({ schema: items, path: [...path, "0"], name, required: true, needed }, lookup);
  return fieldsOf(schema, lookup, MAX_DEPTH).map((field) => ({
    ...field,
    path: [...path, field.name],
    needed: needed && field.required,
  }));
}

interface Field {
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** Of what may be one thing or another, the first: parts of several would make none of them. */
function fieldsOf(schema: unknown, lookup: Lookup, depth: number): Field[] {
  if (depth === 0) return [];
  const { allOf, anyOf, oneOf, properties, required } = followed(schema, lookup);
  const parts = [...listOf(allOf), ...listOf(anyOf).slice(0, 1), ...listOf(oneOf).slice(0, 1)];
  const needed = new Set(listOf(required));
  return merged([
    ...parts.flatMap((part) => fieldsOf(part, lookup, depth - 1)),
    ...Object.entries(objectOf(properties))
      .map(([name, property]) => ({ name, schema: followed(property, lookup), required: needed.has(name) }))
      .filter(({ name, schema }) => name !== "" && !isForReading(schema)),
  ]);
}

/** What one part describes another may give its type. */
function merged(fields: readonly Field[]): Field[] {
  const byName = new Map<string, Field>();
  for (const { name, schema, required } of fields) {
    const known = byName.get(name);
    byName.set(name, {
      name,
      schema: { ...known?.schema, ...schema },
      required: required || known?.required === true,
    });
  }
  return [...byName.values()];
}

/** What only answers hold. */
function isForReading({ readOnly, description }: JsonObject): boolean {
  return readOnly === true || /^(?:\W*output[ -]only|read[ -]only)\b/i.test(textOf(description));
}
