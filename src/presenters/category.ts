/** Categories of the catalogue as the wire format shows them. */
import type { JsonObject } from "../text/foreign.ts";
import type { CategoryDetail, CategorySummary } from "../runtime/catalog.ts";
import { entryJson } from "../runtime/entries/entry-json.ts";
import type { Words } from "./words.ts";

export function categoryJson(category: CategorySummary, words: Words): JsonObject {
  return {
    slug: category.slug,
    name: category.name,
    description: category.description,
    api_count: category.entryCount,
    featured_count: category.featuredCount,
    avg_quality_score: category.averageQuality,
    trust_indicator: category.trust,
    [`${words.agent}_copy`]: agentCopy(category, words),
  };
}

export function categoryDetailJson(category: CategoryDetail, words: Words, hubUrl: string): JsonObject {
  return {
    ...categoryJson(category, words),
    top_providers: category.topProviders.map(({ provider, entryCount }) => ({ provider, api_count: entryCount })),
    featured: category.featured.map((entry) => entryJson(entry, hubUrl)),
    sample: category.sample.map((entry) => entryJson(entry, hubUrl)),
    recommended_next_action: `GET /api/v1/agent/search/?category=${category.slug}&q=… with your X-API-Key finds the operation that does it.`,
  };
}

/** What a person can hand to an agent so that it knows how to use a category. */
function agentCopy({ slug, name, entryCount }: CategorySummary, words: Words): JsonObject {
  const skill = `${words.skillPrefix}-${slug}`;
  return {
    [`${words.agent}_skill`]: {
      name: skill,
      description: `Access to ${entryCount} ${name} operations through the hub's proxy, with balance tracking in the response headers.`,
      version: "1.0",
      endpoints: {
        search: `/api/v1/agent/search/?q=${slug}`,
        proxy_call: `/api/v1/agent/proxy/${slug}/call/`,
        register: "/api/v1/x402/register/",
      },
      recommended_next_action: "POST /api/v1/x402/register/ for a key, then send it as X-API-Key on every call.",
    },
    copy_paste_note: `Use the skill "${skill}": register at /api/v1/x402/register/, search with q=${slug}, and call what you find through /api/v1/agent/proxy/${slug}/call/ with your X-API-Key.`,
  };
}
