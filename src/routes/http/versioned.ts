/**
 * Documents that are written once and then known by their version: an ETag, and 304 to whoever has it (RFC 9110). They
 * are kept as a body that each answer refers to: bytes would be copied into each.
 * Shaped by speed: `bun run bench all`.
 */
import { hash } from "node:crypto";
import type { RouteContext } from "./mount.ts";

/** A class of its own: what is just a blob the framework answers in ranges. */
class DocumentBody extends Blob {}

export interface VersionedText {
  readonly body: Blob;
  /** A strong ETag, with its quotes. */
  readonly etag: string;
}

export function withVersion(text: string): VersionedText {
  return { body: new DocumentBody([text]), etag: `"${hash("sha256", text, "hex").slice(0, 32)}"` };
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
  { body, etag }: VersionedText,
  type: string,
): Blob | "" {
  const { headers } = set;
  headers["etag"] = etag;
  headers["cache-control"] = "public, no-cache";
  if (isKnown(etag, request.headers.get("if-none-match"))) {
    set.status = 304;
    delete headers["content-type"];
    return "";
  }
  headers["content-type"] = type;
  return body;
}

function isKnown(etag: string, named: string | null): boolean {
  if (named === null) return false;
  return named.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);
}
