/** German writes several words as one: "Aktienkurs" is the price of stocks, "Gesichtserkennung" the recognition of faces. */
import { once } from "../../runtime/once.ts";
import { GERMAN, LOAN_WORDS } from "./loan-words.ts";
import { openSpelling } from "./spelling.ts";

export interface Compounds {
  /** The words that a word is made of, none if it is not. */
  partsOf(word: string): readonly string[];
  /** Where not all of it is known: the parts of which the last has a slip, or else the last part, which says what it is. */
  partsByEnd(word: string): readonly string[];
}

/** Shorter ones begin and end too many other words. */
const MIN_PART = 4;
/** A last part that has to do alone. */
const MIN_END = 5;
const MAX_PARTS = 3;
/** A longer word is none of any language. */
const MAX_CHARS = 40;
/** What may stand between two parts. */
const JOINTS = ["", "s", "es", "n", "en"];

/** Made when the first asks for them, as the table is. */
const germanWords = once((): ReadonlySet<string> => new Set(LOAN_WORDS.languages[GERMAN]?.keys()));

/** `isIndexed` tells English words, which stand in compounds as well. */
export function createCompounds(isIndexed: (word: string) => boolean): Compounds {
  const german = germanWords();
  const nearest = openSpelling([...german]);

  return {
    partsOf: (word) => partsOf(word, isIndexed),
    partsByEnd(word) {
      if (!isOfRightLength(word)) return [];
      for (let cut = word.length - MIN_PART; cut >= MIN_PART; cut--) {
        const first = word.slice(0, cut);
        const last = german.has(first) ? nearest(word.slice(cut)) : undefined;
        if (last !== undefined) return [first, last];
      }
      for (let cut = MIN_PART; cut <= word.length - MIN_END; cut++)
        if (german.has(word.slice(cut))) return [word.slice(cut)];
      return [];
    },
  };
}

/** The words that a German word is made of, none if it is not. `isEnglish` tells those that are not German. */
export function partsOf(word: string, isEnglish: (word: string) => boolean): readonly string[] {
  if (!mayBeCompound(word)) return [];
  const parts = split(word, MAX_PARTS, isEnglish);
  return parts.length > 1 && parts.some((part) => germanWords().has(part)) ? parts : [];
}

function isOfRightLength(word: string): boolean {
  return word.length >= 2 * MIN_PART && word.length <= MAX_CHARS;
}

/** Tells without a look into the index, as hardly an English word begins or ends with a German one. */
function mayBeCompound(word: string): boolean {
  if (!isOfRightLength(word)) return false;
  const german = germanWords();
  for (let cut = MIN_PART; cut <= word.length - MIN_PART; cut++)
    if (german.has(word.slice(cut)) || german.has(word.slice(0, cut)) || german.has(`${word.slice(0, cut)}e`))
      return true;
  return false;
}

/** The longest first part with which the rest comes out even. */
function split(word: string, most: number, isEnglish: (word: string) => boolean): readonly string[] {
  if (isPart(word, isEnglish)) return [word];
  if (most === 1) return [];
  for (let cut = word.length - MIN_PART; cut >= MIN_PART; cut--) {
    const first = firstPart(word.slice(0, cut), isEnglish);
    if (first === undefined) continue;
    for (const joint of JOINTS) {
      if (!word.startsWith(joint, cut)) continue;
      const rest = split(word.slice(cut + joint.length), most - 1, isEnglish);
      if (rest.length > 0) return [first, ...rest];
    }
  }
  return [];
}

/** "Schulkurs" leaves an "e" of "Schule" out. */
function firstPart(beginning: string, isEnglish: (word: string) => boolean): string | undefined {
  if (isPart(beginning, isEnglish)) return beginning;
  return beginning.length >= MIN_PART && germanWords().has(`${beginning}e`) ? `${beginning}e` : undefined;
}

function isPart(word: string, isEnglish: (word: string) => boolean): boolean {
  return word.length >= MIN_PART && (germanWords().has(word) || isEnglish(word));
}
