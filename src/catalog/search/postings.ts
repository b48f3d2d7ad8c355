/**
 * The entries that say a stem, as they are stored: for each how far it is from the last place, and how often it says it.
 * Shaped by speed: `bun run bench search`.
 */
import { LRUCache } from "lru-cache";
import type { Segments } from "./segments.ts";
import type { Database } from "../sqlite.ts";
import { shareOf, WHOLE_SATURATION } from "./bm25.ts";
import type { Lengths } from "./signals.ts";

/** Entries in ascending order. As they are read: weights, in 255ths of what BM25 can give for one word. */
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

/**
 * The stems that every other query says have the longest lists. Twice as much saves a new search the reading of two lists in
 * three searches, a hundredth of its time, and takes 7 MB more.
 */
const KEPT_BYTES = 8 * 1024 * 1024;
const BYTES_PER_ENTRY = 6;
/** What the three arrays of a list take besides: of most words it is more than what they hold. */
const BYTES_PER_LIST = 500;
const NONE: Postings = { ids: new Uint32Array(), own: new Uint8Array(), whole: new Uint8Array() };

/** Both segments as one list of ids. */
export function openPostings(database: Database, segments: Pick<Segments, "all">, lengths: Lengths): PostingsReader {
  return { own: reader("postings", "entries"), inputs: reader("inputs", "mentions - entries") };

  function reader(column: "postings" | "inputs", count: string): (stem: string) => Postings {
    const stored = segments.all.map(({ name, ids }) => ({
      ids,
      query: database.query<{ count: number; bytes: Uint8Array }, [string]>(
        `SELECT ${count} AS count, ${column} AS bytes FROM ${name}terms WHERE term = ?`,
      ),
    }));
    const kept = new LRUCache<string, Postings>({
      maxSize: KEPT_BYTES,
      sizeCalculation: ({ ids }) => ids.length * BYTES_PER_ENTRY + BYTES_PER_LIST,
    });
    return (stem) => {
      const known = kept.get(stem);
      if (known !== undefined) return known;
      const lists = stored.flatMap(({ ids, query }) => {
        const row = query.get(stem);
        return row === null ? [] : [renumbered(unpackPostings(row.bytes, row.count), ids)];
      });
      if (lists.length === 0) return NONE;
      const postings = weighed(lists.reduce(merged), lengths);
      kept.set(stem, postings);
      return postings;
    };
  }
}

/** From places within a segment to ids; who is gone is left out. */
function renumbered({ ids, own, whole }: Postings, idByPlace: Uint32Array | undefined): Postings {
  if (idByPlace === undefined) return { ids, own, whole };
  let kept = 0;
  for (let at = 0; at < ids.length; at++) {
    const id = idByPlace[(ids[at]! & ID_BITS) - 1]!;
    if (id === 0) continue;
    ids[kept] = (id | (ids[at]! & IN_NAME)) >>> 0;
    own[kept] = own[at]!;
    whole[kept++] = whole[at]!;
  }
  return { ids: ids.subarray(0, kept), own: own.subarray(0, kept), whole: whole.subarray(0, kept) };
}

function merged(a: Postings, b: Postings): Postings {
  const count = a.ids.length + b.ids.length;
  const into = { ids: new Uint32Array(count), own: new Uint8Array(count), whole: new Uint8Array(count) };
  let [left, right] = [0, 0];
  for (let at = 0; at < count; at++) {
    const isLeft =
      right === b.ids.length || (left < a.ids.length && (a.ids[left]! & ID_BITS) < (b.ids[right]! & ID_BITS));
    const [from, place] = isLeft ? [a, left++] : [b, right++];
    into.ids[at] = from.ids[place]!;
    into.own[at] = from.own[place]!;
    into.whole[at] = from.whole[place]!;
  }
  return into;
}

/** How often a word is said becomes how much the entry is about it; what that is depends on the mean length of all. */
function weighed({ ids, own, whole }: Postings, lengths: Lengths): Postings {
  for (let at = 0; at < ids.length; at++) {
    const place = (ids[at]! & ID_BITS) - 1;
    if (own[at]! > 0) own[at] = shareOf(own[at]!, lengths.own[place]!);
    whole[at] = shareOf(whole[at]!, lengths.whole[place]!, WHOLE_SATURATION);
  }
  return { ids, own, whole };
}

/** Each entry as a variable-length number (the distance to the last place, doubled, and one more if its name says it) and two bytes. */
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
