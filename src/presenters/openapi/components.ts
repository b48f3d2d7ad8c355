/** Gathers what several parts of an OpenAPI document share: a schema with a name stands once, and is referred to. */
import type { TSchema } from "@sinclair/typebox";
import { objectOf } from "../../text/foreign.ts";
import { withAnyName } from "../../runtime/served-schema.ts";

export type Json = Readonly<Record<string, unknown>>;

export interface Components {
  /** The schema as it stands in the document. */
  schema(schema: TSchema): unknown;
  /** A response that several operations share, by its name. */
  response(name: string, write: () => Json): Json;
  /** All that was named, in the order of the names. */
  schemas(): Json;
  responses(): Json;
}

/** Keywords that hold values, not schemas. */
const VALUES = new Set(["default", "const", "enum", "examples"]);

export function createComponents(): Components {
  const named = new Map<string, unknown>();
  const responses = new Map<string, Json>();
  const written = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(written);
    if (typeof value !== "object" || value === null) return value;
    const { $id: name, ...rest } = objectOf(withAnyName(value));
    if (typeof name !== "string") return members(rest);
    if (!named.has(name)) {
      named.set(name, undefined); // A schema may hold itself.
      named.set(name, members(rest));
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  const members = (schema: Json): Record<string, unknown> => {
    const entries = Object.entries(schema).map(([key, value]) => {
      if (VALUES.has(key)) return [key, value] as const;
      // A field may have the name of a keyword.
      return [key, key === "properties" ? fields(objectOf(value)) : written(value)] as const;
    });
    return Object.fromEntries(entries);
  };
  const fields = (properties: Json): Json =>
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, written(schema)] as const));
  return {
    schema: written,
    response(name, write) {
      if (!responses.has(name)) responses.set(name, write());
      return { $ref: `#/components/responses/${name}` };
    },
    schemas: () => inOrder(named),
    responses: () => inOrder(responses),
  };
}

function inOrder(named: ReadonlyMap<string, unknown>): Json {
  return Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A schema as JSON, without what only TypeBox reads and without names: those of an actor are its own affair. */
export function plainSchema(schema: TSchema): TSchema {
  return JSON.parse(JSON.stringify(schema));
}
