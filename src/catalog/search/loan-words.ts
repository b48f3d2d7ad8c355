/**
 * Words of other languages that name what APIs are about: the index is English, a query need not be. Where the words are
 * from stands in the tables beside this file.
 */
import { STOP_WORDS } from "../stop-words.ts";
import { NOUNS } from "./loan-nouns.ts";
import { QUALITIES } from "./loan-qualities.ts";
import { SYSTEMS } from "./loan-systems.ts";
import { THINGS } from "./loan-things.ts";
import { FUNCTION_WORDS, VERBS } from "./loan-verbs.ts";

/** Forms of foreign verbs that are English words: "page 2" pays nobody. */
const ENGLISH: ReadonlySet<string> = new Set(
  (
    "page part modifier converter complete finalize analyse classifier propose prevent retire versa tester configure " +
    "define vote voter crypto decoder decode reduce describe identifier execute pause archive active posts"
  ).split(" "),
);

/** Its place among the languages of a line. */
const GERMAN = 0;

interface LoanWords {
  /** Foreign word → its English ones. */
  readonly meanings: ReadonlyMap<string, readonly string[]>;
  /** The German ones among them. */
  readonly german: ReadonlySet<string>;
  /** For each language, the words that say nothing about what is sought. */
  readonly functionWords: readonly ReadonlySet<string>[];
}

function readLoanWords(): LoanWords {
  const meanings = new Map<string, readonly string[]>();
  const german = new Set<string>();
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
            if (language === GERMAN) german.add(form);
          }
    }
  }
  return { meanings, german, functionWords: FUNCTION_WORDS.map((words) => new Set(words.split(" "))) };
}

/** The function words of the language that a text is in, if it is one of these and not English. */
export function foreignFillers(words: readonly string[]): ReadonlySet<string> | undefined {
  const { meanings, functionWords } = LOAN_WORDS;
  const said = [...new Set(words)];
  const count = (fillers: ReadonlySet<string>) => said.filter((word) => fillers.has(word)).length;
  // A name like "La Paz" makes no Spanish of an English question.
  if (!said.some((word) => meanings.has(word))) return undefined;
  const [best] = functionWords.toSorted((a, b) => count(b) - count(a));
  return best !== undefined && count(best) > count(STOP_WORDS) ? best : undefined;
}

/** The infinitive, what one says to who shall do it, and what one says of oneself, by the endings of the languages. */
function verbForms(infinitive: string): string[] {
  const stem = infinitive.replace(/(?:en|n|ar|er|ir|re|are|ere|ire)$/, "");
  // "apagar" is said "apague", "buscar" "busque".
  const hard = stem.endsWith("g") ? [`${stem}ue`] : stem.endsWith("c") ? [`${stem.slice(0, -1)}que`] : [];
  return [infinitive, ...["e", "t", "en", "a", "o", "ez"].map((ending) => stem + ending), ...hard];
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
