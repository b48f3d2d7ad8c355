/** The searches that are compared, each over the entries of a finished catalogue. */
import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
import { openCatalog } from "../src/catalog/file-catalog/catalog.ts";
import { COLUMNS, createFullText, placeEntries } from "../src/catalog/import/full-text.ts";
import { STOP_WORDS } from "../src/catalog/words/stop-words.ts";
import { openFinished } from "../src/catalog/sqlite.ts";
import { wordsOf } from "../src/catalog/words/words.ts";
import { openPlainFts } from "./plain-fts.ts";

/** Slugs, best first. `perApi` 0 is no cap, left out what the engine does by itself. */
export type Search = (text: string, perApi?: number) => readonly string[];

const SHOWN = 20;

export const ENGINES = {
  ours,
  "plain FTS5": (path: string): Search => openPlainFts(path, SHOWN),
  MiniSearch: miniSearch,
} as const;

function ours(path: string): Search {
  const catalog = openCatalog(path, Math.random);
  return (text, perApi) =>
    catalog.search({ text, limit: SHOWN, ...(perApi !== undefined && { perApi }) }).hits.map(({ entry }) => entry.slug);
}

/** The same columns, stems and stop words as ours; flat weights are its best (see the catalogue's design). */
function miniSearch(path: string): Search {
  const database = openFinished(path);
  placeEntries(database);
  createFullText(database, "stored");
  const rows = database.query<Record<string, string>, []>(
    "SELECT e.id AS id, e.slug AS slug, s.* FROM temp.search s JOIN entries e ON e.id = s.rowid",
  );
  const index = new MiniSearch<Record<string, string>>({
    fields: COLUMNS,
    storeFields: ["slug"],
    tokenize: wordsOf,
    processTerm: (term) => (STOP_WORDS.has(term) ? null : stemmer(term)),
  });
  for (const row of rows.iterate()) index.add(row);
  return (text) =>
    index
      .search(text)
      .slice(0, SHOWN)
      .map((hit) => String(hit.slug));
}
