/** A catalogue of three entries in memory, by plain comparison of words: for runtimes without Bun's SQLite. */
import type { Catalog, Entry } from "../../src/runtime/catalog.ts";
import { HubError } from "../../src/runtime/errors.ts";

export function memoryCatalog(): Catalog {
  const entries = [
    entryOf("stripe-com--getcharges", "stripe.com", "payments-billing", "List all charges of cards and payments"),
    entryOf("github-com--issues-create", "github.com", "developer-tools", "Create an issue in a github repository"),
    entryOf("opencagedata-com--geocode", "opencagedata.com", "geolocation-maps", "Geocode an address on the map"),
  ];
  const best = (text: string) =>
    entries
      .map((entry) => ({ entry, said: wordsOf(text).filter((word) => wordsOf(entry.name).includes(word)) }))
      .filter(({ said }) => said.length > 0)
      .toSorted((a, b) => b.said.length - a.said.length);

  return {
    totals: notHere,
    categories: notHere,
    category: notHere,
    feed: notHere,
    spec: notHere,
    access: notHere,
    entry: (slug) => entries.find((entry) => entry.slug === slug),
    provider(domain) {
      const own = entries.filter(({ provider }) => provider === domain);
      const categories = own.map(({ category }) => ({ category, entryCount: 1 }));
      return own.length === 0 ? undefined : { provider: domain, entryCount: own.length, categories };
    },
    search({ text, limit = 20 }) {
      const found = best(text);
      const hits = found.map(({ entry, said }) => ({
        entry,
        score: said.length,
        why: [`name says ${said.join(", ")}`],
      }));
      return { total: hits.length, hits: hits.slice(0, limit), entriesSaying: new Map(), unknownNames: [], perApi: 0 };
    },
    random: () => entries[0],
    classify(text) {
      const [first] = best(text);
      const category = first?.entry.category ?? "utilities-search";
      return { category, confidence: first === undefined ? 0 : 1, alternatives: [], signals: first?.said ?? [] };
    },
    close() {},
  };
}

function entryOf(slug: string, provider: string, category: string, name: string): Entry {
  const evidence = {
    descriptionChars: name.length,
    parameters: 0,
    parametersDescribed: 0,
    hasResponseSchema: false,
    https: true,
    statesAuth: true,
    deprecated: false,
    ageDays: null,
  };
  return {
    slug,
    name,
    description: name,
    category,
    provider,
    api: provider,
    apiTitle: provider,
    method: "GET",
    path: "/",
    baseUrl: `https://api.${provider}`,
    access: { state: "unknown", methods: [], source: null },
    auth: "none",
    featured: false,
    quality: { score: 0.5, evidence },
    deprecated: false,
    updatedAt: "2026-01-01T00:00:00.000Z",
    docsUrl: null,
    versions: [],
    vanishedAt: null,
  };
}

function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[a-z]{3,}/g))];
}

function notHere(): never {
  throw new HubError("overloaded", "The catalogue in memory does not hold this.");
}
