/** What the premium documents show of the catalogue: its best entries. */
import type { Catalog, Entry } from "../runtime/catalog.ts";

/** Of the featured entries, which all score high, so many of the most prominent compete for the best scores. */
const COMPETING = 500;

/** The best-scored entries, best first. */
export async function bestOf(catalog: Catalog, limit: number): Promise<readonly Entry[]> {
  const { entries } = await catalog.feed({ featured: true, limit: COMPETING, offset: 0 });
  return entries.toSorted((a, b) => b.quality.score - a.quality.score).slice(0, limit);
}

/** The best entries of every category. */
export async function picksOf(
  catalog: Catalog,
  perCategory: number,
): Promise<readonly { readonly category: string; readonly entries: readonly Entry[] }[]> {
  const categories = await catalog.categories();
  const details = await Promise.all(categories.map(({ slug }) => catalog.category(slug)));
  return details
    .filter((detail) => detail !== undefined)
    .map(({ slug, featured }) => ({ category: slug, entries: featured.slice(0, perCategory) }));
}
