/** Arguments that fit an operation, made of what its description says: its examples, its defaults, else the plainest. */
import { isObject, type JsonObject, listOf, objectOf, textOf } from "../../text/foreign.ts";

const DEEPEST = 5;

/** What a call must bring, by name, and an example of it. `schema` is the input schema of the operation as a tool. */
export function neededArguments(schema: JsonObject): {
  readonly names: readonly string[];
  readonly example: JsonObject;
} {
  const properties = objectOf(schema.properties);
  const definitions = objectOf(schema.$defs);
  const params = objectOf(properties.params);
  const names = listOf(params.required).map(textOf);
  const given = Object.fromEntries(
    names.map((name) => [name, exampleOf(objectOf(params.properties)[name], definitions)]),
  );
  const needsBody = listOf(schema.required).includes("body");
  return {
    names: needsBody ? [...names, "body"] : names,
    example: {
      ...(names.length > 0 && { params: given }),
      ...(needsBody && { body: exampleOf(properties.body, definitions) }),
    },
  };
}

function exampleOf(value: unknown, definitions: JsonObject, depth = 0): unknown {
  const schema = followed(value, definitions);
  const { example, examples, default: usual, const: only, enum: values, type, format, minimum } = schema;
  const stated = [example, listOf(examples)[0], usual, only, listOf(values)[0]].find(
    (one) => one !== undefined && one !== null,
  );
  if (stated !== undefined) return stated;
  const [way] = [schema.anyOf, schema.oneOf, schema.allOf].flatMap(listOf);
  if (way !== undefined && depth < DEEPEST) return exampleOf(way, definitions, depth + 1);
  switch (Array.isArray(type) ? type[0] : type) {
    case "integer":
    case "number":
      return typeof minimum === "number" ? minimum : 1;
    case "boolean":
      return true;
    case "array":
      return depth < DEEPEST ? [exampleOf(schema.items, definitions, depth + 1)] : [];
    case "object":
      return Object.fromEntries(
        depth < DEEPEST
          ? listOf(schema.required).map((name) => [
              textOf(name),
              exampleOf(objectOf(schema.properties)[textOf(name)], definitions, depth + 1),
            ])
          : [],
      );
    default:
      return textExample(textOf(format));
  }
}

function textExample(format: string): string {
  switch (format) {
    case "date":
      return "2026-01-15";
    case "date-time":
      return "2026-01-15T12:00:00Z";
    case "email":
      return "you@example.com";
    case "uri":
    case "url":
      return "https://example.com/";
    case "uuid":
      return "123e4567-e89b-42d3-a456-426614174000";
    default:
      return "example";
  }
}

function followed(value: unknown, definitions: JsonObject): JsonObject {
  const schema = objectOf(value);
  const name = /^#\/\$defs\/(.+)$/.exec(textOf(schema.$ref))?.[1];
  const target = name === undefined ? undefined : definitions[name];
  return isObject(target) ? target : schema;
}
