/** Wikidata: items with their statements, and the labels of what they point to (action API `wbgetentities`). */
import { Value } from "@sinclair/typebox/value";
import { type ActorContext, type Static, Type } from "../runtime/actor.ts";
import { HubError } from "../runtime/errors.ts";
import { askMediaWiki } from "./wikipedia.ts";

export const WIKIDATA_HOST = "www.wikidata.org";
const ORIGIN = `https://${WIKIDATA_HOST}`;
/** Of one request, as the service allows. */
const MAX_IDS = 50;
/** Classes and labels change slowly. */
const DAY_SECONDS = 86_400;

/** A value, or that there is none, or that nobody knows it. */
const Snak = Type.Object({
  snaktype: Type.String(),
  datavalue: Type.Optional(Type.Object({ type: Type.String(), value: Type.Unknown() })),
});
const Statement = Type.Object({
  rank: Type.String(),
  mainsnak: Snak,
  qualifiers: Type.Optional(Type.Record(Type.String(), Type.Array(Snak))),
});
const Label = Type.Object({ value: Type.String() });
/** PHP writes an empty map as a list. */
const mapOf = <S extends typeof Label | ReturnType<typeof Type.Array<typeof Statement>>>(value: S) =>
  Type.Union([Type.Record(Type.String(), value), Type.Array(Type.Unknown(), { maxItems: 0 })]);
const Entity = Type.Object({
  claims: Type.Optional(mapOf(Type.Array(Statement))),
  labels: Type.Optional(mapOf(Label)),
});
const Entities = Type.Object({ entities: Type.Record(Type.String(), Entity) });

export type Snak = Static<typeof Snak>;
export type Statement = Static<typeof Statement>;

/** The statements of one item, by property. */
export interface Claims {
  /** Those of the best rank; never the deprecated ones (they are kept as known errors). */
  best(property: string): readonly Statement[];
}

/** Items with their statements, by id; what does not exist is missing. */
export async function claimsOf(
  ids: readonly string[],
  context: ActorContext,
  keepSeconds?: number,
): Promise<ReadonlyMap<string, Claims>> {
  const found = new Map<string, Claims>();
  for (const batch of batches(ids)) {
    for (const [id, { claims }] of await entitiesOf(batch, context, keepSeconds)) {
      if (claims !== undefined && !Array.isArray(claims))
        found.set(id, { best: (property) => bestOf(claims[property]) });
    }
  }
  return found;
}

/** As `claimsOf`, of classes, which change slowly. */
export function classClaims(ids: readonly string[], context: ActorContext): Promise<ReadonlyMap<string, Claims>> {
  return claimsOf(ids, context, DAY_SECONDS);
}

/** What items are called in a language, else in English, else in whatever they are called in. */
export async function labelsOf(
  ids: readonly string[],
  language: string,
  context: ActorContext,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const languages = [...new Set([language, "en", "mul"])];
  for (const batch of batches(ids)) {
    const parameters = {
      action: "wbgetentities",
      ids: batch.join("|"),
      props: "labels",
      languages: languages.join("|"),
      languagefallback: "1",
    };
    const { entities } = await askMediaWiki(ORIGIN, parameters, Entities, context, DAY_SECONDS);
    for (const [id, { labels }] of Object.entries(entities)) {
      if (labels === undefined || Array.isArray(labels)) continue;
      const label = languages.map((code) => labels[code]?.value).find((text) => text !== undefined);
      if (label !== undefined) found.set(id, label);
    }
  }
  return found;
}

/** Some items say more than an answer may hold: then by halves. A merged item answers under its new id. */
async function entitiesOf(
  ids: readonly string[],
  context: ActorContext,
  keepSeconds?: number,
): Promise<[string, Static<typeof Entity>][]> {
  try {
    const parameters = { action: "wbgetentities", ids: ids.join("|"), props: "claims" };
    const { entities } = await askMediaWiki(ORIGIN, parameters, Entities, context, keepSeconds);
    const found = Object.entries(entities);
    const [only] = found;
    return ids.length === 1 && only !== undefined ? [[ids[0] ?? only[0], only[1]]] : found;
  } catch (error) {
    if (!(error instanceof HubError) || error.code !== "upstream_too_large" || ids.length === 1) throw error;
    const half = Math.ceil(ids.length / 2);
    const halves = [ids.slice(0, half), ids.slice(half)].map((part) => entitiesOf(part, context, keepSeconds));
    return (await Promise.all(halves)).flat();
  }
}

const Pointer = Type.Object({
  "entity-type": Type.Optional(Type.String()),
  id: Type.Optional(Type.String()),
  "numeric-id": Type.Optional(Type.Integer()),
});

/** The item a statement or a qualifier points to. Old statements tell its number only. */
export function itemIn(snak: Snak | undefined): string | undefined {
  const value = snak?.snaktype === "value" ? snak.datavalue?.value : undefined;
  if (!Value.Check(Pointer, value) || value["entity-type"] === "property") return undefined;
  const id = value.id ?? `Q${value["numeric-id"]}`;
  return /^Q\d{1,12}$/.test(id) ? id : undefined;
}

/** "http://www.wikidata.org/entity/Q712226" is Q712226. */
export function itemOfAddress(address: string): string | undefined {
  return /\/entity\/(Q\d{1,12})$/.exec(address)?.[1];
}

function bestOf(statements: readonly Statement[] = []): readonly Statement[] {
  const preferred = statements.filter(({ rank }) => rank === "preferred");
  return preferred.length > 0 ? preferred : statements.filter(({ rank }) => rank === "normal");
}

function batches(ids: readonly string[]): string[][] {
  const unique = [...new Set(ids)];
  return Array.from({ length: Math.ceil(unique.length / MAX_IDS) }, (_, at) =>
    unique.slice(at * MAX_IDS, (at + 1) * MAX_IDS),
  );
}
