/** Media types, as far as a call has to tell them apart. */

/** How a body of this type is written. */
export type BodyKind = "json" | "form" | "multipart" | "text" | "binary";

/** Which form a value takes that could have several. */
export const JSON_FIRST: readonly BodyKind[] = ["json", "form", "multipart", "text", "binary"];

/** "Application/JSON; charset=utf-8" → "application/json". */
export function bareType(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

export function kindOf(mediaType: string): BodyKind {
  const type = bareType(mediaType);
  if (/(?:^|[/+*-])(?:geo)?json$|^\*\/\*$|^$/.test(type)) return "json";
  if (type === "application/x-www-form-urlencoded" || type === "application/form-data") return "form";
  if (type.startsWith("multipart/")) return "multipart";
  return /^text\/|[/+-](?:xml|ya?ml)$/.test(type) || TEXTS.has(type.replace(/^application\/(?:x-)?/, ""))
    ? "text"
    : "binary";
}

/** Whether it is a document of JSON on each line. */
export function isLines(mediaType: string): boolean {
  return LINES.test(bareType(mediaType));
}

const LINES = /^(?:application|text)\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines)$/;

/** Types that are text although their name does not begin so, without "application/" and "x-". */
const TEXTS = new Set(
  (
    "bibtex csv ecmascript graphql html javascript jose json-lines json-seq jsonl jsonlines jwt mpegurl n-quads " +
    "n-triples ndjson pem-file research-info-systems sdp sh sparql-query sparql-update sql toml trig turtle " +
    "typescript vnd.apple.mpegurl"
  ).split(" "),
);

/** The type to send: a range such as "application/*+json" is none. */
export function sendable(mediaType: string): string {
  if (!bareType(mediaType).includes("*") && mediaType.trim() !== "") return mediaType.trim();
  switch (kindOf(mediaType)) {
    case "json":
      return "application/json";
    case "text":
      return "text/plain";
    case "form":
      return "application/x-www-form-urlencoded";
    case "multipart":
      return "multipart/form-data";
    case "binary":
      return "application/octet-stream";
  }
}
