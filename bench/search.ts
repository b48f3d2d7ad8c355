/**
 * Our search, plain FTS5 and MiniSearch on the same entries and queries in one run: recall, rank, time and memory.
 * Usage: bun bench/search.ts <catalog.sqlite>
 */
import { existsSync, readFileSync } from "node:fs";
import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
import { openCatalog } from "../src/catalog/catalog.ts";
import { STOP_WORDS } from "../src/catalog/search/stop-words.ts";
import { openFinished } from "../src/catalog/sqlite.ts";
import { WEIGHTS } from "../src/catalog/tables.ts";
import { wordsOf } from "../src/catalog/words.ts";
import { type LabelledQuery, measure } from "./retrieval.ts";

const SHOWN = 20;
const FIELDS = ["name", "provider", "api", "words", "description", "address"] as const;
const SETS = {
  visible: new URL("../../shared/corpora/search-queries.json", import.meta.url),
  "self-made": new URL("../test/catalog/search-queries.json", import.meta.url),
};

type Search = (text: string) => readonly string[];
type Row = { id: number; slug: string } & Record<(typeof FIELDS)[number], string>;

function ours(path: string): Search {
  const catalog = openCatalog(path, Math.random);
  return (text) => catalog.search({ text, limit: SHOWN }).hits.map(({ entry }) => entry.slug);
}

function plainFts(path: string): Search {
  const best = openFinished(path).query<{ slug: string }, [string]>(
    `SELECT e.slug FROM search JOIN entries e ON e.id = search.rowid WHERE search MATCH ?
     ORDER BY bm25(search, ${WEIGHTS}) LIMIT ${SHOWN}`,
  );
  return (text) => {
    const words = contentOf(text);
    return words.length === 0 ? [] : best.all(words.map((word) => `"${word}"`).join(" OR ")).map(({ slug }) => slug);
  };
}

function miniSearch(path: string): Search {
  const rows = openFinished(path).query<Row, []>(
    `SELECT e.id, e.slug, e.name, d.names AS provider, d.title AS api, e.words, e.description,
            e.method || ' ' || e.path AS address
     FROM entries e JOIN documents d ON d.id = e.document WHERE e.vanished_at IS NULL`,
  );
  const index = new MiniSearch<Row>({
    fields: [...FIELDS],
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

function contentOf(text: string): string[] {
  return wordsOf(text).filter((word) => !STOP_WORDS.has(word));
}

const path = process.argv[2] ?? "data/catalog.sqlite";
if (!existsSync(path)) throw new Error(`Cannot bench: there is no catalogue at "${path}"`);
for (const [engine, open] of Object.entries({ ours, "plain FTS5": plainFts, MiniSearch: miniSearch })) {
  const before = process.memoryUsage.rss();
  const search = open(path);
  for (const [set, url] of Object.entries(SETS)) {
    if (!existsSync(url)) continue;
    const queries: LabelledQuery[] = JSON.parse(readFileSync(url, "utf8"));
    const { recallAt5, meanReciprocalRank, p50, p99 } = measure(queries, search);
    const memory = Math.round((process.memoryUsage.rss() - before) / 1e6);
    const figures = [`R@5 ${recallAt5.toFixed(3)}`, `MRR ${meanReciprocalRank.toFixed(3)}`, `p50 ${p50.toFixed(1)} ms`];
    console.log([engine.padEnd(11), set.padEnd(9), ...figures, `p99 ${p99.toFixed(1)} ms`, `+${memory} MB`].join("  "));
  }
}
