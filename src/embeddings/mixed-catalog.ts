/**
 * The catalogue with a search that finds by words and by meaning: both rankings are fused by their ranks alone, since
 * their scores say different things. Reciprocal rank fusion, score(e) = Σ 1 / (60 + rank of e) over the lists that hold e,
 * as Cormack, Clarke and Büttcher have it ("Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning
 * Methods", SIGIR 2009), with their 60 and both lists alike.
 */
import type { Catalog, Entry, Hit, SearchQuery, SearchResult } from "../runtime/catalog.ts";
import type { Meaning } from "./meaning.ts";
import type { NearEntry } from "./scanner.ts";

/** So many of each list are fused; what follows stands in the order of its words. */
const DEPTH = 100;
const RANKED_AS = 60;

/** Searches that ask for it find by meaning too; where that has no answer in time, the search is what it was. */
export function mixedCatalog(catalog: Catalog, meaning: Pick<Meaning, "near">): Catalog {
  return {
    ...catalog,
    async search(query) {
      if (query.byMeaning !== true) return catalog.search(query);
      const { text, category, methods, auths } = query;
      const narrowing = { ...(category && { category }), ...(methods && { methods }), ...(auths && { auths }) };
      const near = await meaning.near(text, DEPTH, narrowing);
      if (near === undefined) return catalog.search(query);
      const byWords = await catalog.search({ ...query, offset: 0, limit: DEPTH });
      // The slug of a category means all of it, and nothing by its meaning.
      return byWords.category === undefined ? mixed(catalog, query, byWords, near) : catalog.search(query);
    },
  };
}

async function mixed(
  catalog: Catalog,
  query: SearchQuery,
  byWords: SearchResult,
  near: readonly NearEntry[],
): Promise<SearchResult> {
  const { offset = 0, limit = 20 } = query;
  const said = new Map(byWords.hits.map((hit) => [hit.entry.slug, hit]));
  const likeness = new Map(near.map((one) => [one.slug, one.likeness]));
  const fused = fuse([...said.keys()], [...likeness.keys()]);
  const perApi = byWords.perApi === 0 ? Number.POSITIVE_INFINITY : byWords.perApi;
  const ofApi = new Map<string, number>();
  const ranked: Hit[] = [];
  for (const { slug, score } of fused) {
    const hit = said.get(slug);
    const entry = hit?.entry ?? (await living(catalog, slug));
    if (entry === undefined) continue;
    const count = (ofApi.get(entry.api) ?? 0) + 1;
    if (count > perApi) continue;
    ofApi.set(entry.api, count);
    ranked.push({ entry, score, ...(query.explain === true && { why: reasonsOf(hit, likeness.get(slug)) }) });
    if (ranked.length === offset + limit) break;
  }
  const page = ranked.slice(offset);
  const rest = page.length < limit && said.size === DEPTH ? await unfused() : [];
  return {
    ...byWords,
    total: Math.max(byWords.total, fused.length),
    hits: [...page, ...rest],
    isByMeaning: true,
  };

  /** What stands behind the last that was fused. */
  async function unfused(): Promise<Hit[]> {
    const passed = Math.max(0, offset - ranked.length);
    const after = await catalog.search({ ...query, offset: DEPTH + passed, limit: limit - page.length });
    const shown = new Set(ranked.map(({ entry }) => entry.slug));
    const least = ranked.at(-1)?.score ?? 1;
    return after.hits
      .filter(({ entry }) => !shown.has(entry.slug))
      .map((hit, at) => ({ ...hit, score: least / (2 + passed + at) }));
  }
}

interface Fused {
  readonly slug: string;
  /** 1 for what stands first in both lists. */
  readonly score: number;
}

/** Slugs of two rankings as one, best first; of equals the one that comes first by its words. */
export function fuse(byWords: readonly string[], byMeaning: readonly string[]): Fused[] {
  const scores = new Map<string, number>();
  for (const list of [byWords, byMeaning])
    for (const [at, slug] of list.entries())
      scores.set(slug, (scores.get(slug) ?? 0) + (RANKED_AS + 1) / 2 / (RANKED_AS + at + 1));
  return [...scores].map(([slug, score]) => ({ slug, score })).sort((a, b) => b.score - a.score);
}

/** One that vanished since the vectors were read is no result. */
async function living(catalog: Catalog, slug: string): Promise<Entry | undefined> {
  const entry = await catalog.entry(slug);
  return entry?.vanishedAt === null ? entry : undefined;
}

function reasonsOf(hit: Hit | undefined, likeness: number | undefined): string[] {
  const near = likeness === undefined ? [] : [`near in meaning (${likeness.toFixed(2)})`];
  return [...(hit?.why ?? []), ...near];
}
