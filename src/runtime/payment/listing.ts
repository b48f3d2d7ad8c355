/** What a stranger must know of a sold resource to call it: discovery and the terms of a 402 are written from it. */
import { type TObject, type TSchema, TypeGuard } from "@sinclair/typebox";

/** One value for each resource: what is derived from it may be kept by it. */
export interface Listing {
  readonly name: string;
  readonly tags: readonly string[];
  /** JSON Schema of the query (GET) or of the body. */
  readonly input: TObject;
  /** An input that is valid. */
  readonly example: Readonly<Record<string, unknown>>;
  /** What an answer looks like; left out, nobody says. */
  readonly output?: unknown;
  /** Set where one listing is of every path of this form, "/call/:name/". */
  readonly route?: { readonly template: string; readonly params: TObject };
}

/** Deeper than any answer is worth showing. */
const MAX_DEPTH = 6;

/** A value of the shape a schema describes: its own default or example where it has one, else the plainest there is. */
export function exampleOf(schema: TSchema, depth = 0): unknown {
  if (schema["default"] !== undefined) return schema["default"];
  const stated: unknown = (schema["examples"] ?? schema["enum"])?.[0] ?? schema["const"];
  if (stated !== undefined || depth > MAX_DEPTH) return stated ?? null;
  if (TypeGuard.IsUnion(schema)) return schema.anyOf[0] === undefined ? null : exampleOf(schema.anyOf[0], depth + 1);
  if (TypeGuard.IsObject(schema)) {
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties).filter(([name]) => required.has(name));
    return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, depth + 1)]));
  }
  if (TypeGuard.IsArray(schema)) return [exampleOf(schema.items, depth + 1)];
  switch (schema["type"]) {
    case "string":
      return "string";
    case "integer":
    case "number":
      return schema["minimum"] ?? 0;
    case "boolean":
      return true;
    default:
      return schema["type"] === "object" ? {} : null;
  }
}
