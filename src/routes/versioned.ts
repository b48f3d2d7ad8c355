/** Documents that are written once and then known by their version: an ETag, and 304 to whoever has it (RFC 9110). */
import { createHash } from "node:crypto";
import type { RouteContext } from "./mount.ts";

export interface VersionedText {
  readonly text: string;
  /** A strong ETag, with its quotes. */
  readonly etag: string;
}

export function withVersion(text: string): VersionedText {
  return { text, etag: `"${createHash("sha256").update(text).digest("hex").slice(0, 32)}"` };
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

/** Answers with the text, or with nothing to whoever has this version. Caches ask each time. */
export function answerVersioned(
  { request, set }: Pick<RouteContext, "request" | "set">,
  { text, etag }: VersionedText,
  type: string,
): string {
  set.headers["etag"] = etag;
  set.headers["cache-control"] = "public, no-cache";
  const known = request.headers.get("if-none-match")?.split(",") ?? [];
  if (known.some((one) => one.trim().replace(/^W\//, "") === etag || one.trim() === "*")) {
    set.status = 304;
    delete set.headers["content-type"];
    return "";
  }
  set.headers["content-type"] = type;
  return text;
}
