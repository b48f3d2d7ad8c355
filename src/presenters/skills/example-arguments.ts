/** Arguments that fit an operation, made of what its description says: its examples, its defaults, else the plainest. */
import { isObject, type JsonObject, listOf, objectOf, textOf } from "../../text/foreign.ts";

const DEEPEST = 5;
/** Of one operation, written out: schemas that hold each other would be millions. */
const MAX_VALUES = 2_000;

interface Writing {
  readonly definitions: JsonObject;
  /** How many values may still be written. */
  left: number;
}

/** What a call must bring, by name, and an example of it. `schema` is the input schema of the operation as a tool. */
export function neededArguments(schema: JsonObject): {
  readonly names: readonly string[];
  readonly example: JsonObject;
} {
  const properties = objectOf(schema.properties);
  const writing = { definitions: objectOf(schema.$defs), left: MAX_VALUES };
  const params = objectOf(properties.params);
  const names = listOf(params.required).map(textOf);
  const given = Object.fromEntries(names.map((name) => [name, exampleOf(objectOf(params.properties)[name], writing)]));
  const needsBody = listOf(schema.required).includes("body");
  return {
    names: needsBody ? [...names, "body"] : names,
    example: {
      ...(names.length > 0 && { params: given }),
      ...(needsBody && { body: exampleOf(properties.body, writing) }),
    },
  };
}

function exampleOf(value: unknown, writing: Writing, depth = 0): unknown {
  const schema = followed(value, writing.definitions);
  const isDeep = --writing.left < 0 || depth >= DEEPEST;
  const { example, examples, default: usual, const: only, enum: values, type, format, minimum } = schema;
  const stated = [example, listOf(examples)[0], usual, only, listOf(values)[0]].find(
    (one) => one !== undefined && one !== null,
  );
  if (stated !== undefined) return stated;
  const [way] = [schema.anyOf, schema.oneOf, schema.allOf].flatMap(listOf);
  if (way !== undefined && !isDeep) return exampleOf(way, writing, depth + 1);
  switch (Array.isArray(type) ? type[0] : type) {
    case "integer":
    case "number":
      return typeof minimum === "number" ? minimum : 1;
    case "boolean":
      return true;
    case "array":
      return isDeep ? [] : [exampleOf(schema.items, writing, depth + 1)];
    case "object":
      return Object.fromEntries(
        isDeep
          ? []
          : listOf(schema.required).map((name) => [
              textOf(name),
              exampleOf(objectOf(schema.properties)[textOf(name)], writing, depth + 1),
            ]),
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
