/**
 * An operation as a tool that a language model can be given, in the shape its vendor wants. The arguments are the body
 * of a proxy call: `params` by their OpenAPI names, and `body` where the operation takes one.
 */
import { accessSentence } from "../../access/sentence.ts";
import { type JsonObject, isObject, listOf, objectOf, textOf } from "../../text/foreign.ts";
import type { Entry } from "../../runtime/catalog.ts";
import { isSendable } from "../../runtime/http/sendable-header.ts";
import { bareType, isLines, JSON_FIRST, kindOf } from "../../text/media-types.ts";
import { operationOf } from "../../text/only-operation.ts";
import { followItem } from "./path-item.ts";
import { summarise } from "./summary.ts";

export const TOOL_FORMATS = ["openai", "anthropic", "mcp"] as const;
export type ToolFormat = (typeof TOOL_FORMATS)[number];

const MAX_TOOL_NAME = 64;
const HASH_CHARS = 9;
const MAX_DESCRIPTION = 1000;

/** Of a whole definition, in bytes as JSON: a page of twenty leaves a model room to think. */
const MAX_DEFINITION = 8 * 1024;
/**
 * `fragment` is the entry's specification as the catalogue serves it. Unless all of it is wanted, schemas that are deep
 * or long are summarised.
 */
export function toolDefinition(
  entry: Entry,
  fragment: JsonObject,
  format: ToolFormat,
  extent: "short" | "full" = "full",
): JsonObject {
  const said = `${entry.apiTitle}: ${entry.name}. ${entry.description}`;
  const credentials = accessSentence(entry.access);
  const description = `${said.slice(0, MAX_DESCRIPTION - credentials.length - 1)} ${credentials}`;
  const shape = (schema: JsonObject) => toolShape(toolName(entry.slug), description, schema, format);
  const schema = inputSchema(fragment);
  if (extent === "full") return shape(schema);
  const around = new TextEncoder().encode(JSON.stringify(shape({}))).length;
  return shape(summarise(schema, MAX_DEFINITION - around));
}

/** A tool as each vendor writes it down. */
export function toolShape(name: string, description: string, schema: JsonObject, format: ToolFormat): JsonObject {
  const said = description.slice(0, MAX_DESCRIPTION);
  switch (format) {
    case "openai":
      return { type: "function", function: { name, description: said, parameters: schema } };
    case "anthropic":
      return { name, description: said, input_schema: schema };
    case "mcp":
      return { name, description: said, inputSchema: schema };
  }
}

/** At most 64 characters of `[a-zA-Z0-9_-]`; of a longer slug the end tells operations apart, the start their API. */
export function toolName(slug: string): string {
  if (slug.length <= MAX_TOOL_NAME) return slug;
  const [api = "", operation = ""] = slug.split("--");
  const short = `${api.slice(0, 20)}--${operation.slice(-(MAX_TOOL_NAME - 22 - HASH_CHARS))}`;
  return `${short}-${checksum(slug)}`.slice(0, MAX_TOOL_NAME);
}

export function inputSchema(fragment: JsonObject): JsonObject {
  const { parameters, requestBody } = operationOf(fragment);
  const params = listOf(parameters)
    .map((one) => followed(one, fragment))
    .filter(isAsked);
  const body = followed(requestBody, fragment);
  const bodySchema = isObject(requestBody) ? bodySchemaOf(body, fragment) : undefined;
  const required = params.filter((one) => one.required === true).map((one) => textOf(one.name));
  const properties: Record<string, unknown> = {};
  if (params.length > 0) {
    properties.params = {
      type: "object",
      properties: Object.fromEntries(params.map((one) => [textOf(one.name), described(one)])),
      ...(required.length > 0 && { required: [...new Set(required)] }),
    };
  }
  if (bodySchema !== undefined) properties.body = bodySchema;
  const needed = [
    ...(required.length > 0 ? ["params"] : []),
    ...(bodySchema !== undefined && body.required === true ? ["body"] : []),
  ];
  return withDefinitions({ type: "object", properties, ...(needed.length > 0 && { required: needed }) }, fragment);
}

/** No cookie is sent, and what the hub writes itself is no caller's. */
function isAsked({ name, in: place }: JsonObject): boolean {
  if (textOf(name) === "") return false;
  return place === "header" ? isSendable(textOf(name)) : place !== "cookie";
}

function described(parameter: JsonObject): JsonObject {
  const description = textOf(parameter.description);
  const [media] = Object.values(objectOf(parameter.content));
  const schema = objectOf(parameter.schema ?? objectOf(media).schema);
  if ("$ref" in schema) return schema;
  // OpenAPI says one beside the schema, JSON Schema within.
  const examples = parameter.example === undefined || "examples" in schema ? undefined : [parameter.example];
  return { ...schema, ...(description !== "" && { description }), ...(examples && { examples }) };
}

/** The schema of the form that a call takes where it is given a value. */
function bodySchemaOf(body: JsonObject, fragment: JsonObject): unknown {
  const forms = Object.entries(objectOf(body.content));
  const [form] = forms.toSorted(([one], [other]) => rankOf(one) - rankOf(other));
  const [mediaType = "", media] = form ?? [];
  const schema = objectOf(media).schema ?? {};
  const kind = kindOf(mediaType);
  if (kind === "binary") return fileSchema(followed(schema, fragment), mediaType);
  if (kind === "multipart") return withFiles(schema, fragment);
  const takesValues = kind !== "text" || bareType(mediaType) === "text/plain" || isLines(mediaType);
  if (takesValues || [followed(schema, fragment).type].flat().includes("string")) return schema;
  // Nobody but the caller can write it so: what it says is told, and that it is a text.
  return { type: "string", contentMediaType: bareType(mediaType), contentSchema: schema };
}

/** Bytes are handed over as base64, and a model is told so. */
const FILE = { contentEncoding: "base64" };

function fileSchema({ description }: JsonObject, mediaType: string): JsonObject {
  const said = textOf(description) === "" ? {} : { description };
  const type = bareType(mediaType);
  return { type: "string", ...said, ...FILE, ...(!type.includes("*") && { contentMediaType: type }) };
}

/** The fields of a form, those that are files as such. */
function withFiles(schema: unknown, fragment: JsonObject): unknown {
  const isFile = (one: unknown): one is JsonObject => objectOf(one).format === "binary";
  const fields = Object.entries(objectOf(followed(schema, fragment).properties));
  if (!fields.some(([, field]) => isFile(field) || isFile(objectOf(field).items))) return schema;
  const properties = fields.map(([name, field]) => {
    const { items, ...rest } = objectOf(field);
    if (isFile(items)) return [name, { ...rest, items: { ...items, ...FILE } }];
    return [name, isFile(field) ? { ...field, ...FILE } : field];
  });
  return { ...followed(schema, fragment), properties: Object.fromEntries(properties) };
}

function rankOf(mediaType: string): number {
  return JSON_FIRST.indexOf(kindOf(mediaType));
}

function followed(value: unknown, fragment: JsonObject): JsonObject {
  const found = followItem(objectOf(value), (reference) => {
    const [, kind = "", name = ""] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(reference) ?? [];
    return objectOf(objectOf(fragment.components)[kind])[name];
  });
  return found ?? {};
}

/** A schema on its own keeps what it refers to under `$defs`; only what it reaches comes along. */
function withDefinitions(schema: JsonObject, fragment: JsonObject): JsonObject {
  const schemas = objectOf(objectOf(fragment.components).schemas);
  const definitions = new Map<string, unknown>();
  const pending = referred(schema);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (definitions.has(name)) continue;
    definitions.set(name, localised(schemas[name] ?? {}));
    pending.push(...referred(schemas[name]));
  }
  const local = objectOf(localised(schema));
  return definitions.size === 0 ? local : { ...local, $defs: Object.fromEntries(definitions) };
}

const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"/]+)"/g;

function referred(schema: unknown): string[] {
  return [...(JSON.stringify(schema) ?? "").matchAll(REFERENCE)].map((match) => match[1] ?? "");
}

function localised(schema: unknown): unknown {
  const text = JSON.stringify(schema).replace(REFERENCE, (_, name: string) => `"$ref":"#/$defs/${name}"`);
  return JSON.parse(text, forRequests);
}

/** Nobody is asked for what only answers hold, and what tells forms apart in OpenAPI is no keyword of JSON Schema. */
function forRequests(key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  if (key === "discriminator" && typeof value.propertyName === "string") return undefined;
  const answered = Object.entries(objectOf(value.properties)).flatMap(([name, property]) =>
    objectOf(property).readOnly === true ? [name] : [],
  );
  if (answered.length === 0) return value;
  const { properties, required, ...rest } = value;
  const kept = Object.fromEntries(Object.entries(objectOf(properties)).filter(([name]) => !answered.includes(name)));
  const needed = listOf(required).filter((name) => !answered.includes(String(name)));
  return { ...rest, properties: kept, ...(needed.length > 0 && { required: needed }) };
}

/** FNV-1a, to eight characters: enough to keep cut names of one answer apart. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(36).padStart(8, "0").slice(-8);
}
