/**
 * Our search, plain FTS5 and MiniSearch on the same entries and queries in one run: recall, rank, time and memory.
 * Usage: bun bench/search.ts <catalog.sqlite>            the three side by side
 *        bun bench/search.ts <catalog.sqlite> --million  ours alone, on a million entries made of these
 *        bun bench/search.ts <catalog.sqlite> --http     ours alone, with a key over HTTP
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ENGINES, type Search } from "./engines.ts";
import { buildMillion } from "./million.ts";
import { type LabelledQuery, measure } from "./retrieval.ts";
import { benchOverHttp } from "./search-http.ts";
import { LENGTHS, sentencesFrom } from "./sentences.ts";

const [path = "data/catalog.sqlite", option] = process.argv.slice(2);
if (!existsSync(path)) throw new Error(`Cannot bench: there is no catalogue at "${path}"`);
const sets: Record<string, readonly LabelledQuery[]> = {};
for (const [name, place] of [
  ["visible", "../../shared/corpora/search-queries.json"],
  ["self-made", "../test/catalog/search-queries.json"],
] as const) {
  const url = new URL(place, import.meta.url);
  if (existsSync(url)) sets[name] = JSON.parse(readFileSync(url, "utf8"));
}
for (const [name, length] of Object.entries(LENGTHS)) sets[`${name} sentences`] = sentencesFrom(path, length);

if (option === "--http")
  await benchOverHttp(
    path,
    Object.values(sets).flatMap((queries) => queries.map(({ q }) => q)),
  );
else if (option === "--million") benchMillion();
else for (const [engine, open] of Object.entries(ENGINES)) report(engine, open, path);

function report(engine: string, open: (path: string) => Search, file: string): void {
  const before = process.memoryUsage.rss();
  const search = open(file);
  for (const [set, queries] of Object.entries(sets)) {
    // One operation is right of many alike in one API: what the cap hides says nothing about the ranking.
    const perApi = set.endsWith("sentences") ? 0 : undefined;
    const { recallAt5, meanReciprocalRank, p50, p99 } = measure(queries, (text) => search(text, perApi));
    const memory = Math.round((process.memoryUsage.rss() - before) / 1e6);
    const figures = [`R@5 ${recallAt5.toFixed(3)}`, `MRR ${meanReciprocalRank.toFixed(3)}`, `p50 ${p50.toFixed(1)} ms`];
    console.log(
      [engine.padEnd(11), set.padEnd(16), ...figures, `p99 ${p99.toFixed(1)} ms`, `+${memory} MB`].join("  "),
    );
  }
}

function benchMillion(): void {
  const folder = mkdtempSync(join(tmpdir(), "hub-bench-"));
  try {
    const million = join(folder, "million.sqlite");
    const start = performance.now();
    buildMillion(path, million);
    console.log(`a million entries built in ${((performance.now() - start) / 1000).toFixed(0)} s`);
    report("ours", ENGINES.ours, million);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
