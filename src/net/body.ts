/** The body of an answer up to a limit: read and decompressed as it comes, so that what is cut was never in memory. */
import { HubError } from "../runtime/errors.ts";
import type { Sweep } from "../runtime/world.ts";
import { contentCodings, decoded } from "./content-codings.ts";
import { brokenOff } from "./exchange.ts";
import type { HttpAnswer } from "./http-socket.ts";

export interface LimitedBody {
  /** As they came: put together they would be in memory twice. */
  readonly chunks: readonly Uint8Array[];
  readonly truncated: boolean;
}

/** A socket leaves as much garbage as it reads; that of a smaller answer is not worth a word. */
const SMALL_BYTES = 4 * 1024 * 1024;

/**
 * An answer of up to `maxBytes`, as sent and as decompressed alike, is read whole; of a larger one so many bytes, and of
 * one that has no end by the time that `over` is what has come until then.
 * @throws {HubError} `upstream_failed` when it breaks off, `upstream_invalid` when it is not compressed as it says.
 */
export async function readLimited(
  head: HttpAnswer,
  maxBytes: number,
  { sweep, over }: { readonly sweep?: Sweep | undefined; readonly over?: Promise<void> | undefined } = {},
): Promise<LimitedBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  /** Returns false when there is more than is read. */
  const take = (chunk: Uint8Array): boolean => {
    const left = maxBytes - size;
    size += chunk.length;
    if (size > maxBytes) {
      chunks.push(chunk.subarray(0, left));
      return false;
    }
    chunks.push(chunk);
    if (size > SMALL_BYTES) sweep?.(chunk.length);
    return true;
  };
  try {
    const codings = contentCodings(head);
    const whole = codings.length === 0 ? head.read(take) : readDecoded(head, codings, maxBytes, take);
    if (over === undefined) return { chunks, truncated: !(await whole) };
    const isWhole = await Promise.race([whole, over.then(() => false)]);
    whole.catch(() => undefined); // What breaks off behind it is nobody's any more.
    return { chunks: [...chunks], truncated: !isWhole };
  } catch (error) {
    throw error instanceof HubError ? error : brokenOff(error);
  }
}

/**
 * A body of at most `maxBytes`, as sent and as decompressed alike.
 * @throws {HubError} `upstream_too_large`, and as `readLimited` does.
 */
export async function readWhole(head: HttpAnswer, maxBytes: number): Promise<Uint8Array> {
  if (announcedBytes(head) > maxBytes) throw tooLarge();
  const { chunks, truncated } = await readLimited(head, maxBytes);
  if (truncated) throw tooLarge();
  return Buffer.concat(chunks);
}

/** By its `Content-Length`; zero where it names none. */
export function announcedBytes({ valuesOf }: HttpAnswer): number {
  return Number(valuesOf("content-length")[0] ?? 0);
}

/** The body as it is asked for, so that little of it waits for its reader. What came before it broke off is handed on. */
export async function* piecesOf(head: HttpAnswer): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let news = Promise.withResolvers<void>();
  let isOver = false;
  let isRead = true;
  const whole = head.read((chunk) => {
    waiting.push(chunk);
    head.pause();
    news.resolve();
    return isRead;
  });
  const end = (): void => {
    isOver = true;
    news.resolve();
  };
  whole.then(end, end);
  try {
    for (;;) {
      const pieces = waiting;
      waiting = [];
      yield* pieces;
      if (waiting.length > 0) continue;
      if (isOver) break;
      news = Promise.withResolvers<void>();
      head.resume();
      await news.promise;
    }
    await whole;
  } finally {
    isRead = false;
  }
}

async function readDecoded(
  head: HttpAnswer,
  codings: readonly string[],
  maxBytes: number,
  take: (chunk: Uint8Array) => boolean,
): Promise<boolean> {
  let isTooMuch = false;
  /** Little that is sent may become much, and much may become nothing. */
  async function* upToLimit(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const chunk of stream) {
      size += chunk.length;
      isTooMuch = size > maxBytes;
      if (isTooMuch) throw new Error("More was sent than is read.");
      yield chunk;
    }
  }
  try {
    for await (const chunk of decoded(piecesOf(head), codings, upToLimit)) if (!take(chunk)) return false;
    return true;
  } catch (error) {
    if (isTooMuch) return false;
    throw error;
  }
}

function tooLarge(): HubError {
  return new HubError("upstream_too_large", "The upstream answer is larger than the hub reads.");
}
