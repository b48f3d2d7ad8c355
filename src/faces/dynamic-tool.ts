/** A composed tool as the wire format shows it. */
import { type JsonObject, objectOf } from "../catalog/foreign.ts";
import { inputSchema, type ToolFormat, toolShape } from "../catalog/spec/definitions.ts";
import type { Callee } from "../proxy/operations.ts";
import type { StoredTool } from "../tools/book.ts";
import type { Tool } from "./tools.ts";

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
): Tool {
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
  const schema = inputSchema(spec);
  const properties = objectOf(schema.properties);
  const params =
    properties.params === undefined ? undefined : withDefaults(objectOf(properties.params), constants.params);
  const body =
    properties.body === undefined || constants.body === undefined
      ? properties.body
      : withDefaults(objectOf(properties.body), constants.body);
  const isNeeded = (part: unknown) => Array.isArray(objectOf(part).required);
  const required = (Array.isArray(schema.required) ? schema.required : []).filter(
    (name) => name !== "params" || isNeeded(params),
  );
  const { required: _, ...rest } = schema;
  return {
    ...rest,
    properties: { ...(params && { params }), ...(body !== undefined && { body }) },
    ...(required.length > 0 && { required }),
  };
}

function withDefaults(schema: JsonObject, constants: JsonObject): JsonObject {
  const fixed = Object.entries(constants).map(([name, value]) => [
    name,
    { ...objectOf(objectOf(schema.properties)[name]), default: value },
  ]);
  const required = (Array.isArray(schema.required) ? schema.required : []).filter(
    (name) => !Object.hasOwn(constants, String(name)),
  );
  const { required: _, ...rest } = schema;
  return {
    ...rest,
    properties: { ...objectOf(schema.properties), ...Object.fromEntries(fixed) },
    ...(required.length > 0 && { required }),
  };
}
