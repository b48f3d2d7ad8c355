/**
 * Turns the full-text index into postings: for every stem the entries that say it, and how much each is about it.
 * FTS5 has split, stemmed and counted the words. What BM25 would work out of that anew at every search depends on
 * no query but for the rarity of the words, so it is worked out here, once, and a search only adds it up.
 */
import { stemmer } from "stemmer";
import { FIELDS } from "../full-text.ts";
import { IN_NAME, packPostings } from "../search/postings.ts";
import { STOP_WORDS } from "../search/stop-words.ts";
import type { Database } from "../sqlite.ts";

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
  const insert = database.query("INSERT INTO terms VALUES (?, ?, ?, ?, ?)");
  const nameWords = new Uint8Array(living);
  const own = createList(living);
  const inputs = createList(living);
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
  return nameWords;

  function endEntry(): void {
    if (frequency === 0) return;
    const at = entry - 1;
    const whole = share(frequency, lengths.whole[at]!);
    if (ownFrequency === 0) inputs.add(entry, 0, whole);
    else own.add(isInName ? entry | IN_NAME : entry, share(ownFrequency, lengths.own[at]!), whole);
    if (isInName && !fillers.has(stem)) nameWords[at]!++;
    [ownFrequency, frequency, isInName] = [0, 0, false];
  }

  function endStem(): void {
    if (stem === "") return;
    const entries = own.count();
    insert.run(stem, entries, own.take(), entries + inputs.count(), inputs.take());
  }
}

/** What BM25 gives for a word said so often in a text of this length, in 255ths; never nothing. */
function share(frequency: number, length: number): number {
  const share = frequency / (frequency + SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length));
  return Math.max(1, Math.round(share * 255));
}

/** Entries of one stem, in memory that the next stem writes over. */
function createList(living: number) {
  const ids = new Uint32Array(living);
  const own = new Uint8Array(living);
  const whole = new Uint8Array(living);
  let count = 0;
  return {
    count: () => count,
    add(id: number, ownShare: number, wholeShare: number): void {
      ids[count] = id;
      own[count] = ownShare;
      whole[count] = wholeShare;
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

/** By id - 1: words as a share of the mean, without and with those of the inputs. FTS5 keeps them as varints by column. */
function relativeLengths(database: Database, living: number): { own: Float32Array; whole: Float32Array } {
  const own = new Float32Array(living);
  const whole = new Float32Array(living);
  const columns = Object.keys(FIELDS).length;
  const rows = database.query<{ id: number; sz: Uint8Array }, []>("SELECT id, sz FROM temp.search_docsize");
  for (const { id, sz } of rows.iterate()) {
    let value = 0;
    let column = 0;
    for (const byte of sz) {
      value = (value << 7) | (byte & 0x7f);
      if (byte & 0x80) continue;
      if (column < columns) own[id - 1]! += value;
      whole[id - 1]! += value;
      value = 0;
      column++;
    }
  }
  return { own: relative(own), whole: relative(whole) };
}

function relative(lengths: Float32Array): Float32Array {
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return lengths.map((length) => length / mean);
}
