/** Quotes of coins from CoinGecko, by whatever people call them: id, ticker or name. */
import { type ActorContext, type Static, Type } from "../../src/runtime/actor.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { expectOk, readJson } from "../../src/net/read.ts";
import { knownCoin, spelling } from "./coins.ts";

const BASE = "https://api.coingecko.com/api/v3";

/** Of one ticker's coins, how many are compared; copies and bridged versions carry the longer ids and come last. */
const MAX_RIVALS = 10;
/** How many rivals one request takes without its address growing too long. */
const MAX_RIVALS_PER_REQUEST = 150;

/** The list of coins takes megabytes and changes slowly. */
const DAY_SECONDS = 86_400;

const Quote = Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null()]));
const Quotes = Type.Record(Type.String(), Quote);
const Name = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const CoinList = Type.Array(Type.Object({ id: Type.String(), symbol: Name, name: Name }));

/** Figures of one coin: `usd`, `usd_24h_change`, and so on. A currency the provider does not know is absent. */
export type CoinQuote = Readonly<Static<typeof Quote>>;

export interface QuotedCoins {
  /** By id, in the order of the words. */
  readonly coins: ReadonlyMap<string, CoinQuote>;
  /** What the caller has to know about words that were unclear or unknown. */
  readonly warnings: readonly string[];
}

interface FoundCoin {
  readonly id: string;
  /** How many coins share the word that was looked for. */
  readonly namesakes: number;
}

/** Prices and their changes within 24 hours of the coins that these words, all in lower case, mean. */
export async function quoteCoins(
  words: readonly string[],
  currencies: readonly string[],
  context: ActorContext,
): Promise<QuotedCoins> {
  const parameters = { vs_currencies: currencies.join(","), include_24hr_change: "true" };
  const warnings: string[] = [];

  // A word that is no well-known coin may still be an id; only what is not costs the provider's whole list.
  const ids = new Map(words.map((word) => [word, knownCoin(word) ?? word]));
  const plausible = [...ids.values()].filter((id) => /^[a-z0-9._-]+$/.test(id));
  const quotes = new Map(await quotesOf(plausible, parameters, context));

  const strangers = words.filter((word) => knownCoin(word) === undefined && !quotes.has(word));
  const found = await searchCoins(strangers, context).catch((error: unknown) => {
    // What was found without the list is worth more than nothing.
    if (quotes.size === 0 || !(error instanceof HubError)) throw error;
    warnings.push("The price provider's list of coins could not be read; an unknown coin may be one after all.");
    return new Map<string, FoundCoin>();
  });
  for (const [word, { id, namesakes }] of found) {
    ids.set(word, id);
    if (namesakes > 1) warnings.push(`${namesakes} coins go by ${cutWord(word)}; the largest is "${id}".`);
  }
  const missing = [...found.values()].map(({ id }) => id).filter((id) => !quotes.has(id));
  for (const [id, quote] of await quotesOf(missing, parameters, context)) quotes.set(id, quote);

  const coins = new Map<string, CoinQuote>();
  for (const [word, id] of ids) {
    const quote = quotes.get(id);
    if (quote === undefined) warnings.push(`${cutWord(word)} is not a coin the price provider knows.`);
    else coins.set(id, quote);
  }
  return { coins, warnings };
}

/** A word of the caller's in a sentence, cut so that it cannot take it over. */
export function cutWord(word: string): string {
  return JSON.stringify(word.slice(0, 64));
}

/**
 * Looks words up in the provider's list of all its coins, by ticker, name or id. Several coins may share a ticker:
 * the one with the largest market capitalisation is meant.
 */
async function searchCoins(words: readonly string[], context: ActorContext): Promise<ReadonlyMap<string, FoundCoin>> {
  const found = new Map<string, FoundCoin>();
  if (words.length === 0) return found;
  const candidates = await candidatesOf(words, context);
  const rivals = [...candidates.values()].filter((ids) => ids.length > 1).flatMap((ids) => ids.slice(0, MAX_RIVALS));
  const sizes = await marketCaps(rivals.slice(0, MAX_RIVALS_PER_REQUEST), context);
  for (const word of words) {
    const ids = candidates.get(spelling(word)) ?? [];
    const [largest] = ids.toSorted((a, b) => (sizes.get(b) ?? -1) - (sizes.get(a) ?? -1));
    if (largest !== undefined) found.set(word, { id: largest, namesakes: ids.length });
  }
  return found;
}

/** By spelling, the ids of the coins that go by it, shortest first. */
async function candidatesOf(words: readonly string[], context: ActorContext): Promise<ReadonlyMap<string, string[]>> {
  const candidates = new Map<string, string[]>();
  for (const word of words) if (spelling(word) !== "") candidates.set(spelling(word), []);
  const list = readJson(expectOk(await context.fetch(`${BASE}/coins/list`, { keepSeconds: DAY_SECONDS })), CoinList);
  for (const { id, symbol, name } of list) {
    const spellings = new Set([id, symbol ?? "", name ?? ""].map(spelling));
    for (const key of spellings) candidates.get(key)?.push(id);
  }
  for (const ids of candidates.values()) ids.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return candidates;
}

/** In US dollars; a coin whose size is not known is absent. */
async function marketCaps(ids: readonly string[], context: ActorContext): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  const quotes = await quotesOf(ids, { vs_currencies: "usd", include_market_cap: "true" }, context);
  for (const [id, quote] of quotes) {
    const size = quote["usd_market_cap"];
    if (typeof size === "number") sizes.set(id, size);
  }
  return sizes;
}

/** Coins the provider does not know are absent. */
async function quotesOf(
  ids: readonly string[],
  parameters: Readonly<Record<string, string>>,
  context: ActorContext,
): Promise<ReadonlyMap<string, CoinQuote>> {
  if (ids.length === 0) return new Map();
  const query = new URLSearchParams({ ids: [...new Set(ids)].join(","), ...parameters });
  const quotes = readJson(expectOk(await context.fetch(`${BASE}/simple/price?${query}`)), Quotes);
  return new Map(Object.entries(quotes));
}
