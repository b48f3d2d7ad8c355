/** The words as people write them, which the stemmed index has lost: what a misspelt one is compared with. */
import type { Database } from "../sqlite.ts";
import { wordsOf } from "../words/words.ts";
import { compress } from "../spec/parts.ts";
import { setFact } from "./store-facts.ts";

/** In a large catalogue a word that stands once is as likely misspelt itself. */
const LARGE_CATALOGUE = 10_000;

export function setSpellings(database: Database, living: number): void {
  const counts: SpellingCounts = new Map();
  countWords(database, counts, 1, "SELECT name AS text FROM entries WHERE vanished_at IS NULL");
  countWords(database, counts, 1, "SELECT words AS text FROM entries WHERE vanished_at IS NULL");
  countWords(database, counts, 1, `SELECT ${DOCUMENT_WORDS} AS text FROM documents`);
  storeSpellings(database, counts, living);
}

export type SpellingCounts = Map<string, number>;

/** What names an API counts twice. */
export const DOCUMENT_WORDS = "title || ' ' || names || ' ' || title || ' ' || names";

/** Adds the words of each `text` that the query gives, or takes them away. */
export function countWords(database: Database, counts: SpellingCounts, step: 1 | -1, sql: string): void {
  for (const { text } of database.query<{ text: string }, []>(sql).iterate())
    for (const word of wordsOf(text)) if (/^[a-z]{3,20}$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + step);
}

export function storeSpellings(database: Database, counts: SpellingCounts, living: number): void {
  const least = living >= LARGE_CATALOGUE ? 2 : 1;
  // Equally common ones by the alphabet, so that it does not matter which was counted first.
  const common = [...counts]
    .filter(([, count]) => count > 0)
    .sort(([a, many], [b, others]) => others - many || (a < b ? -1 : 1));
  setFact(database, "word_counts", compress(JSON.stringify(common)));
  const spellings = common.filter(([, count]) => count >= least).map(([word]) => word);
  setFact(database, "spellings", compress(JSON.stringify(spellings)));
}
