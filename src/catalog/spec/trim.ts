/** Makes the parts of a description small enough to be served: what is needed for a call stays, what explains it goes. */
import { type JsonObject, isObject, objectOf, textOf } from "../../text/foreign.ts";
import type { ComponentKind } from "./convert.ts";

/** Of an operation without its components, as JSON text. */
const MAX_OPERATION_CHARS = 150_000;
/** Of one schema in an operation that is too large. */
const MAX_SCHEMA_CHARS = 10_000;
const MAX_TEXT_CHARS = 1_000;
const MAX_PARAMETERS = 500;
const MAX_NAMED = 50;

/**
 * An operation as its description has it, small enough; and what was left out, as pointers into the operation. Examples
 * go first, then what answers look like, then large schemas and all beyond the first of many.
 */
export function trimOperation(operation: JsonObject, shared: readonly unknown[]) {
  const size = sizeOf(operation) + sizeOf(shared);
  if (size <= MAX_OPERATION_CHARS) return { operation, shared, cut: [] };
  const { responses, ...rest } = operation;
  const cut = ["#/responses"];
  let trimmed: JsonObject = { ...rest, responses: withoutContent(responses) };
  if (sizeOf(trimmed) + sizeOf(shared) <= MAX_OPERATION_CHARS) return { operation: trimmed, shared, cut };
  cut.push("#/parameters", "#/requestBody");
  trimmed = {
    operationId: textOf(operation.operationId).slice(0, MAX_TEXT_CHARS),
    summary: textOf(operation.summary).slice(0, MAX_TEXT_CHARS),
    description: textOf(operation.description).slice(0, MAX_TEXT_CHARS),
    ...(operation.deprecated === true && { deprecated: true }),
    ...(sizeOf(operation.security) <= MAX_SCHEMA_CHARS && { security: operation.security }),
    ...(sizeOf(operation.servers) <= MAX_SCHEMA_CHARS && { servers: operation.servers }),
    parameters: trimParameters(operation.parameters),
    ...(operation.requestBody !== undefined && { requestBody: trimComponent("requestBodies", operation.requestBody) }),
    responses: {},
  };
  return { operation: trimmed, shared: trimParameters(shared), cut };
}

/** A component of this kind with nothing but what a call needs. */
export function trimComponent(kind: ComponentKind, value: unknown): unknown {
  const whole = objectOf(value);
  if (typeof whole.$ref === "string") return { $ref: whole.$ref };
  switch (kind) {
    case "parameters":
      return trimParameter(whole);
    case "requestBodies":
      return {
        ...(whole.required === true && { required: true }),
        content: Object.fromEntries(
          Object.entries(objectOf(whole.content))
            .slice(0, MAX_NAMED)
            .map(([type, media]) => [type, trimMedia(objectOf(media))]),
        ),
      };
    case "responses":
      return { description: textOf(whole.description).slice(0, MAX_TEXT_CHARS) };
    case "securitySchemes":
      return { ...whole, description: textOf(whole.description).slice(0, MAX_TEXT_CHARS) };
    default:
      return {};
  }
}

function trimParameters(parameters: unknown): unknown[] {
  const all = (Array.isArray(parameters) ? parameters.filter(isObject) : []).filter(
    ({ name }) => textOf(name).length <= MAX_TEXT_CHARS,
  );
  // What a call cannot do without comes first.
  const sorted = all.toSorted((one, other) => Number(isNeeded(other)) - Number(isNeeded(one)));
  return sorted.slice(0, MAX_PARAMETERS).map((one) => trimComponent("parameters", one));
}

function isNeeded(parameter: JsonObject): boolean {
  return parameter.required === true || parameter.in === "path" || typeof parameter.$ref === "string";
}

function trimParameter(parameter: JsonObject): JsonObject {
  const { name, in: place, required, style, explode } = parameter;
  return { name, in: place, required, style, explode, ...schemaOf(parameter, MAX_SCHEMA_CHARS / 50) };
}

function trimMedia(media: JsonObject): JsonObject {
  if (typeof media.$ref === "string") return { $ref: media.$ref };
  const { encoding } = media;
  return { ...schemaOf(media), ...(isObject(encoding) && sizeOf(encoding) <= MAX_SCHEMA_CHARS && { encoding }) };
}

function schemaOf({ schema }: JsonObject, most = MAX_SCHEMA_CHARS): JsonObject {
  if (schema === undefined) return {};
  return sizeOf(schema) <= most ? { schema } : { schema: { ...typeOf(schema), description: "Left out for size." } };
}

function typeOf(schema: unknown): JsonObject {
  const { type } = objectOf(schema);
  return typeof type === "string" ? { type } : {};
}

function withoutContent(responses: unknown): JsonObject {
  const entries = Object.entries(objectOf(responses)).slice(0, MAX_NAMED);
  return Object.fromEntries(entries.map(([status, response]) => [status, trimComponent("responses", response)]));
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}
