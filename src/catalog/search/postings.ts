/** The entries that say a stem, as they are stored: for each how far it is from the last id, and how much it is about it. */
import { LRUCache } from "lru-cache";
import type { Database } from "../sqlite.ts";

/** Entries in ascending order. Weights are 255ths of what BM25 can give for one word. */
export interface Postings {
  /** The highest bit is set where the entry's name says the stem. */
  readonly ids: Uint32Array;
  /** By the fields in which the entry speaks of itself, each with its weight; 0 where only its inputs say the stem. */
  readonly own: Uint8Array;
  /** By all of its text alike, inputs included. */
  readonly whole: Uint8Array;
}

/** A stem as the index knows it. */
export interface StoredTerm {
  /** How many entries say it of themselves. */
  readonly entries: number;
  /** How many say it at all, their inputs included. */
  readonly mentions: number;
}

export interface PostingsReader {
  /** The entries that say the stem of themselves. */
  own(stem: string): Postings;
  /** Those of which only the inputs say it. */
  inputs(stem: string): Postings;
}

export const IN_NAME = 0x8000_0000;
export const ID_BITS = 0x7fff_ffff;

/** The stems that every other query says have the longest lists. */
const KEPT_BYTES = 16 * 1024 * 1024;
const BYTES_PER_ENTRY = 6;
const NONE: Postings = { ids: new Uint32Array(), own: new Uint8Array(), whole: new Uint8Array() };

export function openPostings(database: Database): PostingsReader {
  return { own: reader("postings", "entries"), inputs: reader("inputs", "mentions - entries") };

  function reader(column: "postings" | "inputs", count: string): (stem: string) => Postings {
    const stored = database.query<{ count: number; bytes: Uint8Array }, [string]>(
      `SELECT ${count} AS count, ${column} AS bytes FROM terms WHERE term = ?`,
    );
    const kept = new LRUCache<string, Postings>({
      maxSize: KEPT_BYTES,
      sizeCalculation: ({ ids }) => ids.length * BYTES_PER_ENTRY + 1,
    });
    return (stem) => {
      const known = kept.get(stem);
      if (known !== undefined) return known;
      const row = stored.get(stem);
      if (row === null) return NONE;
      const postings = unpackPostings(row.bytes, row.count);
      kept.set(stem, postings);
      return postings;
    };
  }
}

/** Each entry as a variable-length number (the distance to the last id, doubled, and one more if its name says it) and two bytes. */
export function packPostings({ ids, own, whole }: Postings): Uint8Array {
  const bytes = new Uint8Array(ids.length * (5 + 2));
  let at = 0;
  let last = 0;
  for (let place = 0; place < ids.length; place++) {
    const id = ids[place]! & ID_BITS;
    let rest = (id - last) * 2 + (ids[place]! >>> 31);
    last = id;
    for (; rest > 0x7f; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
    bytes[at++] = rest;
    bytes[at++] = own[place]!;
    bytes[at++] = whole[place]!;
  }
  return bytes.slice(0, at);
}

export function unpackPostings(bytes: Uint8Array, count: number): Postings {
  const ids = new Uint32Array(count);
  const own = new Uint8Array(count);
  const whole = new Uint8Array(count);
  let at = 0;
  let id = 0;
  for (let place = 0; place < count; place++) {
    let value = 0;
    let shift = 0;
    for (; bytes[at]! > 0x7f; shift += 7) value |= (bytes[at++]! & 0x7f) << shift;
    value |= bytes[at++]! << shift;
    id += value >>> 1;
    ids[place] = (value & 1) === 1 ? id | IN_NAME : id;
    own[place] = bytes[at++]!;
    whole[place] = bytes[at++]!;
  }
  return { ids, own, whole };
}
