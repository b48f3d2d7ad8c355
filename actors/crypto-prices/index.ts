/** Market prices of crypto coins from CoinGecko, by id, ticker or name, in any of its quote currencies. */
import { defineActor, Genius, OneOf, type Static, Type, withDefault, withGenius } from "../../src/runtime/actor.ts";
import { invalidInput } from "../../src/runtime/errors.ts";
import { type CoinQuote, quoteCoins, cutWord } from "./coingecko.ts";
import { knownCoin } from "./coins.ts";
import { intents } from "./intents.ts";

const MAX_COINS = 100;
const MAX_CURRENCIES = 20;
/** A change below this many percent is no trend. */
const FLAT_BELOW = 0.05;

const Figure = Type.Union([Type.Number(), Type.Null()]);

const Price = Type.Object({
  id: Type.String({ description: "The coin's CoinGecko id." }),
  quotes: Type.Record(Type.String(), Figure, {
    description: "For each quote currency `<vs>`: `<vs>`, the price, and `<vs>_24h_change`, in percent.",
  }),
  trend: Type.Optional(Type.Union([OneOf(["up", "down", "flat"]), Type.Null()])),
  change_24h_pct: Type.Optional(Figure),
  usd: Type.Optional(Figure),
  _genius: Genius,
});

/** Quote currencies of CoinGecko: one of these is known even when a coin has no price in it. */
const CURRENCIES: ReadonlySet<string> = new Set(
  (
    "btc eth ltc bch bnb eos xrp xlm link dot yfi sol usd aed ars aud bdt bhd bmd brl cad chf clp cny czk dkk eur " +
    "gbp gel hkd huf idr ils inr jpy krw kwd lkr mmk mxn myr ngn nok nzd php pkr pln rub sar sek sgd thb try twd uah " +
    "vef vnd zar xdr xag xau bits sats"
  ).split(" "),
);

export default defineActor({
  slug: "crypto-prices",
  name: "Crypto Prices",
  description:
    "Current market prices of crypto coins with their change over 24 hours. Takes ids, tickers and names, and several " +
    "fiat or crypto quote currencies at once.",
  category: "crypto",
  version: "2.0.0",
  tags: ["crypto", "prices", "market", "bitcoin", "exchange-rates"],
  input: Type.Object({
    ids: withDefault(
      Type.String({
        maxLength: 2500,
        description: `Coins, comma-separated: ids, tickers or names, for example "bitcoin,ETH,XRP". At most ${MAX_COINS}.`,
      }),
      "bitcoin,ethereum,ripple",
    ),
    vs: withDefault(
      Type.String({
        maxLength: 200,
        description: `Quote currencies, comma-separated, for example "usd,eur,btc". At most ${MAX_CURRENCIES}.`,
      }),
      "usd",
    ),
  }),
  output: Price,
  intents,
  examples: [
    { title: "The three default coins in US dollars", input: {} },
    { title: "By ticker, in two currencies", input: { ids: "BTC,sol,doge", vs: "usd,eur" } },
    { title: "In euros only", input: { ids: "bitcoin", vs: "eur" } },
  ],
  cacheTtlSeconds: 45,
  qualityScore: 0.94,
  computeUnits: 0.02,
  usesLlm: false,
  price: { tier: "standard" },
  hosts: ["api.coingecko.com"],
  timeoutMs: 20_000,
  nextActors: ["news-rss", "intel-entity"],

  check: (input) => void askedFor(input),

  canonical(input) {
    const { words, asked } = askedFor(input);
    // The items stand in the order of the coins; of the currencies each has its name.
    return [[...new Set(words.map((word) => knownCoin(word) ?? word))], asked.toSorted()];
  },

  async run(input, context) {
    const { words, asked } = askedFor(input);
    const { coins, warnings } = await quoteCoins(words, asked, context);
    if (coins.size === 0) throw invalidInput("/ids", "none of these is a coin the price provider knows");

    const isKnown = (vs: string) => CURRENCIES.has(vs) || [...coins.values()].some((quote) => Object.hasOwn(quote, vs));
    const currencies = asked.filter(isKnown);
    if (currencies.length === 0) throw invalidInput("/vs", "none of these is a currency the price provider knows");
    const unknown = asked.filter((vs) => !isKnown(vs));

    const items = [...coins].map(([id, quote]) => toItem(id, quote, currencies));
    return {
      items: withGenius(items, "coingecko", context.now()),
      warnings: [...warnings, ...unknown.map((vs) => `${cutWord(vs)} is not a currency the price provider knows.`)],
    };
  },
});

/** The coins and the currencies, each once. */
function askedFor({ ids, vs }: { readonly ids: string; readonly vs: string }) {
  const words = listOf(ids, "/ids", MAX_COINS);
  const asked = listOf(vs, "/vs", MAX_CURRENCIES);
  if (!asked.every((word) => /^[a-z0-9]{2,10}$/.test(word))) {
    throw invalidInput("/vs", `must be currency codes joined by commas, for example "usd,eur"`);
  }
  return { words, asked };
}

/** The words of a list that is parted by commas of any script, semicolons or lines, in lower case, each once. */
function listOf(text: string, pointer: string, limit: number): string[] {
  const words = text.split(/[,;\n，、；،]/).map((word) => word.trim().toLowerCase());
  const list = [...new Set(words.filter((word) => word !== ""))];
  if (list.length === 0) throw invalidInput(pointer, "must name at least one");
  if (list.length > limit) throw invalidInput(pointer, `must not name more than ${limit}`);
  return list;
}

function toItem(id: string, quote: CoinQuote, currencies: readonly string[]): Omit<Static<typeof Price>, "_genius"> {
  const figures: Record<string, number | null> = {};
  for (const vs of currencies) {
    figures[vs] = quote[vs] ?? null;
    figures[`${vs}_24h_change`] = quote[`${vs}_24h_change`] ?? null;
  }
  if (!currencies.includes("usd")) return { id, quotes: figures };
  const change = quote["usd_24h_change"] ?? null;
  return {
    id,
    quotes: figures,
    trend: change === null ? null : trendOf(change),
    // Adding zero turns the -0 of a tiny fall into 0.
    change_24h_pct: change === null ? null : Math.round(change * 1e4) / 1e4 + 0,
    usd: quote["usd"] ?? null,
  };
}

function trendOf(change: number): "up" | "down" | "flat" {
  if (Math.abs(change) < FLAT_BELOW) return "flat";
  return change > 0 ? "up" : "down";
}
