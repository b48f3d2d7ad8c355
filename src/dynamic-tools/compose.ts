/** From plain words to a callable tool: the entry that does it, with what the words already say filled in. */
import { contentStems } from "../catalog/words/stems.ts";
import { wordsOf } from "../catalog/words/words.ts";
import type { Catalog, Entry, Hit } from "../runtime/catalog.ts";
import type { Callee, FindOperation } from "../proxy/operations.ts";
import { ownTurn } from "../text/long-work.ts";
import { askingStems, foreignFunctionStems, introducingStems } from "./words/verbs/asking.ts";
import { type NamedBrands, brandsIn } from "./words/services/brands.ts";
import { isAmazon, serviceImplied, serviceOfAmazon } from "./words/services/products.ts";
import { saysMuch } from "./fill/fill-state.ts";
import { composeRequest } from "./http/compose-request.ts";
import { type Candidate, type CandidateMatch } from "./rank/candidate-match.ts";
import { confidenceOf, fulfilmentOf, isTooUnsure, LIKELY, likelihoodOf, mayBeOffered } from "./rank/confidence.ts";
import type { WeighedMatch } from "./rank/likelihood-signals.ts";
import { queryCoverage, termWeights } from "./rank/coverage.ts";
import { elsewhereFor } from "./rank/elsewhere.ts";
import { changesInstead, keepsInstead, makesAnew, makesAnother } from "./rank/instead.ts";
import { withDeedTaken } from "./rank/deed-taken.ts";
import { forbiddenBy } from "./rank/forbidden.ts";
import { bestMatch } from "./rank/best-match.ts";
import { withAnswerFirst } from "./rank/asked-for.ts";
import { isOfGivenOne } from "./rank/given-one.ts";
import { withPartFirst, withVerbSaid } from "./rank/milder.ts";
import { wholeMadeFor } from "./rank/makes-whole.ts";
import { doesOtherDeed } from "./rank/other-deed.ts";
import { onlyShows } from "./rank/only-shows.ts";
import { needsOf } from "./slots/needs.ts";
import type { ToolDraft } from "./slots/tool-draft.ts";
import { isOfOwnThing } from "./words/services/own-things.ts";
import { isAllowed, OF_CALL, OF_ENTRY } from "./rank/ranking-signals.ts";
import { hintsOf } from "./words/wish/hints.ts";
import { inPlainWords } from "./words/paraphrases/plain-words.ts";
import { deletesNothingSaid } from "./words/wish/taken-out.ts";
import { parseWish } from "./words/wish/wish.ts";
import { respelt, respeltText, typosIn } from "./words/services/spelling.ts";
import { ofSaidThings } from "./rank/said-things.ts";
import { isOfContainer } from "./rank/left-out.ts";
import { isOfOtherThings } from "./rank/unsafe.ts";
import { WEIGHTS } from "./rank/weights.ts";
import { worthOf } from "./rank/worth.ts";

export interface Intent {
  readonly description: string;
  readonly category?: string | undefined;
  /** Milliseconds since the epoch; left out, days told from today are no values. */
  readonly now?: number;
  /** How many candidates are shown. */
  readonly limit: number;
  /** When nobody waits for it any more. */
  readonly signal?: AbortSignal;
  /** Whose it is, for turns that callers take. */
  readonly caller?: string;
}

/** `services` are those that the words name, whether the catalogue has them or not. */
export type Composition = { readonly services: readonly string[] } & (
  | { readonly ok: true; readonly draft: ToolDraft }
  | { readonly ok: false; readonly candidates: readonly Entry[]; readonly absent: readonly string[] }
);

const LOOKED_AT = 40;
/** Of a service that was named more are: its name is what most of them are found by. */
const LOOKED_AT_OF_NAMED = 100;
const PER_API = 8;
/** So many are read and filled in: 14 refuse four fewer of 307 wishes that nothing fulfils, as fewer contest the best, and take a quarter less time. */
const TRIED = 20;
/** Each takes a wish of very many values a while. */
const TRIED_OF_MUCH = 8;
/** The second is close where it is half as likely as the first. */
const CLOSE = Math.LN2;
const MAX_NEAR = 3;
/** As sure, at least, a service that nobody named is asked rather than any. */
const SURE_OF_IMPLIED = 0.3;

export async function compose(catalog: Catalog, find: FindOperation, intent: Intent): Promise<Composition> {
  const written = await composeRequest(catalog, find, intent);
  // Nothing else is called instead of what was written out.
  if (written !== undefined && "near" in written)
    return { ok: false, services: [], candidates: written.near, absent: [] };
  if (written !== undefined) return { ok: true, services: [written.callee.entry.provider], draft: written };
  const implied = await impliedIn(catalog, intent.description);
  if (implied !== undefined) {
    const named = await composeWish(catalog, find, { ...intent, description: `${implied}: ${intent.description}` });
    if (named.ok && named.draft.confidence >= SURE_OF_IMPLIED) return named;
  }
  return composeWish(catalog, find, intent);
}

/** The service whose things a wish speaks of that names none, or Amazon alone, which has many. */
async function impliedIn(catalog: Catalog, wish: string): Promise<string | undefined> {
  const [implied, ofAmazon] = [serviceImplied(wish), serviceOfAmazon(wish)];
  if (implied === undefined && ofAmazon === undefined) return undefined;
  const { known, absent } = await brandsIn(catalog, inPlainWords(wish));
  if (known.length + absent.length === 0) return implied;
  return [...known, ...absent].every(isAmazon) ? ofAmazon : undefined;
}

async function composeWish(catalog: Catalog, find: FindOperation, intent: Intent): Promise<Composition> {
  const { limit } = intent;
  const { brands, hits, ranked: all } = await rankedFor(catalog, find, intent);
  const ranked = atNamed(all);
  const services = [...brands.known, ...brands.absent];
  const refused = { ok: false, services, candidates: entriesOf(hits, limit), absent: brands.absent } as const;
  const [best, ...others] = ranked;
  if (best === undefined) return refused;
  const { match, worth } = best;
  const { effect } = match.said;
  if (deletesNothingSaid(match.said)) return refused;
  const asksToDo = effect !== "read" && effect !== "compute";
  if (asksToDo && brands.known.length === 0 && isOfOwnThing(intent.description)) return refused;
  // Where another service does it better, the named one may not do it at all.
  const judged = [best, ...all.filter((one) => one !== best)] as const;
  const likelihood = likelihoodOf(judged);
  // Nothing is deleted on a guess.
  const mayBe = effect === "delete" ? likelihood >= LIKELY : mayBeOffered(likelihood, fulfilmentOf(judged));
  if (!mayBe || isTooUnsure(judged)) return refused;
  const nearMisses = others.filter((one) => one.worth >= worth - CLOSE).map((one) => one.match.entry);
  return {
    ok: true,
    services,
    draft: {
      callee: { entry: match.entry, operation: match.operation },
      constants: match.constants,
      likelihood,
      confidence: confidenceOf(judged),
      needs: needsOf(match, match.asked, match.unsaidChange),
      nearMisses: nearMisses.slice(0, MAX_NEAR),
      candidates: entriesOf(hits, limit),
    },
  };
}

/** Where a service was named, nothing is done at another. */
function atNamed(ranked: readonly WeighedMatch[]): readonly WeighedMatch[] {
  return ranked.filter(({ match }) => {
    const { effect } = match.said;
    return effect === "read" || effect === "compute" || effect === "none" || match.brands.has(match.entry);
  });
}

/** The operations that may be meant, the likeliest first of `tried`; none where the words name a service the catalogue lacks. */
export async function rankedFor(
  catalog: Catalog,
  find: FindOperation,
  { description: wish, category, limit, now, signal, caller }: Intent,
  tried = TRIED,
): Promise<{ readonly brands: NamedBrands; readonly hits: readonly Hit[]; readonly ranked: readonly WeighedMatch[] }> {
  await ownTurn(caller); // Many may ask at once.
  const asWritten = inPlainWords(wish);
  const named = await brandsIn(catalog, asWritten);
  const written = parseWish(asWritten, named.isBrand, now);
  const isNamed = named.known.length > 0;
  const query = {
    limit: Math.max(isNamed ? LOOKED_AT_OF_NAMED : LOOKED_AT, limit),
    perApi: isNamed ? 0 : PER_API,
    byCoverage: false,
    ...(category !== undefined && { category }),
  };
  const first = await catalog.search({ text: written.plain === "" ? asWritten : written.plain, ...query });
  const typos = await typosIn(catalog, written, first.entriesSaying);
  const description = respeltText(written, typos);
  // "githb" is no service that is missing.
  const brands = typos.size === 0 ? named : await brandsIn(catalog, respelt(description, typos));
  const read = description === asWritten ? written : parseWish(description, brands.isBrand, now);
  const said = { ...read, plain: respelt(read.plain, typos) };
  const text = said.plain === "" ? description : said.plain;
  const [bare, whole, hinted, { entries }] = await Promise.all([
    typos.size === 0 ? first : catalog.search({ text, ...query }),
    catalog.search({ text: description, ...query }),
    catalog.search({ text: `${text} ${hintsOf(said)}`, ...query }),
    catalog.totals(),
  ]);
  const hits = bare.hits.length > 0 ? bare.hits : whole.hits;
  const asking = askingStems(said.text, said.values);
  const weights = termWeights(
    bare.entriesSaying,
    entries,
    (stem) => asking?.has(stem) !== false,
    foreignFunctionStems(description).union(introducingStems(description)),
  );
  if (weights.size === 0 || contentStems(text).length === 0) return { brands, hits, ranked: [] };
  const isForbidden = forbiddenBy(said);
  const isElsewhere = elsewhereFor(said, brands);
  const makesWhole = wholeMadeFor(said);
  const candidates = bestOf(bare.hits, whole.hits, hinted.hits)
    .map((hit) => ({ ...hit, said, brands, coverage: queryCoverage(hit.entry, weights) }))
    .filter(
      (one) =>
        isAllowed(one) &&
        !isOfOtherThings(one) &&
        !isOfContainer(one) &&
        !changesInstead(one) &&
        !makesAnew(one) &&
        !makesAnother(one) &&
        !makesWhole(one.entry) &&
        !keepsInstead(one) &&
        !onlyShows(one) &&
        !isOfGivenOne(one) &&
        !isForbidden(one.entry) &&
        !isElsewhere(one.entry) &&
        brands.mayServe(one.entry) &&
        namesNobodyElse(one, brands),
    );
  return {
    brands,
    hits,
    ranked: await matchesOf(
      ofSaidThings(candidates),
      saysMuch(said) ? Math.min(tried, TRIED_OF_MUCH) : tried,
      (slug) => find(catalog, slug),
      { signal, caller },
    ),
  };
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

/**
 * A service that the catalogue lacks is no other's to serve, unless the API itself is named after it. What only may be one
 * is a place or a thing where the entry speaks of it: "at Mauna Loa".
 */
function namesNobodyElse({ coverage }: Candidate, { absent, isSurely }: NamedBrands): boolean {
  return absent.every((name) => coverage.isOf(name) || (!isSurely(name) && wordsOf(name).every(coverage.speaks)));
}

/** Reading how an operation is called costs the most: only those whose entries alone speak for them are read. */
async function matchesOf(
  candidates: readonly Candidate[],
  tried: number,
  find: (slug: string) => Promise<Callee | undefined>,
  { signal, caller }: { readonly signal: AbortSignal | undefined; readonly caller: string | undefined },
): Promise<readonly WeighedMatch[]> {
  const rated = candidates
    .map((one) => ({ one, most: worthOf(OF_ENTRY, WEIGHTS, one) }))
    .sort((a, b) => b.most - a.most)
    .slice(0, tried);
  const ranked: WeighedMatch[] = [];
  for (const { one, most } of rated) {
    signal?.throwIfAborted();
    const callee = await find(one.entry.slug);
    if (callee === undefined) continue;
    const match = await bestMatch(callee, one, caller);
    if (isUnsafe(match) || doesOtherDeed(match) || replacesInstead(match)) continue;
    ranked.push({ match, worth: most + worthOf(OF_CALL, WEIGHTS, match) });
  }
  return withAnswerFirst(withDeedTaken(withPartFirst(withVerbSaid(ranked.sort((a, b) => b.worth - a.worth)))));
}

function isUnsafe(of: CandidateMatch): boolean {
  const { isTooEarly, isOfExcepted, isOfNobody, isOfMore, isOfUntold, isToOther, isOfUnsaidPart } = of;
  const isOther = isOfMore || isOfUntold || isToOther || isOfUnsaidPart || of.takesOtherwise;
  return isTooEarly || isOfExcepted || isOfNobody || isOther;
}

/** Who has something removed wants nothing replaced by what nobody said. */
function replacesInstead({ said, unsaidChange }: CandidateMatch): boolean {
  return said.effect === "delete" && unsaidChange !== undefined;
}

function entriesOf(hits: readonly Hit[], limit: number): Entry[] {
  return hits.slice(0, limit).map(({ entry }) => entry);
}
