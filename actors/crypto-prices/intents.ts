/** Requests for the price of coins. Many tickers are words of a language, so most of them count only beside a cue. */
import type { Intents, IntentReading, Utterance } from "../../src/runtime/intents.ts";
import { asksForDeed } from "../../src/utterance/deeds.ts";
import { knownCoin } from "./coins.ts";

const PRICE =
  /\b(?:pric\w+|quot\w+|worth|trad(?:es?|ing)|cost\w*|values?|market|rate|rates|(?:up|down) or (?:up|down)|(?:gone|going|went|is|are) (?:up|down)|tickers?|price check|how (?:much|is|are)|going for|kurs\w*|preis\w*|steht|cours|prix|vaut|precio\w*|cotiza\w*|vale|valor|prezzo|quanto|preco|cotacao|koers)\b/;
const CRYPTO =
  /\b(?:crypto\w*|coins?|tokens?|altcoins?|stablecoins?|market ?cap|blockchain prices?|kryptow\w*|krypto\w*|criptomonedas?|criptovalut\w*|cryptomonnaies?)\b/;

/** Names and tickers that mean a coin wherever they stand. */
const PLAIN: ReadonlySet<string> = new Set(
  (
    "bitcoin btc ethereum eth ether xrp ripple solana sol dogecoin doge cardano ada litecoin ltc monero xmr polkadot " +
    "avalanche avax chainlink shib pepe bnb binancecoin usdt usdc tether toncoin tron trx xlm matic arbitrum aptos " +
    "uniswap aave hedera hbar filecoin algorand vechain zcash bch tezos"
  ).split(" "),
);
/** Of these, what is a name or a word as well: beside others it counts only where a price or a coin is spoken of. */
const ALSO_NAMES: ReadonlySet<string> = new Set("ada sol tron avalanche ripple pepe ether tether".split(" "));
/** Tickers and names too common as words to count even beside a cue, unless written as "$NEAR". */
const COMMON: ReadonlySet<string> = new Set(
  (
    "a m s w t g h i x ip pi op in on to and of or ar me us up so one two hot cat dog sun win just super link flow dash " +
    "hash sky story graph near comp beam cake sand ray rune gas core gt ens one get is it at be by do go my no we am an as " +
    "if he high low live gold real pay time space open safe magic origin usual change market price value day cash"
  ).split(" "),
);

/** Words for currencies, without accents. */
const CURRENCY_WORDS: Readonly<Record<string, string>> = {
  usd: "us dollars?|american dollars?|dollars americains|us-dollar",
  cad: "canadian dollars?|dollars? canadiens?",
  aud: "australian dollars?",
  nzd: "new zealand dollars?",
  hkd: "hong kong dollars?",
  sgd: "singapore dollars?",
  gbp: "(?:british |uk )?pounds?(?: sterling)?|sterling|£|pfund|libras?",
  eur: "euros?|€",
  jpy: "(?:japanese )?yen|¥",
  chf: "(?:swiss )?francs?|schweizer franken|franken",
  inr: "(?:indian )?rupees?|₹",
  cny: "(?:chinese )?yuan|renminbi|rmb",
  krw: "(?:korean |south korean )?won|₩",
  brl: "(?:brazilian )?reai?s|reales",
  mxn: "mexican pesos?|pesos mexicanos",
  rub: "rubles?|roubles?",
  try: "(?:turkish )?lira",
  pln: "zloty",
  sek: "swedish kron(?:a|or)",
  nok: "norwegian kron(?:e|er)",
  dkk: "danish kron(?:e|er)",
  zar: "(?:south african )?rand",
};
const CODES =
  "usd eur gbp jpy chf cad aud nzd cny inr krw brl mxn rub try pln sek nok dkk zar sgd hkd thb idr ils php czk huf aed ngn";
const COIN_QUOTE = /\b(?:vs\.?|versus|against|in|en|into|measured in)\s+(btc|bitcoin|eth|sats)\b/g;
/** "dollars" alone are American, after the others have been taken out. */
const PLAIN_DOLLARS = /\bdollars?\b|\bdolares\b/;

/** "ETHUSD" and "eth/usd" are two words. */
const PAIR = /\b(btc|eth|xrp|sol|doge|ada|ltc|bnb|dot|avax|link|bch|xlm|xmr)[/-]?(usdt?|eur|gbp|jpy|btc|eth)\b/g;

export const intents: Intents = { cues: ["bitcoin", "ethereum", "litecoin", "dogecoin", "price"], read };

function read(utterance: Utterance): IntentReading[] {
  if (asksForDeed(utterance)) return [];
  const { currencies, rest } = quoteCurrencies(
    utterance.said.replace(PAIR, (_, coin: string, vs: string) => `${coin} in ${vs === "usdt" ? "usd" : vs}`),
  );
  const isPrice = PRICE.test(rest);
  const isCrypto = CRYPTO.test(rest);
  const shouted = new Set(
    isCrypto ? (utterance.prose.match(/\b[A-Z]{2,6}\b/g) ?? []).map((word) => word.toLowerCase()) : [],
  );
  const { ids, isPlain, isMarked } = coinsIn(rest, { hasCue: isPrice || isCrypto, shouted });
  if (ids.length === 0 && !isCrypto) return [];
  const vs = currencies.length > 0 ? { vs: currencies.join(",") } : {};
  if (ids.length === 0) return [{ payload: vs, confidence: isPrice ? 0.8 : 0.5 }];
  const payload = { ids: ids.join(","), ...vs };
  const isCertain = isMarked || (isPlain && (isPrice || isCrypto || currencies.length > 0));
  const confidence = isCertain ? 0.92 : isCrypto ? 0.85 : isPrice || isPlain ? 0.6 : 0.4;
  return [{ payload, confidence }];
}

/** The currencies prices are wanted in, in the order they are named, and the words without them. */
function quoteCurrencies(said: string): { currencies: string[]; rest: string } {
  const found: { at: number; code: string }[] = [];
  let rest = said.replace(COIN_QUOTE, (match, coin: string, at: number) => {
    found.push({ at, code: coin === "bitcoin" ? "btc" : coin });
    return " ".repeat(match.length);
  });
  const take = (pattern: RegExp, code: (match: string) => string) => {
    rest = rest.replace(pattern, (match: string, at: number) => {
      found.push({ at, code: code(match) });
      return " ".repeat(match.length);
    });
  };
  for (const [code, words] of Object.entries(CURRENCY_WORDS)) {
    take(new RegExp(`(?<![a-z])(?:${words})(?![a-z])`, "g"), () => code);
  }
  take(new RegExp(`\\b(?:${CODES.replaceAll(" ", "|")})\\b`, "g"), (match) => match);
  take(new RegExp(PLAIN_DOLLARS, "g"), () => "usd");
  const codes = found.toSorted((a, b) => a.at - b.at).map(({ code }) => code);
  return { currencies: [...new Set(codes)], rest };
}

/** Names of up to three words, the longest first; a "$" marks a ticker whatever it spells. */
function coinsIn(rest: string, { hasCue, shouted }: { hasCue: boolean; shouted: ReadonlySet<string> }) {
  const words = rest.match(/\$?[a-z0-9][a-z0-9-]*/g) ?? [];
  const ids = new Set<string>();
  let isPlain = false;
  let isMarked = false;
  for (let from = 0; from < words.length; from++) {
    for (let length = 3; length > 0; length--) {
      const name = words.slice(from, from + length).join(" ");
      const bare = name.replace("$", "");
      const id = length > words.length - from ? undefined : knownCoin(bare);
      if (id === undefined) continue;
      const isThisMarked = name.startsWith("$");
      if (!isThisMarked && !hasCue && ALSO_NAMES.has(bare) && words.length > 2) continue;
      if (!isThisMarked && !PLAIN.has(bare) && (!hasCue || (isCommon(bare) && !shouted.has(bare)))) continue;
      isPlain ||= PLAIN.has(bare);
      isMarked ||= isThisMarked;
      ids.add(id);
      from += length - 1;
      break;
    }
  }
  return { ids: [...ids], isPlain, isMarked };
}

function isCommon(name: string): boolean {
  return name.split(" ").every((word) => COMMON.has(word) || /^\d+$/.test(word));
}
