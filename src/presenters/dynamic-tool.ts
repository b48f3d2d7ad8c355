/** A composed tool as the wire format shows it. */
import { isObject, type JsonObject, listOf, objectOf, textOf } from "../text/foreign.ts";
import { inputSchema, type ToolFormat, toolShape } from "../catalog/spec/definitions.ts";
import type { Callee } from "../proxy/operations.ts";
import type { StoredTool } from "../dynamic-tools/repository.ts";
import type { OfferedTool } from "./tools.ts";

/** `spec` is the entry's own description. */
export function dynamicTool(tool: StoredTool, { entry, operation }: Callee, spec: JsonObject): JsonObject {
  return {
    slug: tool.slug,
    version: tool.version,
    name: entry.name,
    description: `${entry.apiTitle}: ${entry.name}. ${entry.description}`.slice(0, 1000),
    input_schema: schemaWith(tool, spec),
    method: operation.method,
    url_template: operation.baseUrl + operation.path,
    parameter_map: Object.fromEntries(
      operation.parameters
        .filter((one) => one.in !== "cookie")
        .map((one) => [
          one.name,
          {
            in: one.in,
            name: one.name,
            required: one.required,
            ...(Object.hasOwn(tool.constants.params, one.name) && { constant: tool.constants.params[one.name] }),
            ...(one.fallback !== undefined && { default: one.fallback }),
          },
        ]),
    ),
    constants: tool.constants,
    auth: entry.auth,
    entry: entry.slug,
    openapi: spec,
  };
}

export function storedTool(
  tool: StoredTool,
  callee: Callee,
  spec: JsonObject,
  format: ToolFormat,
  hubUrl: string,
): OfferedTool {
  return {
    slug: tool.slug,
    kind: "tool",
    call_url: callUrl(tool, hubUrl),
    definition: toolShape(
      tool.slug,
      `${tool.description} (${callee.entry.apiTitle}: ${callee.entry.name})`,
      schemaWith(tool, spec),
      format,
    ),
  };
}

export function callUrl({ slug }: StoredTool, hubUrl: string): string {
  return `${hubUrl}/api/v1/agent/proxy/${slug}/call/`;
}

/** What is fixed need not be given, and is shown as the default. */
function schemaWith({ constants }: StoredTool, spec: JsonObject): JsonObject {
  const { required: wanted, ...schema } = inputSchema(spec);
  const given = objectOf(schema.properties);
  const definitions = objectOf(schema.$defs);
  const params = given.params === undefined ? undefined : withDefaults(given.params, constants.params, definitions);
  const body =
    given.body === undefined || constants.body === undefined
      ? given.body
      : withDefaults(given.body, constants.body, definitions);
  const needed = [
    ...(lacks(params) ? ["params"] : []),
    // What is fixed of a body is always sent, and then the rest of it must come along.
    ...((constants.body === undefined ? listOf(wanted).includes("body") : lacks(body)) ? ["body"] : []),
  ];
  return {
    ...schema,
    properties: { ...(params && { params }), ...(body !== undefined && { body }) },
    ...(needed.length > 0 && { required: needed }),
  };
}

function lacks(part: unknown): boolean {
  return listOf(objectOf(part).required).length > 0;
}

function followed(schema: unknown, definitions: JsonObject): JsonObject {
  const name = /^#\/\$defs\/(.+)$/.exec(textOf(objectOf(schema).$ref))?.[1];
  return objectOf(name === undefined ? schema : definitions[name]);
}

function withDefaults(given: unknown, constants: JsonObject | readonly unknown[], definitions: JsonObject): JsonObject {
  if (!isObject(constants)) return { ...followed(given, definitions), default: constants };
  const { required: wanted, ...schema } = followed(given, definitions);
  const properties = { ...objectOf(schema.properties) };
  for (const [name, value] of Object.entries(constants)) {
    properties[name] = isObject(value)
      ? withDefaults(properties[name], value, definitions)
      : { ...objectOf(properties[name]), default: value };
  }
  const needed = listOf(wanted).filter(
    (name) => !Object.hasOwn(constants, String(name)) || lacks(properties[String(name)]),
  );
  return { type: "object", ...schema, properties, ...(needed.length > 0 && { required: needed }) };
}
