/** What the catalogue itself says about where an entry or a provider belongs, as a classification with its evidence. */
import type { ActorCatalog, Classification, ProviderSummary } from "../../src/runtime/catalog.ts";
import { blend } from "./classify-blend.ts";

/** Domains anybody can have a site below: what such a site is about, the domain's own APIs do not tell. */
const SHARED_HOSTING = new Set([
  "amazonaws.com",
  "azurewebsites.net",
  "googleapis.com",
  "herokuapp.com",
  "windows.net",
]);

/**
 * The category of an entry. It was chosen at the import by more than its own words, so the confidence is the mean of
 * what its words say and of how its provider's entries are filed.
 */
export async function filedEntry(slug: string, catalog: ActorCatalog): Promise<Classification | undefined> {
  const entry = await catalog.entry(slug);
  if (entry === undefined) return undefined;
  const words = await catalog.classify(`${entry.apiTitle} ${entry.name} ${entry.description}`);
  const provider = await catalog.provider(entry.provider);
  const shares = blend([
    { shares: [words, ...words.alternatives], weight: 1 },
    ...(provider === undefined ? [] : [{ shares: sharesOf(provider), weight: 1 }]),
  ]);
  const filed = entry.category;
  return {
    category: filed,
    confidence: shares.find(({ category }) => category === filed)?.confidence ?? 0,
    alternatives: shares.filter(({ category }) => category !== filed),
    signals: [
      `catalogue: the entry is filed under ${filed}`,
      ...(provider === undefined ? [] : [providerSignal(provider, filed)]),
      ...(words.category === filed ? words.signals : [`its own words alone say ${words.category}`]),
    ],
  };
}

/** Where the entries of the provider at this host are filed; the host may stand below the provider's domain. */
export async function filedProvider(host: string, catalog: ActorCatalog): Promise<Classification | undefined> {
  const labels = host.toLowerCase().replace(/\.$/, "").split(".");
  for (let from = 0; from <= labels.length - 2; from++) {
    const domain = labels.slice(from).join(".");
    if (from > 0 && SHARED_HOSTING.has(domain)) return undefined;
    const provider = await catalog.provider(domain);
    const [best, ...others] = provider === undefined ? [] : sharesOf(provider);
    if (provider !== undefined && best !== undefined) {
      return { ...best, alternatives: others, signals: [providerSignal(provider, best.category)] };
    }
  }
  return undefined;
}

function sharesOf({ categories, entryCount }: ProviderSummary): { category: string; confidence: number }[] {
  return categories.map((one) => ({
    category: one.category,
    confidence: Math.round((one.entryCount / entryCount) * 100) / 100,
  }));
}

function providerSignal({ provider, categories, entryCount }: ProviderSummary, category: string): string {
  const filed = categories.find((one) => one.category === category)?.entryCount ?? 0;
  return `catalogue: ${filed} of ${entryCount} entries of ${provider} are filed under ${category}`;
}
