/**
 * The formula of the ranking, and its constants with the figures that earn them.
 *
 * score(e) = ( Σt q(t) · [ (1 − d) · idf(own t) · own(t, e)  +  d · idf(all t) · whole(t, e) ]
 *            + y · SYNONYM · Σs idf(own s) · own(s, e)
 *            + SENTENCE · max over sentences Σt∈sentence idf(all t) · whole(t, e)
 *            + c · CONTEXT · Σt idf(all t) · max over operations o of e's API whole(t, o)
 *            + LEARNED · Σt learned(t, e) )
 *          · Π factors (1 + ADDS · …)
 *          · (1 + COVERAGE · Σt∈e idf(all t) / Σt idf(all t)) · (1 + d · PAIRS · Σp∈e idf(p) / Σp idf(p))
 *          · (1 + d · TOLD · words of e's description said / its words)
 *          · (17 / (1 + words of e's path that were not said))^(d · (1 − c) · PATH), for the best COVERED by all above
 *
 * `own` and `whole` are BM25 with weighted fields (BM25F as Robertson, Zaragoza and Taylor 2004 have it: weighted counts are
 * summed, then saturated once; b = 0.75 as in FTS5, k1 = 1.2 as there for `own` and 0.8 for `whole`). `own` weighs the fields in which an entry speaks of itself
 * (name 8, provider 6, API 4, tags and operation id 4, method and path 2, description 1); `whole` takes all of its text
 * alike, the names and descriptions of its inputs included. q(t) = 1 + ln(times said), and KIND for what the kind of a
 * value is called. d, y and c depend on nothing but
 * how many words the caller wrote: a few words name an operation, a sentence describes one.
 *
 * The figures: nDCG@10 on the tuning and the checking split of StableToolBench and BFCL (`bun run bench retrieval`),
 * recall@5 and MRR on the labelled queries, top-5 on the wishes that some entry fulfils.
 */

/** A value that goes from 0 to 1 between so many words and so many. */
type Ramp = readonly [from: number, to: number];

/**
 * d, words that describe. BFCL 61.4 with 3 to 6 content words in place of 6 to 8 of any kind, 63.5 so; between 4 and 8
 * BFCL stays, but two labelled queries are lost.
 */
const DESCRIBES: Ramp = [6, 8];
/** 1 − y. Without synonyms from 8 words on two labelled queries are lost; with them in all, BFCL loses 0.6. */
const OUTGROWS_SYNONYMS: Ramp = [6, 14];
/** c, a story of several sentences, which want several operations of one API; in one sentence c is 0: it costs long ones 0.013 of recall@5. */
const TELLS: Ramp = [10, 30];

export interface Blend {
  /** d. */
  readonly detail: number;
  /** y. */
  readonly synonyms: number;
  /** c. */
  readonly context: number;
}

/** For a text of so many words. */
export function blendFor(words: number): Blend {
  return {
    detail: along(DESCRIBES, words),
    synonyms: 1 - along(OUTGROWS_SYNONYMS, words),
    context: along(TELLS, words),
  };
}

/**
 * The share of a word for the kind of a value: five of 541 wishes for tuning more have the right entry among the first five,
 * where a synonym, which fades with the number of words, gains one. 0.2 loses five first places, 0.4 is the same.
 */
export const KIND = 0.3;
/** The share of a synonym: 0.2 loses one labelled query, 0.6 as well. */
export const SYNONYM = 0.4;
/** A synonym said by more entries than this share finds anything: 0.01 costs 0.02 of MRR, no limit changes no figure and lengthens the search. */
export const MAX_SYNONYM_SHARE = 0.03;
/** StableToolBench +0.7 in place of 0; 0.3 and 1 are within 0.4. */
export const SENTENCE = 0.5;
/** StableToolBench +2.8 in place of 0; 0.3 loses 0.4, 0.7 costs BFCL 0.2. */
export const CONTEXT = 0.5;
/** A word that more entries say than this share tells no sentence and no API from another; without the limit the longest searches take half as long again. */
export const MAX_TELLING_SHARE = 0.1;
/** What callers said weighs like one more field: 4 gains nothing after ten queries and costs 4 points after one. */
export const LEARNED = 3;

/** What each factor may add to a score. None is below 1, so that a word that matches never counts against an entry. */
export const ADDS = {
  /** The provider or the service is named: without it the labelled queries lose 0.04 of recall@5 and of MRR, 3 changes nothing. Fades with d: BFCL loses 5 in sentences. */
  brand: 1.5,
  /** The words speak of the entry's category: 0.025 of MRR. Fades with d: BFCL loses 0.9. */
  category: 0.3,
  /** Its name says what was asked and little else (Dice): 0.005 of MRR. Fades with d. */
  name: 0.5,
  /** So much of its name was said, which stands in for the last one in sentences: StableToolBench +1.2, 0.4 loses 0.3 of BFCL. */
  saidName: 0.2,
  /** How prominent the operation is among its likes: it only orders what the words leave equal, and 0 is within 0.002 of MRR. Fades with d: long sentences of the whole catalogue lose 0.008. */
  prominence: 0.3,
  /** The method does what the verb says: 0.038 of MRR. Fades with c; 0.15 for all lengths loses two of 71 wishes, and 0.004 of MRR in long sentences. */
  verb: 0.4,
} as const;
/** Provider and service together: no query of the sets comes above it, it keeps three names of one provider from deciding all. */
export const MAX_NAMED = 2;

/**
 * So much a score gains where the entry says all that was asked. On tuning queries of one sentence, recall@5: sentences of
 * 4, 8 and 20 words +5, +2 and +2 points, wishes +1.5, BFCL within 0.1 of nDCG@10; 0.5 gains two thirds. In stories of
 * several sentences StableToolBench loses 0.3.
 */
export const COVERAGE = 1;
/**
 * p are two words side by side in the question, and in the entry's name or description too, in either order, fillers left
 * out. On tuning queries StableToolBench +1.0 and the MRR of sentences of 4, 8 and 20 words +3.9, +0.3 and +1.2 points; BFCL
 * and wishes within 0.1. 0.3 loses 0.3 of the first, 0.8 loses a wish.
 */
export const PAIRS = 0.5;
/** StableToolBench +1.3, BFCL +0.3, three wishes of 542 for tuning; 0.4 loses three wishes their first place. */
export const TOLD = 0.25;
/**
 * A path that says one word besides is worth a sixth less than one that says none, as d and without c: of 1,039 wishes for
 * tuning 12 more have the right entry first and 9 more among the first five, of 332 that nobody read 5 and 9; BFCL and
 * StableToolBench are within 0.1 of nDCG@10. Sentences of four words made of descriptions lose 2.5 points of MRR. 0.12
 * gains half. In brief questions the labelled ones lose 0.02 of MRR, in stories BFCL loses 0.4.
 */
export const PATH = 0.25;
/** The share of a word that only an entry's inputs say: 0.7 is within 0.3 on all. */
export const COVERED_BY_INPUTS = 0.5;
/** So many of the best are looked at, the same on whatever page: 40 change no figure by more than 0.2 and double what it costs. */
export const COVERED = 20;

/**
 * The rarest words, as far as they are said by no more than this share, decide who is a candidate; the others add.
 * StableToolBench loses 0.2, and the longest search takes a third of the time.
 */
export const GATE_SHARE = 0.15;

/** What BM25 gives at most for a word, before its rarity: k1 + 1. */
const FULL_WEIGHT = 2.2;

/** How much a word that so many say is worth where it is said to the full: Robertson's inverse document frequency, as FTS5 has it. */
export function ownRarity(entries: number, living: number): number {
  return FULL_WEIGHT * Math.max(1e-6, Math.log((living - entries + 0.5) / (entries + 0.5)));
}

/** The same as Lucene has it, where a word that most say still counts a little: a description is made of them. */
export function wholeRarity(mentions: number, living: number): number {
  return FULL_WEIGHT * Math.log(1 + (living - mentions + 0.5) / (mentions + 0.5));
}

/** The logarithm: counted in full, words that a story repeats cost StableToolBench 0.9. */
export function repetition(times: number): number {
  return 1 + Math.log(times);
}

function along([from, to]: Ramp, words: number): number {
  return Math.min(1, Math.max(0, (words - from) / (to - from)));
}
