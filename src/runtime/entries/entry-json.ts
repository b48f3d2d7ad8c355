/**
 * A catalogue entry as the wire format shows it: the routes' answers and actors' items name its fields alike.
 * Shaped by speed: `bun run bench all`. What only some entries have is added last: spreading it in takes as long as
 * writing all the rest.
 */
import type { Entry, EntryVersion, Hit } from "../catalog.ts";

interface Rare {
  health?: NonNullable<Entry["health"]>;
  vanished_at?: NonNullable<Entry["vanishedAt"]>;
}

/** `hubUrl` stands before the entry's own addresses; empty, they are relative to the hub. */
export function entryJson(entry: Entry, hubUrl: string) {
  const { evidence, score } = entry.quality;
  const common = {
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
    access: entry.access,
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
    versions: entry.versions.map(versionJson),
  };
  const json: typeof common & Rare = common;
  if (entry.health !== undefined) json.health = entry.health;
  if (entry.vanishedAt !== null) json.vanished_at = entry.vanishedAt;
  return json;
}

export function versionJson({ api, version, baseUrl, path }: EntryVersion) {
  return { api, version, base_url: baseUrl, path };
}

export function hitJson({ entry, score, why }: Hit, hubUrl: string) {
  return { ...entryJson(entry, hubUrl), score, ...(why && { why }) };
}
