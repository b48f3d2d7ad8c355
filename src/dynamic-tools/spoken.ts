/** How much of what was asked an entry speaks of: the rarer a word is among all entries, the more it says. */
import { stemmer } from "stemmer";
import { extraNames } from "../catalog/providers.ts";
import { loadSynonyms } from "../catalog/search/synonyms.ts";
import { contentStems } from "../catalog/stems.ts";
import { wordsOf } from "../catalog/words.ts";
import type { Entry } from "../runtime/catalog.ts";

/** Stem → weight, 0 to 1; 1 for a word that no entry says. */
export type Asked = ReadonlyMap<string, number>;

export interface Spoken {
  /** The weights of the words that the entry speaks of, and of all that were asked. */
  readonly spoken: number;
  readonly all: number;
  /** The former of the latter: 0 to 1. */
  readonly share: number;
  /** Of a word that was asked: whether the entry is silent on it. */
  isUnspoken(word: string): boolean;
  /** The weights of the words on which the entry is silent, but which are among these values. */
  takenBy(values: Iterable<unknown>): number;
}

/** Names, paths and services say what an entry is; a description says much by the way. */
const BY_THE_WAY = 0.6;
const SYNONYM = 0.5;
/** The commonest word still says something. */
const LEAST = 0.1;
/** A smaller catalogue tells too little of how rare a word is. */
const TELLING = 10_000;

const synonyms = loadSynonyms();

/** `entriesSaying` is of a search for the words, `total` that of all entries. */
export function weigh(entriesSaying: ReadonlyMap<string, number>, total: number): Asked {
  const most = Math.log(Math.max(total, TELLING) + 1);
  return new Map(
    [...entriesSaying].map(([stem, entries]) => [stem, Math.max(LEAST, 1 - Math.log(entries + 1) / most)]),
  );
}

export function spokenOf(entry: Entry, asked: Asked): Spoken {
  const { name, path, slug, provider, api, apiTitle, description } = entry;
  const [, operation = ""] = slug.split("--");
  const [, service = ""] = api.split("/");
  // "orbit.love" is called orbit, and has nothing to do with love.
  const company = provider.replace(/\.[^.]+$/, "");
  const own = stemsOf(`${name} ${path} ${operation} ${company} ${service} ${apiTitle} ${extraNames(provider)}`);
  const more = stemsOf(description);
  const saidBy = (stem: string) => (own.has(stem) ? 1 : more.has(stem) ? BY_THE_WAY : 0);
  const meantBy = (stem: string) =>
    Math.max(saidBy(stem), ...(synonyms.get(stem) ?? []).map((other) => SYNONYM * saidBy(other)));
  const terms = [...asked].map(([stem, weight]) => ({ stem, weight, meant: meantBy(stem) }));
  const unspoken = new Map(terms.filter(({ meant }) => meant === 0).map(({ stem, weight }) => [stem, weight]));
  const spoken = terms.reduce((sum, { weight, meant }) => sum + weight * meant, 0);
  const all = terms.reduce((sum, { weight }) => sum + weight, 0);
  return {
    spoken,
    all,
    share: all === 0 ? 1 : spoken / all,
    isUnspoken: (word) => unspoken.has(stemmer(word.toLowerCase())),
    takenBy(values) {
      const taken = stemsOf([...values].join(" "));
      return [...unspoken].reduce((sum, [stem, weight]) => (taken.has(stem) ? sum + weight : sum), 0);
    },
  };
}

/** "YouTube" as "youtube", "you" and "tube": services are written either way. */
function stemsOf(text: string): ReadonlySet<string> {
  return new Set([...contentStems(text), ...wordsOf(text).map((word) => stemmer(word))]);
}
