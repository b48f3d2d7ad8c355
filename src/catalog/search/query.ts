/** From a caller's words to the terms that are searched: values and stop words out, unknown words read as others, neighbours joined. */
import { stemOf } from "../words/stem.ts";
import { wordsOf } from "../words/words.ts";
import { isCity } from "../../text/places.ts";
import { type Blend, blendFor } from "./formula.ts";
import type { Compounds } from "../words/compounds.ts";
import { isEnglish } from "../words/english.ts";
import { foreignFillers, isAskingAmong, LOAN_WORDS, meaningsAmong, withoutUmlauts } from "../words/loan-words.ts";
import { withJoinedVerb } from "../words/separable.ts";
import { SYNONYMS } from "../words/synonyms.ts";
import { methodsFor } from "./verbs.ts";
import { STOP_WORDS } from "../words/stop-words.ts";
import { kindsOfValues, namesIn, withoutValues, wordsOfAddress } from "./values.ts";
import type { Term, Vocabulary } from "./vocabulary.ts";

export interface Query {
  /** Distinct terms that the index knows, in the order they were said. */
  readonly terms: readonly AskedTerm[];
  /** Terms that were said side by side, fillers and values aside. */
  readonly neighbours: readonly (readonly [Term, Term])[];
  /** What descriptions call the kinds of values that were said, without the terms themselves. */
  readonly kinds: readonly Term[];
  /** What else the words may mean, without the terms themselves. */
  readonly synonyms: readonly Term[];
  /** Of a description in several sentences, the terms of each. */
  readonly sentences: readonly (readonly AskedTerm[])[];
  /** What the length of the text makes of the formula. */
  readonly blend: Blend;
  /** The methods that do what the verbs of the query say, one bit each by their place in METHODS; 0 for no verb. */
  readonly methods: number;
  /** The stems of the words themselves, whether the index knows them or not. */
  readonly stems: readonly string[];
  /** Words written as names that no provider and no service bears. */
  readonly unknownNames: readonly string[];
  /** Unknown words, and the known ones they were read as. */
  readonly readAs: ReadonlyMap<string, readonly string[]>;
  /** The words in the order they were said, those of another language in English; `undefined` where none is of another. */
  readonly inEnglish: string | undefined;
}

export interface AskedTerm extends Term {
  /** How often the caller said it: who repeats a word means it. */
  readonly times: number;
}

/** Meanings of words. */
export interface Thesaurus {
  readonly compounds: Compounds;
  /** Whether a stem names a provider or a service. */
  readonly isName: (stem: string) => boolean;
  /** The same of a word as it is written. */
  readonly isNamedBy: (word: string) => boolean;
}

/** A pasted page would only slow the search down. */
const MAX_WORDS = 100;
/**
 * In longer questions an unknown word is a name or a value rather than a misspelling, and the other words suffice: without
 * the limit BFCL loses 1.6 and StableToolBench 1.3, without repair the labelled queries lose 0.034 of recall@5.
 */
const MAX_REPAIRED_WORDS = 3;

export function readQuery(written: string, vocabulary: Vocabulary, { compounds, isName, isNamedBy }: Thesaurus): Query {
  const text = withJoinedVerb(wordsOfAddress(written) ?? written);
  const all = wordsOf(text);
  const fillers = foreignFillers(all);
  const meaningsOf = meaningsAmong(all);
  // "the ranking in La Liga" is English.
  const mayBeForeign = fillers !== undefined || !all.some(isOfEnglishAlone);
  const asks = isAskingAmong(all);
  const isFiller = (word: string) => STOP_WORDS.has(word) || fillers?.has(word) === true || asks(word);
  const words = contentOf(wordsOf(withoutValues(text)), isFiller);
  const said = words.length > 0 ? words : contentOf(all, isFiller);
  const mayRepair = new Set(said).size <= MAX_REPAIRED_WORDS;
  const terms = new Map<string, AskedTerm>();
  const meanings = new Map<string, Term>();
  const readAs = new Map<string, readonly string[]>();
  const english: string[] = [];
  let isForeign = false;
  for (const word of said) {
    const term = vocabulary.term(word);
    const foreign = translated(word);
    const likes = synonymsOf(term.stem);
    if (term.entries > 0 && (fillers === undefined || foreign.length === 0)) {
      addTerm(term);
      english.push(word);
      for (const other of [...likes, ...foreign]) meanings.set(other.stem, other);
      continue;
    }
    // The stem of "texte" is an English one by chance, and so are its synonyms.
    const others = foreign.length > 0 ? foreign : likes;
    // In a long English question an unknown word is a name.
    const mayBeCompound = others.length === 0 && term.mentions === 0 && (mayRepair || fillers !== undefined);
    const parts = mayBeCompound ? compound(word) : [];
    const read =
      others.length > 0 ? others : parts.length > 0 ? parts : mayRepair && mayBeMisspelt(word) ? repaired(word) : [];
    const translations = foreign.length > 0 ? foreign : parts;
    if (translations.length > 0 && mayBeForeign) {
      isForeign = true;
      for (const other of translations.flatMap((one) => synonymsOf(one.stem))) meanings.set(other.stem, other);
    }
    english.push(...(translations.length > 0 ? translations.map((one) => one.word) : [word]));
    if (read.length > 0)
      readAs.set(
        word,
        read.map((one) => one.word),
      );
    else if (term.mentions > 0) addTerm(term);
    for (const one of read) addTerm(one);
  }
  for (const term of joined(all.slice(0, MAX_WORDS), vocabulary, isNamedBy)) if (!terms.has(term.stem)) addTerm(term);
  const blend = blendFor(all.length);
  return {
    terms: [...terms.values()],
    neighbours: neighboursOf(said, terms),
    kinds: kindsOfValues(text)
      .map((kind) => vocabulary.term(kind))
      .filter((term) => isKnown(term) && !terms.has(term.stem)),
    synonyms: [...meanings.values()].filter(({ stem }) => !terms.has(stem)),
    sentences: blend.detail === 1 ? sentencesOf(text, terms) : [],
    blend,
    methods: methodsFor(said.flatMap((word) => [word, ...meaningsOf(word)])),
    stems: [...new Set(said.map((word) => stemOf(word)))],
    unknownNames: namesIn(text).filter((name) => !wordsOf(name).some((word) => isName(stemOf(word)))),
    readAs,
    inEnglish: isForeign ? english.join(" ") : undefined,
  };

  /** An English word that no entry says is meant as it is, and so is a city: "brunch" is no "branch", "Madrid" no "matrix". */
  function mayBeMisspelt(word: string): boolean {
    return !/\d/.test(word) && !isEnglish(word) && !isCity(word);
  }

  function synonymsOf(stem: string): Term[] {
    return (SYNONYMS.get(stem) ?? []).map((other) => vocabulary.stem(other)).filter(isKnown);
  }

  function translated(word: string): Term[] {
    const english = meaningsOf(word);
    return (english.length > 0 ? english : meaningsOf(withoutUmlauts(word)))
      .map((one) => vocabulary.term(one))
      .filter(isKnown);
  }

  function compound(word: string): Term[] {
    const parts = compounds.partsOf(word);
    return meant(parts.length > 0 ? parts : compounds.partsOf(withoutUmlauts(word)));
  }

  function meant(parts: readonly string[]): Term[] {
    return parts.flatMap((part) => {
      const foreign = translated(part);
      return foreign.length > 0 ? foreign : [vocabulary.term(part)].filter(isKnown);
    });
  }

  /** A misspelt word may be a foreign one, or one of which only the end is misspelt. */
  function repaired(word: string): readonly Term[] {
    const near = vocabulary.nearest(word);
    if (near === undefined) {
      const parts = meant(compounds.partsByEnd(word));
      return parts.length > 0 ? parts : vocabulary.repair(word);
    }
    return vocabulary.term(near).entries === 0 ? translated(near) : vocabulary.repair(word);
  }

  function addTerm(term: Term): void {
    const { stem, word, entries, mentions } = term;
    terms.set(stem, { stem, word, entries, mentions, times: (terms.get(stem)?.times ?? 0) + 1 });
  }
}

/** A filler word of English, and of no other language: "in" is German, too. */
function isOfEnglishAlone(word: string): boolean {
  return STOP_WORDS.has(word) && !LOAN_WORDS.functionWords.some((fillers) => fillers.has(word));
}

function isKnown({ entries }: Term): boolean {
  return entries > 0;
}

/** All words where none has content. */
function contentOf(words: readonly string[], isFiller: (word: string) => boolean): string[] {
  const said = words.slice(0, MAX_WORDS);
  const content = said.filter((word) => !isFiller(word));
  return content.length > 0 ? content : said;
}

function neighboursOf(words: readonly string[], terms: ReadonlyMap<string, Term>): (readonly [Term, Term])[] {
  const said = words.map((word) => terms.get(stemOf(word)));
  return said.flatMap((term, at) => {
    const last = said[at - 1];
    return term === undefined || last === undefined || term === last ? [] : [[last, term] as const];
  });
}

/** "you tube", "text to speech": neighbours that are a name when written as one word. */
function joined(words: readonly string[], vocabulary: Vocabulary, isNamedBy: Thesaurus["isNamedBy"]): Term[] {
  const found: Term[] = [];
  for (let length = 2; length <= MAX_JOINED; length++) {
    for (let at = 0; at + length <= words.length; at++) {
      let whole = "";
      let longest = 0;
      for (let place = at; place < at + length; place++) {
        whole += words[place]!;
        longest = Math.max(longest, words[place]!.length);
      }
      if (longest < MIN_JOINED || !isNamedBy(whole)) continue;
      const term = vocabulary.term(whole);
      if (term.entries > 0) found.push(term);
    }
  }
  return found;
}

const MAX_JOINED = 3;
const MIN_JOINED = 3;

const SENTENCE_ENDS = [".", "?", "!", ";", "\n"];

/** None where there is but one. */
function sentencesOf(text: string, terms: ReadonlyMap<string, AskedTerm>): AskedTerm[][] {
  if (!SENTENCE_ENDS.some((end) => text.includes(end))) return [];
  const sentences = text
    .split(/(?<=[.?!;])\s+|\n+/)
    .map((sentence) =>
      [...new Set(wordsOf(sentence).map((word) => stemOf(word)))].flatMap((stem) => terms.get(stem) ?? []),
    )
    .filter((said) => said.length > 0);
  return sentences.length > 1 ? sentences : [];
}
