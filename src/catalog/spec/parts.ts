/**
 * Keeps the parts of a description (path items, components) so that a few can be read without the others: packed into
 * blocks that are compressed each on its own, with an index from JSON Pointer to place.
 */
import { Buffer } from "node:buffer";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Slice } from "./slice.ts";

/** Block number, first byte and length within the decompressed block. */
export type PartPlace = readonly [block: number, start: number, length: number];

export interface PartsArchive {
  readonly index: Uint8Array;
  readonly blocks: readonly Uint8Array[];
}

/** Large enough to compress well, small enough to open a dozen of them within milliseconds. */
const BLOCK_BYTES = 128 * 1024;

export function packParts(bytes: Uint8Array, parts: Iterable<readonly [pointer: string, slice: Slice]>): PartsArchive {
  const index: Record<string, PartPlace> = {};
  const blocks: Uint8Array[] = [];
  let pending: Uint8Array[] = [];
  let size = 0;
  for (const [pointer, { start, end }] of parts) {
    index[pointer] = [blocks.length, size, end - start];
    pending.push(bytes.subarray(start, end));
    size += end - start;
    if (size >= BLOCK_BYTES) flush();
  }
  if (size > 0) flush();
  return { index: compress(JSON.stringify(index)), blocks };

  function flush(): void {
    blocks.push(zstdCompressSync(Buffer.concat(pending)));
    pending = [];
    size = 0;
  }
}

export function compress(text: string): Uint8Array {
  return zstdCompressSync(text);
}

export function decompress(bytes: Uint8Array): Buffer {
  return zstdDecompressSync(bytes);
}
