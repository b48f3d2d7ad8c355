/** An entry as it is stored, and as it is given out. */
import type { Access } from "../runtime/access.ts";
import { AUTHS, type Entry, type EntryVersion } from "../runtime/catalog.ts";
import { categoryAt } from "./categories.ts";

export interface EntryColumns {
  readonly id: number;
  readonly slug: string;
  readonly document: number;
  readonly category: number;
  readonly name: string;
  readonly description: string;
  readonly method: string;
  readonly path: string;
  readonly base_url: string;
  readonly auth: number;
  /** What the description says a call must bring, see `access-code.ts`. */
  readonly access: number;
  readonly docs_url: string | null;
  readonly description_chars: number;
  readonly parameters: number;
  readonly parameters_described: number;
  readonly has_response_schema: number;
  readonly deprecated: number;
  readonly age_days: number | null;
  readonly quality: number;
  readonly featured: number;
  /** 0 where the description has no date of its own. */
  readonly updated_at: number;
  readonly versions: string | null;
  readonly vanished_at: number | null;
}

/** What an entry has of its description. */
export interface DocumentColumns {
  readonly provider: string;
  readonly api: string;
  readonly title: string;
  readonly version: string;
}

export interface EntryRow extends EntryColumns, DocumentColumns {}

export const ENTRY_COLUMNS = `
         e.id, e.slug, e.document, e.category, e.name, e.description, e.method, e.path, e.base_url, e.auth, e.access, e.docs_url,
         e.description_chars, e.parameters, e.parameters_described, e.has_response_schema, e.deprecated, e.age_days,
         e.quality, e.featured, e.updated_at, e.versions, e.vanished_at`;

export const SELECT_ENTRY = `
  SELECT ${ENTRY_COLUMNS}, d.provider, d.api, d.title, d.version FROM entries e JOIN documents d ON d.id = e.document`;

export function toEntry(row: EntryColumns, document: DocumentColumns, access: Access): Entry {
  return {
    slug: row.slug,
    name: row.name,
    description: row.description,
    category: categoryAt(row.category).slug,
    provider: document.provider,
    api: document.api,
    apiTitle: document.title,
    method: row.method,
    path: row.path,
    baseUrl: row.base_url,
    auth: AUTHS[row.auth] ?? "unknown",
    access,
    featured: row.featured === 1,
    quality: {
      score: row.quality,
      evidence: {
        descriptionChars: row.description_chars,
        parameters: row.parameters,
        parametersDescribed: row.parameters_described,
        hasResponseSchema: row.has_response_schema === 1,
        https: row.base_url.startsWith("https:"),
        statesAuth: AUTHS[row.auth] !== "unknown",
        deprecated: row.deprecated === 1,
        ageDays: row.age_days,
      },
    },
    deprecated: row.deprecated === 1,
    updatedAt: row.updated_at === 0 ? null : new Date(row.updated_at).toISOString(),
    docsUrl: row.docs_url,
    versions: row.versions === null ? [] : storedVersions(row.versions),
    vanishedAt: row.vanished_at === null ? null : new Date(row.vanished_at).toISOString(),
  };
}

/** The catalogue wrote it itself, in this shape. */
function storedVersions(text: string): EntryVersion[] {
  return JSON.parse(text) as EntryVersion[];
}
