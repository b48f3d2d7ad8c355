/**
 * Ranks entries for a query: bm25 over the weighted columns finds and orders the candidates, synonyms add a little,
 * and four things known beforehand multiply: whose operation is named, which category the words speak of, whether the
 * method does what the verb says, and how prominent the operation is. Every factor is at least 1, so that a word that
 * matches never counts against an entry.
 */
import type { Database } from "../sqlite.ts";
import { WEIGHTS } from "../tables.ts";
import type { Brand, Brands } from "./brands.ts";
import { matchExpression } from "./match.ts";
import type { Query } from "./query.ts";
import type { Signals } from "./signals.ts";

export interface Candidate {
  readonly id: number;
  readonly score: number;
}

export interface Ranking {
  /** How many entries match. */
  readonly total: number;
  /** Best first; at most as many as were asked for. */
  readonly candidates: readonly Candidate[];
}

/** Ids of one category, or of all. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** How much each factor may add; settled on the visible and the self-made queries together, the optimum is broad. */
const ADDS = { brand: 1.5, category: 0.3, prominence: 0.3, verb: 0.15 } as const;
const SYNONYM_SHARE = 0.4;
/** A synonym said by more than this share of all entries finds anything. */
const MAX_SYNONYM_SHARE = 0.03;

export type Rank = (query: Query, categories: readonly number[], range: Range, limit: number) => Ranking;

export function createRank(database: Database, allBrands: Brands, signals: Signals): Rank {
  const matching = database.query<{ id: number; score: number }, [string, number, number, number]>(
    `SELECT rowid AS id, -bm25(search, ${WEIGHTS}) AS score FROM search
     WHERE search MATCH ? AND rowid BETWEEN ? AND ? ORDER BY score DESC LIMIT ?`,
  );
  const counting = database.query<{ total: number }, [string, number, number]>(
    "SELECT count(*) AS total FROM search WHERE search MATCH ? AND rowid BETWEEN ? AND ?",
  );

  return (query, categories, range, limit) => {
    const expression = matchExpression(query.terms, signals.living);
    if (expression === undefined) return { total: 0, candidates: [] };
    const scores = new Map<number, number>();
    for (const { id, score } of matching.iterate(expression, range.first, range.last, limit)) scores.set(id, score);
    const total = scores.size < limit ? scores.size : (counting.get(expression, range.first, range.last)?.total ?? 0);
    addSynonyms(query, range, limit, scores);
    const brands = allBrands.of(query.terms);
    const candidates = [...scores].map(([id, score]) => ({ id, score: score * factor(id, query, brands, categories) }));
    return { total: Math.max(total, candidates.length), candidates: candidates.sort(byScore) };
  };

  function addSynonyms(query: Query, range: Range, limit: number, scores: Map<number, number>): void {
    const ceiling = MAX_SYNONYM_SHARE * signals.living;
    const synonyms = query.synonyms.filter(({ entries }) => entries <= ceiling);
    if (synonyms.length === 0) return;
    const terms = [...query.terms.filter(({ entries }) => entries <= ceiling), ...synonyms];
    const expression = matchExpression(terms, signals.living);
    if (expression === undefined) return;
    for (const { id, score } of matching.iterate(expression, range.first, range.last, limit)) {
      scores.set(id, (scores.get(id) ?? 0) + SYNONYM_SHARE * query.guesswork * score);
    }
  }

  function factor(id: number, query: Query, brands: readonly Brand[], categories: readonly number[]): number {
    const document = signals.documents[id - 1] ?? 0;
    let named = 0;
    for (const { documents, weight } of brands) if (documents.has(document)) named += weight;
    const category = categories[signals.categories[id - 1] ?? 0] ?? 0;
    const prominence = (signals.prominence[id - 1] ?? 0) / 255;
    const doesIt = Number(((query.methods >> (signals.methods[id - 1] ?? 0)) & 1) === 1);
    return (
      (1 + query.guesswork * ADDS.brand * Math.min(named, 2)) *
      (1 + query.guesswork * ADDS.category * category) *
      (1 + query.guesswork * ADDS.prominence * prominence) *
      (1 + query.guesswork * ADDS.verb * doesIt)
    );
  }
}

function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || a.id - b.id;
}
