/** From plain words to a callable tool: the entry that does it, with what the words already say filled in. */
import { contentStems } from "../catalog/stems.ts";
import type { Catalog, Entry, Hit } from "../runtime/catalog.ts";
import type { Callee, FindOperation } from "../proxy/operations.ts";
import { askingClause, askingStems } from "./asking.ts";
import { type Brands, brandsIn } from "./brands.ts";
import { type Candidate, type CandidateMatch, matchCandidate } from "./candidate-match.ts";
import { confidenceOf } from "./confidence.ts";
import type { Constants } from "./constants.ts";
import { queryCoverage, termWeights } from "./coverage.ts";
import { type Need, needsOf } from "./needs.ts";
import { isAllowed, OF_CALL, OF_ENTRY } from "./ranking-signals.ts";
import { parseUtterance, type Utterance } from "./utterance.ts";
import { withoutTypos } from "./spelling.ts";
import { effectOf, unknownVerb } from "./verbs.ts";

export interface Intent {
  readonly description: string;
  readonly category?: string | undefined;
  /** Milliseconds since the epoch; left out, days told from today are no values. */
  readonly now?: number;
  /** How many candidates are shown. */
  readonly limit: number;
}

export interface Draft {
  readonly callee: Callee;
  readonly constants: Constants;
  /** How likely the tool is the right one with the right request, 0 to 1: see `calibrated`. */
  readonly confidence: number;
  /** What the caller must say still. */
  readonly needs: readonly Need[];
  /** Other operations that may be meant as well, where the second comes close. */
  readonly nearMisses: readonly Entry[];
  readonly candidates: readonly Entry[];
}

export type Composition =
  | { readonly ok: true; readonly draft: Draft }
  | { readonly ok: false; readonly candidates: readonly Entry[]; readonly absent: readonly string[] };

const LOOKED_AT = 40;
const PER_API = 8;
/** So many are read and filled in; the rest is far behind. */
const TRIED = 20;
/** The second is close where it is worth so much of the first. */
const CLOSE = 0.85;
const MAX_NEAR = 3;

/**
 * What is about less of the words than this does something else: of the labelled wishes that some operation fulfils the
 * right one lies above in 24 of 25, of those that nothing fulfils the nearest lies below in two thirds.
 */
const FLOOR = 0.44;
const LEAST_SPOKEN = 0.1;
/**
 * Below it none of 203 wishes for tuning has a right entry, and of 30 drawn ones that nothing fulfils 26 in place of 25 are
 * refused; of 17 for checking 14 in place of 11.
 */
const LEAST_CONFIDENCE = 0.3;
/** Nothing is deleted on a guess. */
const FLOOR_TO_DELETE = 0.65;
/** "renew my passport": of a verb that neither we nor the operation know the rest says too little. */
const UNKNOWN_VERB = 0.65;

export async function compose(catalog: Catalog, find: FindOperation, intent: Intent): Promise<Composition> {
  const { limit } = intent;
  const { brands, hits, ranked } = await rankedFor(catalog, find, intent);
  const refused = { ok: false, candidates: entriesOf(hits, limit), absent: brands.absent } as const;
  const [best, ...others] = ranked;
  if (best === undefined || !isUnderstood(best.match)) return refused;
  const { match, worth } = best;
  const confidence = confidenceOf(match, (others[0]?.worth ?? 0) / worth);
  if (confidence < LEAST_CONFIDENCE) return refused;
  const nearMisses = others.filter((one) => one.worth >= CLOSE * worth).map((one) => one.match.entry);
  return {
    ok: true,
    draft: {
      callee: { entry: match.entry, operation: match.operation },
      constants: match.constants,
      confidence,
      needs: needsOf(match.missing),
      nearMisses: nearMisses.slice(0, MAX_NEAR),
      candidates: entriesOf(hits, limit),
    },
  };
}

/** Said to whoever listens, not asked of any service. */
const SMALL_TALK =
  /^\W*(?:(?:are|do|did|were|can) you (?:a|an|the|love|like|feel|real|there|ok)\b|you are\b|you're\b|i am\b|i'm\b|i feel\b|i love\b|i hate\b|thank|how are you\b|who are you\b|tell me (?:about )?yourself\b|good (?:morning|night|evening|bye)|(?:hi|hello|hey)\W*$)/i;

function isUnderstood({ understood, said, coverage, brands }: CandidateMatch): boolean {
  const isTalk = SMALL_TALK.test(said.text) && brands.known.length === 0;
  if (isTalk && said.values.length === 0 && askingClause(said.text) === undefined) return false;
  const verb = unknownVerb(said.plain);
  // Of an operation that speaks of nothing that was said, no value makes the right one.
  if (coverage.all > 0 && coverage.spoken < LEAST_SPOKEN * coverage.all) return false;
  const share = verb !== undefined && coverage.isUnspoken(verb) ? UNKNOWN_VERB * understood : understood;
  return share >= (effectOf(said.text) === "delete" ? FLOOR_TO_DELETE : FLOOR);
}

/** The operations that may be meant, the likeliest first; none where the words name a service the catalogue lacks. */
export async function rankedFor(
  catalog: Catalog,
  find: FindOperation,
  { description, category, limit, now }: Intent,
): Promise<{ readonly brands: Brands; readonly hits: readonly Hit[]; readonly ranked: readonly WeighedMatch[] }> {
  const brands = await brandsIn(catalog, description);
  const written = parseUtterance(description, brands.isBrand, now);
  const query = {
    limit: Math.max(LOOKED_AT, limit),
    perApi: brands.known.length > 0 ? 0 : PER_API,
    ...(category !== undefined && { category }),
  };
  const first = await catalog.search({ text: written.plain === "" ? description : written.plain, ...query });
  const said = await withoutTypos(catalog, written, first.entriesSaying);
  const text = said.plain === "" ? description : said.plain;
  const [bare, whole, hinted, { entries }] = await Promise.all([
    said.plain === written.plain ? first : catalog.search({ text, ...query }),
    catalog.search({ text: description, ...query }),
    catalog.search({ text: `${text} ${hintsOf(said)}`, ...query }),
    catalog.totals(),
  ]);
  const hits = bare.hits.length > 0 ? bare.hits : whole.hits;
  const asking = askingStems(said.text, said.values);
  const weights = termWeights(bare.entriesSaying, entries, (stem) => asking?.has(stem) !== false);
  if (weights.size === 0 || contentStems(text).length === 0) return { brands, hits, ranked: [] };
  const candidates = bestOf(bare.hits, whole.hits, hinted.hits)
    .map((hit) => ({ ...hit, said, brands, coverage: queryCoverage(hit.entry, weights) }))
    .filter((one) => isAllowed(one) && namesNobodyElse(one, brands));
  return { brands, hits, ranked: await matchesOf(candidates, (slug) => find(catalog, slug)) };
}

/** What descriptions call the kinds of values: who gives a point and asks for an address wants it geocoded backwards. */
function hintsOf({ text, values }: Utterance): string {
  const kinds = new Set(values.map(({ kind }) => kind));
  return [
    ...(kinds.has("point")
      ? [
          /\b(?:address|where|place|adresse|direcci[oó]n|endere[cç]o)\b/i.test(text)
            ? "reverse geocode coordinates"
            : "latitude longitude",
        ]
      : []),
    ...(kinds.has("phone") && /\b(?:check|valid|verify|real|whether|lookup)\b/i.test(text)
      ? ["validate phone number"]
      : []),
    ...(kinds.has("ip") ? ["ip address"] : []),
    ...(kinds.has("hashtag") ? ["hashtag tag"] : []),
    ...(kinds.has("currency") && kinds.has("amount") ? ["currency conversion exchange"] : []),
  ].join(" ");
}

/** Whole, the words say more where a value names what is wanted; without the values, where it drowns them. */
function bestOf(...lists: readonly (readonly Hit[])[]): Hit[] {
  const best = new Map<string, Hit>();
  for (const hits of lists) {
    const top = hits[0]?.score ?? 1;
    for (const { entry, score } of hits) {
      const known = best.get(entry.slug)?.score ?? 0;
      best.set(entry.slug, { entry, score: Math.max(known, score / top) });
    }
  }
  return [...best.values()];
}

/** A service that the catalogue lacks is no other's to serve, unless the API itself is named after it. */
function namesNobodyElse({ coverage }: Candidate, { absent }: Brands): boolean {
  return absent.every((name) => coverage.isOf(name));
}

export interface WeighedMatch {
  readonly match: CandidateMatch;
  readonly worth: number;
}

/** Reading how an operation is called costs the most: only those whose entries alone speak for them are read. */
async function matchesOf(
  candidates: readonly Candidate[],
  find: (slug: string) => Promise<Callee | undefined>,
): Promise<readonly WeighedMatch[]> {
  const rated = candidates
    .map((one) => ({ one, most: product(OF_ENTRY, one) * one.score }))
    .sort((a, b) => b.most - a.most)
    .slice(0, TRIED);
  const ranked: WeighedMatch[] = [];
  for (const { one, most } of rated) {
    const callee = await find(one.entry.slug);
    if (callee === undefined) continue;
    const match = matchCandidate(callee, one);
    ranked.push({ match, worth: most * product(OF_CALL, match) });
  }
  return ranked.sort((a, b) => b.worth - a.worth);
}

function product<T>(factors: readonly ((of: T) => number)[], of: T): number {
  return factors.reduce((product, factor) => product * factor(of), 1);
}

function entriesOf(hits: readonly Hit[], limit: number): Entry[] {
  return hits.slice(0, limit).map(({ entry }) => entry);
}
