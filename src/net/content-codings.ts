/** What a body was compressed with on its way, and the undoing of it, piece by piece. */
import { pipeline, Readable, type Transform } from "node:stream";
import zlib from "node:zlib";
import { HubError } from "../runtime/errors.ts";
import type { HttpAnswer } from "./http-socket.ts";
import { type FrameWatch, watchFrames } from "./zstd-frames.ts";

/** No server needs more; each costs a whole decompression. */
const MAX_CODINGS = 2;

/**
 * What the IANA lists as such, for us to undo or not. Other names are no coding, and change nothing: servers state a
 * charset there, "none", "binary" or, as S3 does of what was uploaded so, "aws-chunked".
 */
const CODINGS = new Set(
  "aes128gcm br compress dcb dcz deflate exi gzip pack200-gzip x-compress x-gzip zstd".split(" "),
);

/**
 * In the order in which they were applied.
 * @throws {HubError} `upstream_invalid` where they are more than any server needs.
 */
export function contentCodings({ valuesOf }: HttpAnswer): string[] {
  const codings = valuesOf("content-encoding")
    .join(",")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => CODINGS.has(coding));
  if (codings.length > MAX_CODINGS) throw undecodable();
  return codings;
}

/** Hands a stream on, and throws once there is too much of it. */
export type Bound = (stream: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>;

/**
 * What was applied last is undone first. An empty body (HEAD, 204) has nothing to undo. What is decoded again is bounded
 * as what was sent: a few megabytes may be gigabytes in between, and nothing at the end.
 * @throws {HubError} `upstream_invalid` where the body is not compressed as it says; what `bound` throws.
 */
export function decoded(
  body: AsyncIterable<Uint8Array>,
  codings: readonly string[],
  bound: Bound,
): AsyncIterable<Uint8Array> {
  return codings.toReversed().reduce((stream, coding) => undone(bound(stream), coding), body);
}

async function* undone(sent: AsyncGenerator<Uint8Array>, coding: string): AsyncGenerator<Uint8Array> {
  const first = await sent.next();
  if (first.done === true) return;
  const decoder = decoderOf(coding, first.value);
  if (decoder === undefined) throw undecodable();
  const frames = coding === "zstd" ? watchFrames() : undefined;
  try {
    // The callback is there because one must be; whoever reads the stream is told of every error.
    yield* pipeline(Readable.from(pieces(first.value, sent, frames)), decoder, () => undefined);
  } catch (error) {
    throw isCoding(error) ? undecodable(error) : error;
  }
  if (frames?.isWhole() === false) throw undecodable();
}

async function* pieces(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  frames: FrameWatch | undefined,
): AsyncGenerator<Uint8Array> {
  frames?.see(first);
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    frames?.see(next.value);
    yield next.value;
  }
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

/** "deflate" means zlib's format (RFC 9110), whose first byte says 8 in its low half; some servers send it bare. */
function isZlib(bytes: Uint8Array): boolean {
  return ((bytes[0] ?? 0) & 0x0f) === 8;
}

function isCoding(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    /^(?:Z_|ERR__?(?:ERROR_)?(?:BROTLI|ZSTD|ZLIB|FORMAT|_)|ZSTD)/.test(String(error.code))
  );
}

function undecodable(cause?: unknown): HubError {
  return new HubError("upstream_invalid", "The upstream answer is not compressed as it says.", { cause });
}
