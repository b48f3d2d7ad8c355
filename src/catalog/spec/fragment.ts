/**
 * A self-contained OpenAPI 3.1 document with one operation: its server, its security schemes, and the components it
 * needs, nearest first, until the size limit; what was cut is said in the document. A large one is built in turns.
 */
import { inertDocument } from "../../text/inert.ts";
import type { LongWork } from "../../text/long-work.ts";
import { escapePointer } from "../../text/pointer.ts";
import { type JsonObject, isObject, listOf, objectOf, textOf, writtenOf } from "../../text/foreign.ts";
import { isSigningParameter } from "../../access/aws.ts";
import { ANYWHERE, usableBaseUrl } from "./base-url.ts";
import { trimOperation } from "./trim.ts";
import { collectComponents, referredPart } from "./components.ts";
import { type Follow, convertOperation } from "./convert.ts";
import type { PartsReader } from "./parts-reader.ts";
import { followItem, itemWith, openapiFor, operationAt } from "./path-item.ts";
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

/** Of what was cut. */
const MAX_NAMES = 200;

/** Yields where others should have their turn; a short one is there at once. */
export function* buildFragment(subject: Subject, parts: PartsReader): LongWork<JsonObject> {
  const head = objectOf(parts.head(subject.document));
  yield* parts.opening(subject.document);
  const read = (pointer: string): unknown => parts.read(subject.document, pointer);
  const path = { $ref: `#/paths/${encodeURIComponent(escapePointer(subject.path))}` };
  const item = followItem(path, (reference) => referredPart(reference, read));
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
  const collector = collectComponents(read, (pointer) => parts.has(subject.document, pointer), {
    base: subject.baseUrl,
    hasSiblings: !textOf(head.openapi).startsWith("3.0"),
  });
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
        ...withPathParameters(converted, subject.path, components),
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
    const parameter = followItem(objectOf(given), (reference) => referredPart(reference, read));
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
    const values = listOf(variable.enum).flatMap((one) => writtenOf(one) ?? []);
    const byDefault = writtenOf(variable.default) ?? "";
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
function withPathParameters(operation: JsonObject, path: string, components: JsonObject): JsonObject {
  const parameters = listOf(operation.parameters);
  const shared = objectOf(components.parameters);
  const placeOf = (given: unknown): JsonObject =>
    followItem(objectOf(given), (reference) => shared[reference.split("/").at(-1) ?? ""]) ?? {};
  const templated = [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? "");
  const named = new Set(
    parameters
      .map(placeOf)
      .filter((one) => one.in === "path")
      .map((one) => one.name),
  );
  const missing = templated
    .filter((name, index) => !named.has(name) && templated.indexOf(name) === index)
    .map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
  const kept = parameters.filter((one) => {
    const { in: place, name } = placeOf(one);
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
