/** An upstream's answer as the wire format shows it, frozen as JSON text. */
import { isUtf8 as isWholeUtf8 } from "node:buffer";
import { retryAfterMs } from "../runtime/http/retry-after.ts";
import { isTooDeep, MAX_DEPTH } from "../runtime/json.ts";
import { freePiece } from "../text/bytes.ts";
import { between, inner, type JsonPieces, type JsonText } from "../text/json-text.ts";
import { lookOver } from "../text/json-fault.ts";
import { inTurns } from "../text/long-work.ts";
import { base64Pieces, textPieces } from "./data-json.ts";
import type { Sweep } from "../runtime/world.ts";
import { kindOf } from "../text/media-types.ts";
import { jsonIn } from "../text/foreign.ts";
import type { UpstreamAnswer } from "./send.ts";

/** How `data` holds what came: as the JSON it is, as text, or as bytes in base64. */
type Encoding = "json" | "text" | "base64";

/** Of the connection, of the hub's trade, or of no use to anybody but a browser. */
const STRIPPED =
  /^(?:set-cookie2?|server|connection|keep-alive|te|trailers?|upgrade|proxy-.*|access-control-.*|x-powered-by|via|alt-svc|nel|report-to|strict-transport-security|expect-ct)$/;

/**
 * The members of the answer that tell what the upstream said, without the braces around them. Where it was cut they come
 * in pieces: so much is never in memory more than once.
 */
export async function answerMembers(sent: UpstreamAnswer, shownUrl: string, sweep?: Sweep): Promise<JsonText> {
  const { json, encoding } = await dataOf(sent, sweep);
  const upstream = {
    status: sent.status,
    content_type: sent.headers.get("content-type"),
    headers: shownHeaders(sent.headers),
    duration_ms: sent.durationMs,
    url: shownUrl,
  };
  const rest =
    `,"data_encoding":"${encoding}","truncated":${sent.truncated},` +
    `"error":${sent.status < 400 ? "null" : JSON.stringify(errorOf(sent))},"upstream":${JSON.stringify(upstream)}`;
  return between(`"data":`, json, rest);
}

function shownHeaders(headers: Headers): object {
  const shown: Record<string, string> = Object.create(null); // Or one of the names could be no name but the prototype.
  for (const [name, value] of headers) if (!STRIPPED.test(name)) shown[name] = value;
  return shown;
}

/** The same without a word of the upstream's. */
export function withheldMembers(sent: UpstreamAnswer, shownUrl: string): string {
  const upstream = {
    status: sent.status,
    content_type: null,
    headers: {},
    duration_ms: sent.durationMs,
    url: shownUrl,
  };
  const why = "The answer was told once and not kept: it may repeat the credential of the call.";
  return inner({ data: null, data_encoding: "json", truncated: false, error: errorOf(sent), upstream, withheld: why });
}

/** JSON is handed on as it was written, so that no number of it changes. */
async function dataOf(
  { chunks, headers, truncated }: UpstreamAnswer,
  sweep: Sweep | undefined,
): Promise<{ json: JsonText; encoding: Encoding }> {
  if (chunks.length === 0) return { json: "null", encoding: "json" };
  const type = contentTypeOf(headers);
  const kind = type === null ? "json" : kindOf(type);
  const mayBeText = kind !== "binary" && kind !== "multipart";
  const stated = mayBeText ? statedDecoder(type) : undefined;
  const decoder = stated ?? (mayBeText && isUtf8(chunks, truncated, sweep) ? UTF_8 : undefined);
  if (decoder !== undefined && kind === "json" && !truncated) {
    const [first] = chunks;
    const text = decoder.decode(chunks.length === 1 ? first : Buffer.concat(chunks));
    if (text.length > LONG ? await isLongPlainJson(text) : isPlainJson(text)) return { json: text, encoding: "json" };
  }
  const write = () => (decoder === undefined ? base64Pieces(chunks) : textPieces(chunks, decoder.encoding, truncated));
  return {
    json: truncated ? heldPieces(chunks, write, sweep) : [...write()].join(""),
    encoding: decoder === undefined ? "base64" : "text",
  };
}

/** Written from what came, as often as they are asked for: only that is held. */
function heldPieces(
  chunks: readonly Uint8Array[],
  write: () => Iterable<string>,
  sweep: Sweep | undefined,
): JsonPieces {
  return {
    *[Symbol.iterator]() {
      for (const piece of write()) {
        yield piece;
        sweep?.(piece.length);
      }
    },
    [Symbol.dispose]() {
      const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
      chunks.forEach(freePiece);
      sweep?.(bytes);
    },
  };
}

/** Where it is said more than once the last one that is a type counts, as with browsers. */
function contentTypeOf(headers: Headers): string | null {
  const said = headers.get("content-type");
  if (said?.includes(",") !== true || said.includes('"')) return said;
  return said.split(",").findLast((one) => one.includes("/")) ?? said;
}

/** Making one takes longer than reading a short answer with it. It keeps nothing between two whole texts. */
const UTF_8 = new TextDecoder("utf-8");

/** By the charset that the type names; a charset that nobody knows says nothing. */
function statedDecoder(type: string | null): TextDecoder | undefined {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type ?? "")?.[1];
  if (charset === undefined) return undefined;
  if (/^utf-8$/i.test(charset)) return UTF_8;
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}

/** Where nothing says of which charset it is, it has to be good UTF-8 to be a text: else no byte of it is lost. */
function isUtf8(chunks: readonly Uint8Array[], isCut: boolean, sweep: Sweep | undefined): boolean {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined && !isCut) return isWholeUtf8(first);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for (const chunk of chunks) {
      decoder.decode(chunk, { stream: true });
      if (isCut) sweep?.(chunk.length);
    }
    if (!isCut) decoder.decode();
    return true;
  } catch {
    return false;
  }
}

function isPlainJson(text: string): boolean {
  const value = jsonIn(text);
  return value !== undefined && !isTooDeep(text, value);
}

/** In characters: to build what a longer text says takes longer than others should wait. */
const LONG = 64 * 1024;

/** The same, without building anything. */
async function isLongPlainJson(text: string): Promise<boolean> {
  const bytes = Buffer.from(text);
  const { fault, depth } = await inTurns(lookOver(bytes));
  freePiece(bytes);
  return fault === -1 && depth <= MAX_DEPTH;
}

function errorOf({ status, headers }: UpstreamAnswer): object | null {
  if (status < 400) return null;
  const terms =
    status === 402 ? " It asks for a payment by its own terms, which the hub never makes for a caller." : "";
  const waitMs = retryAfterMs(headers);
  return {
    code: "upstream_failed",
    message: `The upstream service answered with status ${status}.${terms}`,
    retryable: status >= 500 || status === 429 || status === 408,
    ...(waitMs !== undefined && { retry_after_ms: waitMs }),
  };
}

/** Whether the upstream, not the caller, is at fault: such an answer is told, and costs nothing. */
export function isUncharged({ status }: UpstreamAnswer): boolean {
  return status >= 500;
}

export function isSuccess({ status }: UpstreamAnswer): boolean {
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
