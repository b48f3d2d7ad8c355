/**
 * The file of vectors beside the catalogue. Each vector is filed under the hash of the text it stands for, so that none is
 * ever taken for another entry's, and a text that did not change keeps its vector. Batches are appended, each record with
 * a checksum: what a killed process left half written is found and cut off. One model has one file.
 *
 * A header of 256 bytes (JSON, blanks, a line end), then records: hash 16 bytes, scale float32, one byte a number, CRC-32
 * of these; numbers in little-endian order.
 */
import { createHash } from "node:crypto";
import { close, fstat, open, read } from "node:fs";
import { basename } from "node:path";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { jsonIn } from "../text/foreign.ts";
import { MAX_DIMS } from "./embedder.ts";
import type { Vector } from "./vector.ts";

const HEADER_BYTES = 256;
const HASH_BYTES = 16;
const SCALE_BYTES = 4;
const CHECK_BYTES = 4;
const READ_BYTES = 4 * 1024 * 1024;

const Header = Type.Object({
  format: Type.Literal("hub-embeddings"),
  version: Type.Literal(1),
  model: Type.String(),
  dims: Type.Integer({ minimum: 1, maximum: MAX_DIMS }),
});

export interface StoredVector extends Vector {
  readonly hash: string;
}

export interface VectorFile {
  /** Numbers of a vector. */
  readonly dims: number;
  /** Up to where the file is whole, in bytes. */
  readonly wholeBytes: number;
  /** Of the whole file. */
  readonly bytes: number;
}

/** In the data directory; one for each model. */
export function vectorFileName(model: string): string {
  return `embeddings-${fingerprintOf(model)}.bin`;
}

function fingerprintOf(model: string): string {
  return createHash("sha256").update(model).digest("hex").slice(0, 12);
}

export const VECTOR_FILES = /^embeddings-[0-9a-f]{12}\.bin(?:\.next)?$/;

export function headerOf(model: string, dims: number): Buffer {
  const text = JSON.stringify({ format: "hub-embeddings", version: 1, model: fingerprintOf(model), dims });
  return Buffer.from(`${text.padEnd(HEADER_BYTES - 1)}\n`);
}

export function recordOf({ hash, scale, bytes }: StoredVector): Buffer {
  const record = Buffer.alloc(recordBytes(bytes.length));
  record.write(hash, "hex");
  record.writeFloatLE(scale, HASH_BYTES);
  record.set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length), HASH_BYTES + SCALE_BYTES);
  record.writeUInt32LE(crc32(record.subarray(0, -CHECK_BYTES)), record.length - CHECK_BYTES);
  return record;
}

function recordBytes(dims: number): number {
  return HASH_BYTES + SCALE_BYTES + dims + CHECK_BYTES;
}

/**
 * Hands each whole record to `take`, which must not keep its bytes; `undefined` where there is no file, one that is none
 * of ours, or one that is called after another model than its own. What stands behind the first broken record is not read.
 */
export async function readVectors(path: string, take: (stored: StoredVector) => void): Promise<VectorFile | undefined> {
  const file = await promisify(open)(path, "r").catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { size } = await promisify(fstat)(file);
    const header = headerIn(await readAt(file, 0, HEADER_BYTES));
    if (header === undefined || !basename(path).includes(header.model)) return undefined;
    const { dims } = header;
    const each = recordBytes(dims);
    const chunk = Math.max(1, Math.floor(READ_BYTES / each)) * each;
    let wholeBytes = HEADER_BYTES;
    for (let isWhole = true; isWhole;) {
      const bytes = await readAt(file, wholeBytes, chunk);
      isWhole = bytes.length >= each;
      for (let at = 0; isWhole && at + each <= bytes.length; at += each) {
        const stored = readRecord(bytes.subarray(at, at + each));
        isWhole = stored !== undefined;
        if (stored === undefined) break;
        take(stored);
        wholeBytes += each;
      }
    }
    return { dims, wholeBytes, bytes: size };
  } finally {
    await promisify(close)(file);
  }
}

async function readAt(file: number, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await promisify(read)(file, buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function headerIn(bytes: Buffer): Static<typeof Header> | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const found = jsonIn(bytes.toString());
  return Value.Check(Header, found) ? found : undefined;
}

function readRecord(record: Buffer): StoredVector | undefined {
  const end = record.length - CHECK_BYTES;
  if (crc32(record.subarray(0, end)) !== record.readUInt32LE(end)) return undefined;
  const start = HASH_BYTES + SCALE_BYTES;
  return {
    hash: record.toString("hex", 0, HASH_BYTES),
    scale: record.readFloatLE(HASH_BYTES),
    bytes: new Int8Array(record.buffer, record.byteOffset + start, end - start),
  };
}
