/**
 * A JSON Schema cut to what a language model can be given: what is deep or long is summarised first, then what is
 * optional is left out. Required fields stay, however deep what is in them was.
 */
import { type JsonObject, isObject, listOf, objectOf, textOf } from "../../text/foreign.ts";

interface SummaryLevel {
  /** So many objects or arrays within each other are shown. */
  readonly depth: number;
  /** Of a description. */
  readonly chars: number;
  /** Optional properties of one object. */
  readonly optional: number;
  readonly values: number;
}

/** From nearly all to hardly more than the names of what is required. */
const LEVELS: readonly SummaryLevel[] = [
  { depth: 6, chars: 300, optional: 200, values: 100 },
  { depth: 5, chars: 160, optional: 100, values: 50 },
  { depth: 4, chars: 120, optional: 60, values: 30 },
  { depth: 4, chars: 80, optional: 30, values: 20 },
  { depth: 3, chars: 80, optional: 20, values: 12 },
  { depth: 3, chars: 40, optional: 8, values: 8 },
  { depth: 2, chars: 0, optional: 4, values: 4 },
  { depth: 2, chars: 0, optional: 0, values: 2 },
];
const KEPT =
  "type format pattern default const minimum maximum minLength maxLength contentEncoding contentMediaType".split(" ");
/** A kept value that is longer says more of the API than of the input. */
const MAX_VALUE = 120;
const MAX_ALTERNATIVES = 4;

/** The schema itself where it is no larger than so many bytes as JSON, else the fullest summary that is not. */
export function summarise(schema: JsonObject, maxBytes: number): JsonObject {
  if (bytesOf(schema) <= maxBytes) return schema;
  const definitions = objectOf(schema.$defs);
  let summary: JsonObject = {};
  for (const level of LEVELS) {
    // Schemas that hold each other are written out again and again: what has more parts than fit is not written on.
    const isLast = level === LEVELS.at(-1);
    const room = { parts: isLast ? Number.POSITIVE_INFINITY : Math.max(1, maxBytes / LEAST_BYTES) };
    summary = reduced(schema, { definitions, level, room }, level.depth);
    if (room.parts >= 0 && bytesOf(summary) <= maxBytes) return summary;
  }
  return withoutInside(summary, maxBytes);
}

/** Of a part: "{}". */
const LEAST_BYTES = 2;

interface Reduction {
  readonly definitions: JsonObject;
  readonly level: SummaryLevel;
  /** How many parts may still be written. */
  readonly room: { parts: number };
}

function reduced(raw: unknown, reduction: Reduction, depth: number): JsonObject {
  const { definitions, level, room } = reduction;
  if (--room.parts < 0) return {};
  const schema = resolved(objectOf(raw), definitions);
  const kept: Record<string, unknown> = {};
  for (const name of KEPT)
    if (schema[name] !== undefined && (JSON.stringify(schema[name]) ?? "").length <= MAX_VALUE)
      kept[name] = schema[name];
  const description = textOf(schema.description).slice(0, level.chars);
  if (description !== "") kept.description = description;
  if (Array.isArray(schema.enum)) kept.enum = schema.enum.slice(0, level.values);
  const isDeep = depth === 0;
  if (isObject(schema.properties) && !isDeep) Object.assign(kept, propertiesOf(schema, reduction, depth - 1));
  if (schema.items !== undefined) kept.items = isDeep ? {} : reduced(schema.items, reduction, depth - 1);
  for (const name of ["allOf", "oneOf", "anyOf"] as const) {
    const parts = listOf(schema[name]).slice(0, MAX_ALTERNATIVES);
    if (parts.length > 0 && !isDeep) kept[name] = parts.map((part) => reduced(part, reduction, depth - 1));
  }
  return kept;
}

function propertiesOf(schema: JsonObject, reduction: Reduction, depth: number): JsonObject {
  const { level } = reduction;
  const required = new Set(listOf(schema.required).map(textOf));
  const all = Object.entries(objectOf(schema.properties));
  const needed = all.filter(([name]) => required.has(name));
  const optional = all.filter(([name]) => !required.has(name)).slice(0, level.optional);
  const shown = [...needed, ...optional];
  return {
    properties: Object.fromEntries(shown.map(([name, one]) => [name, reduced(one, reduction, depth)])),
    ...(needed.length > 0 && { required: needed.map(([name]) => name) }),
  };
}

function resolved(schema: JsonObject, definitions: JsonObject, hops = 4): JsonObject {
  const name = /^#\/\$defs\/(.+)$/.exec(textOf(schema.$ref))?.[1];
  if (name === undefined) return schema;
  return hops === 0 ? {} : resolved(objectOf(definitions[name]), definitions, hops - 1);
}

/** What is left when the required names alone are too many: what there is at the top, as far as it fits. */
function withoutInside({ properties, required }: JsonObject, maxBytes: number): JsonObject {
  const bare = (one: unknown): JsonObject => {
    const { type, required: inner } = objectOf(one);
    return { ...(type !== undefined && { type }), ...(inner !== undefined && { required: inner }) };
  };
  const names = Object.entries(objectOf(properties)).map(([name, one]) => [name, bare(one)] as const);
  const schema = { type: "object", properties: Object.fromEntries(names), ...(required !== undefined && { required }) };
  if (bytesOf(schema) <= maxBytes) return schema;
  return { type: "object", properties: Object.fromEntries(names.map(([name]) => [name, { type: "object" }])) };
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
