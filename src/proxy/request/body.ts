/** The body of a call: the form the description gives it, or the caller chose among its forms, and its bytes. */
import { type JsonObject, isObject, objectOf, textOf } from "../../text/foreign.ts";
import type { Issue } from "../../runtime/errors.ts";
import { bareType, type BodyKind, isLines, JSON_FIRST, kindOf, sendable } from "../../text/media-types.ts";
import { base64Text, followed, isBinary, isEncoded, propertiesOf, readBinary, writeMultipart } from "./multipart.ts";
import type { ApiOperation, BodyForm } from "./operation.ts";
import { withoutReadOnly } from "./read-only.ts";
import { escapeToken, faultsOf, type Lookup } from "./schema.ts";
import { isStyled, isWellFormed, queryPairs, styledPairs } from "./styles.ts";

export interface OperationBody {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export type BuiltBody =
  { readonly ok: true; readonly body?: OperationBody } | { readonly ok: false; readonly issues: readonly Issue[] };

const BODILESS = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);
/** Where a description says nothing of a body. */
const UNDESCRIBED: BodyForm = { mediaType: "application/json", schema: {}, encoding: {} };

/** `wanted` is the content type the caller asked for, if any. */
export function buildBody(operation: ApiOperation, value: unknown, wanted: string | undefined): BuiltBody {
  const { bodies, method } = operation;
  if (value === undefined) {
    if (operation.bodyRequired && bodies.length > 0) return refused("/body", `is required, as ${listed(bodies)}`);
    return { ok: true };
  }
  if (bodies.length === 0 && BODILESS.has(method))
    return refused("/body", `is not taken by this operation, a ${method}`);
  const form = bodies.length === 0 ? UNDESCRIBED : chosen(bodies, value, wanted);
  if (form === undefined) return refused("/headers/content-type", `must be one of ${listed(bodies)}`);
  const mediaType = sendable(wanted ?? form.mediaType);
  return written(operation, form, mediaType, value);
}

/** JSON where there is a choice, then forms; a text that is no JSON value goes where text is taken. */
function chosen(bodies: readonly BodyForm[], value: unknown, wanted: string | undefined): BodyForm | undefined {
  if (wanted !== undefined) {
    const type = bareType(wanted);
    return (
      bodies.find((form) => bareType(form.mediaType) === type) ??
      bodies.find((form) => covers(bareType(form.mediaType), type))
    );
  }
  const order = typeof value === "string" ? TEXT_FIRST : JSON_FIRST;
  const rank = ({ mediaType, schema }: BodyForm) => {
    const kind = kindOf(mediaType);
    const misfits = typeof value === "string" && kind === "json" && objectOf(schema).type !== "string";
    return order.indexOf(kind) + (mediaType.includes("*") ? 0.5 : 0) + (misfits ? order.length : 0);
  };
  return [...bodies].sort((a, b) => rank(a) - rank(b))[0];
}

const TEXT_FIRST: readonly BodyKind[] = ["json", "text", "binary", "form", "multipart"];

function covers(range: string, type: string): boolean {
  if (range === "*/*") return true;
  const [prefix = "", suffix = ""] = range.split("*");
  return range.includes("*") && type.startsWith(prefix) && type.endsWith(suffix);
}

function written(operation: ApiOperation, form: BodyForm, contentType: string, given: unknown): BuiltBody {
  const { lookup } = operation;
  const kind = kindOf(contentType);
  const taken = withoutReadOnly(given, form.schema, lookup);
  const value = isObject(taken) && (kind === "form" || kind === "multipart") ? withoutNulls(taken) : taken;
  switch (kind) {
    case "json": {
      const issues = faultsOf(value, form.schema, "/body", { lookup, isText: false });
      return issues.length > 0 ? { ok: false, issues } : sent(contentType, JSON.stringify(value));
    }
    case "form": {
      const fields = typeof value === "string" ? fieldsOf(value, form, lookup) : value;
      if (!isObject(fields)) return refused("/body", "must be an object of the form's fields");
      // One that has a form for a text says nothing of its fields.
      const isTold = followed(form.schema, lookup).type !== "string";
      const issues = isTold ? faultsOf(fields, form.schema, "/body", { lookup, isText: true }) : [];
      issues.push(...brokenFields(fields));
      return issues.length > 0 ? { ok: false, issues } : sent(contentType, formText(fields, form));
    }
    case "multipart": {
      const isList = Array.isArray(value) && bareType(contentType) !== "multipart/form-data";
      if (!isObject(value) && !isList) return refused("/body", "must be an object of the form's fields");
      const judged = isObject(value) ? withoutFiles(value, form, operation) : value.map(asText);
      const issues = [...faultsOf(judged, form.schema, "/body", { lookup, isText: true }), ...brokenFields(value)];
      if (issues.length > 0) return { ok: false, issues };
      const parts = writeMultipart(form, value, { lookup, mediaType: contentType });
      return "bytes" in parts ? { ok: true, body: parts } : { ok: false, issues: parts };
    }
    case "text":
      if (Array.isArray(value) && isLines(contentType))
        return sent(contentType, value.map((one) => `${JSON.stringify(one)}\n`).join(""));
      if (isJsonText(value, form, lookup)) {
        const issues = faultsOf(value, form.schema, "/body", { lookup, isText: false });
        return issues.length > 0 ? { ok: false, issues } : sent(contentType, JSON.stringify(value));
      }
      return typeof value === "string"
        ? sent(withCharset(contentType, value), value)
        : refused("/body", `must be text, written as ${contentType}`);
    case "binary": {
      const binary = readBinary(value);
      if (binary === undefined) return refused("/body", "must be bytes as base64, or {base64}");
      const schema = followed(form.schema, lookup);
      const bytes = isEncoded(schema) ? base64Text(binary.bytes, schema) : binary.bytes;
      return { ok: true, body: { contentType, bytes } };
    }
  }
}

/** Models write null for what they leave out, and in a form it would be a text of four letters. */
function withoutNulls(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** Plain text whose fields are described is JSON that somebody gave no better name. */
function isJsonText(value: unknown, { mediaType, schema }: BodyForm, lookup: Lookup): boolean {
  const { type } = followed(schema, lookup);
  return typeof value === "object" && bareType(mediaType) === "text/plain" && type !== "string";
}

/** Without one a text of `text/plain` is read as ASCII, or guessed; other types say for themselves what they are. */
function withCharset(contentType: string, text: string): string {
  const isSaid = !contentType.toLowerCase().startsWith("text/") || /;\s*charset\s*=/i.test(contentType);
  return isSaid || /^[\0-\x7f]*$/.test(text) ? contentType : `${contentType}; charset=utf-8`;
}

function brokenFields(fields: JsonObject | readonly unknown[]): Issue[] {
  return Object.entries(fields)
    .filter((field) => !isWellFormed(field))
    .map(([name]) => ({ pointer: `/body/${escapeToken(name)}`, detail: "must be well-formed text" }));
}

/** The fields of a form that is written already, "a=1&b=2", as some descriptions show theirs. */
function fieldsOf(text: string, { schema }: BodyForm, lookup: Lookup): unknown {
  if (!text.includes("=")) return undefined;
  const fields = [...Map.groupBy(new URLSearchParams(text), ([name]) => name)].map(([name, pairs]) => {
    const values = pairs.map(([, value]) => value);
    return [name, values.length === 1 ? values[0] : values] as const;
  });
  return withoutReadOnly(Object.fromEntries(fields), schema, lookup);
}

/** Fields by the style rules of a query. Without a style of its own a list repeats its name, an object is JSON. */
function formText(fields: JsonObject, form: BodyForm): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) => {
    const encoding = objectOf(Object.hasOwn(form.encoding, name) ? form.encoding[name] : undefined);
    if (isStyled(encoding)) return styledPairs(name, value, encoding);
    const isDocument = isObject(value) || (typeof value !== "string" && /json/i.test(textOf(encoding.contentType)));
    const shape = { name, style: "form", explode: true, allowReserved: false };
    return queryPairs({ ...shape, ...(isDocument && { mediaType: "application/json" }) }, value);
  });
  return pairs.map((pair) => pair.join("=")).join("&");
}

/** A file is a text to its schema, in whatever shape it came. */
function withoutFiles(fields: JsonObject, form: BodyForm, { lookup }: ApiOperation): JsonObject {
  const properties = propertiesOf(form.schema, lookup);
  const isFile = (name: string, value: unknown) =>
    isBinary(objectOf(properties[name])) || (isObject(value) && typeof value.base64 === "string");
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      isFile(name, value) ? "" : Array.isArray(value) ? value.map(asText) : value,
    ]),
  );
}

function asText(value: unknown): unknown {
  return isObject(value) && "base64" in value ? "" : value;
}

function sent(contentType: string, text: string): BuiltBody {
  if (!text.isWellFormed()) return refused("/body", "must be well-formed text");
  return { ok: true, body: { contentType, bytes: Buffer.from(text) } };
}

function refused(pointer: string, detail: string): BuiltBody {
  return { ok: false, issues: [{ pointer, detail }] };
}

function listed(bodies: readonly BodyForm[]): string {
  return bodies
    .map(({ mediaType }) => sendable(mediaType))
    .slice(0, 6)
    .join(", ");
}
