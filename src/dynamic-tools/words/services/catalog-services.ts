/** Whether a word is the name of a service of the catalogue, and which entries are that service's. */
import { extraNames } from "../../../catalog/providers.ts";
import { stemOf } from "../../../catalog/words/stem.ts";
import { wordsOf } from "../../../catalog/words/words.ts";
import type { Catalog, Entry } from "../../../runtime/catalog.ts";
import type { PossibleName } from "./possible-names.ts";
import { isWellKnown } from "./well-known-services.ts";

/** Of names that an utterance may hold. */
export const MAX_LOOKUPS = 14;
/** Of a word that is not marked as a name: so much of what says it is the service's own. */
const LEAST_SHARE = 0.6;
/** Of one that is written as a name. */
const LEAST_SHARE_OF_NAME = 0.08;
/** "Smart" within "Binance Smart Chain" is nobody's. */
const LEAST_SHARE_OF_PART = 0.3;
/** So few entries say what is nobody's name here. */
const FEW = 3;

/** Whether the catalogue has a service of that name. */
export async function isService(
  catalog: Catalog,
  { word, sought, isMarked, isPart, isPair }: PossibleName,
): Promise<boolean> {
  const name = word.toLowerCase();
  const { hits, entriesSaying } = await catalog.search({ text: sought ?? word, limit: 5 });
  const hit = hits.find(
    ({ entry }) => bears(entry, name) && (isMarked || isPair || isCalled(entry, name) || isApiOf(entry, name)),
  );
  if (hit === undefined) return false;
  if (isPair) return isCalled(hit.entry, name) || squeeze(hit.entry.provider) === name;
  const own = (await catalog.provider(hit.entry.provider))?.entryCount ?? 0;
  const all = entriesSaying.get(stemOf(name)) ?? own;
  return own >= (isMarked ? (isPart ? LEAST_SHARE_OF_PART : LEAST_SHARE_OF_NAME) : LEAST_SHARE) * all;
}

/** By its domain: services and titles are called by everyday words, "barcode". */
function isCalled({ provider }: Entry, name: string): boolean {
  return [provider, ...provider.toLowerCase().split("."), ...wordsOf(extraNames(provider))].includes(name);
}

/** "gmail", "youtube": of the APIs of a large provider those that everybody knows. */
function isApiOf({ api }: Entry, name: string): boolean {
  return isWellKnown(name) && api.toLowerCase().endsWith(`/${name}`);
}

/** Whether an entry is of a service of that name. */
export function bears({ provider, api, apiTitle }: Entry, name: string): boolean {
  const parts = [
    ...provider.toLowerCase().split("."),
    ...api.toLowerCase().split(/[/.]/),
    ...wordsOf(extraNames(provider)),
  ];
  const squeezed = squeeze(name);
  const [title = ""] = wordsOf(apiTitle);
  return (
    parts.some((part) => part === name || squeeze(part) === squeezed) ||
    squeeze(provider) === squeezed ||
    title === name
  );
}

/** Of these names those that hardly any entry says. */
export async function unknownOf(catalog: Catalog, names: readonly string[]): Promise<string[]> {
  const found = names.slice(0, MAX_LOOKUPS).map(async (name) => {
    const { entriesSaying } = await catalog.search({ text: name, limit: 1 });
    return (entriesSaying.get(stemOf(name.toLowerCase())) ?? 0) < FEW ? [name] : [];
  });
  return (await Promise.all(found)).flat();
}

export function squeeze(name: string): string {
  return wordsOf(name).join("");
}
