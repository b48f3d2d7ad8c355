/** What any hub could do in an afternoon, and ours must never fall below: plain FTS5 on the same columns and weights. */
import { STOP_WORDS } from "../src/catalog/words/stop-words.ts";
import { createFullText, FIELDS, placeEntries } from "../src/catalog/import/full-text.ts";
import { openFinished } from "../src/catalog/sqlite.ts";
import { wordsOf } from "../src/catalog/words/words.ts";

/** Slugs, best first. The index is built in memory as the catalogue at `path` is opened. */
export function openPlainFts(path: string, limit: number): (text: string) => readonly string[] {
  const database = openFinished(path);
  placeEntries(database);
  createFullText(database);
  const best = database.query<{ slug: string }, [string, number]>(
    `SELECT e.slug FROM temp.search JOIN entries e ON e.id = search.rowid WHERE search MATCH ?
     ORDER BY bm25(search, ${Object.values(FIELDS).join(", ")}) LIMIT ?`,
  );
  return (text) => {
    const words = contentOf(text).map((word) => `"${word}"`);
    return words.length === 0 ? [] : best.all(words.join(" OR "), limit).map(({ slug }) => slug);
  };
}

function contentOf(text: string): string[] {
  return wordsOf(text).filter((word) => !STOP_WORDS.has(word));
}
