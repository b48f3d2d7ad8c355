/** The whole search: words to terms, terms to ranked candidates, at most so many of one API, and the reasons. */
import { LRUCache } from "lru-cache";
import { CATEGORIES, categoryNumber } from "../categories.ts";
import type { Bayes } from "../classify/bayes.ts";
import { classifyText } from "../classify/classify.ts";
import type { Facts, Summary } from "../facts.ts";
import type { Entry } from "../../runtime/catalog.ts";
import type { Database } from "../sqlite.ts";
import { loadBrands } from "./brands.ts";
import { reasonsFor } from "./explain.ts";
import { loadLoanWords } from "./loan-words.ts";
import { createNameFit } from "./name-fit.ts";
import { type Query, type Thesaurus, readQuery } from "./query.ts";
import { type Candidate, type Range, type Ranking, createRank } from "./rank.ts";
import { loadSignals } from "./signals.ts";
import { loadSynonyms } from "./synonyms.ts";
import { openVocabulary } from "./vocabulary.ts";

export interface Request {
  readonly text: string;
  /** Its number. */
  readonly category: number | undefined;
  readonly limit: number;
  readonly offset: number;
  /** 0 is no cap. */
  readonly perApi: number;
}

export interface Found {
  readonly total: number;
  readonly hits: readonly Candidate[];
  readonly correctedTo?: string;
  explain(entry: Entry): string[];
}

/** Candidates looked at first, and how many when the cap per API leaves too few of them. */
const WINDOWS = [400, 4000, 40_000] as const;
const CACHED_RANKINGS = 2000;
const MAX_TEXT = 1000;

interface Ranked {
  readonly query: Query;
  readonly categories: readonly number[];
  ranking: Ranking;
  /** How far down the ranking reaches. */
  window: number;
}

export function createSearch(
  database: Database,
  facts: Facts,
  bayes: Bayes,
  summaries: readonly Summary[],
): (request: Request) => Found {
  const vocabulary = openVocabulary(database, facts.spellings());
  const brands = loadBrands(database);
  const thesaurus: Thesaurus = { synonyms: loadSynonyms(), loanWords: loadLoanWords(), isName: brands.isName };
  const signals = loadSignals(database);
  const order = createRank(database, brands, signals);
  const fitNames = createNameFit(database);
  // Agents ask in set phrases; a page of the next offset asks the same again.
  const recent = new LRUCache<string, Ranked>({ max: CACHED_RANKINGS });

  return (request) => {
    const range = rangeOf(request.category);
    const ranked = rankingFor(request, range);
    const wanted = request.offset + request.limit;
    let hits = capped(ranked.ranking.candidates, request.perApi);
    for (const window of WINDOWS) {
      if (hits.length >= wanted || ranked.ranking.candidates.length < ranked.window) break;
      if (window <= ranked.window) continue;
      ranked.ranking = rank(ranked.query, ranked.categories, range, window);
      ranked.window = window;
      hits = capped(ranked.ranking.candidates, request.perApi);
    }
    const { readAs } = ranked.query;
    return {
      total: ranked.ranking.total,
      hits: hits.slice(request.offset, wanted),
      ...(readAs.size > 0 && { correctedTo: ranked.query.terms.map(({ word }) => word).join(" ") }),
      explain: (entry) => reasonsFor(entry, ranked.query),
    };
  };

  function rank(query: Query, categories: readonly number[], range: Range, window: number): Ranking {
    const { total, candidates } = order(query, categories, range, window);
    return { total, candidates: fitNames(query, candidates) };
  }

  function rankingFor({ text, category }: Request, range: Range): Ranked {
    const cut = text.slice(0, MAX_TEXT);
    const key = `${category ?? ""} ${cut}`;
    const known = recent.get(key);
    if (known !== undefined) return known;
    const query = readQuery(cut, vocabulary, thesaurus);
    const categories = categoriesOf(cut, bayes);
    const [window] = WINDOWS;
    const ranked = { query, categories, window, ranking: rank(query, categories, range, window) };
    recent.set(key, ranked);
    return ranked;
  }

  function rangeOf(category: number | undefined): Range {
    if (category === undefined) return { first: 1, last: signals.living };
    const summary = summaries.find((one) => one.category === category);
    const first = summary?.first ?? 1;
    return { first, last: first + (summary?.entries ?? 0) - 1 };
  }

  function capped(candidates: readonly Candidate[], perApi: number): readonly Candidate[] {
    if (perApi === 0) return candidates;
    const counts = new Map<number, number>();
    return candidates.filter(({ id }) => {
      const document = signals.documents[id - 1] ?? 0;
      const count = (counts.get(document) ?? 0) + 1;
      counts.set(document, count);
      return count <= perApi;
    });
  }
}

/** How likely the words speak of each category, by its number. */
function categoriesOf(text: string, bayes: Bayes): number[] {
  const { category, confidence, alternatives } = classifyText(text, bayes);
  const shares = Array.from<number>({ length: CATEGORIES.length }).fill(0);
  for (const one of [{ category, confidence }, ...alternatives])
    shares[categoryNumber(one.category) ?? 0] = one.confidence;
  return shares;
}
