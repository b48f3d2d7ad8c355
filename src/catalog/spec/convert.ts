/**
 * The objects of OpenAPI 3.x as OpenAPI 3.1 wants them: known fields of the right type, nothing else. Real descriptions
 * break their own specification in many small ways; what is served is held against it.
 */
import { type JsonObject, isObject, listOf, objectOf, textOf } from "../../text/foreign.ts";
import { followItem, MAX_HOPS } from "./path-item.ts";
import { convertSchema, type FollowSchema, mapValues, plainData, texts } from "./schema.ts";
import { convertSecurityScheme } from "./security.ts";

export type ComponentKind =
  | "schemas"
  | "responses"
  | "parameters"
  | "examples"
  | "requestBodies"
  | "headers"
  | "securitySchemes"
  | "links"
  | "callbacks";

export interface Follow {
  /** Rewrites the reference to a component and has it included, or says that nothing stands there. */
  (kind: ComponentKind, reference: string): string | undefined;
  /** What a reference leads to, for what has no components of its own in OpenAPI 3.1. */
  readonly at: (reference: string) => unknown;
  /** Address of the API. */
  readonly base: string;
  readonly schemas: FollowSchema;
}

const LOCATIONS = new Set(["query", "header", "path", "cookie"]);
const STYLES: Readonly<Record<string, readonly string[]>> = {
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  path: ["matrix", "label", "simple"],
  cookie: ["form"],
};

/** A component of any kind; `undefined` when it cannot be made valid. */
export function convertComponent(kind: ComponentKind, value: unknown, follow: Follow): unknown {
  switch (kind) {
    case "schemas":
      return convertSchema(value, follow.schemas);
    case "responses":
      return convertResponse(value, follow);
    case "parameters":
      return convertParameter(value, follow);
    case "examples":
      return convertExample(value, follow);
    case "requestBodies":
      return convertRequestBody(value, follow);
    case "headers":
      return convertHeader(value, follow);
    case "securitySchemes":
      return convertSecurityScheme(value, follow.base);
    case "links":
    case "callbacks":
      return undefined;
  }
}

export function convertOperation(operation: JsonObject, shared: readonly unknown[], follow: Follow): JsonObject {
  const parameters = convertParameters([...shared, ...listOf(operation.parameters)], follow);
  const requestBody =
    operation.requestBody === undefined ? undefined : convertRequestBody(operation.requestBody, follow);
  return {
    ...texts(operation, ["summary", "description", "operationId"]),
    ...(listOf(operation.tags).some((tag) => typeof tag === "string") && {
      tags: listOf(operation.tags).filter((tag) => typeof tag === "string"),
    }),
    ...(operation.deprecated === true && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: convertResponses(operation.responses, follow),
  };
}

/** Of two parameters with one place and name the later, the operation's own, is kept. */
function convertParameters(parameters: readonly unknown[], follow: Follow): unknown[] {
  const kept = new Map<string, unknown>();
  for (const parameter of parameters) {
    const converted = convertParameter(parameter, follow);
    if (!isObject(converted)) continue;
    const { in: place, name } = followItem(objectOf(parameter), follow.at) ?? {};
    kept.set(`${textOf(place)} ${textOf(name)}`, converted);
  }
  return [...kept.values()];
}

function convertParameter(value: unknown, follow: Follow): JsonObject | undefined {
  const reference = referenceOf(value, "parameters", follow);
  if (reference !== undefined) return reference.object;
  const parameter = objectOf(value);
  const place = textOf(parameter.in);
  const name = textOf(parameter.name);
  if (!LOCATIONS.has(place) || name === "") return undefined;
  const style = textOf(parameter.style);
  return {
    name,
    in: place,
    ...texts(parameter, ["description"]),
    ...((place === "path" || parameter.required === true) && { required: true }),
    ...(parameter.deprecated === true && { deprecated: true }),
    ...(place === "query" && parameter.allowEmptyValue === true && { allowEmptyValue: true }),
    ...(STYLES[place]?.includes(style) && parameter.content === undefined && { style }),
    ...(typeof parameter.explode === "boolean" && parameter.content === undefined && { explode: parameter.explode }),
    ...(place === "query" && parameter.allowReserved === true && { allowReserved: true }),
    ...valueOf(parameter, follow),
  };
}

/** A parameter or header holds either a schema or one media type. */
function valueOf(holder: JsonObject, follow: Follow): JsonObject {
  const [media] = Object.entries(objectOf(holder.content));
  if (media !== undefined && holder.schema === undefined) {
    return { content: { [media[0]]: convertMedia(media[1], follow) } };
  }
  return {
    schema: convertSchema(holder.schema, follow.schemas),
    ...(plainData(holder.example) !== undefined && { example: holder.example }),
  };
}

function convertHeader(value: unknown, follow: Follow): JsonObject | undefined {
  const reference = referenceOf(value, "headers", follow);
  if (reference !== undefined) return reference.object;
  const header = objectOf(value);
  return {
    ...texts(header, ["description"]),
    ...(header.required === true && { required: true }),
    ...valueOf(header, follow),
  };
}

function convertRequestBody(value: unknown, follow: Follow): JsonObject | undefined {
  const reference = referenceOf(value, "requestBodies", follow);
  if (reference !== undefined) return reference.object;
  const body = objectOf(value);
  return {
    ...texts(body, ["description"]),
    ...(body.required === true && { required: true }),
    content: mapValues(objectOf(body.content), (media) => ({
      ...convertMedia(media, follow),
      ...convertEncodings(mediaOf(media, follow), follow),
    })),
  };
}

/** How each field of a form is written; a body of another kind has none. */
function convertEncodings({ encoding }: JsonObject, follow: Follow): JsonObject {
  const converted = Object.entries(objectOf(encoding)).flatMap(([name, value]) => {
    const kept = convertEncoding(objectOf(value), follow);
    return Object.keys(kept).length === 0 ? [] : [[name, kept] as const];
  });
  return converted.length === 0 ? {} : { encoding: Object.fromEntries(converted) };
}

function convertEncoding(encoding: JsonObject, follow: Follow): JsonObject {
  const headers = convertHeaders(encoding.headers, follow);
  const style = textOf(encoding.style);
  return {
    ...texts(encoding, ["contentType"]),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(STYLES.query?.includes(style) && { style }),
    ...(typeof encoding.explode === "boolean" && { explode: encoding.explode }),
    ...(encoding.allowReserved === true && { allowReserved: true }),
  };
}

function convertResponses(value: unknown, follow: Follow): JsonObject {
  const responses: Record<string, unknown> = {};
  for (const [status, response] of Object.entries(objectOf(value))) {
    const code = /^[1-5]xx$/i.test(status) ? status.toUpperCase() : status;
    if (!/^(?:default|[1-5](?:\d\d|XX))$/.test(code)) continue;
    responses[code] = convertResponse(response, follow) ?? { description: "" };
  }
  return Object.keys(responses).length > 0 ? responses : { default: { description: "Not described." } };
}

function convertResponse(value: unknown, follow: Follow): JsonObject | undefined {
  const reference = referenceOf(value, "responses", follow);
  if (reference !== undefined) return reference.object;
  const response = objectOf(value);
  const headers = convertHeaders(response.headers, follow);
  return {
    description: textOf(response.description),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(isObject(response.content) && {
      content: mapValues(response.content, (media) => convertMedia(media, follow)),
    }),
  };
}

function convertHeaders(headers: unknown, follow: Follow): (readonly [name: string, header: JsonObject])[] {
  return Object.entries(objectOf(headers)).flatMap(([name, header]) => {
    const converted = convertHeader(header, follow);
    return converted === undefined ? [] : [[name, converted] as const];
  });
}

/** A media type itself: OpenAPI 3.2 may keep it among the components, 3.1 has no place for it there. */
function mediaOf(value: unknown, follow: Follow): JsonObject {
  let media = objectOf(value);
  for (let hops = 0; typeof media.$ref === "string" && hops < MAX_HOPS; hops++) media = objectOf(follow.at(media.$ref));
  return media;
}

function convertMedia(value: unknown, follow: Follow): JsonObject {
  const media = mediaOf(value, follow);
  const [example] = Object.values(objectOf(media.examples));
  return {
    ...(media.schema !== undefined && {
      schema: convertSchema(media.schema, follow.schemas),
    }),
    ...(plainData(media.example) !== undefined
      ? { example: media.example }
      : isObject(example) && { examples: { default: convertExample(example, follow) ?? {} } }),
  };
}

function convertExample(value: unknown, follow: Follow): JsonObject | undefined {
  const reference = referenceOf(value, "examples", follow);
  if (reference !== undefined) return reference.object;
  const example = objectOf(value);
  return {
    ...texts(example, ["summary", "description"]),
    ...(plainData(example.value) !== undefined ? { value: example.value } : texts(example, ["externalValue"])),
  };
}

/** A reference that leads nowhere leaves nothing behind, not even itself. */
function referenceOf(
  value: unknown,
  kind: ComponentKind,
  follow: Follow,
): { object: JsonObject | undefined } | undefined {
  if (!isObject(value) || typeof value.$ref !== "string") return undefined;
  const target = follow(kind, value.$ref);
  return { object: target === undefined ? undefined : { $ref: target } };
}
