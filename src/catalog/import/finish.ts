/** The last steps of a build: categories, the order of entries, the index, and the facts that are served as they are. */
import { CATEGORIES } from "../categories.ts";
import type { BayesModel } from "../classify/bayes.ts";
import { createFullText, placeEntries } from "./full-text.ts";
import type { SegmentName } from "../search/segments.ts";
import type { EntryVersion } from "../../runtime/catalog.ts";
import type { Database } from "../sqlite.ts";
import { CREATE_INDEXES, ENTRY_FIELDS, SHAPE_VERSION } from "../tables.ts";
import type { Summary, Tallies } from "../search/facts.ts";
import { METHODS } from "../spec/path-item.ts";
import { compress } from "../spec/parts.ts";
import { insertPostings } from "./postings.ts";
import { setFact, setJsonFact, setNumbers } from "./store-facts.ts";
import { setWordings } from "./wordings.ts";

/** `featured`: the best operation of each of the most prominent APIs of a category, if it is good, current and https. */
const FEATURED_PER_CATEGORY = 25;
const FEATURED_MIN_QUALITY = 0.75;

export function setVersions(database: Database, versions: ReadonlyMap<number, readonly EntryVersion[]>): void {
  const update = database.query("UPDATE staged SET versions = ? WHERE rowid = ?");
  for (const [row, list] of versions) update.run(JSON.stringify(list.slice(0, 20)), row);
}

export function setCategories(
  database: Database,
  classified: Iterable<readonly [topic: number, category: number]>,
): void {
  database.run("CREATE TEMP TABLE topics (topic INTEGER PRIMARY KEY, category INTEGER NOT NULL)");
  const insert = database.query("INSERT INTO topics VALUES (?, ?)");
  for (const [topic, category] of classified) insert.run(topic, category);
  database.run(
    "UPDATE staged SET category = (SELECT t.category FROM topics t WHERE t.topic = staged.topic) WHERE topic > 0",
  );
}

/** Gives living entries the ids 1..n by category and prominence, vanished ones the next. */
export function orderEntries(database: Database): number {
  const fields = ENTRY_FIELDS.join(", ");
  database.run(
    `INSERT INTO entries (id, ${fields})
     SELECT row_number() OVER (ORDER BY vanished_at IS NOT NULL, category, prominence DESC, slug), ${fields} FROM staged
     ORDER BY vanished_at IS NOT NULL, category, prominence DESC, slug`,
  );
  database.run("DROP TABLE staged");
  database.run(CREATE_INDEXES);
  setFeatured(database, CATEGORIES.keys());
  const living =
    database.query<{ n: number }, []>("SELECT count(*) AS n FROM entries WHERE vanished_at IS NULL").get()?.n ?? 0;
  placeEntries(database);
  for (const name of ["gone", "added_rows", "added_after"]) setFact(database, name, new Uint8Array());
  return living;
}

/** Of each category anew. */
export function setFeatured(database: Database, categories: Iterable<number>): void {
  database.run("UPDATE entries SET featured = 0 WHERE featured = 1 AND vanished_at IS NOT NULL");
  const clear = database.query("UPDATE entries SET featured = 0 WHERE featured = 1 AND category = ?");
  const choose = database.query(
    `UPDATE entries SET featured = 1 WHERE id IN (
       SELECT id FROM (
         SELECT id, row_number() OVER (ORDER BY prominence DESC, slug) AS place
         FROM (SELECT id, slug, prominence,
                      row_number() OVER (PARTITION BY document ORDER BY prominence DESC, slug) AS best
               FROM entries
               WHERE category = ? AND vanished_at IS NULL AND deprecated = 0 AND base_url LIKE 'https:%'
                 AND quality >= ${FEATURED_MIN_QUALITY})
         WHERE best = 1)
       WHERE place <= ${FEATURED_PER_CATEGORY})`,
  );
  for (const category of categories) {
    clear.run(category);
    choose.run(category);
  }
}

/** What is searched: the stems with the entries that say them. The entries are placed, see `full-text.ts`. */
export function setTerms(database: Database, size: number, segment: SegmentName = ""): void {
  createFullText(database);
  const { nameWords, ownLengths, wholeLengths } = insertPostings(database, size, segment);
  setFact(database, `${segment}name_words`, nameWords);
  setNumbers(database, `${segment}own_lengths`, ownLengths);
  setNumbers(database, `${segment}whole_lengths`, wholeLengths);
  database.run("DROP TABLE temp.search");
}

/** Of methods that no filter names: the last bit of a mask, which only the filter of none has. */
const OTHER_METHOD = 31;

/** What the search looks at for every candidate, as arrays that are read in one go. The entries are placed. */
export function setSignals(database: Database, size: number, segment: SegmentName = ""): void {
  const documents = new Uint32Array(size);
  const prominence = new Uint8Array(size);
  const methods = new Uint8Array(size);
  const auths = new Uint8Array(size);
  const rows = database.query<
    { place: number; document: number; prominence: number; method: string; auth: number },
    []
  >("SELECT p.place, document, prominence, method, auth FROM temp.places p CROSS JOIN entries e ON e.id = p.entry");
  for (const row of rows.iterate()) {
    documents[row.place - 1] = row.document;
    prominence[row.place - 1] = Math.round(row.prominence * 255);
    const method = METHODS.findIndex((one) => one.toUpperCase() === row.method);
    methods[row.place - 1] = method < 0 ? OTHER_METHOD : method;
    auths[row.place - 1] = row.auth;
  }
  setNumbers(database, `${segment}documents`, documents);
  setFact(database, `${segment}prominence`, prominence);
  setFact(database, `${segment}methods`, methods);
  setFact(database, `${segment}auths`, auths);
  setWordings(database, size, segment);
}

export function setModel(database: Database, model: BayesModel): void {
  setFact(database, "model", compress(JSON.stringify(model)));
}

/** Counts the categories that changed; what is known of the others stays. */
export function setSummaries(
  database: Database,
  changed: Iterable<number> = CATEGORIES.keys(),
  known: readonly Summary[] = [],
): void {
  const count = database.query<{ entries: number; featured: number; quality: number }, [number]>(
    `SELECT count(*) AS entries, coalesce(sum(featured), 0) AS featured, coalesce(avg(quality), 0) AS quality
     FROM entries WHERE category = ? AND vanished_at IS NULL`,
  );
  const again = new Set(changed);
  let first = 1;
  const summaries = Array.from(CATEGORIES, (_, category): Summary => {
    const kept = again.has(category) ? undefined : known[category];
    const { entries, featured, quality } = kept ?? count.get(category)!; // An aggregate always has a row.
    const summary = { category, entries, featured, quality, first: entries === 0 ? 1 : first };
    first += entries;
    return summary;
  });
  setJsonFact(database, "categories", summaries);
}

export function setTotals(database: Database, entries: number, tallies: Tallies, now: number): void {
  const counts = database
    .query<{ providers: number; apis: number; vanished: number; listings: number }, []>(
      `SELECT count(DISTINCT provider) AS providers, count(DISTINCT api) AS apis,
              (SELECT count(*) FROM entries WHERE vanished_at IS NOT NULL) AS vanished,
              (SELECT count(*) FROM listings) AS listings
       FROM documents d WHERE EXISTS (SELECT 1 FROM entries e WHERE e.document = d.id AND e.vanished_at IS NULL)`,
    )
    .get();
  const all = Object.values(tallies);
  const skipped = sumOf(all.map((one) => one.skipped));
  const folded = sumOf(all.map((one) => one.folded));
  setJsonFact(database, "tallies", tallies);
  setJsonFact(database, "totals", { ...counts, entries, skipped, folded, builtAt: new Date(now).toISOString() });
  database.run(`PRAGMA user_version = ${SHAPE_VERSION}`);
}

function sumOf(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const one of counts) for (const [reason, count] of Object.entries(one)) sum[reason] = (sum[reason] ?? 0) + count;
  return sum;
}
