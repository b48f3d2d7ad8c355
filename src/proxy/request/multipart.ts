/** Forms of several parts (RFC 7578). Files come as base64, since the call itself is JSON. */
import { createHash } from "node:crypto";
import { type JsonObject, isObject, objectOf, textOf } from "../../text/foreign.ts";
import type { Issue } from "../../runtime/errors.ts";
import type { BodyForm } from "./operation.ts";
import { headerFault } from "./header-rules.ts";
import { kindOf, sendable } from "./media.ts";
import { escaped, type Lookup } from "./schema.ts";
import { plain } from "./styles.ts";

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

/** Whether a schema means bytes. */
export function isBinary(schema: JsonObject): boolean {
  return (
    schema.format === "binary" ||
    schema.contentEncoding === "base64" ||
    textOf(schema.contentMediaType) === "application/octet-stream"
  );
}

export interface Multipart {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Writes the fields as parts. The boundary follows from the content, so that the same call is the same request. */
export function writeMultipart(form: BodyForm, fields: JsonObject, lookup: Lookup): Multipart | readonly Issue[] {
  const properties = propertiesOf(form.schema, lookup);
  const parts: Uint8Array[] = [];
  const issues: Issue[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const property = objectOf(properties[name]);
    const values = Array.isArray(value) ? value : [value];
    const schema = Array.isArray(value) ? followed(property.items, lookup) : property;
    for (const one of values) {
      const part = partOf(name, one, schema, textOf(objectOf(form.encoding[name]).contentType));
      if (part === undefined)
        issues.push({
          pointer: `/body/${escaped(name)}`,
          detail: "must be a file as base64, or {base64, filename, content_type}",
        });
      else parts.push(part);
    }
  }
  if (issues.length > 0) return issues;
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  const boundary = `part-${hash.digest("hex").slice(0, 32)}`;
  const delimiter = Buffer.from(`--${boundary}\r\n`);
  const bytes = Buffer.concat([...parts.flatMap((part) => [delimiter, part]), Buffer.from(`--${boundary}--\r\n`)]);
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes };
}

export function propertiesOf(schema: unknown, lookup: Lookup): JsonObject {
  const found = followed(schema, lookup);
  const own = Object.entries(objectOf(found.properties)).map(([name, property]) => [name, followed(property, lookup)]);
  const inherited = (Array.isArray(found.allOf) ? found.allOf : []).map((part) =>
    objectOf(followed(part, lookup).properties),
  );
  return Object.assign({}, ...inherited, Object.fromEntries(own));
}

function followed(schema: unknown, lookup: Lookup): JsonObject {
  return objectOf(isObject(schema) && typeof schema.$ref === "string" ? lookup(schema.$ref) : schema);
}

function partOf(name: string, value: unknown, schema: JsonObject, encoding: string): Uint8Array | undefined {
  const isFile = isBinary(schema) || (isObject(value) && typeof value.base64 === "string");
  const file = isFile ? readBinary(value) : undefined;
  if (isFile && file === undefined) return undefined;
  const stated = encoding.split(",")[0]?.trim() ?? "";
  const isDocument = typeof value === "object" || kindOf(stated || "text/plain") === "json";
  const type =
    file?.contentType ??
    (stated !== "" ? sendable(stated) : file ? "application/octet-stream" : isDocument ? "application/json" : "");
  if (headerFault(type) !== undefined) return undefined;
  const filename = file && `; filename="${quoted(file.filename ?? name)}"`;
  const head = [
    `Content-Disposition: form-data; name="${quoted(name)}"${filename ?? ""}`,
    ...(type === "" ? [] : [`Content-Type: ${type}`]),
  ];
  const content = file?.bytes ?? Buffer.from(isDocument ? JSON.stringify(value) : plain(value));
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), content, Buffer.from("\r\n")]);
}

/** As browsers write names: what could end them is percent-encoded. */
function quoted(text: string): string {
  return text.replace(/["\r\n]/g, (character) => encodeURIComponent(character)).replace(/\p{Cc}/gu, " ");
}
