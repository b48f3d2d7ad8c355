/** Companies, people, places and what else has a page: what Wikipedia says of them, with facts from Wikidata. */
import { defineActor, Genius, Type, withGenius } from "../../src/runtime/actor.ts";
import { ENTITY_HOSTS, entitiesNamed, EntityFields, oneSpaced } from "../../src/wikimedia/entity.ts";
import { intents } from "./intents.ts";

const Entity = Type.Object({ ...EntityFields, _genius: Genius });

export default defineActor({
  slug: "intel-entity",
  name: "Entity Facts",
  description:
    "What Wikipedia says of a company, a person, a place, a product or an event, with dated and measured facts from " +
    "Wikidata. A query that may mean several things gets them all, the likeliest first.",
  category: "intel",
  version: "2.0.0",
  tags: ["encyclopedia", "wikipedia", "wikidata", "companies", "people", "places"],
  input: Type.Object({
    query: Type.String({
      minLength: 1,
      maxLength: 300,
      pattern: String.raw`\S`,
      description: `A name, for example "Ripple Labs", "Ada Lovelace" or "Mount Fuji".`,
    }),
  }),
  output: Entity,
  intents,
  examples: [
    { title: "A person", input: { query: "Ada Lovelace" } },
    { title: "A name of several things", input: { query: "Mercury" } },
  ],
  cacheTtlSeconds: 86_400,
  qualityScore: 0.86,
  computeUnits: 0.03,
  usesLlm: false,
  price: { tier: "standard" },
  hosts: ENTITY_HOSTS,
  timeoutMs: 25_000,
  nextActors: ["news-rss", "web-extract", "intel-brief"],

  canonical: ({ query }) => oneSpaced(query),

  async run({ query }, context) {
    const { entities, warnings } = await entitiesNamed(query, context);
    if (entities.length === 0)
      return { items: [], warnings: ["Wikipedia knows nothing of that name."], nextActors: ["web-extract"] };
    return { items: withGenius(entities, "wikipedia.org, wikidata.org", context.now()), warnings };
  },
});
