/**
 * Adds a small source to a copy of the catalogue: its entries become part of the second segment of the index, and what
 * it replaces is gone from the first. All that is counted over both is counted again, so the ranks are those of a full
 * build, and the next full build makes one segment of them.
 */
import { facts } from "../search/facts.ts";
import { placeEntries } from "./full-text.ts";
import { ID_BITS, unpackPostings } from "../search/postings.ts";
import type { Database } from "../sqlite.ts";
import { CREATE_STAGING, ENTRY_FIELDS } from "../tables.ts";
import { setCategories, setFeatured, setSignals, setSummaries, setTerms, setTotals, setVersions } from "./finish.ts";
import { giveWay } from "./give-way.ts";
import { insertListings } from "./listings.ts";
import type { BuildOptions, BuildReport } from "./options.ts";
import { livingOf, readSource } from "./read-source.ts";
import { countWords, DOCUMENT_WORDS, storeSpellings } from "./spellings.ts";
import { setNumbers } from "./store-facts.ts";

/** A source of more descriptions is built with the rest. */
const MAX_DOCUMENTS = 50;
/** The share of the first segment that may be added, and that may be gone: a search reads both. */
const MAX_SHARE = 0.1;

/** `undefined` where the source is too large, or teaches the classifier what all entries should be classified by. */
export async function addToCopy(database: Database, options: BuildOptions): Promise<BuildReport | undefined> {
  const { source, listings = [], now, signal } = options;
  const known = facts(database);
  const base = known.bytes("name_words").length;
  if (source.documents.length > MAX_DOCUMENTS || base * MAX_SHARE < 1) return undefined;
  const [summaries, tallies, counts] = [known.summaries(), known.tallies(), new Map(known.wordCounts())];
  database.run(CREATE_STAGING);
  database.run("BEGIN");
  const lastDocument = numberOf(database, "SELECT max(id) AS n FROM documents");
  const { topics, tally, versions, faults, model, isKnownModel } = await readSource(database, "main", options);
  if (!isKnownModel) return undefined;
  setVersions(database, versions);
  setCategories(database, topics.classified(model));

  chooseLeaving(database, source.name, lastDocument);
  const gone = goneAfter(database, known.numbers("gone"), base);
  const added =
    numberOf(database, "SELECT count(*) AS n FROM staged") +
    numberOf(database, `SELECT count(*) AS n FROM entries WHERE id > ${base} AND vanished_at IS NULL`);
  if (Math.max(added, gone.length) > base * MAX_SHARE) return undefined;
  const changed = database
    .query<{ category: number }, []>("SELECT category FROM temp.leaving UNION SELECT category FROM staged")
    .all()
    .map(({ category }) => category);

  const leavingText = (field: string) =>
    `SELECT ${field} AS text FROM entries WHERE vanished_at IS NULL AND id IN (SELECT id FROM temp.leaving)`;
  for (const field of ["name", "words"]) countWords(database, counts, -1, leavingText(field));
  removeLeaving(database, now, () =>
    countWords(database, counts, -1, `SELECT ${DOCUMENT_WORDS} AS text FROM documents WHERE id IN temp.unused`),
  );
  for (const field of ["name", "words"]) countWords(database, counts, 1, `SELECT ${field} AS text FROM staged`);
  countWords(database, counts, 1, `SELECT ${DOCUMENT_WORDS} AS text FROM documents WHERE id > ${lastDocument}`);
  database.query("DELETE FROM listings WHERE source = ?").run(source.name);
  insertListings(database, source.name, listings);
  insertStaged(database, base);

  setFeatured(database, changed);
  const living = base - gone.length + indexAdded(database, base);
  setGone(database, gone);
  setSummaries(database, changed, summaries);
  storeSpellings(database, counts, living);
  const { skipped, folded } = tally;
  setTotals(database, living, { ...tallies, [source.name]: { skipped, folded } }, now);
  const own = livingOf(database, "main", source.name);
  database.run("COMMIT");
  await giveWay(signal);
  options.onProgress?.({ done: source.documents.length, total: source.documents.length });
  for (const fault of faults) options.onFault?.(fault);
  return { entries: living, own, skipped, folded };
}

/** Entries that are read again, whichever source had them, and those that the source no longer has. */
function chooseLeaving(database: Database, source: string, lastDocument: number): void {
  database.run(
    "CREATE TEMP TABLE leaving (id INTEGER PRIMARY KEY, category INTEGER, document INTEGER, replaced INTEGER)",
  );
  database.run(
    `INSERT INTO temp.leaving SELECT e.id, e.category, e.document, 1
     FROM staged s CROSS JOIN entries e ON e.identity = s.identity`,
  );
  database
    .query(
      `INSERT OR IGNORE INTO temp.leaving SELECT e.id, e.category, e.document, 0
       FROM documents d CROSS JOIN entries e ON e.document = d.id AND e.vanished_at IS NULL
       WHERE d.source = ? AND d.id <= ?`,
    )
    .run(source, lastDocument);
}

/** The places in the first segment of what was gone before or is now. */
function goneAfter(database: Database, before: Uint32Array, base: number): Uint32Array {
  const now = database
    .query<{ id: number }, [number]>(
      "SELECT id FROM entries WHERE id <= ? AND vanished_at IS NULL AND id IN (SELECT id FROM temp.leaving)",
    )
    .all(base);
  return Uint32Array.from([...before, ...now.map(({ id }) => id)]).sort();
}

/** `beforeDocuments` is called when `temp.unused` has the documents that no entry needs any more. */
function removeLeaving(database: Database, now: number, beforeDocuments: () => void): void {
  database
    .query(
      "UPDATE entries SET vanished_at = ? WHERE vanished_at IS NULL AND id IN (SELECT id FROM temp.leaving WHERE NOT replaced)",
    )
    .run(now);
  database.run("DELETE FROM entries WHERE id IN (SELECT id FROM temp.leaving WHERE replaced)");
  database.run(
    `CREATE TEMP TABLE unused AS SELECT DISTINCT document AS id FROM temp.leaving l
     WHERE NOT EXISTS (SELECT 1 FROM entries e WHERE e.document = l.document AND e.vanished_at IS NULL)
       AND l.document NOT IN (SELECT document FROM entries WHERE vanished_at IS NOT NULL)`,
  );
  beforeDocuments();
  database.run("DELETE FROM blocks WHERE document IN temp.unused");
  database.run("DELETE FROM documents WHERE id IN temp.unused");
}

/** After all rows there are, and never among those of the first segment. */
function insertStaged(database: Database, base: number): void {
  const last = Math.max(base, numberOf(database, "SELECT max(id) AS n FROM entries"));
  const fields = ENTRY_FIELDS.join(", ");
  database
    .query(
      `INSERT INTO entries (id, ${fields})
       SELECT ? + row_number() OVER (ORDER BY category, prominence DESC, slug), ${fields} FROM staged`,
    )
    .run(last);
}

/** @returns how many entries the second segment has. */
function indexAdded(database: Database, base: number): number {
  placeEntries(database, "added since", base);
  const rows = database
    .query<EntryPlace, []>(
      `SELECT e.id, e.category, e.prominence, e.slug FROM temp.places p CROSS JOIN entries e ON e.id = p.entry
       ORDER BY p.place`,
    )
    .all();
  setNumbers(
    database,
    "added_rows",
    Uint32Array.from(rows, ({ id }) => id),
  );
  setNumbers(database, "added_after", placesBefore(database, base, rows));
  database.run("DELETE FROM added_terms");
  setTerms(database, rows.length, "added_");
  setSignals(database, rows.length, "added_");
  return rows.length;
}

interface EntryPlace {
  readonly id: number;
  readonly category: number;
  readonly prominence: number;
  readonly slug: string;
}

/** For each added entry, in their order, the last entry of the first segment that a full build would put before it. */
function placesBefore(database: Database, base: number, added: readonly EntryPlace[]): Uint32Array {
  const lastOfCategory = database
    .query<{ category: number; last: number }, [number]>(
      `SELECT category, max(id) AS last FROM entries WHERE vanished_at IS NULL AND id <= ?
       GROUP BY category ORDER BY category`,
    )
    .all(base);
  const ofCategory = database.query<EntryPlace, [number, number]>(
    `SELECT id, category, prominence, slug FROM entries WHERE category = ? AND vanished_at IS NULL AND id <= ? ORDER BY id`,
  );
  const after = new Uint32Array(added.length);
  let [at, category, next] = [0, -1, 0];
  let rows: readonly EntryPlace[] = [];
  for (const entry of added) {
    if (entry.category !== category) {
      category = entry.category;
      rows = ofCategory.all(category, base);
      next = 0;
    }
    while (next < rows.length && standsBefore(rows[next]!, entry)) next++;
    const before = lastOfCategory.findLast((one) => one.category < category)?.last ?? 0;
    after[at++] = next === 0 ? before : rows[next - 1]!.id;
  }
  return after;
}

function standsBefore(one: EntryPlace, other: EntryPlace): boolean {
  if (one.prominence !== other.prominence) return one.prominence > other.prominence;
  return one.slug < other.slug;
}

/** How many of those that are gone say each term: what the first segment counts too many. */
function setGone(database: Database, gone: Uint32Array): void {
  setNumbers(database, "gone", gone);
  database.run("DELETE FROM gone_terms");
  if (gone.length === 0) return;
  const places = new Set(gone);
  const insert = database.query("INSERT INTO gone_terms VALUES (?, ?, ?)");
  const countGone = (bytes: Uint8Array, count: number): number => {
    let found = 0;
    for (const id of unpackPostings(bytes, count).ids) if (places.has(id & ID_BITS)) found++;
    return found;
  };
  const terms = database.query<
    { term: string; entries: number; postings: Uint8Array; mentions: number; inputs: Uint8Array },
    []
  >("SELECT term, entries, postings, mentions, inputs FROM terms");
  for (const { term, entries, postings, mentions, inputs } of terms.iterate()) {
    const own = countGone(postings, entries);
    const all = own + countGone(inputs, mentions - entries);
    if (all > 0) insert.run(term, own, all);
  }
}

function numberOf(database: Database, sql: string): number {
  return database.query<{ n: number | null }, []>(sql).get()?.n ?? 0;
}
