/**
 * Turns the full-text index into postings: for every stem the entries that say it, and how often. FTS5 has split,
 * stemmed and counted the words; what BM25 makes of the counts is worked out when they are read, see `search/bm25.ts`.
 */
import { stemmer } from "stemmer";
import { FIELDS } from "./full-text.ts";
import { IN_NAME, packPostings } from "../search/postings.ts";
import { STOP_WORDS } from "../words/stop-words.ts";
import type { SegmentName } from "../search/segments.ts";
import type { Database } from "../sqlite.ts";

/** A byte holds no more; who says a word so often is about it to the full. */
const MOST_COUNTED = 255;

export interface WordCounts {
  /** By place - 1: how many distinct words the entry's name says, fillers left out. */
  readonly nameWords: Uint8Array;
  /** By place - 1: words in the fields in which the entry speaks of itself. */
  readonly ownLengths: Uint32Array;
  /** By place - 1: words in all. */
  readonly wholeLengths: Uint32Array;
}

/** Entries have the places 1 to `size`. */
export function insertPostings(database: Database, size: number, segment: SegmentName = ""): WordCounts {
  const fillers = new Set([...STOP_WORDS].map((word) => stemmer(word)));
  const insert = database.query(`INSERT INTO ${segment}terms VALUES (?, ?, ?, ?, ?)`);
  const nameWords = new Uint8Array(size);
  const own = createList(size);
  const inputs = createList(size);
  let [stem, entry, ownFrequency, frequency, isInName] = ["", 0, 0, 0, false];
  database.run("CREATE VIRTUAL TABLE temp.instances USING fts5vocab(temp, search, instance)");
  const instances = database.query<{ term: string; doc: number; col: string }, []>(
    "SELECT term, doc, col FROM temp.instances",
  );
  for (const { term, doc, col } of instances.iterate()) {
    if (term !== stem || doc !== entry) endEntry();
    if (term !== stem) endStem();
    [stem, entry] = [term, doc];
    ownFrequency += FIELDS[col as keyof typeof FIELDS] ?? 0; // None for the inputs.
    frequency++;
    if (col === "name") isInName = true;
  }
  endEntry();
  endStem();
  database.run("DROP TABLE temp.instances");
  return { nameWords, ...lengthsOf(database, size) };

  function endEntry(): void {
    if (frequency === 0) return;
    const at = entry - 1;
    if (ownFrequency === 0) inputs.add(entry, 0, frequency);
    else own.add(isInName ? entry | IN_NAME : entry, ownFrequency, frequency);
    if (isInName && !fillers.has(stem)) nameWords[at]!++;
    [ownFrequency, frequency, isInName] = [0, 0, false];
  }

  function endStem(): void {
    if (stem === "") return;
    const entries = own.count();
    insert.run(stem, entries, own.take(), entries + inputs.count(), inputs.take());
  }
}

/** Entries of one stem, in memory that the next stem writes over. */
function createList(size: number) {
  const ids = new Uint32Array(size);
  const own = new Uint8Array(size);
  const whole = new Uint8Array(size);
  let count = 0;
  return {
    count: () => count,
    add(id: number, ownFrequency: number, frequency: number): void {
      ids[count] = id;
      own[count] = Math.min(MOST_COUNTED, ownFrequency);
      whole[count] = Math.min(MOST_COUNTED, frequency);
      count++;
    },
    take(): Uint8Array {
      const taken = count;
      count = 0;
      return packPostings({
        ids: ids.subarray(0, taken),
        own: own.subarray(0, taken),
        whole: whole.subarray(0, taken),
      });
    },
  };
}

/** FTS5 keeps them as varints by column. */
function lengthsOf(database: Database, size: number): Pick<WordCounts, "ownLengths" | "wholeLengths"> {
  const ownLengths = new Uint32Array(size);
  const wholeLengths = new Uint32Array(size);
  const columns = Object.keys(FIELDS).length;
  const rows = database.query<{ id: number; sz: Uint8Array }, []>("SELECT id, sz FROM temp.search_docsize");
  for (const { id, sz } of rows.iterate()) {
    let value = 0;
    let column = 0;
    for (const byte of sz) {
      value = (value << 7) | (byte & 0x7f);
      if (byte & 0x80) continue;
      if (column < columns) ownLengths[id - 1]! += value;
      wholeLengths[id - 1]! += value;
      value = 0;
      column++;
    }
  }
  return { ownLengths, wholeLengths };
}
