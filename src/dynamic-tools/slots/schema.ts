/** The schema of a slot as one object: what references, `allOf` and the first alternative say, together. */
import type { Lookup } from "../../proxy/request/schema.ts";
import { type JsonObject, listOf, objectOf } from "../../text/foreign.ts";

const MAX_DEPTH = 5;

export function followed(schema: unknown, lookup: Lookup): JsonObject {
  const { $ref } = objectOf(schema);
  return objectOf(typeof $ref === "string" ? lookup($ref) : schema);
}

/** What stands nearest is said last: the description of a field rather than that of its type. */
export function mergedSchema(schema: unknown, lookup: Lookup, depth = MAX_DEPTH): JsonObject {
  const own = followed(schema, lookup);
  if (depth === 0) return own;
  const { allOf, anyOf, oneOf, items } = own;
  const parts = listOf(allOf).map((one) => mergedSchema(one, lookup, depth - 1));
  const options = [...listOf(anyOf), ...listOf(oneOf)].map((one) => mergedSchema(one, lookup, depth - 1));
  // "an id or a slug" takes any text.
  const option =
    own.type === undefined
      ? (options.find(({ type, enum: members }) => type === "string" && members === undefined) ??
        options.find(({ type }) => type !== undefined && type !== "null"))
      : undefined;
  if (parts.length === 0 && option === undefined && items === undefined) return own;
  return {
    ...Object.assign({}, ...parts, option),
    ...own,
    ...(items !== undefined && { items: mergedSchema(items, lookup, depth - 1) }),
  } as JsonObject; // Objects make one.
}

export function takesNumbers({ type }: JsonObject): boolean {
  return [type].flat().some((one) => one === "integer" || one === "number");
}
