/** Misspelt words of an utterance, read as what is known in their place: by the catalogue, in another language, as a service. */
import { partsOf } from "../../../catalog/words/compounds.ts";
import { isEnglish } from "../../../catalog/words/english.ts";
import { foreignLanguage, GERMAN, LOAN_WORDS } from "../../../catalog/words/loan-words.ts";
import { contentStems } from "../../../catalog/words/stems.ts";
import { wordsOf } from "../../../catalog/words/words.ts";
import { foldLetters } from "../../../text/fold-letters.ts";
import { isCity } from "../../../text/places.ts";
import { editDistance } from "../../../text/edit-distance.ts";
import type { Catalog } from "../../../runtime/catalog.ts";
import { CALLED, SAYING, TITLED } from "../introductions.ts";
import { isTelling, type Wish } from "../wish/wish.ts";
import { WELL_KNOWN_SERVICES } from "./well-known-services.ts";

/** A shorter word is near to many. */
const LEAST_LETTERS = 4;
/** Of a value as well only a longer one is mended. */
const SURE_LETTERS = 6;
/** Who mistypes more writes another language. */
const MAX_WORDS = 4;
/** So long a word may be two slips away from what is meant, unless nothing else is known of what is said. */
const LONG = 8;

/** "namens" is no slip of "namen", and what stands behind it is a name. */
const INTRODUCING = new RegExp(`^(?:${CALLED}|${TITLED}|${SAYING})$`, "iu");

const { meanings, languages } = LOAN_WORDS;
const elsewhere = languages.map((words) => [...words.keys()].filter((word) => /^\p{Ll}+$/u.test(word)));
const services = [...WELL_KNOWN_SERVICES].filter((name) => /^\p{Ll}+$/u.test(name));

/** Misspelt words with what they mean, and German compounds with their parts. `entriesSaying` is of a search for the plain words. */
export async function typosIn(
  catalog: Catalog,
  said: Wish,
  entriesSaying: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, string>> {
  const language = foreignLanguage(wordsOf(said.plain));
  const unknown = said.plain
    .split(" ")
    .filter((word, at, all) => !INTRODUCING.test(word) && !INTRODUCING.test(all[at - 1] ?? ""))
    .filter((word) => /^\p{Ll}+$/u.test(word) && word.length >= LEAST_LETTERS)
    .filter((word) => !meanings.has(foldLetters(word)) && !WELL_KNOWN_SERVICES.has(word) && !isCity(foldLetters(word)))
    .filter((word) => contentStems(word).some((stem) => entriesSaying.get(stem) === 0));
  if (unknown.length === 0 || unknown.length > MAX_WORDS) return new Map();
  const isForeign = language !== undefined;
  const isAll = unknown.length >= contentStems(said.plain).length;
  const read = await Promise.all(
    unknown.map(async (word) => {
      const parts = language === GERMAN || isAll ? partsOf(foldLetters(word), isEnglish) : [];
      if (parts.length > 0) return [[word, parts.join(" ")] as const];
      const near = isForeign
        ? (elsewhere[language] ?? [])
        : [(await catalog.search({ text: word, limit: 1 })).correctedTo ?? "", ...services];
      const to = nearestOf(word, near, isAll || isForeign || word.length < LONG ? 1 : 2);
      return to === undefined ? [] : [[word, to] as const];
    }),
  );
  return new Map(read.flat());
}

/** Of equally near ones the first. */
function nearestOf(word: string, among: readonly string[], most: number): string | undefined {
  let best: string | undefined;
  let left = most;
  for (const other of among) {
    if (other[0] !== word[0] || other.includes(" ")) continue;
    const edits = editDistance(word, other, left);
    if (edits > left || (edits === left && best !== undefined)) continue;
    [best, left] = [other, edits];
  }
  return best;
}

/** The words with these in place of the misspelt ones. */
export function respelt(words: string, typos: ReadonlyMap<string, string>): string {
  return typos.size === 0 ? words : words.replace(/\p{L}+/gu, (word) => typos.get(word) ?? word);
}

/**
 * The text to read values from: a word that may be a name is left as it was written, and so is what is no word of it, a
 * quotation or an id.
 */
export function respeltText({ text, values }: Wish, typos: ReadonlyMap<string, string>): string {
  const isValue = (at: number) => values.some((value) => !isTelling(value) && value.start <= at && at < value.end);
  return text.replace(/\p{L}+/gu, (word, at: number) => {
    const to = typos.get(word);
    return to === undefined || isValue(at) || !isSlip(word, to) ? word : to;
  });
}

/**
 * Letters that changed places, or one too many or too few. With another letter it is another word: "brunch", "branch"; and
 * a compound is written as it shall be.
 */
function isSlip(word: string, meant: string): boolean {
  if (meant.includes(" ")) return false;
  const hasOther = word.length === meant.length && sorted(word) !== sorted(meant);
  return word.length >= SURE_LETTERS && !hasOther && editDistance(word, meant, 1) <= 1;
}

function sorted(word: string): string {
  return [...word].sort().join("");
}
