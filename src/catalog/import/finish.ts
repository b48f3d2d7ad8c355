/** The last steps of a build: categories, the order of entries, the index, and the facts that are served as they are. */
import { CATEGORIES } from "../categories.ts";
import type { BayesModel } from "../classify/bayes.ts";
import { createFullText } from "../full-text.ts";
import type { EntryVersion } from "../../runtime/catalog.ts";
import type { Database } from "../sqlite.ts";
import { CREATE_INDEXES, ENTRY_FIELDS } from "../tables.ts";
import { wordsOf } from "../words.ts";
import { METHODS } from "../spec/path-item.ts";
import { compress } from "./parts.ts";
import { insertPostings } from "./postings.ts";

/** `featured`: the best operation of each of the most prominent APIs of a category, if it is good, current and https. */
export const FEATURED_PER_CATEGORY = 25;
export const FEATURED_MIN_QUALITY = 0.75;

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
  database.run(
    `UPDATE entries SET featured = 1 WHERE id IN (
       SELECT id FROM (
         SELECT id, row_number() OVER (PARTITION BY category ORDER BY prominence DESC, id) AS place
         FROM (SELECT id, category, prominence,
                      row_number() OVER (PARTITION BY category, document ORDER BY prominence DESC, id) AS best
               FROM entries
               WHERE vanished_at IS NULL AND deprecated = 0 AND base_url LIKE 'https:%'
                 AND quality >= ${FEATURED_MIN_QUALITY})
         WHERE best = 1)
       WHERE place <= ${FEATURED_PER_CATEGORY})`,
  );
  database.run("UPDATE entries SET featured = 0 WHERE vanished_at IS NOT NULL");
  return database.query<{ n: number }, []>("SELECT count(*) AS n FROM entries WHERE vanished_at IS NULL").get()?.n ?? 0;
}

/** What is searched: the stems with the entries that say them. */
export function setTerms(database: Database, living: number): void {
  createFullText(database);
  setFact(database, "name_words", insertPostings(database, living));
  database.run("DROP TABLE temp.search");
}

/** Of methods that no filter names: the last bit of a mask, which only the filter of none has. */
const OTHER_METHOD = 31;

/** What the search looks at for every candidate, as arrays that are read in one go. */
export function setSignals(database: Database, living: number): void {
  const documents = new Uint32Array(living);
  const prominence = new Uint8Array(living);
  const methods = new Uint8Array(living);
  const auths = new Uint8Array(living);
  const rows = database.query<
    { id: number; document: number; prominence: number; method: string; auth: number },
    [number]
  >("SELECT id, document, prominence, method, auth FROM entries WHERE id <= ?");
  for (const row of rows.iterate(living)) {
    documents[row.id - 1] = row.document;
    prominence[row.id - 1] = Math.round(row.prominence * 255);
    const place = METHODS.findIndex((method) => method.toUpperCase() === row.method);
    methods[row.id - 1] = place < 0 ? OTHER_METHOD : place;
    auths[row.id - 1] = row.auth;
  }
  setFact(database, "documents", new Uint8Array(documents.buffer));
  setFact(database, "prominence", prominence);
  setFact(database, "methods", methods);
  setFact(database, "auths", auths);
}

/** In a large catalogue a word that stands once is as likely misspelt itself. */
const LARGE_CATALOGUE = 10_000;

/** The words as people write them, which the stemmed index has lost: what a misspelt one is compared with. */
export function setSpellings(database: Database, living: number): void {
  const least = living >= LARGE_CATALOGUE ? 2 : 1;
  const counts = new Map<string, number>();
  const texts = [
    "SELECT name AS text FROM entries WHERE vanished_at IS NULL",
    "SELECT words AS text FROM entries WHERE vanished_at IS NULL",
    "SELECT title || ' ' || names || ' ' || title || ' ' || names AS text FROM documents",
  ];
  for (const sql of texts) {
    for (const { text } of database.query<{ text: string }, []>(sql).iterate()) {
      for (const word of wordsOf(text)) if (/^[a-z]{3,20}$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const common = [...counts].filter(([, count]) => count >= least).sort((a, b) => b[1] - a[1]);
  setFact(database, "spellings", compress(JSON.stringify(common.map(([word]) => word))));
}

export function setModel(database: Database, model: BayesModel): void {
  setFact(database, "model", compress(JSON.stringify(model)));
}

export function setSummaries(database: Database): void {
  const rows = database
    .query<{ category: number; entries: number; featured: number; quality: number; first: number }, []>(
      `SELECT category, count(*) AS entries, sum(featured) AS featured, avg(quality) AS quality, min(id) AS first
       FROM entries WHERE vanished_at IS NULL GROUP BY category`,
    )
    .all();
  const empty = { entries: 0, featured: 0, quality: 0, first: 1 };
  setJsonFact(
    database,
    "categories",
    CATEGORIES.map((_, number) => ({
      ...empty,
      ...rows.find(({ category }) => category === number),
      category: number,
    })),
  );
}

export function setJsonFact(database: Database, name: string, value: unknown): void {
  setFact(database, name, new TextEncoder().encode(JSON.stringify(value)));
}

function setFact(database: Database, name: string, value: Uint8Array): void {
  database.query("INSERT OR REPLACE INTO facts VALUES (?, ?)").run(name, value);
}
