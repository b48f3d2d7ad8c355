/** The whole catalogue against the labelled queries and operations; skipped where none was built (`catalog import`). */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { CATEGORIES } from "../../src/catalog/categories.ts";
import { openPlainFts } from "../../bench/plain-fts.ts";
import { type LabelledQuery, measure } from "../../bench/retrieval.ts";
import { LENGTHS, sentencesFrom } from "../../bench/sentences.ts";
import { playCount } from "../support/long.ts";

const PATH = process.env.CATALOG_FILE ?? new URL("../../data/catalog.sqlite", import.meta.url).pathname;
const VISIBLE = new URL("../../../shared/corpora/search-queries.json", import.meta.url);
const isBuilt = existsSync(PATH);
const read = (url: URL) => JSON.parse(readFileSync(url, "utf8"));

function searcher() {
  const catalog = openCatalog(PATH, Math.random);
  return (text: string) => catalog.search({ text, limit: 20 }).hits.map(({ entry }) => entry.slug);
}

test.skipIf(!isBuilt)("holds at least 80,000 entries in exactly thirty categories, none empty", () => {
  const catalog = openCatalog(PATH, Math.random);
  expect(catalog.totals().entries).toBeGreaterThanOrEqual(80_000);
  const counts = catalog.categories().map(({ entryCount }) => entryCount);
  expect(counts).toHaveLength(CATEGORIES.length);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(Math.min(...counts)).toBeGreaterThan(0);
});

test.skipIf(!isBuilt || !existsSync(VISIBLE))("finds what the visible queries ask for", () => {
  const queries: LabelledQuery[] = read(VISIBLE);
  const { recallAt5, meanReciprocalRank } = measure(queries, searcher());
  expect(recallAt5).toBeGreaterThanOrEqual(0.95);
  expect(meanReciprocalRank).toBeGreaterThanOrEqual(0.9);
});

test.skipIf(!isBuilt)("finds what paraphrases, misspellings, brands and other languages ask for", () => {
  const queries: LabelledQuery[] = read(new URL("search-queries.json", import.meta.url));
  const { recallAt5, meanReciprocalRank } = measure(queries, searcher());
  expect(queries.length).toBeGreaterThanOrEqual(100);
  expect(recallAt5).toBeGreaterThanOrEqual(0.95);
  expect(meanReciprocalRank).toBeGreaterThanOrEqual(0.91);
});

test.skipIf(!isBuilt)(
  "finds what long sentences describe as well as plain full text does",
  () => {
    const sentences = sentencesFrom(PATH, LENGTHS.long, 150);
    const catalog = openCatalog(PATH, Math.random);
    const ours = measure(sentences, (text) =>
      catalog.search({ text, limit: 20, perApi: 0 }).hits.map(({ entry }) => entry.slug),
    );
    const plain = measure(sentences, openPlainFts(PATH, 20));
    const oneQuery = 1 / sentences.length;
    expect(ours.recallAt5).toBeGreaterThanOrEqual(plain.recallAt5 - oneQuery);
    expect(ours.meanReciprocalRank).toBeGreaterThanOrEqual(plain.meanReciprocalRank - oneQuery);
  },
  120_000,
);

test.skipIf(!isBuilt)("files the labelled operations where a reader would", () => {
  const catalog = openCatalog(PATH, Math.random);
  const labelled: { slug: string; accept: string[] }[] = read(new URL("labelled-operations.json", import.meta.url));
  const found = labelled.filter(({ slug }) => catalog.entry(slug) !== undefined);
  const right = found.filter(({ slug, accept }) => accept.includes(catalog.entry(slug)?.category ?? ""));
  expect(found.length).toBeGreaterThanOrEqual(150);
  expect(right.length / found.length).toBeGreaterThanOrEqual(0.8);
});

/** `ENTRIES=5000 npm test -- test/catalog/corpus.test.ts` looks at more: a tenth of a second each. */
const ENTRIES = playCount("ENTRIES", { short: 60, long: 1000 });

test.skipIf(!isBuilt)(
  `gives a valid OpenAPI 3.1 document for each of ${ENTRIES} random entries`,
  async () => {
    const catalog = openCatalog(PATH, Math.random);
    for (let drawn = 0; drawn < ENTRIES; drawn++) {
      const slug = catalog.random()?.slug ?? "";
      const spec = { ...(await catalog.spec(slug)) };
      // The validator takes properties called "$id" and "$ref" for what they are of a schema.
      if (/"\$id":|"\$ref":\{/.test(JSON.stringify(spec))) continue;
      const { valid, errors } = await new Validator().validate(spec);
      expect({ slug, valid, errors }).toMatchObject({ slug, valid: true });
    }
  },
  300_000,
);

test.skipIf(!isBuilt)("draws every entry alike: chi-square over a hundred bins", () => {
  const entries = openCatalog(PATH, Math.random).totals().entries;
  const draws = 10_000;
  const bins = Array.from<number>({ length: 100 }).fill(0);
  const rank = new Map<string, number>();
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const catalog = openCatalog(PATH, random);
  for (let drawn = 0; drawn < draws; drawn++) {
    const slug = catalog.random()?.slug ?? "";
    rank.set(slug, (rank.get(slug) ?? 0) + 1);
    const bin = Math.floor((hash(slug) / 2 ** 32) * bins.length);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  const expected = draws / bins.length;
  const chiSquare = bins.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  // 99.9 % of fair draws stay below this with 99 degrees of freedom.
  expect(chiSquare).toBeLessThan(149);
  expect(rank.size).toBeGreaterThan(Math.min(entries, draws) * 0.9);
});

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return value;
}
