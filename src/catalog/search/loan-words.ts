/**
 * Words of other languages that name what APIs are about: the index is English, a query need not be. Where the words are
 * from stands in the tables beside this file.
 */
import { STOP_WORDS } from "../stop-words.ts";
import { FUNCTION_WORDS } from "./loan-function-words.ts";
import { NOUNS } from "./loan-nouns.ts";
import { QUALITIES } from "./loan-qualities.ts";
import { SYSTEMS } from "./loan-systems.ts";
import { THINGS } from "./loan-things.ts";
import { VERBS } from "./loan-verbs.ts";
import { verbForms } from "./verb-forms.ts";

/** Forms of foreign verbs that are English words: "page 2" pays nobody. */
const ENGLISH: ReadonlySet<string> = new Set(
  (
    "page part modifier converter complete finalize analyse classifier propose prevent retire versa tester configure " +
    "define vote voter crypto decoder decode reduce describe identifier execute pause archive"
  ).split(" "),
);

/** Its place among the languages of a line. */
export const GERMAN = 0;

interface LoanWords {
  /** Foreign word → its English ones. */
  readonly meanings: ReadonlyMap<string, readonly string[]>;
  /** Those of each language. */
  readonly languages: readonly ReadonlySet<string>[];
  /** For each language, the words that say nothing about what is sought. */
  readonly functionWords: readonly ReadonlySet<string>[];
}

function readLoanWords(): LoanWords {
  const meanings = new Map<string, readonly string[]>();
  const ofLanguages = FUNCTION_WORDS.map(() => new Set<string>());
  const add = (foreign: string, english: readonly string[]): void => {
    const known = meanings.get(foreign) ?? english; // Forms share their list: there are tens of thousands.
    const more = english.filter((word) => !known.includes(word));
    meanings.set(foreign, more.length > 0 ? [...known, ...more] : known);
  };
  for (const [lines, formsOf] of [
    [VERBS, verbForms],
    [NOUNS, nounForms],
    [SYSTEMS, nounForms],
    [THINGS, nounForms],
    // Their forms stand in the table.
    [QUALITIES, (word: string) => [word]],
  ] as const) {
    for (const line of lines) {
      const [text = "", ...languages] = line.split("|").map((words) => words.trim());
      const english = text.split(" ");
      for (const [language, words] of languages.entries())
        for (const word of words.split(" ").filter(Boolean))
          for (const form of formsOf(word, language).flatMap(language === GERMAN ? withSharpS : (one) => one)) {
            if (form === text || ENGLISH.has(form)) continue;
            add(form, english);
            ofLanguages[language]?.add(form);
          }
    }
  }
  return { meanings, languages: ofLanguages, functionWords: FUNCTION_WORDS.map((words) => new Set(words.split(" "))) };
}

/** The function words of the language that a text is in, if it is one of these and not English. */
export function foreignFillers(words: readonly string[]): ReadonlySet<string> | undefined {
  const language = foreignLanguage(words);
  return language === undefined ? undefined : LOAN_WORDS.functionWords[language];
}

/** The place of that language among those of a line. */
export function foreignLanguage(words: readonly string[]): number | undefined {
  const { meanings, functionWords } = LOAN_WORDS;
  const said = [...new Set(words)];
  // A name like "La Paz" makes no Spanish of an English question.
  if (!said.some((word) => meanings.has(word))) return undefined;
  const count = (fillers: ReadonlySet<string>) => said.filter((word) => fillers.has(word)).length;
  const english = count(STOP_WORDS);
  // Where languages share what was said of these, the others decide.
  const scores = functionWords.map((fillers, at) => {
    const fillersSaid = count(fillers);
    return fillersSaid > english ? fillersSaid + count(LOAN_WORDS.languages[at] ?? new Set()) / (said.length + 1) : 0;
  });
  const best = Math.max(...scores);
  return best > 0 ? scores.indexOf(best) : undefined;
}

/** Of German, Spanish, French, Portuguese and Italian, as far as the words change by them. */
const PLURALS: readonly (readonly string[])[] = [["e", "en", "n", "er", "s"], ["s", "es"], ["s", "x"], ["s", "es"], []];

function nounForms(noun: string, language: number): string[] {
  return [noun, ...(PLURALS[language] ?? []).map((ending) => noun + ending)];
}

/** "Strasse", as the Swiss write it, and "Straße". */
function withSharpS(word: string): string[] {
  return word.includes("ss") ? [word, word.replaceAll("ss", "ß")] : [word];
}

/** "Waehrung" for "Währung", as it is written without umlauts; the table has neither. */
export function withoutUmlauts(word: string): string {
  return word.replace(/([aou])e/g, "$1");
}

/** Read once: many ask for them. */
export const LOAN_WORDS = readLoanWords();

/** The word itself, and what it may mean in English. */
export function withMeanings(word: string): readonly string[] {
  return [word, ...(LOAN_WORDS.meanings.get(word) ?? [])];
}
