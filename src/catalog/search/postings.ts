/** The entries that say a stem, as they are stored: ids, then one byte for each how much it is about the stem. */
import { LRUCache } from "lru-cache";
import type { Database } from "../sqlite.ts";

export interface Postings {
  /** Ascending. The highest bit is set where the entry's name says the stem. */
  readonly ids: Uint32Array;
  /** In 255ths of what bm25 can give. */
  readonly weights: Uint8Array;
}

export const IN_NAME = 0x8000_0000;
export const ID_BITS = 0x7fff_ffff;

const ID_BYTES = Uint32Array.BYTES_PER_ELEMENT;
/** The stems that every other query says have the longest lists. */
const KEPT_BYTES = 16 * 1024 * 1024;
const NONE: Postings = { ids: new Uint32Array(), weights: new Uint8Array() };

export function openPostings(database: Database): (stem: string) => Postings {
  const stored = database.query<{ postings: Uint8Array }, [string]>("SELECT postings FROM terms WHERE term = ?");
  const kept = new LRUCache<string, Postings>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ ids, weights }) => ids.byteLength + weights.byteLength + 1,
  });
  return (stem) => {
    const known = kept.get(stem);
    if (known !== undefined) return known;
    const row = stored.get(stem);
    if (row === null) return NONE;
    const postings = readPostings(row.postings);
    kept.set(stem, postings);
    return postings;
  };
}

/** Of the first `count` of each. */
export function writePostings(ids: Uint32Array, weights: Uint8Array, isInName: Uint8Array, count: number): Uint8Array {
  const bytes = new Uint8Array(count * (ID_BYTES + 1));
  const marked = new Uint32Array(bytes.buffer, 0, count);
  for (let at = 0; at < count; at++) marked[at] = isInName[at] === 1 ? ids[at]! | IN_NAME : ids[at]!;
  bytes.set(weights.subarray(0, count), count * ID_BYTES);
  return bytes;
}

function readPostings(bytes: Uint8Array): Postings {
  const aligned = bytes.byteOffset % ID_BYTES === 0 ? bytes : bytes.slice();
  const count = bytes.length / (ID_BYTES + 1);
  return {
    ids: new Uint32Array(aligned.buffer, aligned.byteOffset, count),
    weights: aligned.subarray(count * ID_BYTES),
  };
}
