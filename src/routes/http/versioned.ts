/**
 * Documents that are written once and then known by their version: an ETag, and 304 to whoever has it (RFC 9110). They
 * are kept as a body that each answer refers to: bytes would be copied into each. Long ones travel packed to whoever takes
 * that; they are the same for everybody, so that their length betrays nothing.
 * Shaped by speed: `bun run bench all`.
 */
import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { takesGzip } from "./accept.ts";
import type { RouteContext } from "./mount.ts";

/** In characters. A shorter one is in the first packets either way. */
const LONG = 2_000;

/** A class of its own: what is just a blob the framework answers in ranges. */
class DocumentBody extends Blob {}

export interface VersionedText {
  readonly body: Blob;
  /** A strong ETag, with its quotes. */
  readonly etag: string;
  /** The same for whoever takes gzip, packed when it is first asked for; left out of what is short. */
  readonly packed?: () => Pick<VersionedText, "body" | "etag">;
}

export function withVersion(text: string): VersionedText {
  const version = hash("sha256", text, "hex").slice(0, 32);
  const whole = { body: new DocumentBody([text]), etag: `"${version}"` };
  if (text.length < LONG) return whole;
  let made: Pick<VersionedText, "body" | "etag"> | undefined;
  return { ...whole, packed: () => (made ??= { body: new DocumentBody([gzipSync(text)]), etag: `"${version}-gzip"` }) };
}

/** Writes a document again only when what it is made of is another value than before. */
export function keptWhile(
  write: (...madeOf: readonly unknown[]) => string,
): (...madeOf: readonly unknown[]) => VersionedText {
  let known: { readonly madeOf: readonly unknown[]; readonly written: VersionedText } | undefined;
  return (...madeOf) => {
    const isSame = known?.madeOf.length === madeOf.length && madeOf.every((part, at) => part === known?.madeOf[at]);
    if (known === undefined || !isSame) known = { madeOf, written: withVersion(write(...madeOf)) };
    return known.written;
  };
}

/** Answers with the document, or with nothing to whoever has this version. Caches ask each time. */
export function answerVersioned(
  { request, set }: Pick<RouteContext, "request" | "set">,
  document: VersionedText,
  type: string,
): Blob | "" {
  const { headers } = set;
  const packed = takesGzip(request) ? document.packed?.() : undefined;
  const { body, etag } = packed ?? document;
  if (document.packed !== undefined)
    headers["vary"] = headers["vary"] === undefined ? "accept-encoding" : `${headers["vary"]}, accept-encoding`;
  headers["etag"] = etag;
  headers["cache-control"] = "public, no-cache";
  if (isKnown(etag, request.headers.get("if-none-match"))) {
    set.status = 304;
    delete headers["content-type"];
    return "";
  }
  headers["content-type"] = type;
  if (packed !== undefined) headers["content-encoding"] = "gzip";
  return body;
}

function isKnown(etag: string, named: string | null): boolean {
  if (named === null) return false;
  return named.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);
}
