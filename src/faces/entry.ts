/** Catalogue entries and categories as the wire format shows them. */
import type { CategoryDetail, CategorySummary, Entry, Hit } from "../runtime/catalog.ts";
import type { Words } from "./words.ts";

type Json = Readonly<Record<string, unknown>>;

export function entryJson(entry: Entry, hubUrl: string): Json {
  const { evidence, score } = entry.quality;
  return {
    slug: entry.slug,
    name: entry.name,
    description: entry.description,
    category: entry.category,
    provider: entry.provider,
    api: entry.api,
    api_title: entry.apiTitle,
    method: entry.method,
    path: entry.path,
    base_url: entry.baseUrl,
    auth: entry.auth,
    featured: entry.featured,
    quality_score: score,
    quality_evidence: {
      description_chars: evidence.descriptionChars,
      parameters: evidence.parameters,
      parameters_described: evidence.parametersDescribed,
      has_response_schema: evidence.hasResponseSchema,
      https: evidence.https,
      states_auth: evidence.statesAuth,
      deprecated: evidence.deprecated,
      age_days: evidence.ageDays,
    },
    deprecated: entry.deprecated,
    updated_at: entry.updatedAt,
    docs_url: entry.docsUrl,
    spec_url: `${hubUrl}/api/v1/agent/tool/${entry.slug}/spec/`,
    proxy_url: `${hubUrl}/api/v1/agent/proxy/${entry.slug}/call/`,
    versions: entry.versions.map(({ api, version, baseUrl, path }) => ({ api, version, base_url: baseUrl, path })),
    ...(entry.vanishedAt !== null && { vanished_at: entry.vanishedAt }),
  };
}

export function hitJson({ entry, score, why }: Hit, hubUrl: string): Json {
  return { ...entryJson(entry, hubUrl), score, ...(why && { why }) };
}

export function categoryJson(category: CategorySummary, words: Words): Json {
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

export function categoryDetailJson(category: CategoryDetail, words: Words, hubUrl: string): Json {
  return {
    ...categoryJson(category, words),
    top_providers: category.topProviders.map(({ provider, entryCount }) => ({ provider, api_count: entryCount })),
    featured: category.featured.map((entry) => entryJson(entry, hubUrl)),
    sample: category.sample.map((entry) => entryJson(entry, hubUrl)),
    recommended_next_action: `GET /api/v1/agent/search/?category=${category.slug}&q=… with your X-API-Key finds the operation that does it.`,
  };
}

/** What a person can hand to an agent so that it knows how to use a category. */
function agentCopy({ slug, name, entryCount }: CategorySummary, words: Words): Json {
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
