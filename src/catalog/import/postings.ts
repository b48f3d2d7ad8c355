/**
 * Turns the full-text index into postings: for every stem the entries that say it, and how much each is about it.
 * FTS5 has split, stemmed and counted the words. What its bm25 would work out of that anew at every search depends on
 * no query but for the rarity of the words, so it is worked out here, once, and a search only adds it up.
 */
import { stemmer } from "stemmer";
import { STOP_WORDS } from "../search/stop-words.ts";
import { writePostings } from "../search/postings.ts";
import type { Database } from "../sqlite.ts";
import { FIELDS } from "../tables.ts";

/** The constants of FTS5's bm25. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

/**
 * Entries have the ids 1 to `living`.
 * @returns by id - 1, how many distinct words the entry's name says, fillers left out.
 */
export function insertPostings(database: Database, living: number): Uint8Array {
  const lengths = relativeLengths(database, living);
  const fillers = new Set([...STOP_WORDS].map((word) => stemmer(word)));
  const insert = database.query("INSERT INTO terms VALUES (?, ?, ?)");
  const nameWords = new Uint8Array(living);
  const ids = new Uint32Array(living);
  const weights = new Uint8Array(living);
  const isInName = new Uint8Array(living);
  let count = 0;
  let frequency = 0;
  let stem: string | undefined;
  database.run("CREATE VIRTUAL TABLE temp.instances USING fts5vocab(temp, search, instance)");
  const instances = database.query<{ term: string; doc: number; col: keyof typeof FIELDS }, []>(
    "SELECT term, doc, col FROM temp.instances",
  );
  for (const { term, doc, col } of instances.iterate()) {
    if (term !== stem) {
      endStem();
      stem = term;
    }
    if (ids[count - 1] !== doc) {
      endEntry();
      ids[count] = doc;
      isInName[count] = 0;
      count++;
    }
    frequency += FIELDS[col];
    if (col === "name") isInName[count - 1] = 1;
  }
  endStem();
  database.run("DROP TABLE temp.instances");
  return nameWords;

  function endEntry(): void {
    if (count === 0) return;
    const length = lengths[ids[count - 1]! - 1]!;
    const share = frequency / (frequency + SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length));
    weights[count - 1] = Math.max(1, Math.round(share * 255));
    frequency = 0;
  }

  function endStem(): void {
    endEntry();
    if (stem !== undefined) insert.run(stem, count, writePostings(ids, weights, isInName, count));
    if (stem !== undefined && !fillers.has(stem))
      for (let at = 0; at < count; at++) nameWords[ids[at]! - 1]! += isInName[at]!;
    count = 0;
    ids[0] = 0;
  }
}

/** By id - 1: words of the entry as a share of the mean. FTS5 keeps them as varints, one for each column. */
function relativeLengths(database: Database, living: number): Float32Array {
  const lengths = new Float32Array(living);
  const rows = database.query<{ id: number; sz: Uint8Array }, []>("SELECT id, sz FROM temp.search_docsize");
  let sum = 0;
  for (const { id, sz } of rows.iterate()) {
    let value = 0;
    for (const byte of sz) {
      value = (value << 7) | (byte & 0x7f);
      if (byte & 0x80) continue;
      lengths[id - 1]! += value;
      sum += value;
      value = 0;
    }
  }
  const mean = sum / Math.max(1, living);
  return lengths.map((length) => length / mean);
}
