/** What Wikipedia and Wikidata know of a name: the one it means, or all it may mean, the likeliest first. */
import { type ActorContext, type Static, Type } from "../runtime/actor.ts";
import { HubError } from "../runtime/errors.ts";
import { EntityFacts, factsOf, namedIn } from "./entity-facts.ts";
import { EntityKind, kindsOf } from "./entity-kind.ts";
import { Coordinates, coordinatesOf } from "./entity-place.ts";
import { type Claims, claimsOf, labelsOf, WIKIDATA_HOST } from "./wikidata.ts";
import { type TitleMatches, searchPages, type PageSummary, summaryOf, WIKIPEDIA_HOSTS } from "./wikipedia.ts";
import { foldLetters } from "../text/fold-letters.ts";

/** Of a query that may mean several things, how many are told. */
const MAX_CANDIDATES = 5;

const Text = Type.Union([Type.String(), Type.Null()]);

export const EntityFields = {
  title: Type.String(),
  kind: EntityKind,
  description: Text,
  extract: Text,
  url: Text,
  image: Text,
  coordinates: Type.Union([Coordinates, Type.Null()]),
  wikidata_id: Text,
  facts: EntityFacts,
  language: Type.String({ description: "Of the edition that knows it." }),
  as_of: Type.Union([Type.String(), Type.Null()], { description: "When the page was last edited." }),
};
const Fields = Type.Object(EntityFields);
export type Entity = Static<typeof Fields>;

/** Every host that is asked. */
export const ENTITY_HOSTS = [...WIKIPEDIA_HOSTS, WIKIDATA_HOST];

export interface EntityLookup {
  /** None when nothing is known of the name. */
  readonly entities: readonly Entity[];
  readonly warnings: readonly string[];
}

export async function entitiesNamed(query: string, context: ActorContext): Promise<EntityLookup> {
  const words = oneSpaced(query);
  const found = await searchPages(words, context);
  const { pages, isAmbiguous, isPartial } = await pagesFor(words, found, context);
  if (pages.length === 0) return { entities: [], warnings: [] };
  const { items, warnings } = await withFacts(pages, found.language, context);
  const several = isAmbiguous ? ["The name means several things; they are told the likeliest first."] : [];
  const missing = isPartial ? ["Not every meaning could be read: some are missing."] : [];
  return { entities: items, warnings: [...several, ...missing, ...warnings] };
}

/** A name as it is looked up. */
export function oneSpaced(query: string): string {
  return query.replace(/\s+/g, " ").trim();
}

/** The page of that name, else the best found; where that is a list of meanings, the pages it could mean. */
async function pagesFor(
  query: string,
  { titles, language }: TitleMatches,
  context: ActorContext,
): Promise<{ pages: PageSummary[]; isAmbiguous: boolean; isPartial: boolean }> {
  const exact = titles.find((title) => folded(title) === folded(query));
  const ordered = [...new Set([...(exact === undefined ? [] : [exact]), ...titles])];
  for (const [index, title] of ordered.entries()) {
    const head = await summaryOf(title, language, context);
    if (head === undefined) continue;
    if (head.type !== "disambiguation") return { pages: [head], isAmbiguous: false, isPartial: false };
    const rest = ordered.slice(index + 1, index + 2 + MAX_CANDIDATES);
    let isPartial = false;
    const leaveOut = (error: unknown): undefined => {
      if (isMore(error, context)) throw error;
      isPartial = true;
    };
    const summaries = await Promise.all(rest.map((other) => summaryOf(other, language, context).catch(leaveOut)));
    const meanings = summaries.filter((summary) => summary !== undefined && summary.type !== "disambiguation");
    const unique = [...new Map(meanings.map((summary) => [summary?.title, summary])).values()];
    const pages = unique.filter((summary) => summary !== undefined).slice(0, MAX_CANDIDATES);
    return { pages: pages.length > 0 ? pages : [head], isAmbiguous: true, isPartial };
  }
  return { pages: [], isAmbiguous: false, isPartial: false };
}

/** Whether it is more than an answer that cannot be had: our own fault, a pause that is asked for, or the end of the run. */
function isMore(error: unknown, { signal }: ActorContext): boolean {
  return !(error instanceof HubError) || error.details.retryAfterMs !== undefined || signal.aborted;
}

/** Without Wikidata a page is still worth telling; only a service that asks for a pause is left its pause. */
async function withFacts(
  pages: readonly PageSummary[],
  language: string,
  context: ActorContext,
): Promise<{ items: Entity[]; warnings: string[] }> {
  const ids = pages.flatMap(({ wikibase_item: id }) => (id !== undefined && /^Q\d+$/.test(id) ? [id] : []));
  try {
    const claims = ids.length === 0 ? new Map<string, Claims>() : await claimsOf(ids, context);
    const named = [...claims.values()].flatMap(namedIn);
    const [kinds, labels] = await Promise.all([kindsOf(claims, context), labelsOf(named, language, context)]);
    return { items: pages.map((page) => toEntity(page, language, claims, kinds, labels)), warnings: [] };
  } catch (error) {
    if (isMore(error, context)) throw error;
    context.log.warn(`Wikidata could not be asked: ${error}`);
    const items = pages.map((page) => toEntity(page, language, new Map(), new Map(), new Map()));
    return { items, warnings: ["Wikidata could not be asked: kinds and facts are missing."] };
  }
}

function toEntity(
  page: PageSummary,
  language: string,
  claims: ReadonlyMap<string, Claims>,
  kinds: ReadonlyMap<string, Static<typeof EntityKind>>,
  labels: ReadonlyMap<string, string>,
): Entity {
  const id = page.wikibase_item ?? null;
  const own = claims.get(id ?? "");
  return {
    title: page.title,
    kind: kinds.get(id ?? "") ?? "other",
    description: page.description || null,
    extract: page.extract || null,
    url: page.content_urls?.desktop.page ?? null,
    image: page.originalimage?.source ?? page.thumbnail?.source ?? null,
    coordinates: coordinatesOf(page, own),
    wikidata_id: id,
    facts: factsOf(own, labels),
    language: page.lang ?? language,
    as_of: page.timestamp ?? null,
  };
}

function folded(text: string): string {
  return foldLetters(text).replace(/\p{P}/gu, "").replace(/\s+/g, " ").trim();
}
