/** The body of an answer up to a limit: read and decompressed as it comes, so that what is cut was never in memory. */
import { pipeline, Readable, type Transform } from "node:stream";
import zlib from "node:zlib";
import { HubError } from "../runtime/errors.ts";
import type { Sweep } from "../runtime/world.ts";
import { contentCodings, isZlib, undecodable } from "./body.ts";
import type { HttpAnswer } from "./http-socket.ts";
import { brokenOff } from "./exchange.ts";

export interface LimitedBody {
  /** As they came: put together they would be in memory twice. */
  readonly chunks: readonly Uint8Array[];
  readonly truncated: boolean;
}

/** A socket leaves as much garbage as it reads; that of a smaller answer is not worth a word. */
const SMALL_BYTES = 4 * 1024 * 1024;

/**
 * An answer of up to `maxBytes`, decompressed, is read whole; of a larger one so many bytes.
 * @throws {HubError} `upstream_failed` when it breaks off, `upstream_invalid` when it is not compressed as it says.
 */
export async function readLimited(head: HttpAnswer, maxBytes: number, sweep?: Sweep): Promise<LimitedBody> {
  const taken: Uint8Array[] = [];
  let size = 0;
  /** Returns false when there is more than is read. */
  const take = (chunk: Uint8Array): boolean => {
    const left = maxBytes - size;
    size += chunk.length;
    if (size > maxBytes) {
      taken.push(chunk.subarray(0, left));
      return false;
    }
    taken.push(chunk);
    if (size > SMALL_BYTES) sweep?.(chunk.length);
    return true;
  };
  try {
    const codings = contentCodings(head);
    const isWhole = await (codings.length === 0 ? head.read(take) : readDecoded(head, codings, take));
    return { chunks: taken, truncated: !isWhole };
  } catch (error) {
    if (error instanceof HubError) throw error;
    throw isCoding(error) ? undecodable(error) : brokenOff(error);
  }
}

async function readDecoded(
  head: HttpAnswer,
  codings: readonly string[],
  take: (chunk: Uint8Array) => boolean,
): Promise<boolean> {
  for await (const chunk of undone(head, codings)) if (!take(chunk)) return false;
  return true;
}

/** What was applied last is undone first. An empty body (HEAD, 204) has nothing to undo. */
async function* undone(head: HttpAnswer, codings: readonly string[]): AsyncGenerator<Uint8Array> {
  const sent: AsyncIterator<Uint8Array> = streamOf(head)[Symbol.asyncIterator]();
  const first = await sent.next();
  if (first.done === true) return;
  yield* codings.toReversed().reduce<AsyncIterable<Uint8Array>>(
    (stream, coding) => {
      const decoder = decoderOf(coding, first.value);
      if (decoder === undefined) throw undecodable();
      // The callback is there because one must be; whoever reads the last stream is told of every error.
      return pipeline(stream, decoder, () => undefined);
    },
    Readable.from(chunks(first.value, sent)),
  );
}

/** The body as it is asked for, so that little of it waits to be decompressed. */
function streamOf(head: HttpAnswer): Readable {
  const body = new Readable({ read: () => head.resume() });
  const take = (chunk: Uint8Array): boolean => {
    if (!body.push(chunk)) head.pause();
    return !body.destroyed;
  };
  head.read(take).then(
    () => void body.push(null),
    (error: Error) => void body.destroy(error),
  );
  return body;
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
