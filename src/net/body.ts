/** The body of an answer: whole, decompressed, and never more of it in memory than the limit. */
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { HubError } from "../runtime/errors.ts";
import { brokenOff } from "./exchange.ts";
import { readChunks } from "./read-chunks.ts";

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

/** No server needs more; each costs a whole decompression. */
const MAX_CODINGS = 2;

/**
 * Reads a body of at most `maxBytes`, as sent and as decompressed alike. Ends early when the exchange is cut.
 * @throws {HubError} `upstream_too_large`, `upstream_invalid` or `upstream_failed`.
 */
export async function readBody(head: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (Number(head.headers["content-length"]) > maxBytes) throw tooLarge();
  const codings = contentCodings(head);
  let bytes = await collect(head, maxBytes);
  // What was applied last is undone first. An empty body (HEAD, 204) has nothing to undo.
  for (const coding of bytes.length === 0 ? [] : codings.reverse()) bytes = await decode(coding, bytes, maxBytes);
  return bytes;
}

async function collect(head: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    await readChunks(head, (chunk) => {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge();
      chunks.push(chunk);
      return true;
    });
  } catch (error) {
    throw error instanceof HubError ? error : brokenOff(error);
  }
  return Buffer.concat(chunks, size);
}

export function contentCodings(head: {
  readonly headers: { readonly "content-encoding"?: string | undefined };
}): string[] {
  const codings = (head.headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > MAX_CODINGS) throw undecodable();
  return codings;
}

async function decode(coding: string, bytes: Uint8Array, maxOutputLength: number): Promise<Uint8Array> {
  const decoder = decoderOf(coding, bytes);
  if (decoder === undefined) throw undecodable();
  try {
    return await decoder(bytes, { maxOutputLength });
  } catch (cause) {
    const isBomb = cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
    throw isBomb ? tooLarge() : undecodable(cause);
  }
}

function decoderOf(coding: string, bytes: Uint8Array): Decode | undefined {
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return promisify(zlib.gunzip);
    case "deflate":
      return isZlib(bytes) ? promisify(zlib.inflate) : promisify(zlib.inflateRaw);
    case "br":
      return promisify(zlib.brotliDecompress);
    case "zstd":
      return "zstdDecompress" in zlib ? promisify(zlib.zstdDecompress) : undefined;
    default:
      return undefined;
  }
}

/** "deflate" means zlib's format (RFC 9110), whose first byte says 8 in its low half; some servers send it bare. */
export function isZlib(bytes: Uint8Array): boolean {
  return ((bytes[0] ?? 0) & 0x0f) === 8;
}

function tooLarge(): HubError {
  return new HubError("upstream_too_large", "The upstream answer is larger than the hub reads.");
}

export function undecodable(cause?: unknown): HubError {
  return new HubError("upstream_invalid", "The upstream answer is not compressed as it says.", { cause });
}
