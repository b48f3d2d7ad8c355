/** Descriptions as operators have them, JSON or YAML, OpenAPI 2.0 to 3.1, as one OpenAPI 3.x document in JSON. */
import { upgradeFromTwoToThree } from "@scalar/openapi-upgrader/2.0-to-3.0";
import { isScalar, parseDocument, YAMLParseError } from "yaml";
import { withFormLists } from "./form-lists.ts";
import { withOwnBodies } from "./shared-bodies.ts";
import { withMediaLists } from "./two-media.ts";
import { serversOfTwo } from "./two-servers.ts";
import { assertWritable } from "./written-out.ts";
import { type JsonObject, isObject, jsonIn, objectOf } from "../../../text/foreign.ts";

/** YAML aliases may nest; this many are an attack. */
const MAX_ALIASES = 10_000;

export interface Whence {
  /** The address it was fetched from. */
  readonly origin?: string | undefined;
  /** Is given an OpenAPI 3.x document as it was written. */
  readonly complete?: (read: JsonObject) => JsonObject;
}

/** @throws {SyntaxError} when the text is no OpenAPI description. */
export function upgradeDescription(text: string, { origin, complete = (read) => read }: Whence = {}): JsonObject {
  const read = withTextVersions(readText(text));
  const upgraded = read.swagger === "2.0" ? upgradeTwo(objectOf(withoutNulls(read)), origin) : complete(read);
  if (typeof upgraded.openapi !== "string" || !upgraded.openapi.startsWith("3.")) {
    throw new SyntaxError(
      `The text is no OpenAPI description: it states neither "swagger": "2.0" nor "openapi": "3.x"`,
    );
  }
  return upgraded;
}

function upgradeTwo(read: JsonObject, origin: string | undefined): JsonObject {
  const { host: _host, basePath: _basePath, schemes: _schemes, ...others } = read;
  const servers = serversOfTwo(read, origin);
  return { ...upgradeFromTwo(withOwnBodies(withMediaLists(others))), ...(servers.length > 0 && { servers }) };
}

/** One path that cannot be upgraded spoils no other: it is left as it is, which no operation can be read from. */
function upgradeFromTwo(read: JsonObject): JsonObject {
  try {
    return withFormLists(objectOf(upgradeFromTwoToThree(structuredClone(read))), read);
  } catch (cause) {
    const paths = Object.entries(objectOf(read.paths));
    if (paths.length < 2) throw new SyntaxError("The description cannot be upgraded from OpenAPI 2.0", { cause });
    const upgraded = paths.map(([path, item]) => {
      try {
        return upgradeFromTwo({ ...read, paths: { [path]: item } });
      } catch {
        return { paths: { [path]: { additionalOperations: { broken: null } } } };
      }
    });
    const whole = upgraded.find((one) => "openapi" in one);
    if (whole === undefined) throw new SyntaxError("The description cannot be upgraded from OpenAPI 2.0", { cause });
    return { ...whole, paths: Object.assign({}, ...upgraded.map((one) => one.paths)) };
  }
}

/** In YAML a version without quotes is a number: 2.0 is 2, and 1.10 would be 1.1 had its text not been kept. */
function withTextVersions(read: JsonObject): JsonObject {
  const { swagger, openapi, info } = read;
  return {
    ...read,
    ...(swagger !== undefined && { swagger: versionText(swagger) }),
    ...(openapi !== undefined && { openapi: versionText(openapi) }),
    ...(isObject(info) &&
      typeof info.version === "number" && { info: { ...info, version: versionText(info.version) } }),
  };
}

function versionText(version: unknown): unknown {
  if (typeof version === "number") return Number.isInteger(version) ? version.toFixed(1) : String(version);
  return typeof version === "string" && /^[23]$/.test(version.trim()) ? `${version.trim()}.0` : version;
}

/** Values that may be null, and are no part of the description itself. */
const DATA = /^(?:enum|default|examples?)$/;
const EXTENSION = /^x-/;
/** Their members have names of the description's own. */
const NAMED: ReadonlySet<string> = new Set([
  "paths",
  "responses",
  "definitions",
  "properties",
  "headers",
  "parameters",
]);

/** Without the nulls in its lists and members, which the upgrade takes for objects. */
function withoutNulls(value: unknown, hasNames = false): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== null).map((one) => withoutNulls(one));
  if (!isObject(value)) return value;
  const isData = (key: string): boolean => !hasNames && DATA.test(key);
  const kept = Object.entries(value).filter(([key, one]) => one !== null || isData(key));
  return Object.fromEntries(
    kept.map(([key, one]) => {
      const isKept = isData(key) || EXTENSION.test(key);
      return [key, isKept ? one : withoutNulls(one, !hasNames && NAMED.has(key))];
    }),
  );
}

/** An object of JSON or YAML. @throws {SyntaxError} when the text is none. */
export function readText(text: string): JsonObject {
  const source = text.replace(/^\uFEFF/, "");
  if (source.trim() === "") throw new SyntaxError("The text is empty");
  if (source.startsWith(GZIP))
    throw new SyntaxError("The text is no OpenAPI description: it is compressed by gzip; unpack it first");
  if (/^\s*</.test(source)) throw new SyntaxError(`The text is no OpenAPI description: it is ${markupOf(source)}`);
  // YAML is a superset: what is not quite JSON may still be YAML.
  const read = (/^\s*\{/.test(source) ? jsonIn(source) : undefined) ?? readYaml(source);
  assertWritable(read, source);
  if (!isObject(read)) throw new SyntaxError("The text is no OpenAPI description: it holds no object");
  return read;
}

/** How compressed bytes begin, and no text does. */
const GZIP = "\u001f";

/** Whoever has no right to a description is often shown a login in its place. */
function markupOf(source: string): string {
  return /^\s*<(?:!doctype\s+html|html|head|body)\b/i.test(source) ? "a page of HTML" : "XML";
}

function readYaml(source: string): unknown {
  try {
    const document = parseDocument(source, { merge: true, prettyErrors: true });
    const [fault] = document.errors;
    if (fault !== undefined) throw fault;
    const read: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    const version = document.getIn(["info", "version"], true);
    const written = isScalar(version) && typeof version.value === "number" ? version.source : undefined;
    if (!isObject(read) || written === undefined) return read;
    return { ...read, info: { ...objectOf(read.info), version: written } };
  } catch (cause) {
    throw new SyntaxError(`The text is neither JSON nor YAML: ${yamlFault(cause)}`, { cause });
  }
}

/** The library speaks to programmers. */
function yamlFault(cause: unknown): string {
  const code = cause instanceof YAMLParseError ? cause.code : undefined;
  if (code === "RESOURCE_EXHAUSTION" || cause instanceof RangeError) return "it is too deep";
  if (code === "MULTIPLE_DOCS") return "it holds several documents, one behind the other; give each a file of its own";
  const [reason = ""] = (cause instanceof Error ? cause.message : "").split("\n");
  return reason.replace(/:$/, "");
}
