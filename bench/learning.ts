/** What learning from use costs a search: the same queries with nothing learned, and with words learned for many entries. */
import { openCatalog } from "../src/catalog/file-catalog/catalog.ts";
import type { StemWeight, UsageSource } from "../src/catalog/search/usage.ts";
import { contentStems } from "../src/catalog/words/stems.ts";
import { LENGTHS, sentencesFrom } from "./sentences.ts";

/** The first pass reads both indexes; in the second, what was learned has just been read anew. */
const PASSES = 2;
/** Each stem of the queries speaks for so many entries. */
const ENTRIES_OF_STEM = 50;

const [path = "data/catalog.sqlite"] = process.argv.slice(2);
const queries = Object.values(LENGTHS).flatMap((length) => sentencesFrom(path, length));
let version = 0;
// Both forget their answers with every version, so that both search.
const plain = openCatalog(path, () => 0.5, { version: () => version, of: () => [] });
const learned = openCatalog(path, () => 0.5, await learnedOf());
const times: Record<"nothing learned" | "learned", number[]> = { "nothing learned": [], learned: [] };
// Taking turns, so that what else the machine does falls on both alike.
for (let pass = 0; pass < PASSES; pass++) {
  version++;
  for (const { q: text } of queries)
    for (const [name, catalog] of [
      ["nothing learned", plain],
      ["learned", learned],
    ] as const) {
      const start = performance.now();
      await catalog.search({ text, limit: 20 });
      if (pass > 0) times[name].push(performance.now() - start);
    }
}
for (const [name, taken] of Object.entries(times)) {
  const sorted = taken.sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);
  console.log(`${name.padEnd(16)} ${sorted.length} searches  p50 ${at(0.5)} ms  p99 ${at(0.99)} ms`);
}
plain.close();
learned.close();

/** Every stem speaks for what a search for it finds. */
async function learnedOf(): Promise<UsageSource> {
  const spoken = new Map<string, readonly StemWeight[]>();
  for (const stem of new Set(queries.flatMap(({ q }) => contentStems(q)))) {
    const { hits } = await plain.search({ text: stem, limit: ENTRIES_OF_STEM, perApi: 0 });
    spoken.set(
      stem,
      hits.map(({ entry }) => ({ slug: entry.slug, weight: 0.5 })),
    );
  }
  return { version: () => version, of: (stem) => spoken.get(stem) ?? [] };
}
