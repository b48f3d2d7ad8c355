/** Reads the operations of a description: what an entry will say, before versions are folded and categories chosen. */
import { type JsonObject, firstText, isObject, listOf, objectOf, textOf } from "../../text/foreign.ts";
import { statedAccess } from "../../access/assess.ts";
import type { Access } from "../../runtime/access.ts";
import type { Auth, QualityEvidence } from "../../runtime/catalog.ts";
import { withoutMarkup, splitIdentifier } from "../words/words.ts";
import { authOf } from "./auth.ts";
import { type BaseUrl, type SkipReason, usableBaseUrl, type Whereabouts } from "../spec/base-url.ts";
import { type Description, securitySchemesOf } from "./description.ts";
import { createInputReader } from "./inputs.ts";
import { seenText } from "../../text/plain-text.ts";
import { escapePointer, unescapePointer } from "../../text/pointer.ts";
import { followItem, operationsOf, pointerOf } from "../spec/path-item.ts";
import { type Slice, decodeSlice } from "../spec/slice.ts";

export interface ImportedOperation {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly baseUrl: string;
  readonly name: string;
  readonly description: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly auth: Auth;
  /** What a call must bring, as far as the description says. */
  readonly access: Access;
  readonly docsUrl: string | null;
  /** What its inputs are called and said to be. */
  readonly inputs: string;
  readonly evidence: Omit<QualityEvidence, "ageDays">;
  /** Its path item, and the others of `paths` that lead to it, by JSON Pointer. */
  readonly parts: ReadonlyMap<string, Slice>;
}

type Place = Pick<ImportedOperation, "method" | "path" | "baseUrl" | "parts">;

export type OperationReading =
  { readonly ok: true; readonly operation: ImportedOperation } | { readonly ok: false; readonly reason: SkipReason };

const MAX_NAME = 120;
const MAX_DESCRIPTION = 400;
/** No server reads a longer one. */
const MAX_ADDRESS = 8_000;

/** Every operation of the description, one path item in memory at a time. */
export function* readOperations(description: Description, from: Whereabouts): Generator<OperationReading> {
  const schemes = securitySchemesOf(description);
  const base = usableBaseUrl(description.head.servers, from);
  const readInputs = createInputReader(description);
  const byName = Object.fromEntries(schemes);
  const components = new Map<string, unknown>();
  for (const path of description.paths.keys()) {
    const parts = new Map<string, Slice>();
    let item: JsonObject | undefined;
    try {
      item = readItem(description, path, parts);
    } catch {
      yield { ok: false, reason: "broken operation" };
      continue;
    }
    if (item === undefined) {
      yield { ok: false, reason: "path behind a reference that leads nowhere" };
      continue;
    }
    const itemBase = item.servers === undefined ? base : usableOr(item.servers, from, base);
    for (const [method, operation] of operationsOf(item)) {
      if (operation === undefined || !path.startsWith("/")) {
        yield { ok: false, reason: "broken operation" };
        continue;
      }
      if (!isCallable(path)) {
        yield { ok: false, reason: "path that cannot be called" };
        continue;
      }
      const operationBase = operation.servers === undefined ? itemBase : usableOr(operation.servers, from, itemBase);
      if (!operationBase.ok) yield operationBase;
      else if (operationBase.url.length + path.length > MAX_ADDRESS)
        yield { ok: false, reason: "path that cannot be called" };
      else
        yield {
          ok: true,
          operation: toOperation({ method, path, baseUrl: operationBase.url, parts }, item, operation),
        };
    }
  }

  function toOperation(place: Place, item: JsonObject, operation: JsonObject): ImportedOperation {
    const summary = withoutMarkup(firstText(operation.summary, item.summary), MAX_NAME);
    const body = withoutMarkup(firstText(operation.description, item.description), MAX_DESCRIPTION);
    const operationId = seenText(textOf(operation.operationId));
    const auth = authOf(operation.security ?? description.head.security, schemes);
    return {
      ...place,
      name: summary || readableId(operationId) || `${place.method} ${place.path}`.slice(0, MAX_NAME),
      description: body || summary,
      operationId,
      tags: listOf(operation.tags)
        .map((tag) => seenText(textOf(tag)))
        .filter(Boolean)
        .slice(0, 8),
      auth,
      access: statedAccess(place, {
        security: operation.security ?? description.head.security,
        schemes: byName,
        parameters: [...listOf(item.parameters), ...listOf(operation.parameters)].filter(isObject).map(followed),
        statuses: Object.keys(objectOf(operation.responses)),
      }),
      docsUrl: webAddress(objectOf(operation.externalDocs).url),
      inputs: readInputs(item, operation),
      evidence: {
        descriptionChars: Math.min(9999, summary.length + (body === summary ? 0 : body.length)),
        ...countParameters([...listOf(item.parameters), ...listOf(operation.parameters)]),
        hasResponseSchema: hasResponseSchema(operation.responses),
        https: place.baseUrl.startsWith("https:"),
        statesAuth: auth !== "unknown",
        deprecated: operation.deprecated === true,
      },
    };
  }

  function followed(given: JsonObject): JsonObject {
    return objectOf(followItem(given, (reference) => component(pointerOf(reference) ?? "")));
  }

  /** Parsed once: most operations of a description share theirs. */
  function component(pointer: string): unknown {
    const slice = description.components.get(pointer);
    if (slice !== undefined && !components.has(pointer)) components.set(pointer, partAt(slice));
    return components.get(pointer);
  }

  function partAt(slice: Slice): unknown {
    try {
      return JSON.parse(decodeSlice(description.bytes, slice));
    } catch {
      return undefined;
    }
  }
}

/** Whether an address can hold the path as it is written, whatever its parameters are. */
function isCallable(path: string): boolean {
  const [template = ""] = path.split(/[?#]/);
  const filled = template.replace(/\{[^{}]+\}/g, "x");
  const url = URL.parse(`https://host.example${filled}`);
  return (
    url?.host === "host.example" &&
    seenText(path) === path &&
    !filled.split(/[/\\]/).some((one) => /^(?:\.|%2e){1,2}$/i.test(one))
  );
}

/** Notes each part it reads. A reference within the document may lead anywhere; what is no path item holds no operation. */
function readItem(description: Description, path: string, parts: Map<string, Slice>): JsonObject | undefined {
  return followItem({ $ref: `#/paths/${encodeURIComponent(escapePointer(path))}` }, (reference) => {
    const pointer = pointerOf(reference) ?? "";
    const named = /^\/paths\/([^/]+)$/.exec(pointer)?.[1];
    const slice =
      named === undefined ? description.components.get(pointer) : description.paths.get(unescapePointer(named));
    if (slice === undefined) return undefined;
    parts.set(pointer, slice);
    const item: unknown = JSON.parse(decodeSlice(description.bytes, slice));
    if (!isObject(item)) throw new SyntaxError("A path item is no object");
    return item;
  });
}

/** An http or https address, all of which is seen, or null. */
export function webAddress(value: unknown): string | null {
  const text = textOf(value);
  const isAddress = /^https?:\/\/[^\s]+$/.test(text) && text.length <= 500 && URL.canParse(text);
  return isAddress && seenText(text) === text ? text : null;
}

/** A referenced parameter counts as described: it is, where it stands, in all but a few documents. */
function countParameters(parameters: readonly unknown[]): Pick<QualityEvidence, "parameters" | "parametersDescribed"> {
  const described = parameters.map(objectOf).filter((one) => "$ref" in one || textOf(one.description) !== "");
  return { parameters: parameters.length, parametersDescribed: described.length };
}

function usableOr(servers: unknown, from: Whereabouts, otherwise: BaseUrl): BaseUrl {
  const own = usableBaseUrl(servers, from);
  return own.ok ? own : otherwise;
}

/** "GET_RunInstances" and "ec2.instances.run" as people would say them. Who deletes says so: "DELETE_Session" is no session. */
function readableId(operationId: string): string {
  const words = splitIdentifier(operationId.replace(/^(?:GET|POST|PUT|PATCH)_/, ""));
  return words.slice(0, MAX_NAME);
}

function hasResponseSchema(responses: unknown): boolean {
  return Object.entries(objectOf(responses)).some(([status, response]) => {
    if (!/^(?:2|default)/.test(status) || !isObject(response)) return false;
    if ("$ref" in response) return true;
    return Object.values(objectOf(response.content)).some((media) => objectOf(media).schema !== undefined);
  });
}
