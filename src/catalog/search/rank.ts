/**
 * Scores entries for a query: what the postings say of its terms is added up as bm25 adds it, synonyms add a little,
 * and five things known beforehand multiply: whose operation is named, which category the words speak of, whether the
 * method does what the verb says, how prominent the operation is, and how much of its name was asked for: one that
 * says little else ("Create a task") is meant rather than one that says it among other things ("Create a story for a
 * task"). Every factor is at least 1, so that a word that matches never counts against an entry; and the more a caller
 * says the less they add, so that a long sentence is judged by its words alone.
 */
import type { Brands } from "./brands.ts";
import { ID_BITS, type Postings } from "./postings.ts";
import type { Query } from "./query.ts";
import type { Candidates } from "./shortlist.ts";
import type { Signals } from "./signals.ts";
import type { Learned } from "./usage.ts";
import type { Term } from "./vocabulary.ts";

/** Ids of one category, or of all. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** The candidates stand in memory that the next query writes over. */
export type Rank = (query: Query, categories: readonly number[], range: Range) => Candidates;

/** How much each factor may add; settled on the visible and the self-made queries together, the optimum is broad. */
const ADDS = { brand: 1.5, category: 0.3, prominence: 0.3, verb: 0.15, name: 0.5 } as const;
const MAX_NAMED = 2;
const SYNONYM_SHARE = 0.4;
/** A synonym said by more than this share of all entries finds anything. */
const MAX_SYNONYM_SHARE = 0.03;
/** The rarest words, as far as they are said by no more than this share, decide who is a candidate; the others add. */
const GATE_SHARE = 0.15;
/** What bm25 gives at most for a word, before its rarity. */
const FULL_WEIGHT = 2.2;

/** What callers' words may add for one stem: about as much as the index does for a word of middling rarity. */
const FULL_LEARNED = 4;

export function createRank(
  postingsOf: (stem: string) => Postings,
  brands: Brands,
  signals: Signals,
  learnedOf: (stem: string) => readonly Learned[],
): Rank {
  const { living } = signals;
  const ids = new Uint32Array(living);
  let count = 0;
  // By id; zero for whoever is no candidate.
  const scores = new Float32Array(living + 1);
  const saidByName = new Uint8Array(living + 1);
  const named = new Float32Array(signals.documents.reduce((most, document) => Math.max(most, document), 0) + 1);

  return (query, categories, range) => {
    forget();
    let postings = 0;
    for (const [place, term] of query.terms.toSorted((a, b) => a.entries - b.entries).entries()) {
      postings += term.entries;
      add(term, { range, share: term.times, opens: place === 0 || postings <= GATE_SHARE * living, marksNames: true });
    }
    const share = SYNONYM_SHARE * query.guesswork;
    for (const synonym of share > 0 ? query.synonyms : [])
      if (synonym.entries <= MAX_SYNONYM_SHARE * living) add(synonym, { range, share, opens: true, marksNames: false });
    for (const stem of query.stems) addLearned(stem, range);
    if (query.guesswork > 0) weighByKnowledge(query, categories);
    return { count, ids, scores };
  };

  function forget(): void {
    for (let at = 0; at < count; at++) {
      scores[ids[at]!] = 0;
      saidByName[ids[at]!] = 0;
    }
    count = 0;
  }

  function add(
    term: Term,
    { range, share, opens, marksNames }: { range: Range; share: number; opens: boolean; marksNames: boolean },
  ): void {
    const postings = postingsOf(term.stem);
    const step = (share * rarity(term) * FULL_WEIGHT) / 255;
    for (let at = 0; at < postings.ids.length; at++) {
      const marked = postings.ids[at]!;
      const id = marked & ID_BITS;
      if (id < range.first || id > range.last) continue;
      const score = scores[id]!;
      if (score === 0) {
        if (!opens) continue;
        ids[count++] = id;
      }
      scores[id] = score + step * postings.weights[at]!;
      if (marksNames && marked !== id) saidByName[id]!++;
    }
  }

  /** An entry that others came to by this word is a candidate, whether it says the word itself or not. */
  function addLearned(stem: string, range: Range): void {
    for (const { id, weight } of learnedOf(stem)) {
      if (id < range.first || id > range.last) continue;
      if (scores[id] === 0) ids[count++] = id;
      scores[id]! += FULL_LEARNED * weight;
    }
  }

  /** The inverse document frequency, as FTS5 computes it. */
  function rarity({ entries }: Term): number {
    return Math.max(1e-6, Math.log((living - entries + 0.5) / (entries + 0.5)));
  }

  function weighByKnowledge({ terms, methods, guesswork }: Query, categories: readonly number[]): void {
    const meant = brands.of(terms);
    for (const { documents, weight } of meant) for (const document of documents) named[document]! += weight;
    for (let at = 0; at < count; at++) {
      const id = ids[at]!;
      const place = id - 1;
      const nameFit = (2 * saidByName[id]!) / (terms.length + signals.nameWords[place]!);
      const doesIt = (methods >> signals.methods[place]!) & 1;
      scores[id]! *=
        (1 + guesswork * ADDS.brand * Math.min(named[signals.documents[place]!]!, MAX_NAMED)) *
        (1 + guesswork * ADDS.category * categories[signals.categories[place]!]!) *
        (1 + guesswork * ADDS.prominence * (signals.prominence[place]! / 255)) *
        (1 + guesswork * ADDS.verb * doesIt) *
        (1 + guesswork * ADDS.name * nameFit);
    }
    for (const { documents } of meant) for (const document of documents) named[document] = 0;
  }
}
