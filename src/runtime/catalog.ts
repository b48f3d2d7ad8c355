/** The catalogue as the rest of the hub sees it. Implemented on SQLite here; another store passes the same tests. */
import type { Access, AccessPlan } from "./access.ts";
import type { Health } from "./health.ts";
import type { Awaitable } from "./world.ts";

/** What a call must bring, as far as the description says; "unknown" where it says nothing. */
export const AUTHS = ["none", "api_key", "basic", "bearer", "oauth2", "other", "unknown"] as const;
export type Auth = (typeof AUTHS)[number];

/** One callable operation of one API. */
export interface Entry {
  /** Url-safe, unique, stable between imports, at most 100 characters, never a category's slug. */
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** Slug of one of the thirty categories. */
  readonly category: string;
  /** Registrable domain, for example "googleapis.com". */
  readonly provider: string;
  /** The provider, or one of its services, for example "googleapis.com/drive". */
  readonly api: string;
  readonly apiTitle: string;
  /** Upper case. */
  readonly method: string;
  /** Path template, for example "/files/{fileId}". */
  readonly path: string;
  /** Absolute, public, without a trailing slash. */
  readonly baseUrl: string;
  readonly auth: Auth;
  /** What a call needs as far as the hub knows, of a caller who has connected nothing. */
  readonly access: Access;
  readonly featured: boolean;
  readonly quality: Quality;
  /** How its calls went; left out where nothing was seen, or nobody asked. */
  readonly health?: Health;
  readonly deprecated: boolean;
  /** ISO 8601: the date that the description itself states; `null` where it states none. */
  readonly updatedAt: string | null;
  readonly docsUrl: string | null;
  /** Other versions and editions of the same operation, folded into this entry. */
  readonly versions: readonly EntryVersion[];
  /** Set when the last import of its source no longer brought it; such an entry is found by its slug only. */
  readonly vanishedAt: string | null;
}

export interface EntryVersion {
  readonly api: string;
  readonly version: string;
  readonly baseUrl: string;
  readonly path: string;
}

export interface Quality {
  /** 0 to 1, computed from `evidence` alone. */
  readonly score: number;
  readonly evidence: QualityEvidence;
}

export interface QualityEvidence {
  /** Characters of summary and description together. */
  readonly descriptionChars: number;
  readonly parameters: number;
  readonly parametersDescribed: number;
  readonly hasResponseSchema: boolean;
  readonly https: boolean;
  readonly statesAuth: boolean;
  readonly deprecated: boolean;
  /** Age of the stated date at the import, in whole days; null where no date is stated. */
  readonly ageDays: number | null;
}

export interface CategorySummary {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly entryCount: number;
  readonly featuredCount: number;
  readonly averageQuality: number;
  readonly trust: "high" | "medium" | "low";
}

export interface CategoryDetail extends CategorySummary {
  readonly topProviders: readonly { readonly provider: string; readonly entryCount: number }[];
  readonly featured: readonly Entry[];
  readonly sample: readonly Entry[];
}

/** What a provider offers, and where it is filed. */
export interface ProviderSummary {
  readonly provider: string;
  readonly entryCount: number;
  /** The most first. */
  readonly categories: readonly { readonly category: string; readonly entryCount: number }[];
}

export interface SearchQuery {
  /** The caller's own words. */
  readonly text: string;
  /** A slug. Left out, a text that is itself a category's slug means all of that category. */
  readonly category?: string;
  /** Only entries that a call must bring one of these for; left out, any. */
  readonly auths?: readonly Auth[];
  /** Only entries of one of these, upper case; left out, any. */
  readonly methods?: readonly string[];
  /** 1 to 100; left out, 20. */
  readonly limit?: number;
  readonly offset?: number;
  /**
   * At most so many results of one API; 0 is no cap; left out, 3 for a brief question that names no API, and else none.
   */
  readonly perApi?: number;
  /** Whether results say why they matched. */
  readonly explain?: boolean;
  /** Whether entries may be found by meaning too, where the operator has embeddings: for calls past quota or payment. */
  readonly byMeaning?: boolean;
  /** False leaves the best in the order of their words alone, for who weighs how much of the text each answers. */
  readonly byCoverage?: boolean;
}

export interface SearchResult {
  /** How many entries match, before the cap per API. */
  readonly total: number;
  readonly hits: readonly Hit[];
  /** How many entries say each word of the query, filler words left out, by its stem; 0 for a word that none says. */
  readonly entriesSaying: ReadonlyMap<string, number>;
  /** Set where the text was the slug of this category, whose entries then are all found, the most prominent first. */
  readonly category?: string;
  /**
   * Words of the text that are written as names and that no provider and no service in the catalogue bears: whose API
   * they name, if they do, is not here. They may as well be names of places or people, which only the caller can tell.
   */
  readonly unknownNames: readonly string[];
  /** So many results of one API stand in it at most; 0 is no cap. */
  readonly perApi: number;
  /** Set where the order comes from words and meaning together, and not from words alone. */
  readonly isByMeaning?: true;
  /** What was searched for instead, when a word of the query is known in another spelling only. */
  readonly correctedTo?: string;
}

export interface Hit {
  readonly entry: Entry;
  /** Higher is better; comparable within one result only. */
  readonly score: number;
  readonly why?: readonly string[];
}

export interface FeedPage {
  readonly entries: readonly Entry[];
  readonly total: number;
}

export interface Totals {
  readonly providers: number;
  readonly apis: number;
  readonly entries: number;
  readonly vanished: number;
  /** Entries of hand-made lists: known by name, without an operation to call. */
  readonly listings: number;
  /** Operations folded into another entry, by reason. */
  readonly folded: Readonly<Record<string, number>>;
  /** Operations and documents left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** ISO 8601. */
  readonly builtAt: string;
}

/** What a category was chosen by. */
export interface Classification {
  readonly category: string;
  readonly confidence: number;
  readonly alternatives: readonly { readonly category: string; readonly confidence: number }[];
  readonly signals: readonly string[];
}

export interface Catalog {
  totals(): Awaitable<Totals>;
  /** The thirty, the largest first. */
  categories(): Awaitable<readonly CategorySummary[]>;
  category(slug: string): Awaitable<CategoryDetail | undefined>;
  entry(slug: string): Awaitable<Entry | undefined>;
  /** By its exact domain, in lower case, as entries name it. */
  provider(domain: string): Awaitable<ProviderSummary | undefined>;
  /** @throws {HubError} `invalid_input` for an empty text, an unknown category or numbers out of range. */
  search(query: SearchQuery): Awaitable<SearchResult>;
  feed(options: { featured: boolean; limit: number; offset: number }): Awaitable<FeedPage>;
  /** Uniform over the living entries; `undefined` only from an empty catalogue. */
  random(): Awaitable<Entry | undefined>;
  /** A self-contained OpenAPI 3.1 document with this one operation. */
  spec(slug: string): Awaitable<Readonly<Record<string, unknown>> | undefined>;
  /** How the operation is reached: what a call must bring, where it goes and who gives it. */
  access(slug: string): Awaitable<AccessPlan | undefined>;
  /** Judges any text by what the catalogue taught. */
  classify(text: string): Awaitable<Classification>;
  close(): void;
}

/** What an actor is lent of it. */
export type ActorCatalog = Omit<Catalog, "close">;
