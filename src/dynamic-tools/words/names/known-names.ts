/**
 * Names that everybody knows, said in lower case: "weather in paris", "convert 20 usd to eur". Who writes no capitals means
 * the same, and is read as if he had written them. A name's length stays, so that every place in the text does.
 */
import { foreignLanguage, LOAN_WORDS } from "../../../catalog/words/loan-words.ts";
import { wordsOf } from "../../../catalog/words/words.ts";
import { isCity } from "../../../text/places.ts";
import { countryCode, languageCode, stateCode } from "./code-names.ts";
import { isCurrencyCode } from "../numbers/currencies.ts";
import { foldLetters } from "../../../text/fold-letters.ts";

/** "Trinidad and Tobago" has three. */
const MOST_WORDS = 4;
/** A shorter name is many a word as well: it is one behind a word that says where, or into what. */
const LEAST_LETTERS = 5;

const WORD = /\p{L}+(?:['’.-]\p{L}+)*/gu;
const QUOTED = /"[^"]{1,500}"|“[^”]{1,500}”/g;
/** Of a token: it is an id, an address or the like. */
const VALUE = /[\d@/_]/;
const LEADS =
  /(?:^|[\s(])(?:in|near|from|to|at|around|for|of|into|between|and|vs|im|bei|nach|aus|von|auf|en|de|em|para|desde|à|vers|pour)\s+$/i;
/** They are words of other languages, and none that leads to a place in English: "a nice hotel". */
const LEADS_ABROAD = /(?:^|[\s(])(?:a|ad|da|di|do|no|na|op|naar)\s+$/i;
/** "la réunion" is a meeting, and an island only behind a word that says where. */
const ARTICLE = /^(?:la|le|les|el|los|las|il|die|den)\s/i;
/** "20 usd", and nothing that is counted behind it. */
const AMOUNT = /\d\s?$/;
const ENDS = /^(?:$|[,.;!?)]|\s(?:to|in|into|from|at|for|of|and|on|as|zu|nach|a|à|en|em|para|vers|by|with|is|are)\s)/i;
/** "the us", "in the uk": two of them are words as well. */
const ABBREVIATED = /^(?:uk|usa?|uae)$/;
const THE = /(?:^|\s)the\s$/i;
/** Meat, too: it is a country behind a word that says where. */
const NOUN = /^turkey$/;
/** Between two of them. */
const INTO = /^\s(?:to|in|into|and|zu|nach|a|à|en|em|para|vers)\s([a-z]{3})(?![\p{L}\d])/iu;
const OUT_OF = /(?<![\p{L}\d])([a-z]{3})\s(?:to|in|into|and|zu|nach|a|à|en|em|para|vers)\s$/iu;

export function withKnownNames(text: string): string {
  const words = wordsOutsideValues(text);
  const isForeign = foreignLanguage(wordsOf(text)) !== undefined;
  // Whoever writes capitals at all writes names with them, though hardly "20 usd".
  const writesNames = words.some(({ word, start }) => start > 0 && /\p{Lu}\p{Ll}/u.test(word));
  let read = text;
  for (let at = 0; at < words.length; at++) {
    const name = writesNames ? currencyAt(words, at, text) : longestFrom(words, at, text, isForeign);
    if (name === undefined) continue;
    read = read.slice(0, name.start) + name.written + read.slice(name.end);
    at += name.words - 1;
  }
  return read;
}

interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

function wordsOutsideValues(text: string): Word[] {
  const bare = text
    .replace(QUOTED, (value) => " ".repeat(value.length))
    .replace(/\S+/g, (token) => (VALUE.test(token) ? " ".repeat(token.length) : token));
  return [...bare.matchAll(WORD)].map(({ 0: word, index: start }) => {
    const kept = word.replace(/['’]s$/, "");
    return { word: kept, start, end: start + kept.length };
  });
}

function longestFrom(words: readonly Word[], at: number, text: string, isForeign: boolean) {
  const { start } = words[at] as Word; // The caller counts within them.
  for (let count = Math.min(MOST_WORDS, words.length - at); count > 0; count--) {
    const run = words.slice(at, at + count);
    const { end } = run.at(-1) as Word; // It has at least one.
    const name = text.slice(start, end);
    const before = text.slice(0, start);
    const isLed = LEADS.test(before.slice(-12)) || (isForeign && LEADS_ABROAD.test(before.slice(-12)));
    const written = writtenAs(name, { words: count, before, after: text.slice(end), isLed });
    if (written !== undefined) return { start, end, written, words: count };
  }
  return undefined;
}

function currencyAt(words: readonly Word[], at: number, text: string) {
  const { word, start, end } = words[at] as Word; // The caller counts within them.
  const isBehindAmount = word === word.toLowerCase() && AMOUNT.test(text.slice(Math.max(0, start - 2), start));
  if (!isBehindAmount || !isCurrencyCode(word.toUpperCase()) || !ENDS.test(text.slice(end, end + 8))) return undefined;
  return { start, end, written: word.toUpperCase(), words: 1 };
}

interface Place {
  /** How many the name has. */
  readonly words: number;
  readonly before: string;
  readonly after: string;
  /** Whether the word before leads to a name. */
  readonly isLed: boolean;
}

function writtenAs(name: string, { words, before, after, isLed }: Place): string | undefined {
  if (isCurrencyCode(name.toUpperCase()) && isOfMoney(before, after)) return name.toUpperCase();
  if (ABBREVIATED.test(name) && (THE.test(before.slice(-12)) || (name !== "us" && isLed))) return name.toUpperCase();
  if (!isLed && LOAN_WORDS.meanings.has(foldLetters(name.replace(ARTICLE, "")))) return undefined;
  const isSure = words > 1 || (name.length >= LEAST_LETTERS && !NOUN.test(name)) || isLed;
  return isSure && isKnown(name) ? name.replace(/(?<!\p{L}['’]?)\p{Ll}/gu, (first) => first.toUpperCase()) : undefined;
}

/** Many a word is written like one: "all", "top", "try". */
function isOfMoney(before: string, after: string): boolean {
  const other = INTO.exec(after.slice(0, 12))?.[1] ?? OUT_OF.exec(before.slice(-12))?.[1] ?? "";
  return isCurrencyCode(other.toUpperCase()) || (AMOUNT.test(before.slice(-2)) && ENDS.test(after.slice(0, 8)));
}

function isKnown(name: string): boolean {
  const plain = name.toLowerCase();
  return (
    isCity(foldLetters(name)) ||
    countryCode(plain) !== undefined ||
    languageCode(plain) !== undefined ||
    stateCode(plain) !== undefined
  );
}
