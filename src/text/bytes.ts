/**
 * Bytes that are given back at once: what has to wait for the collector adds up while requests come.
 * Shaped by speed: `bun run bench doors`.
 */

/** What stands in the same buffer is gone with them. */
export function freeBytes({ buffer }: Uint8Array<ArrayBuffer>): void {
  if (!buffer.detached) buffer.transfer(0);
}

/** Of a piece that somebody else has made: where its buffer is larger, others may have a part of it. */
export function freePiece(piece: Uint8Array): void {
  const { buffer, byteLength } = piece;
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength && !buffer.detached) buffer.transfer(0);
}

/** Takes one piece; the next comes when it is done. */
export type WritePiece = (piece: Uint8Array) => Promise<void>;

/** Bytes that more are added to. */
export interface GrowingBytes {
  /** What has come so far; of no use once more is added. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** How much room they have, in bytes. */
  readonly room: number;
  add(more: Uint8Array): void;
}

const FIRST_BYTES = 64 * 1024;
/** Of what was announced so much must have come, or room could be had for the asking. */
const SURE_SHARE = 1 / 8;

/**
 * `maxBytes`: no more is ever added, so that no more need be kept free. `announced`: as many are to come, for whose last
 * seven eighths room is made once: each room that has grown too small stays resident for a while.
 */
export function growingBytes(maxBytes: number, announced = 0): GrowingBytes {
  let buffer = new ArrayBuffer(Math.min(FIRST_BYTES, maxBytes));
  let length = 0;
  return {
    get bytes() {
      return new Uint8Array(buffer, 0, length);
    },
    get room() {
      return buffer.byteLength;
    },
    add(more) {
      const least = length + more.length;
      // What it was is given back at once.
      if (least > buffer.byteLength) buffer = buffer.transfer(roomFor(least));
      new Uint8Array(buffer).set(more, length);
      length += more.length;
    },
  };

  function roomFor(least: number): number {
    const isSure = least <= announced && least >= SURE_SHARE * announced;
    return Math.max(least, Math.min(isSure ? announced : 2 * buffer.byteLength, maxBytes));
  }
}

const CHUNK_BYTES = 1024 * 1024;

/** A text in UTF-8 that is written piece by piece, into chunks: none is ever copied to make room. */
export interface WrittenBytes {
  write(text: string): void;
  /** All of it. */
  end(): Uint8Array<ArrayBuffer>[];
}

export function writtenBytes(): WrittenBytes {
  const encoder = new TextEncoder();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let chunk = new Uint8Array(0);
  let length = 0;

  function close(): void {
    if (length > 0) chunks.push(chunk.subarray(0, length));
    length = 0;
  }

  return {
    write(text) {
      if (3 * text.length > chunk.length - length) {
        const least = Buffer.byteLength(text);
        if (least > chunk.length - length) {
          close();
          chunk = new Uint8Array(Math.max(CHUNK_BYTES, least));
        }
      }
      length += encoder.encodeInto(text, chunk.subarray(length)).written;
    },
    end() {
      close();
      return chunks;
    },
  };
}
