/**
 * A self-contained OpenAPI 3.1 document with one operation: its server, its security schemes, and the components it
 * needs, nearest first, until the size limit; what was cut is said in the document. A large one is built in turns.
 */
import { inertDocument } from "../../text/inert.ts";
import { escapePointer, unescapePointer } from "../../text/pointer.ts";
import { type JsonObject, isObject, listOf, objectOf, textOf } from "../../text/foreign.ts";
import { isSigningParameter } from "../../access/aws.ts";
import { ANYWHERE, usableBaseUrl } from "./base-url.ts";
import { trimComponent, trimOperation } from "./trim.ts";
import { type Follow, type Kind, convertComponent, convertOperation } from "./convert.ts";
import type { PartsReader } from "./parts-reader.ts";
import { followItem, itemWith, openapiFor, operationAt, pointerOf } from "./path-item.ts";
import { texts } from "./schema.ts";

/** What the catalogue knows of the entry beside its description. */
export interface Subject {
  readonly slug: string;
  readonly document: number;
  readonly title: string;
  readonly version: string;
  readonly name: string;
  readonly description: string;
  readonly method: string;
  readonly path: string;
  readonly baseUrl: string;
  /** Whether the hub signs its requests: the parameters of the signature are no caller's then. */
  readonly isSigned: boolean;
}

/** Of all components together, as JSON text. */
const MAX_COMPONENT_CHARS = 200_000;
/** Of one component; a larger one is cut whole. */
const MAX_ONE_CHARS = 60_000;
/** References to more lead nowhere. */
const MAX_COMPONENTS = 2_000;
/** Of what was cut. */
const MAX_NAMES = 200;
/** To read and convert components of as many characters takes a few milliseconds. */
const TURN_CHARS = 16_000;
/** Of short ones. */
const TURN_COMPONENTS = 50;

interface ComponentName {
  readonly kind: Kind;
  readonly pointer: string;
  readonly name: string;
}

/** Yields where others should have their turn; a short one is there at once. */
export function* buildFragment(subject: Subject, parts: PartsReader): Generator<undefined, JsonObject> {
  const head = objectOf(parts.head(subject.document));
  yield* parts.opening(subject.document);
  const read = (pointer: string): unknown => parts.read(subject.document, pointer);
  const item = followItem({ $ref: `#/paths/${encodeURIComponent(escapePointer(subject.path))}` }, (reference) => {
    const pointer = pointerOf(reference);
    return pointer && resolve(pointer, read);
  });
  const whole = operationAt(objectOf(item), subject.method);
  const callers = (parameters: unknown) => (subject.isSigned ? withoutSigning(parameters, read) : listOf(parameters));
  const {
    operation,
    shared,
    cut: left,
  } = trimOperation(
    subject.isSigned ? { ...whole, parameters: callers(whole.parameters) } : whole,
    callers(item?.parameters),
  );
  const collector = collect(read, (pointer) => parts.has(subject.document, pointer));
  const converted = convertOperation(operation, shared, collector.follow);
  const security = convertSecurity(operation.security ?? head.security, collector.follow);
  const { components, cut: cutComponents } = yield* collector.finish();
  const cut = [...left, ...cutComponents].slice(0, MAX_NAMES);
  const document = inertDocument({
    openapi: openapiFor(subject.method),
    info: {
      title: subject.title,
      version: subject.version || "unversioned",
      description: aboutOf(subject, cut),
    },
    servers: [{ url: subject.baseUrl }, ...templates(subject.baseUrl, [operation, objectOf(item), head])],
    paths: {
      [subject.path]: itemWith(subject.method, {
        ...withPathParameters(converted, subject.path),
        operationId: textOf(operation.operationId) || subject.slug,
        ...(security !== undefined && { security }),
      }),
    },
  });
  return {
    ...document,
    ...(Object.keys(components).length > 0 && { components }),
    ...(cut.length > 0 && { "x-cut": inertDocument(cut) }),
  };
}

function withoutSigning(parameters: unknown, read: (pointer: string) => unknown): unknown[] {
  return listOf(parameters).filter((given) => {
    const parameter = followItem(objectOf(given), (reference) => {
      const pointer = pointerOf(reference);
      return pointer && resolve(pointer, read);
    });
    return !isSigningParameter(textOf(parameter?.name));
  });
}

/** The address with its variables, where the base address is one of their fillings: others may be chosen. */
function templates(baseUrl: string, holders: readonly JsonObject[]): JsonObject[] {
  const servers = holders.flatMap(({ servers }) => listOf(servers)).map(objectOf);
  const found = servers.find((server) => {
    const base = isObject(server.variables) ? usableBaseUrl([server], ANYWHERE) : undefined;
    return base?.ok === true && base.url === baseUrl;
  });
  if (found === undefined) return [];
  const variables = Object.entries(objectOf(found.variables)).map(([name, given]) => {
    const variable = objectOf(given);
    const values = listOf(variable.enum).map(String);
    const byDefault = String(variable.default);
    const listed = values.length === 0 || values.includes(byDefault) ? values : [byDefault, ...values];
    return [
      name,
      { default: byDefault, ...(listed.length > 0 && { enum: listed }), ...texts(variable, ["description"]) },
    ];
  });
  return [{ url: textOf(found.url), variables: Object.fromEntries(variables) }];
}

function aboutOf(subject: Subject, cut: readonly string[]): string {
  const about = `One operation of this API: ${subject.name}.`;
  return cut.length === 0 ? about : `${about} ${cut.length} parts were left out for size; they are listed in x-cut.`;
}

/** Every parameter of the template must be described; where the description forgot one, it is a text. */
function withPathParameters(operation: JsonObject, path: string): JsonObject {
  const parameters = listOf(operation.parameters);
  if (parameters.some((parameter) => isObject(parameter) && "$ref" in parameter)) return operation;
  const templated = [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? "");
  const named = new Set(
    parameters
      .map((one) => objectOf(one))
      .filter((one) => one.in === "path")
      .map((one) => one.name),
  );
  const missing = templated
    .filter((name, index) => !named.has(name) && templated.indexOf(name) === index)
    .map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
  const kept = parameters.filter((one) => {
    const { in: place, name } = objectOf(one);
    return place !== "path" || templated.includes(textOf(name));
  });
  const all = [...kept, ...missing];
  const { parameters: _, ...rest } = operation;
  return all.length === 0 ? rest : { ...rest, parameters: all };
}

/** Requirements name their schemes; one that cannot be shown valid takes its alternative with it. */
function convertSecurity(requirements: unknown, follow: Follow): JsonObject[] | undefined {
  if (!Array.isArray(requirements)) return undefined;
  const kept: JsonObject[] = [];
  for (const requirement of requirements.filter(isObject)) {
    const names = Object.entries(requirement).map(([name, scopes]) => {
      const target = follow("securitySchemes", `#/components/securitySchemes/${escapePointer(name)}`);
      return [target?.split("/").at(-1), listOf(scopes).filter((scope) => typeof scope === "string")] as const;
    });
    if (names.some(([name]) => name === undefined)) continue;
    kept.push(Object.fromEntries(names));
  }
  return kept.length === 0 && requirements.length > 0 ? undefined : kept;
}

/** Gathers what is referred to, breadth first, so that what is cut is what is farthest from the operation. */
function collect(read: (pointer: string) => unknown, isPart: (pointer: string) => boolean) {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const queue: ComponentName[] = [];
  const components: Record<string, Record<string, unknown>> = {};
  const cut: string[] = [];

  const at = (reference: string): unknown => {
    const pointer = pointerOf(reference);
    return pointer && resolve(pointer, read);
  };
  const name = (kind: Kind, reference: string): string | undefined => {
    const pointer = pointerOf(reference);
    if (pointer === undefined) return undefined;
    const [root, section, name, ...deeper] = pointer.split("/").slice(1).map(unescapePointer);
    const isComponent = root === "components" && section === kind && name !== undefined && deeper.length === 0;
    // What lies deeper, or elsewhere, becomes a component of its own: conversion may move what is within another.
    return want(kind, pointer, isComponent ? name : [section, name, ...deeper].slice(-3).join("-"));
  };
  const follow: Follow = Object.assign(name, { at });

  function want(kind: Kind, pointer: string, wish: string): string | undefined {
    const key = `${kind} ${pointer}`;
    const known = names.get(key);
    if (known !== undefined) return `#/components/${kind}/${known}`;
    if (queue.length >= MAX_COMPONENTS || !exists(pointer)) return undefined;
    const name = freeName(kind, wish);
    names.set(key, name);
    queue.push({ kind, pointer, name });
    return `#/components/${kind}/${name}`;
  }

  /** A whole part is read when its turn comes: most are, and none needs to be twice. */
  function exists(pointer: string): boolean {
    const isWhole = pointer.split("/").length === partLengthOf(pointer);
    return isWhole ? isPart(pointer) : resolve(pointer, read) !== undefined;
  }

  /** Component names have a narrow alphabet since 3.0; real ones do not always keep to it. */
  function freeName(kind: Kind, wish: string): string {
    const plain = wish.replace(/[^A-Za-z0-9._-]+/g, "_") || "unnamed";
    let name = plain;
    for (let count = 2; taken.has(`${kind} ${name}`); count++) name = `${plain}_${count}`;
    taken.add(`${kind} ${name}`);
    return name;
  }

  function* finish(): Generator<undefined, { components: JsonObject; cut: readonly string[] }> {
    let room = MAX_COMPONENT_CHARS;
    let chars = 0;
    let count = 0;
    for (let at = 0; at < queue.length; at++) {
      if (chars > TURN_CHARS || count > TURN_COMPONENTS) {
        chars = count = 0;
        yield;
      }
      const { kind, pointer, name } = queue[at]!;
      const value = room > 0 || kind !== "schemas" ? resolve(pointer, read) : undefined;
      const size = value === undefined ? 0 : JSON.stringify(value).length;
      chars += size;
      count++;
      const isCut = value === undefined || size > Math.min(room, MAX_ONE_CHARS);
      if (isCut) cut.push(`#/components/${kind}/${name}`);
      else room -= size;
      const converted =
        isCut && kind === "schemas"
          ? { description: "Left out for size." }
          : convertComponent(kind, isCut ? trimComponent(kind, value) : value, follow);
      components[kind] ??= {};
      components[kind][name] = inertDocument(converted ?? emptyOf(kind));
    }
    return { components, cut };
  }

  return { follow, finish };
}

/** Parts are stored whole: "/components/schemas/Pet/properties/name" is read as a part and then followed within it. */
function resolve(pointer: string, read: (pointer: string) => unknown): unknown {
  const segments = pointer.split("/");
  const partLength = partLengthOf(pointer);
  let value = read(segments.slice(0, partLength).join("/"));
  for (const segment of segments.slice(partLength).map(unescapePointer)) {
    if (Array.isArray(value)) value = value[Number(segment)];
    else value = isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
  }
  return value;
}

/** How many segments name a part, the empty one before the first slash included. */
function partLengthOf(pointer: string): number {
  return pointer.startsWith("/components/") ? 4 : 3;
}

/** What stands for a component that cannot be made valid. */
function emptyOf(kind: Kind): JsonObject {
  switch (kind) {
    case "responses":
      return { description: "" };
    case "requestBodies":
      return { content: {} };
    case "securitySchemes":
      return { type: "http", scheme: "unknown" };
    case "parameters":
      return { name: "unknown", in: "query", schema: {} };
    default:
      return {};
  }
}
