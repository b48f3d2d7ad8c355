/** One operation of an API as a call needs it, read from the self-contained description that the catalogue serves. */
import { onlyReads } from "../../runtime/entries/only-reads.ts";
import { type JsonObject, isObject, listOf, objectOf, textOf } from "../../text/foreign.ts";
import { bareType } from "../../text/media-types.ts";
import { operationOf } from "../../text/only-operation.ts";
import type { Lookup } from "./schema.ts";
import { resourceNames } from "./resource-names.ts";
import { type SecurityAlternative, readSecurity } from "./security.ts";
import { readServerTemplate, type ServerTemplate } from "./server.ts";

export type ParameterPlace = "path" | "query" | "header" | "cookie";

export interface Parameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  /** Of the query: what has a meaning in addresses is sent as it is, as far as it could not end the value. */
  readonly allowReserved: boolean;
  readonly schema: unknown;
  /** Set where the value is one document of this media type, such as JSON. */
  readonly mediaType?: string;
  /** What the description itself says is meant when nothing is given. */
  readonly fallback?: unknown;
  readonly example?: unknown;
  /** What the description says of it, if anything. */
  readonly description?: string;
  /** It names a resource by several segments, "projects/p/zones/z", which an encoded slash would not. */
  readonly hasSegments: boolean;
}

/** One form a body may have. */
export interface BodyForm {
  /** As the description writes it, for example "application/json; charset=utf-8". */
  readonly mediaType: string;
  readonly schema: unknown;
  /** By property, of forms and multipart. */
  readonly encoding: JsonObject;
  /** By place, of multipart bodies that are lists (OpenAPI 3.2). */
  readonly prefixEncoding?: unknown;
  readonly itemEncoding?: unknown;
}

export interface ApiOperation {
  readonly slug: string;
  /** Upper case. */
  readonly method: string;
  /** Whether a call of it changes nothing. */
  readonly onlyReads: boolean;
  /** Absolute, without a trailing slash: the only source of the host. */
  readonly baseUrl: string;
  /** Its form with variables, where it has some. */
  readonly server: ServerTemplate | undefined;
  /** The template, and what it says of the query: "/stores", "type=open". */
  readonly path: string;
  readonly query: string;
  readonly parameters: readonly Parameter[];
  readonly bodies: readonly BodyForm[];
  readonly bodyRequired: boolean;
  /** Any one of them will do; none at all where the description asks for nothing. */
  readonly security: readonly SecurityAlternative[];
  /** What answers are described as, the JSON ones first. */
  readonly produces: readonly string[];
  readonly lookup: Lookup;
}

/** What the catalogue knows of the operation beside its description. */
export interface Callable {
  readonly slug: string;
  readonly method: string;
  readonly path: string;
  readonly baseUrl: string;
}

const DEFAULT_STYLES: Readonly<Record<ParameterPlace, string>> = {
  path: "simple",
  query: "form",
  header: "simple",
  cookie: "form",
};
const PLACES = new Set(Object.keys(DEFAULT_STYLES));
/** "projects/{project}/zones/{zone}", "projects/[PROJECT_ID]", "folders/*" in the words about a parameter. */
const SEGMENTS = /(?:^|[\s"'`(:])[A-Za-z]\w*\/[[{*<$]/;

export function readOperation(callable: Callable, fragment: JsonObject): ApiOperation {
  const { slug, method, baseUrl } = callable;
  const operation = operationOf(fragment);
  const lookup: Lookup = (reference) => followed({ $ref: reference }, fragment);
  const body = objectOf(followed(operation.requestBody, fragment));
  // Some descriptions tell operations apart by a fragment, "/#Action=Send", which is never sent.
  const [address = ""] = callable.path.split("#");
  const [path = "", query = ""] = splitOnce(address, "?");
  return {
    slug,
    method,
    onlyReads: onlyReads(callable),
    baseUrl,
    server: readServerTemplate(fragment.servers, baseUrl),
    path: path.startsWith("/") ? path : `/${path}`,
    query,
    parameters: withSegments(readParameters(operation, fragment, `${path}?${query}`), resourceNames(baseUrl, path)),
    bodies: Object.entries(objectOf(body.content)).map(([mediaType, media]) => ({
      mediaType,
      schema: objectOf(media).schema,
      encoding: objectOf(objectOf(media).encoding),
      prefixEncoding: objectOf(media).prefixEncoding,
      itemEncoding: objectOf(media).itemEncoding,
    })),
    bodyRequired: body.required === true,
    security: readSecurity(operation.security, objectOf(objectOf(fragment.components).securitySchemes)),
    produces: readProduces(operation, fragment),
    lookup,
  };
}

function readParameters(operation: JsonObject, fragment: JsonObject, address: string): Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const given of listOf(operation.parameters)) {
    const parameter = readParameter(objectOf(followed(given, fragment)));
    if (parameter !== undefined) parameters.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  // What the template names and the description forgot is a text.
  for (const [, name = ""] of address.matchAll(/\{([^{}]+)\}/g)) {
    if (parameters.has(`path ${name}`)) continue;
    const known = parameters.get(`query ${name}`);
    parameters.delete(`query ${name}`);
    const implied = readParameter({
      schema: { type: "string" },
      ...known,
      name,
      in: "path",
      required: true,
      style: "",
    });
    if (implied !== undefined) parameters.set(`path ${name}`, implied);
  }
  return [...parameters.values()];
}

function withSegments(parameters: readonly Parameter[], names: ReadonlySet<string>): Parameter[] {
  return parameters.map((one) => (one.in === "path" && names.has(one.name) ? { ...one, hasSegments: true } : one));
}

function readParameter(parameter: JsonObject): Parameter | undefined {
  const name = textOf(parameter.name);
  const place = textOf(parameter.in) as ParameterPlace; // Judged on the next line.
  if (name === "" || !PLACES.has(place)) return undefined;
  const style = textOf(parameter.style) || DEFAULT_STYLES[place];
  const [media] = Object.entries(objectOf(parameter.content));
  const schema = parameter.schema ?? objectOf(media?.[1]).schema;
  const fallback = fallbackOf(objectOf(schema)) ?? (/^accept$/i.test(name) ? acceptOf(objectOf(schema)) : undefined);
  const example = parameter.example ?? listOf(objectOf(schema).examples)[0];
  return {
    name,
    in: place,
    required: parameter.required === true || place === "path",
    style,
    explode: typeof parameter.explode === "boolean" ? parameter.explode : style === "form" || style === "deepObject",
    allowReserved: place === "query" && parameter.allowReserved === true,
    schema,
    ...(media !== undefined && { mediaType: media[0] }),
    ...(fallback !== undefined && { fallback }),
    ...(example !== undefined && { example }),
    ...(textOf(parameter.description) !== "" && { description: textOf(parameter.description) }),
    hasSegments: place === "path" && SEGMENTS.test(textOf(parameter.description)),
  };
}

/** The default, or the only value there is. Examples are no such thing: sending one would be a guess. */
function fallbackOf({ default: byDefault, enum: values, const: constant }: JsonObject): unknown {
  if (byDefault !== undefined && byDefault !== null) return byDefault;
  if (constant !== undefined) return constant;
  return Array.isArray(values) && values.length === 1 ? values[0] : undefined;
}

/** Of the answers that may be asked for, the one a program reads best. */
function acceptOf({ enum: values }: JsonObject): unknown {
  return listOf(values).find((one) => /json/.test(String(one))) ?? listOf(values)[0];
}

function readProduces(operation: JsonObject, fragment: JsonObject): string[] {
  const types = Object.entries(objectOf(operation.responses))
    .filter(([status]) => /^(?:2|default)/.test(status))
    .flatMap(([, response]) => Object.keys(objectOf(objectOf(followed(response, fragment)).content)))
    .map(bareType)
    .filter((type) => /^[\w.+-]+\/[\w.+*-]+$/.test(type));
  const isJson = (type: string) => Number(/\bjson\b/.test(type));
  return [...new Set(types)].sort((a, b) => isJson(b) - isJson(a));
}

/** The value itself, or what its reference leads to in the fragment's components. */
function followed(value: unknown, fragment: JsonObject): unknown {
  let at = value;
  for (let hops = 0; isObject(at) && typeof at.$ref === "string" && hops < MAX_HOPS; hops++) {
    const [, kind = "", name = ""] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(at.$ref) ?? [];
    const section = objectOf(objectOf(fragment.components)[kind]);
    at = Object.hasOwn(section, name) ? section[name] : undefined;
  }
  return at;
}

const MAX_HOPS = 20;

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}
