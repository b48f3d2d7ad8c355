/** The body of an answer up to a limit: read and decompressed as it comes, so that what is cut was never in memory. */
import type { IncomingMessage } from "node:http";
import { pipeline, Readable, type Transform } from "node:stream";
import zlib from "node:zlib";
import { HubError } from "../runtime/errors.ts";
import { contentCodings, isZlib, undecodable } from "./body.ts";
import { brokenOff } from "./exchange.ts";

export interface CutBody {
  readonly bytes: Uint8Array;
  readonly truncated: boolean;
}

const FIRST_BYTES = 64 * 1024;

/** @throws {HubError} `upstream_failed` when it breaks off, `upstream_invalid` when it is not compressed as it says. */
export async function readCut(head: IncomingMessage, maxBytes: number): Promise<CutBody> {
  const codings = contentCodings(head);
  const stated = codings.length === 0 ? Number(head.headers["content-length"] ?? FIRST_BYTES) : FIRST_BYTES;
  // In one piece from the start where its length is known: pieces put together would be in memory twice.
  let bytes: Buffer = Buffer.allocUnsafeSlow(Math.min(Number.isFinite(stated) ? stated : FIRST_BYTES, maxBytes));
  let size = 0;
  try {
    for await (const chunk of decompressed(head, codings)) {
      const taken = chunk.subarray(0, maxBytes - size);
      if (size + taken.length > bytes.length) bytes = grown(bytes, size, size + taken.length, maxBytes);
      bytes.set(taken, size);
      size += taken.length;
      if (taken.length < chunk.length) return { bytes: bytes.subarray(0, size), truncated: true };
    }
  } catch (error) {
    if (error instanceof HubError) throw error;
    throw isCoding(error) ? undecodable(error) : brokenOff(error);
  }
  return { bytes: bytes.subarray(0, size), truncated: false };
}

function grown(bytes: Buffer, size: number, needed: number, maxBytes: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.min(maxBytes, Math.max(needed, bytes.length * 2)));
  bytes.copy(larger, 0, 0, size);
  return larger;
}

/** What was applied last is undone first. An empty body (HEAD, 204) has nothing to undo. */
async function* decompressed(head: IncomingMessage, codings: readonly string[]): AsyncGenerator<Uint8Array> {
  const sent: AsyncIterator<Uint8Array> = head[Symbol.asyncIterator]();
  const first = await sent.next();
  if (first.done === true) return;
  const source = codings.length === 0 ? chunks(first.value, sent) : Readable.from(chunks(first.value, sent));
  yield* codings.toReversed().reduce<AsyncIterable<Uint8Array>>((stream, coding) => {
    const decoder = decoderOf(coding, first.value);
    if (decoder === undefined) throw undecodable();
    // The callback is there because one must be; whoever reads the last stream is told of every error.
    return pipeline(stream, decoder, () => undefined);
  }, source);
}

async function* chunks(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

function decoderOf(coding: string, first: Uint8Array): Transform | undefined {
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return zlib.createGunzip();
    case "deflate":
      return isZlib(first) ? zlib.createInflate() : zlib.createInflateRaw();
    case "br":
      return zlib.createBrotliDecompress();
    case "zstd":
      return "createZstdDecompress" in zlib ? zlib.createZstdDecompress() : undefined;
    default:
      return undefined;
  }
}

function isCoding(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    /^(?:Z_|ERR__?(?:ERROR_)?(?:BROTLI|ZSTD|ZLIB|FORMAT|_)|ZSTD)/.test(String(error.code))
  );
}
