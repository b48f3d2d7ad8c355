/** What the premium documents show of the catalogue: its best entries. */
import type { Catalog, CategoryDetail, Entry } from "../runtime/catalog.ts";
import { roomInTurn } from "../text/room-in-turn.ts";

/** Of the featured entries, which all score high, so many of the most prominent compete for the best scores. */
const COMPETING = 500;

/** The best-scored entries, best first. */
export async function bestOf(catalog: Catalog, limit: number): Promise<readonly Entry[]> {
  const room = roomInTurn();
  if (room !== undefined) await room;
  const { entries } = await catalog.feed({ featured: true, limit: COMPETING, offset: 0 });
  return entries.toSorted((a, b) => b.quality.score - a.quality.score).slice(0, limit);
}

/** The best entries of every category. */
export async function picksOf(
  catalog: Catalog,
  perCategory: number,
): Promise<readonly { readonly category: string; readonly entries: readonly Entry[] }[]> {
  const details = await detailsOf(catalog);
  return details.map(({ slug, featured }) => ({ category: slug, entries: featured.slice(0, perCategory) }));
}

/** Every category with what it shows. Together they take longer than others should wait where many ask at once. */
export async function detailsOf(catalog: Catalog): Promise<readonly CategoryDetail[]> {
  const details: CategoryDetail[] = [];
  for (const { slug } of await catalog.categories()) {
    const room = roomInTurn();
    if (room !== undefined) await room;
    const detail = await catalog.category(slug);
    if (detail !== undefined) details.push(detail);
  }
  return details;
}
