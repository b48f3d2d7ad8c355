/** Forms of several parts (RFC 7578). Files come as base64, since the call itself is JSON. */
import { createHash } from "node:crypto";
import { type JsonObject, isObject, listOf, objectOf, textOf } from "../../text/foreign.ts";
import type { Issue } from "../../runtime/errors.ts";
import type { BodyForm } from "./operation.ts";
import { headerFault } from "./header-rules.ts";
import { isSendable } from "../../runtime/http/sendable-header.ts";
import { bareType, kindOf, sendable } from "../../text/media-types.ts";
import { escapeToken, type Lookup } from "./schema.ts";
import { isStyled, plain, styledPairs } from "./styles.ts";

export interface Binary {
  readonly bytes: Uint8Array;
  readonly filename?: string;
  readonly contentType?: string;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** A file as a caller gives it: base64, or `{base64, filename?, content_type?}`. `undefined` when it is neither. */
export function readBinary(value: unknown): Binary | undefined {
  if (typeof value === "string") return decoded(value);
  if (!isObject(value) || typeof value.base64 !== "string") return undefined;
  const binary = decoded(value.base64);
  const filename = textOf(value.filename);
  const contentType = textOf(value.content_type);
  return binary && { ...binary, ...(filename && { filename }), ...(contentType && { contentType }) };
}

function decoded(text: string): Binary | undefined {
  const written = text.replaceAll("-", "+").replaceAll("_", "/").replace(/\s+/g, "");
  return BASE64.test(written) ? { bytes: Buffer.from(written, "base64") } : undefined;
}

/** Whether a schema means bytes that are sent as they are. */
export function isBinary(schema: JsonObject): boolean {
  if (schema.format === "binary") return true;
  const mediaType = textOf(schema.contentMediaType);
  return isEncoded(schema) || (mediaType !== "" && ["binary", "multipart"].includes(kindOf(mediaType)));
}

/** Whether a schema means bytes that are sent as the text which encodes them. */
export function isEncoded(schema: JsonObject): boolean {
  return /^base64(?:url)?$/i.test(textOf(schema.contentEncoding));
}

export interface Multipart {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes the fields as parts with their names, a list as parts without. The boundary follows from the content, so that
 * the same call is the same request.
 */
export function writeMultipart(
  form: BodyForm,
  value: JsonObject | readonly unknown[],
  { lookup, mediaType }: { readonly lookup: Lookup; readonly mediaType: string },
): Multipart | readonly Issue[] {
  const parts: Uint8Array[] = [];
  const issues: Issue[] = [];
  const fields = isObject(value) ? namedFields(form, value, lookup) : listedFields(form, value, lookup);
  for (const field of fields) {
    const part = partOf(field, form, lookup);
    if (part === undefined)
      issues.push({
        pointer: `/body/${escapeToken(field.pointer)}`,
        detail: "must be a file as base64, or {base64, filename, content_type}",
      });
    else parts.push(part);
  }
  if (issues.length > 0) return issues;
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  const boundary = `part-${hash.digest("hex").slice(0, 32)}`;
  const delimiter = Buffer.from(`--${boundary}\r\n`);
  const bytes = Buffer.concat([...parts.flatMap((part) => [delimiter, part]), Buffer.from(`--${boundary}--\r\n`)]);
  return { contentType: `${bareType(mediaType)}${parametersOf(mediaType)}; boundary=${boundary}`, bytes };
}

/** What one part holds. */
interface MultipartField {
  readonly name: string | undefined;
  readonly value: unknown;
  readonly schema: JsonObject;
  readonly encoding: JsonObject;
  /** Below the body. */
  readonly pointer: string;
}

function namedFields(form: BodyForm, fields: JsonObject, lookup: Lookup): MultipartField[] {
  const properties = propertiesOf(form.schema, lookup);
  return Object.entries(fields).flatMap(([name, value]) => {
    const schema = objectOf(Object.hasOwn(properties, name) ? properties[name] : undefined);
    const encoding = objectOf(Object.hasOwn(form.encoding, name) ? form.encoding[name] : undefined);
    const isFile = isBinary(schema) || (isObject(value) && typeof value.base64 === "string");
    if (typeof value === "object" && value !== null && isStyled(encoding) && !isFile) {
      // In a part nothing needs to be encoded as in an address.
      const pairs = styledPairs(name, value, encoding).map((pair) => pair.map(decodeURIComponent));
      return pairs.map(([key, text]) => ({ name: key, value: text, schema: {}, encoding, pointer: name }));
    }
    const items = followed(schema.items, lookup);
    return Array.isArray(value)
      ? value.map((one) => ({ name, value: one, schema: items, encoding, pointer: name }))
      : [{ name, value, schema, encoding, pointer: name }];
  });
}

/** OpenAPI 3.2: the parts of a list are told by their place. */
function listedFields({ schema, prefixEncoding, itemEncoding }: BodyForm, values: readonly unknown[], lookup: Lookup) {
  const { prefixItems, items } = followed(schema, lookup);
  return values.map((value, at): MultipartField => ({
    name: undefined,
    value,
    schema: followed(listOf(prefixItems)[at] ?? items, lookup),
    encoding: objectOf(listOf(prefixEncoding)[at] ?? itemEncoding),
    pointer: String(at),
  }));
}

/** Of a media type such as `multipart/related; type="application/json"`; its boundary is ours. */
function parametersOf(mediaType: string): string {
  const given = mediaType.split(";").slice(1);
  const kept = given.map((one) => one.trim()).filter((one) => one !== "" && !/^boundary\s*=/i.test(one));
  return kept.map((one) => `; ${one}`).join("");
}

export function propertiesOf(schema: unknown, lookup: Lookup): JsonObject {
  const found = followed(schema, lookup);
  const own = Object.entries(objectOf(found.properties)).map(([name, property]) => [name, followed(property, lookup)]);
  const inherited = (Array.isArray(found.allOf) ? found.allOf : []).map((part) =>
    objectOf(followed(part, lookup).properties),
  );
  return Object.assign({}, ...inherited, Object.fromEntries(own));
}

/** The schema itself, or what its reference leads to. */
export function followed(schema: unknown, lookup: Lookup): JsonObject {
  return objectOf(isObject(schema) && typeof schema.$ref === "string" ? lookup(schema.$ref) : schema);
}

function partOf(
  { name, value, schema, encoding }: MultipartField,
  form: BodyForm,
  lookup: Lookup,
): Uint8Array | undefined {
  const isFile = isBinary(schema) || (isObject(value) && typeof value.base64 === "string");
  const file = isFile ? readBinary(value) : undefined;
  if (isFile && file === undefined) return undefined;
  const stated = textOf(encoding.contentType).split(",")[0]?.trim() || textOf(schema.contentMediaType);
  const isText = typeof value === "string" && stated !== "";
  const isDocument = !isText && (typeof value === "object" || kindOf(stated || "text/plain") === "json");
  const type =
    file?.contentType ??
    (stated !== "" ? sendable(stated) : file ? "application/octet-stream" : isDocument ? "application/json" : "");
  if (headerFault(type) !== undefined) return undefined;
  const isForm = bareType(form.mediaType) === "multipart/form-data";
  const filename = file && (isForm || file.filename) ? `; filename="${quoted(file.filename ?? name ?? "")}"` : "";
  const isBase64 = file !== undefined && isEncoded(schema);
  const own = fixedHeaders(encoding, lookup);
  const head = [
    ...(name !== undefined ? [`Content-Disposition: form-data; name="${quoted(name)}"${filename}`] : []),
    ...(name === undefined && filename !== "" ? [`Content-Disposition: attachment${filename}`] : []),
    ...(type === "" ? [] : [`Content-Type: ${type}`]),
    ...(isBase64 && own.every(([key]) => !/^content-transfer-encoding$/i.test(key))
      ? ["Content-Transfer-Encoding: base64"]
      : []),
    ...own.map(([key, text]) => `${key}: ${text}`),
  ];
  const text = () => Buffer.from(isDocument ? JSON.stringify(value) : plain(value));
  const content = isBase64 ? base64Text(file.bytes, schema) : (file?.bytes ?? text());
  return Buffer.concat([
    Buffer.from(`${head.map((line) => `${line}\r\n`).join("")}\r\n`),
    content,
    Buffer.from("\r\n"),
  ]);
}

/** Bytes as the text that a schema asks for. */
export function base64Text(bytes: Uint8Array, { contentEncoding }: JsonObject): Uint8Array {
  const isUrlSafe = /url$/i.test(textOf(contentEncoding));
  return Buffer.from(Buffer.from(bytes).toString(isUrlSafe ? "base64url" : "base64"));
}

/** Headers of a part that the description itself fixes. */
function fixedHeaders({ headers }: JsonObject, lookup: Lookup): (readonly [name: string, value: string])[] {
  return Object.entries(objectOf(headers)).flatMap(([name, header]) => {
    const { schema } = followed(header, lookup);
    const { const: constant, enum: values, default: byDefault } = followed(schema, lookup);
    const value = constant ?? byDefault ?? (listOf(values).length === 1 ? listOf(values)[0] : undefined);
    const isSent = isSendable(name) && !/^content-(?:type|disposition)$/i.test(name);
    return isSent && value !== undefined && headerFault(String(value)) === undefined ? [[name, String(value)]] : [];
  });
}

/** As browsers write names: what could end them is percent-encoded. */
function quoted(text: string): string {
  return text.replace(/["\r\n]/g, (character) => encodeURIComponent(character)).replace(/\p{Cc}/gu, " ");
}
