/** An upstream's answer as the wire format shows it, frozen as JSON text. */
import { isDeeperThan, MAX_DEPTH } from "../runtime/json.ts";
import { kindOf } from "./request/media.ts";
import type { Sent } from "./send.ts";

/** How `data` holds what came: as the JSON it is, as text, or as bytes in base64. */
type Encoding = "json" | "text" | "base64";

/** Of the connection, of the hub's trade, or of no use to anybody but a browser. */
const STRIPPED =
  /^(?:set-cookie2?|server|connection|keep-alive|te|trailers?|upgrade|proxy-.*|access-control-.*|x-powered-by|via|alt-svc|nel|report-to|strict-transport-security|expect-ct)$/;

/** The members of the answer that tell what the upstream said, without the braces around them. */
export function answerMembers(sent: Sent, shownUrl: string): string {
  const { json, encoding } = dataOf(sent);
  const upstream = {
    status: sent.status,
    content_type: sent.headers.get("content-type"),
    headers: Object.fromEntries([...sent.headers].filter(([name]) => !STRIPPED.test(name))),
    duration_ms: sent.durationMs,
    url: shownUrl,
  };
  return (
    `"data":${json},"data_encoding":${JSON.stringify(encoding)},"truncated":${sent.truncated},` +
    `"error":${JSON.stringify(errorOf(sent))},"upstream":${JSON.stringify(upstream)}`
  );
}

/** JSON is handed on as it was written, so that no number of it changes. */
function dataOf({ chunks, headers, truncated }: Sent): { json: string; encoding: Encoding } {
  if (chunks.length === 0) return { json: "null", encoding: "json" };
  const type = headers.get("content-type");
  const kind = type === null ? "json" : kindOf(type);
  if (kind === "json" && !truncated) {
    const text = decoderFor(type)?.decode(Buffer.concat(chunks));
    if (text !== undefined && isPlainJson(text)) return { json: text, encoding: "json" };
  }
  const decoder = kind === "binary" || kind === "multipart" ? undefined : decoderFor(type);
  const json = decoder && asText(chunks, decoder);
  return json === undefined ? { json: asBase64(chunks), encoding: "base64" } : { json, encoding: "text" };
}

/** Where nothing says it is text, it has to be good UTF-8 to be one. */
function decoderFor(type: string | null): TextDecoder | undefined {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type ?? "")?.[1];
  try {
    return new TextDecoder(charset ?? "utf-8", { fatal: type === null });
  } catch {
    return undefined; // A charset nobody knows.
  }
}

/** Chunk by chunk, so that a large answer is not in memory once for each step on its way. */
function asText(chunks: readonly Uint8Array[], decoder: TextDecoder): string | undefined {
  let json = '"';
  try {
    for (const chunk of chunks) json += JSON.stringify(decoder.decode(chunk, { stream: true })).slice(1, -1);
    return `${json}${JSON.stringify(decoder.decode()).slice(1)}`;
  } catch {
    return undefined; // No text at all.
  }
}

function asBase64(chunks: readonly Uint8Array[]): string {
  let json = '"';
  let rest = Buffer.alloc(0);
  for (const chunk of chunks) {
    const bytes =
      rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length) : Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    json += bytes.toString("base64", 0, whole);
    rest = Buffer.from(bytes.subarray(whole));
  }
  return `${json}${rest.toString("base64")}"`;
}

function isPlainJson(text: string): boolean {
  try {
    return !isDeeperThan(JSON.parse(text), MAX_DEPTH);
  } catch {
    return false;
  }
}

function errorOf({ status, headers }: Sent): object | null {
  if (status < 400) return null;
  const terms =
    status === 402 ? " It asks for a payment by its own terms, which the hub never makes for a caller." : "";
  const seconds = /^\d{1,6}$/.exec(headers.get("retry-after") ?? "")?.[0];
  return {
    code: "upstream_failed",
    message: `The upstream service answered with status ${status}.${terms}`,
    retryable: status >= 500 || status === 429 || status === 408,
    ...(seconds !== undefined && { retry_after_ms: Number(seconds) * 1000 }),
  };
}

/** Whether the upstream, not the caller, is at fault: such an answer is told, and costs nothing. */
export function isUncharged({ status }: Sent): boolean {
  return status >= 500;
}

export function isSuccess({ status }: Sent): boolean {
  return status < 400;
}

/** A body as a dry run shows it: text, or bytes in base64. */
export function shownBody(body: Uint8Array | undefined): string | { readonly base64: string } | null {
  if (body === undefined) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return { base64: Buffer.from(body).toString("base64") };
  }
}
