/** What the premium documents show of the catalogue. */
import type { Catalog, Entry } from "../runtime/catalog.ts";
import type { Showcase, ShowcaseEntry } from "../runtime/showcase.ts";
import { entryJson } from "../runtime/entry-json.ts";

/** Of the featured entries, which all score high, so many of the most prominent compete for the best scores. */
const COMPETING = 500;

export function showcaseOf(catalog: () => Catalog, hubUrl: () => string): Showcase {
  const show = (entry: Entry): ShowcaseEntry => ({
    ...entryJson(entry, hubUrl()),
    slug: entry.slug,
    name: entry.name,
    description: entry.description,
    category: entry.category,
    proxy_url: `${hubUrl()}/api/v1/agent/proxy/${entry.slug}/call/`,
    updated_at: entry.updatedAt,
  });
  return {
    ready: catalog,
    async best(limit) {
      const { entries } = await catalog().feed({ featured: true, limit: COMPETING, offset: 0 });
      return entries
        .toSorted((a, b) => b.quality.score - a.quality.score)
        .slice(0, limit)
        .map(show);
    },
    async picks(perCategory) {
      const categories = await catalog().categories();
      const details = await Promise.all(categories.map(({ slug }) => catalog().category(slug)));
      return details
        .filter((detail) => detail !== undefined)
        .map(({ slug, featured }) => ({ category: slug, entries: featured.slice(0, perCategory).map(show) }));
    },
  };
}
