/** From a caller's words to the terms that are searched: stop words out, unknown words read as others, neighbours joined. */
import { stemmer } from "stemmer";
import { wordsOf } from "../words.ts";
import { methodsFor } from "./verbs.ts";
import { STOP_WORDS } from "./stop-words.ts";
import type { Term, Vocabulary } from "./vocabulary.ts";

export interface Query {
  /** Distinct terms that the index knows, in the order they were said. */
  readonly terms: readonly AskedTerm[];
  /** What else the words may mean, without the terms themselves. */
  readonly synonyms: readonly Term[];
  /** 0 to 1: how much weight what is known beforehand deserves. The more a caller says, the less needs to be guessed. */
  readonly guesswork: number;
  /** The methods that do what the verbs of the query say, one bit each by their place in METHODS; 0 for no verb. */
  readonly methods: number;
  /** The stems of the words themselves, whether the index knows them or not. */
  readonly stems: readonly string[];
  /** Unknown words, and the known ones they were read as. */
  readonly readAs: ReadonlyMap<string, readonly string[]>;
}

export interface AskedTerm extends Term {
  /** How often the caller said it: who repeats a word means it. */
  readonly times: number;
}

/** Meanings of words: stems of English ones, foreign words as they are. */
export interface Thesaurus {
  readonly synonyms: ReadonlyMap<string, readonly string[]>;
  readonly loanWords: ReadonlyMap<string, readonly string[]>;
  /** Whether a stem names a provider or a service. */
  readonly isName: (stem: string) => boolean;
}

/** A question is short; a pasted page would only slow the search down. */
const MAX_WORDS = 48;
/** So many terms are a brief question. */
const BRIEF = 3;
/** From so many on a question is a full description. */
const FULL = 10;

export function readQuery(text: string, vocabulary: Vocabulary, { synonyms, loanWords, isName }: Thesaurus): Query {
  const said = wordsOf(text).slice(0, MAX_WORDS);
  const content = said.filter((word) => !STOP_WORDS.has(word));
  const words = content.length > 0 ? content : said;
  const terms = new Map<string, AskedTerm>();
  const meanings = new Map<string, Term>();
  const readAs = new Map<string, readonly string[]>();
  for (const word of words) {
    const term = vocabulary.term(word);
    const others = [...(synonyms.get(term.stem) ?? []), ...(loanWords.get(word) ?? [])]
      .map((stem) => vocabulary.stem(stem))
      .filter(({ entries }) => entries > 0);
    if (term.entries > 0) {
      terms.set(term.stem, { ...term, times: (terms.get(term.stem)?.times ?? 0) + 1 });
      for (const other of others) meanings.set(other.stem, other);
      continue;
    }
    const meant = others.length > 0 ? others : vocabulary.repair(word);
    for (const one of meant) terms.set(one.stem, { ...one, times: (terms.get(one.stem)?.times ?? 0) + 1 });
    if (meant.length > 0)
      readAs.set(
        word,
        meant.map((one) => one.word),
      );
  }
  for (const term of joined(said, vocabulary, isName))
    if (!terms.has(term.stem)) terms.set(term.stem, { ...term, times: 1 });
  return {
    terms: [...terms.values()],
    synonyms: [...meanings.values()].filter(({ stem }) => !terms.has(stem)),
    guesswork: terms.size >= FULL ? 0 : Math.min(1, (BRIEF / Math.max(1, terms.size)) ** 2),
    methods: methodsFor(words),
    stems: [...new Set(words.map((word) => stemmer(word)))],
    readAs,
  };
}

/** "you tube", "text to speech": neighbours that are a name when written as one word. */
function joined(words: readonly string[], vocabulary: Vocabulary, isName: Thesaurus["isName"]): Term[] {
  const found: Term[] = [];
  for (let length = 2; length <= 3; length++) {
    for (let at = 0; at + length <= words.length; at++) {
      const parts = words.slice(at, at + length);
      if (parts.every((part) => part.length < MIN_JOINED)) continue;
      const whole = parts.join("");
      if (!isName(stemmer(whole))) continue;
      const term = vocabulary.term(whole);
      if (term.entries > 0) found.push(term);
    }
  }
  return found;
}

const MIN_JOINED = 3;
