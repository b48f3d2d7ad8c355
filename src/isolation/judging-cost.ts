/** What it may take to hold a value against a schema of strangers, counted before it is done: one long look stalls the hub. */
import type { TSchema } from "@sinclair/typebox";
import { INTERPRETED, type JudgingCost } from "../runtime/schema.ts";
import { isObject, listOf, objectOf } from "../text/foreign.ts";

/** Of a schema whose parts have theirs: the most that any place in it costs for one value that stands there. */
export function costOf(schema: Readonly<Record<string, unknown>>): JudgingCost {
  const { properties, required, additionalProperties, patternProperties, items, anyOf, allOf } = schema;
  const choices = [...listOf(anyOf), ...listOf(allOf)].map(ownOf);
  if (choices.length > 0)
    return {
      ofObject: choices.reduce((sum, { ofObject }) => sum + ofObject, 1),
      ofOther: choices.reduce((sum, { ofOther }) => sum + ofOther, 1),
    };
  const known = Object.values(objectOf(properties));
  // Where others are judged, too, each name is looked for among those that are known.
  const ofName = additionalProperties === undefined ? 0 : known.length;
  const parts = [
    ...known,
    ...Object.values(objectOf(patternProperties)),
    ...(Array.isArray(items) ? items : [items]),
    additionalProperties,
  ].map(ownOf);
  return {
    ofObject: Math.max(1 + known.length + listOf(required).length, ...parts.map(({ ofObject }) => ofName + ofObject)),
    ofOther: Math.max(1, ...parts.map(({ ofOther }) => ofName + ofOther)),
  };
}

/** What is no schema, such as `additionalProperties: false`, costs nothing. */
function ownOf(part: unknown): JudgingCost {
  return (isObject(part) ? (part as TSchema)[INTERPRETED as never] : undefined) ?? { ofObject: 0, ofOther: 0 };
}
