/** The whole search: words to terms, terms to scores, the best of them at most so many of one API, and the reasons. */
import { LRUCache } from "lru-cache";
import { CATEGORIES, categoryNumber } from "../categories.ts";
import type { Bayes } from "../classify/bayes.ts";
import { classifyText } from "../classify/classify.ts";
import type { Facts, Summary } from "./facts.ts";
import type { Entry } from "../../runtime/catalog.ts";
import type { Segments } from "./segments.ts";
import type { Database } from "../sqlite.ts";
import { loadBrands } from "./brands.ts";
import { createCompounds } from "../words/compounds.ts";
import { createCoverage } from "./coverage.ts";
import { reasonsFor } from "./explain.ts";
import { LOAN_WORDS } from "../words/loan-words.ts";
import { openPostings } from "./postings.ts";
import { type Query, type Thesaurus, readQuery } from "./query.ts";
import { ALL, type SearchScope, createRank } from "./rank.ts";
import { type Shortlist, shortlist } from "./shortlist.ts";
import { loadSignals } from "./signals.ts";
import { openUsage, type UsageSource } from "./usage.ts";
import { openVocabulary } from "./vocabulary.ts";
import { loadWordings } from "./wordings.ts";

export interface Request {
  readonly text: string;
  /** Its number. */
  readonly category: number | undefined;
  /** One bit each by their place in METHODS and AUTHS; ALL for no filter. */
  readonly methods: number;
  readonly auths: number;
  readonly limit: number;
  readonly offset: number;
  /** 0 is no cap; left out, as many as the query's length and names suggest. */
  readonly perApi: number | undefined;
  readonly byCoverage: boolean;
}

export interface RankedPage {
  readonly total: number;
  readonly hits: readonly { readonly id: number; readonly score: number }[];
  readonly entriesSaying: ReadonlyMap<string, number>;
  /** Its number, where the text was its slug. */
  readonly category: number | undefined;
  readonly unknownNames: readonly string[];
  /** The cap that held; 0 is none. */
  readonly perApi: number;
  readonly correctedTo?: string;
  explain(entry: Entry): string[];
}

/** The first two pages are ranked as one, so that who turns the page has it at once. */
const FIRST_PAGES = 40;
/** Of new questions, who turns the page does so soon. A thousand made a process that answers many new ones 20 MiB larger. */
const CACHED_RANKINGS = 100;
const MAX_CACHED_DEPTH = 200;
/** What follows is not read: of a longer text the first so many characters say what is wanted. */
export const MAX_TEXT = 1000;
/** Of a brief question that names no API. Without a cap on descriptions StableToolBench gains 2.3. */
export const PER_API = 3;
/** A name this sure is meant: nearly all who say the word bear it. Never costs 0.008 of recall@5, 0.5 changes nothing. */
const SURE = 0.9;

/** Words that many entries say, in few words and in many. */
const WARM_UPS = ["create list", "update user", "get a list of all the data of a user by its id"];

interface RankedMatches {
  readonly query: Query;
  readonly category: number | undefined;
  readonly total: number;
  readonly best: Shortlist;
  /** How many of the best were looked for. */
  readonly depth: number;
}

export function createSearch(
  database: Database,
  facts: Facts,
  segments: Segments,
  bayes: Bayes,
  summaries: readonly Summary[],
  usage: UsageSource,
): (request: Request) => RankedPage {
  const spellings = new Set([...facts.spellings(), ...LOAN_WORDS.meanings.keys()]);
  const vocabulary = openVocabulary(database, [...spellings]);
  const signals = loadSignals(facts, segments);
  const brands = loadBrands(database, signals);
  const compounds = createCompounds((word) => vocabulary.term(word).entries > 0);
  const thesaurus: Thesaurus = {
    compounds,
    isName: brands.isName,
    isNamedBy: brands.isNamedBy,
  };
  const postings = openPostings(database, segments, signals.lengths);
  const rank = createRank(postings, brands, signals, openUsage(database, usage, segments));
  const covering = createCoverage(postings, loadWordings(facts, segments), signals.living);
  // Agents ask in set phrases; a page of the next offset asks the same again.
  const recent = new LRUCache<string, RankedMatches>({ max: CACHED_RANKINGS });
  warmUp();

  return (request) => {
    const { query, category, total, best } = rankingFor(request);
    const end = request.offset + request.limit;
    const hits: { readonly id: number; readonly score: number }[] = [];
    for (let at = request.offset; at < Math.min(end, best.ids.length); at++)
      hits.push({ id: best.ids[at]!, score: best.scores[at]! });
    return {
      total,
      hits,
      category,
      unknownNames: query.unknownNames,
      perApi: request.perApi ?? capFor(query),
      entriesSaying: new Map(query.stems.map((stem) => [stem, vocabulary.stem(stem).entries])),
      ...(query.readAs.size > 0 && { correctedTo: query.terms.map(({ word }) => word).join(" ") }),
      explain: (entry) => reasonsFor(entry, query),
    };
  };

  /** What runs for the first time runs slowly: else the first who ask wait for 20 ms. */
  function warmUp(): void {
    for (const text of WARM_UPS)
      rankingFor({
        text,
        category: undefined,
        methods: ALL,
        auths: ALL,
        limit: 1,
        offset: 0,
        perApi: undefined,
        byCoverage: true,
      });
    recent.clear();
  }

  function rankingFor({ text, category, methods, auths, limit, offset, perApi, byCoverage }: Request): RankedMatches {
    const cut = text.slice(0, MAX_TEXT);
    const end = offset + limit;
    const key = `${usage.version()} ${category ?? ""} ${methods} ${auths} ${perApi ?? ""} ${byCoverage} ${cut}`;
    const known = recent.get(key);
    if (known !== undefined && (end <= known.depth || known.total <= known.depth)) return known;
    const query = known?.query ?? readQuery(cut, vocabulary, thesaurus);
    const meant = category === undefined ? categoryNumber(cut.trim().toLowerCase()) : undefined;
    const scope = { ...rangeOf(category ?? meant), methods, auths };
    const candidates =
      meant === undefined
        ? rank(query, query.blend.detail < 1 ? categoriesOf(query.inEnglish ?? cut, bayes) : [], scope)
        : rank.everything(scope);
    const depth = Math.max(FIRST_PAGES, end);
    const first = shortlist(candidates, signals.documents, { limit: depth, perApi: perApi ?? capFor(query) });
    const best = meant === undefined && byCoverage ? covering(first, query) : first;
    const ranked = { query, category: meant, total: candidates.count, best, depth };
    if (depth <= MAX_CACHED_DEPTH) recent.set(key, ranked);
    return ranked;
  }

  /** Whoever names an API, or describes at length what is wanted, wants the right operation and not a choice of APIs. */
  function capFor({ terms, blend }: Query): number {
    const isNamed = brands.of(terms).some(({ weight }) => weight >= SURE);
    return isNamed || blend.detail === 1 ? 0 : PER_API;
  }

  function rangeOf(category: number | undefined): Pick<SearchScope, "first" | "last"> {
    if (category === undefined) return { first: 1, last: signals.living };
    const summary = summaries.find((one) => one.category === category);
    const first = summary?.first ?? 1;
    return { first, last: first + (summary?.entries ?? 0) - 1 };
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
