/** Which words of a wish name services of the catalogue: they say whose operation is wanted, and are no values. */
import type { Catalog } from "../runtime/catalog.ts";

const MAX_WORDS = 8;

/** In lower case: capitalised words, and domains where a service is named ("my articles on dev.to"). */
export async function servicesIn(catalog: Catalog, text: string): Promise<ReadonlySet<string>> {
  const words = found(text, /\p{Lu}[\p{L}\d]+/gu);
  const domains = found(text, /(?<=\b(?:on|at|from|via|with|in) )[\w-]+(?:\.[a-z]{2,})+/gu);
  const known = await Promise.all([
    ...words.map((word) => isName(catalog, word)),
    ...domains.map(async (domain) => (await catalog.provider(domain)) !== undefined),
  ]);
  return new Set([...words, ...domains].filter((_, at) => known[at]));
}

async function isName(catalog: Catalog, word: string): Promise<boolean> {
  const { hits } = await catalog.search({ text: word, limit: 3 });
  return hits.some(
    ({ entry }) => entry.provider.split(".").includes(word) || entry.api.toLowerCase().split(/[/.]/).includes(word),
  );
}

function found(text: string, pattern: RegExp): string[] {
  return [...new Set((text.match(pattern) ?? []).map((word) => word.toLowerCase()))].slice(0, MAX_WORDS);
}
