/**
 * Words of other languages that name what APIs are about: the index is English, a query need not be. Where the words are
 * from stands in the tables beside this file.
 */
import { once } from "../../runtime/once.ts";
import { isEnglish } from "./english.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { FUNCTION_WORDS } from "./loans/function-words.ts";
import { NOUNS } from "./loans/nouns.ts";
import { QUALITIES } from "./loans/qualities.ts";
import { FIELDS, STATES } from "./loans/states.ts";
import { SYSTEMS } from "./loans/systems.ts";
import { THINGS } from "./loans/things.ts";
import { VERBS } from "./loans/verbs.ts";
import { verbForms } from "./verb-forms.ts";

/** Forms of foreign verbs that are English words: "page 2" pays nobody. */
const ENGLISH: ReadonlySet<string> = new Set(
  (
    "page part modifier converter complete finalize analyse classifier propose prevent retire versa tester configure " +
    "define vote voter crypto decoder decode reduce describe identifier execute pause archive active posts hole quite let " +
    "lest ache trove bane trance graven girt lout mire trio saga sago"
  ).split(" "),
);

/** Its place among the languages of a line. */
export const GERMAN = 0;

interface LoanWords {
  /** Foreign word → its English ones. */
  readonly meanings: ReadonlyMap<string, readonly string[]>;
  /** The same of each language: in Portuguese "apagar" deletes, in Spanish it switches off. */
  readonly languages: readonly ReadonlyMap<string, readonly string[]>[];
  /** Of each language, those that are no forms of verbs: "arquivo" is a file as well as "I archive". */
  readonly nouns: readonly ReadonlyMap<string, readonly string[]>[];
  /** For each language, the words that say nothing about what is sought. */
  readonly functionWords: readonly ReadonlySet<string>[];
}

function readLoanWords(): LoanWords {
  const meanings = new Map<string, readonly string[]>();
  const ofLanguages = FUNCTION_WORDS.map(() => new Map<string, readonly string[]>());
  const nouns = FUNCTION_WORDS.map(() => new Map<string, readonly string[]>());
  const add = (foreign: string, english: readonly string[], to: Map<string, readonly string[]>): void => {
    const known = to.get(foreign) ?? english; // Forms share their list: there are tens of thousands.
    const more = english.filter((word) => !known.includes(word));
    to.set(foreign, more.length > 0 ? [...known, ...more] : known);
  };
  for (const [lines, formsOf] of [
    [VERBS, verbForms],
    [NOUNS, nounForms],
    [SYSTEMS, nounForms],
    [THINGS, nounForms],
    [FIELDS, nounForms],
    // Their forms stand in the table.
    [QUALITIES, (word: string) => [word]],
    [STATES, (word: string) => [word]],
  ] as const) {
    for (const line of lines) {
      const [text = "", ...languages] = line.split("|").map((words) => words.trim());
      const english = text.split(" ");
      for (const [language, words] of languages.entries())
        for (const word of words.split(" ").filter(Boolean))
          for (const form of formsOf(word, language).flatMap(language === GERMAN ? withSharpS : (one) => one)) {
            if (form === text || ENGLISH.has(form)) continue;
            add(form, english, meanings);
            add(form, english, ofLanguages[language]!);
            if (lines !== VERBS) add(form, english, nouns[language]!);
          }
    }
  }
  const functionWords = FUNCTION_WORDS.map((words) => new Set(words.split(" ")));
  return { meanings, languages: ofLanguages, nouns, functionWords };
}

/** The function words of the language that a text is in, if it is one of these and not English. */
export function foreignFillers(words: readonly string[]): ReadonlySet<string> | undefined {
  const language = foreignLanguage(words);
  return language === undefined ? undefined : LOAN_WORDS.functionWords[language];
}

/** The place of that language among those of a line. */
export function foreignLanguage(words: readonly string[]): number | undefined {
  return foreignLanguages(words)[0];
}

/** Several where the words are those of each. */
function foreignLanguages(words: readonly string[]): number[] {
  const { meanings, functionWords, languages } = LOAN_WORDS;
  const said = [...new Set(words)];
  // A name like "La Paz" makes no Spanish of an English question.
  if (!said.some((word) => meanings.has(word))) return [];
  const count = (known: Pick<ReadonlySet<string>, "has">) => said.filter((word) => known.has(word)).length;
  const english = count(STOP_WORDS);
  // Where languages share what was said of these, the others decide.
  const scores = languages.map((own, at) => {
    const fillers = count(functionWords[at]!);
    const isOwn = fillers > english || (fillers > 0 && fillers === english && hasForeignWords(said, own));
    return isOwn ? fillers + count(own) / (said.length + 1) : 0;
  });
  const best = Math.max(...scores);
  return best === 0 ? [] : [...scores.keys()].filter((at) => scores[at] === best);
}

/** "do", "no" and "as" are words of both Portuguese and English: what else is said decides. */
function hasForeignWords(said: readonly string[], own: ReadonlyMap<string, unknown>): boolean {
  return said.filter((word) => own.has(word) && !isEnglish(word)).length > 1;
}

/** What a word may mean in English, in the language that the words around it are in where that is known. */
export function meaningsAmong(words: readonly string[]): (word: string) => readonly string[] {
  const own = foreignLanguages(words).map((language) => LOAN_WORDS.languages[language]!);
  return (word) => {
    const [first, ...others] = own.flatMap((one) => one.get(word) ?? []);
    return first === undefined ? (LOAN_WORDS.meanings.get(word) ?? []) : [...new Set([first, ...others])];
  };
}

/** "zeig", "dame", "montre": verbs of the language that is spoken that say no more than "show" does. */
export function isAskingAmong(words: readonly string[]): (word: string) => boolean {
  const own = foreignLanguages(words).map((language) => LOAN_WORDS.languages[language]!);
  return (word) => {
    const english = own.flatMap((one) => one.get(word) ?? []);
    return english.length > 0 && english.every((one) => STOP_WORDS.has(one) || one === "see");
  };
}

/** Of German, Spanish, French, Portuguese and Italian, as far as the words change by them. */
const PLURALS: readonly (readonly string[])[] = [["e", "en", "n", "er", "s"], ["s", "es"], ["s", "x"], ["s", "es"], []];

function nounForms(noun: string, language: number): string[] {
  return [noun, ...(PLURALS[language] ?? []).map((ending) => noun + ending)];
}

/** "Karten", "facturas", "clienti": of a noun that stands in the tables in the singular, and that is none in any language. */
export function isForeignPlural(word: string): boolean {
  const { languages } = LOAN_WORDS;
  const own = [...languages.keys()].filter((at) => languages[at]!.has(word));
  return own.length > 0 && own.every((at) => isPluralIn(languages[at]!, word, at));
}

function isPluralIn(own: ReadonlyMap<string, readonly string[]>, word: string, language: number): boolean {
  const meaning = own.get(word) ?? [];
  return singularsOf(word, language).some((one) => own.get(one)?.some((english) => meaning.includes(english)));
}

function singularsOf(word: string, language: number): string[] {
  const endings = PLURALS[language] ?? [];
  // Italian changes the vowel: "clienti", "fatture".
  if (endings.length === 0) return /[ie]$/.test(word) ? ["e", "o", "a"].map((vowel) => word.slice(0, -1) + vowel) : [];
  return endings.filter((ending) => word.endsWith(ending)).map((ending) => word.slice(0, -ending.length));
}

/** "Strasse", as the Swiss write it, and "Straße". */
function withSharpS(word: string): string[] {
  return word.includes("ss") ? [word, word.replaceAll("ss", "ß")] : [word];
}

/** "Waehrung" for "Währung", as it is written without umlauts; the table has neither. */
export function withoutUmlauts(word: string): string {
  return word.replace(/([aou])e/g, "$1");
}

/** Read when the first asks: that took a quarter of the start of a process that searches nothing. */
const read = once(readLoanWords);

export const LOAN_WORDS: LoanWords = {
  get meanings() {
    return read().meanings;
  },
  get languages() {
    return read().languages;
  },
  get nouns() {
    return read().nouns;
  },
  get functionWords() {
    return read().functionWords;
  },
};

/** The word itself, and what it may mean in English. */
export function withMeanings(word: string): readonly string[] {
  return [word, ...(LOAN_WORDS.meanings.get(word) ?? [])];
}
