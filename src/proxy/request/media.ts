/** Media types, as far as a call has to tell them apart. */

/** How a body of this type is written. */
export type BodyKind = "json" | "form" | "multipart" | "text" | "binary";

/** "Application/JSON; charset=utf-8" → "application/json". */
export function bareType(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

export function kindOf(mediaType: string): BodyKind {
  const type = bareType(mediaType);
  if (/[/+*-]json$|^\*\/\*$|^$/.test(type)) return "json";
  if (type === "application/x-www-form-urlencoded" || type === "application/form-data") return "form";
  if (type.startsWith("multipart/")) return "multipart";
  if (
    /^text\/|[/+]xml$|[/+]ya?ml$|^application\/(?:jwt|graphql|sparql-query|(?:x-)?ndjson|(?:x-)?jsonl(?:ines)?|(?:x-)?json-lines|javascript|sql)$/.test(
      type,
    )
  )
    return "text";
  return "binary";
}

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
