/** How much of what was said an entry speaks of: the rarer a word is among all entries, the more it says. */
import { stemOf } from "../../catalog/words/stem.ts";
import { extraNames } from "../../catalog/providers.ts";
import { LOAN_WORDS } from "../../catalog/words/loan-words.ts";
import { SYNONYMS } from "../../catalog/words/synonyms.ts";
import { contentStems } from "../../catalog/words/stems.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import type { Entry } from "../../runtime/catalog.ts";

/** Stem → weight, 0 to 1; 1 for a word that no entry says. */
export type TermWeights = ReadonlyMap<string, number>;

export interface Coverage {
  /** The weights of the words that the entry speaks of, and of all that were said. */
  readonly spoken: number;
  readonly all: number;
  /** The former of the latter: 0 to 1. */
  readonly share: number;
  /** The words that say what the entry is: its name, path and service. */
  readonly own: ReadonlySet<string>;
  /** How many words a name has, how many were said, and how many of both are the same; names of services left out. */
  likeness(name: string): { readonly named: number; readonly asked: number; readonly both: number };
  /** Whether the provider or the title of the API bears these words. */
  isOf(name: string): boolean;
  /** Whether the entry says a word at all. */
  speaks(word: string): boolean;
  /** Of a word that was said: whether the entry is silent on it. */
  isUnspoken(word: string): boolean;
  /** The weights of the words on which the entry is silent, but which are among these values. */
  takenBy(values: Iterable<unknown>): number;
}

/** Names, paths and services say what an entry is; a description says much by the way. */
const BY_THE_WAY = 0.6;
const SYNONYM = 0.6;
/** The commonest word still says something. */
const LEAST = 0.1;
/** A smaller catalogue tells too little of how rare a word is. */
const TELLING = 10_000;

/** What stands around the asking says little of what is asked. */
const SAID_AROUND = 0.15;

/** What only greets. */
const GREETINGS = new Set(
  "hi hey hello hallo hola bonjour ola ciao thank thanks danke gracias merci obrigado".split(" "),
);

/** By the stem that the index would make of them. */
const foreign = foreignStems();

/** `entriesSaying` is of a search for the words, `total` that of all entries; `asks` tells the words that ask, `fillers` are stems that say nothing. */
export function termWeights(
  entriesSaying: ReadonlyMap<string, number>,
  total: number,
  asks: (stem: string) => boolean = () => true,
  fillers: ReadonlySet<string> = new Set(),
): TermWeights {
  const most = Math.log(Math.max(total, TELLING) + 1);
  return new Map(
    [...entriesSaying]
      .filter(([stem]) => !GREETINGS.has(stem) && !fillers.has(stem))
      .map(([stem, entries]) => [
        stem,
        (asks(stem) ? 1 : SAID_AROUND) * Math.max(LEAST, 1 - Math.log(entries + 1) / most),
      ]),
  );
}

export function queryCoverage(entry: Entry, weights: TermWeights): Coverage {
  const { name, path, slug, provider, api, apiTitle, description } = entry;
  const [, operation = ""] = slug.split("--");
  const [, service = ""] = api.split("/");
  // "orbit.love" is called orbit, and has nothing to do with love.
  const company = provider.replace(/\.[^.]+$/, "");
  const brand = stemsOf(`${company} ${extraNames(provider)}`);
  const bearer = stemsOf(`${company} ${service} ${apiTitle} ${extraNames(provider)}`);
  const named = `${name} ${path} ${operation} ${company} ${service} ${apiTitle} ${extraNames(provider)}`;
  const own = stemsOf(named);
  const more = stemsOf(description);
  const saidBy = (stem: string) => (own.has(stem) ? 1 : more.has(stem) ? BY_THE_WAY : 0);
  const meantBy = (stem: string) =>
    Math.max(
      ...[stem, ...(foreign.get(stem) ?? [])].flatMap((one) => [
        saidBy(one),
        ...(SYNONYMS.get(one) ?? []).map((other) => SYNONYM * saidBy(other)),
      ]),
    );
  const terms = [...weights].map(([stem, weight]) => ({ stem, weight, meant: meantBy(stem) }));
  const asked = terms.map(({ stem }) => stem).filter((stem) => !brand.has(stem));
  const unspoken = new Map(terms.filter(({ meant }) => meant === 0).map(({ stem, weight }) => [stem, weight]));
  const spoken = terms.reduce((sum, { weight, meant }) => sum + weight * meant, 0);
  const all = terms.reduce((sum, { weight }) => sum + weight, 0);
  return {
    spoken,
    all,
    share: all === 0 ? 1 : spoken / all,
    // What the path takes says what is meant, and not what is done: "surname Wang" names a value.
    own: new Set(wordsOf(splitIdentifier(`${name} ${path.replace(/\{[^{}]*\}/g, " ")}`))),
    likeness(name) {
      const own = new Set(contentStems(name).filter((stem) => !brand.has(stem)));
      const isIn = (stem: string) =>
        [stem, ...(foreign.get(stem) ?? []), ...(SYNONYMS.get(stem) ?? [])].some((one) => own.has(one));
      return { named: own.size, asked: asked.length, both: asked.filter(isIn).length };
    },
    isOf: (words) => wordsOf(words).every((word) => bearer.has(stemOf(word))),
    speaks: (word) => saidBy(stemOf(word)) > 0,
    isUnspoken: (word) => {
      const parts = wordsOf(word);
      // What was read as another word for the search has no weight of its own.
      const isSilent = (part: string) =>
        unspoken.has(stemOf(part)) ||
        (contentStems(part).length > 0 && !weights.has(stemOf(part)) && saidBy(stemOf(part)) === 0);
      return parts.length > 0 && parts.every(isSilent);
    },
    takenBy(values) {
      const taken = stemsOf([...values].join(" "));
      return [...unspoken].reduce((sum, [stem, weight]) => (taken.has(stem) ? sum + weight : sum), 0);
    },
  };
}

/** "YouTube" as "youtube", "you" and "tube": services are written either way. */
function stemsOf(text: string): ReadonlySet<string> {
  return new Set([...contentStems(text), ...wordsOf(text).map((word) => stemOf(word))]);
}

/** Of all words that have a stem: "abonnement" and "abonner" share theirs. */
function foreignStems(): ReadonlyMap<string, readonly string[]> {
  const stems = new Map<string, Set<string>>();
  for (const [word, english] of LOAN_WORDS.meanings) {
    const stem = stemOf(word);
    const known = stems.get(stem) ?? new Set();
    stems.set(stem, known);
    for (const one of english) known.add(stemOf(one));
  }
  return new Map([...stems].map(([stem, english]) => [stem, [...english]]));
}
