/** The codes of currencies, from what people call them (ISO 4217). */
import { isEnglish } from "../../../catalog/words/english.ts";
import { once } from "../../../runtime/once.ts";
import { foldLetters } from "../../../text/fold-letters.ts";

/** What people call currencies, in the singular; the rest are Unicode's names. ISO 4217. */
const CURRENCY_WORDS: Readonly<Record<string, string>> = {
  $: "USD",
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
  dollar: "USD",
  "us dollar": "USD",
  "american dollar": "USD",
  dolar: "USD",
  dolare: "USD",
  "canadian dollar": "CAD",
  "australian dollar": "AUD",
  "hong kong dollar": "HKD",
  "new zealand dollar": "NZD",
  euro: "EUR",
  pound: "GBP",
  "british pound": "GBP",
  sterling: "GBP",
  pfund: "GBP",
  yen: "JPY",
  franc: "CHF",
  franken: "CHF",
  "swiss franc": "CHF",
  rupee: "INR",
  yuan: "CNY",
  renminbi: "CNY",
  reais: "BRL",
  zloty: "PLN",
  ruble: "RUB",
  rouble: "RUB",
  lira: "TRY",
  krona: "SEK",
  krone: "NOK",
  rand: "ZAR",
  baht: "THB",
  shekel: "ILS",
  dirham: "AED",
  forint: "HUF",
  koruna: "CZK",
};

/** Currencies of which people speak by two words, in any language: those that most money is exchanged in (BIS 2022), and their neighbours. */
const SPOKEN_OF =
  "USD EUR GBP JPY CHF CNY CAD AUD NZD SEK NOK DKK ISK PLN CZK HUF RON BGN TRY RUB UAH INR PKR BRL MXN ARS CLP COP PEN UYU ZAR KRW SGD HKD TWD THB IDR MYR PHP VND ILS AED SAR EGP MAD NGN KES".split(
    " ",
  );
const LANGUAGES = ["en", "de", "es", "fr", "pt", "it"];

/** "swiss francs", "francos suizos", "danische kronen": Unicode's names (CLDR) of one and of several. Naming them takes milliseconds, which only who asks shall wait for. */
const namesOfTwoWords = once(() => {
  const names = new Map<string, string>();
  for (const language of LANGUAGES)
    for (const currency of SPOKEN_OF) {
      const format = new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay: "name" });
      for (const count of [1, 2]) {
        const name = format.formatToParts(count).find(({ type }) => type === "currency")?.value ?? "";
        if (/^\p{L}+ \p{L}+$/u.test(name)) names.set(foldLetters(name), currency);
      }
    }
  return names;
});

/** "in danischen kronen", as it is said behind a preposition. */
const INFLECTED = /^(\p{L}+e)[nrs] /u;

/** "euros" → "EUR", "francos suizos" → "CHF"; `undefined` for what is no currency. */
export function currencyOf(name: string): string | undefined {
  const word = foldLetters(name).trim();
  if (/^[a-z]{3}$/.test(word) && /^[A-Z]{3}$/.test(name.trim())) {
    return CURRENCY_CODES.has(name.trim()) ? name.trim() : undefined;
  }
  const single = word.replace(/e?s$/, "");
  const known = [word, word.replace(/s$/, ""), single].find((one) => Object.hasOwn(CURRENCY_WORDS, one));
  if (known !== undefined) return CURRENCY_WORDS[known];
  if (!/^\p{L}+ \p{L}+$/u.test(word)) return undefined;
  return namesOfTwoWords().get(word) ?? namesOfTwoWords().get(word.replace(INFLECTED, "$1 "));
}

/** "9.99 eur": small, right behind a number, where it is no word ("try"), nor one of another language ("sur", once the rouble). */
export function smallCodeOf(word: string): string | undefined {
  const code = word.toUpperCase();
  return SPOKEN_OF.includes(code) && /^[a-z]{3}$/.test(word) && !isEnglish(word) ? code : undefined;
}

/** "EUR" (ISO 4217). */
export function isCurrencyCode(text: string): boolean {
  return CURRENCY_CODES.has(text);
}

const CURRENCY_CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
