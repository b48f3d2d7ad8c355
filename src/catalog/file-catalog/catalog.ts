/** The catalogue on one SQLite file, as of the moment it was opened. `serving.ts` keeps it current. */
import { LRUCache } from "lru-cache";
import { type AccessTable, createAccessTable } from "../../access/table.ts";
import { HubError, invalidInput, OperatorError } from "../../runtime/errors.ts";
import { CATEGORIES, categoryAt, categoryNumber } from "../categories.ts";
import { openBayes } from "../classify/bayes.ts";
import { classifyText } from "../classify/classify.ts";
import { type EntryRow, SELECT_ENTRY, toEntry } from "../entry-row.ts";
import { createEntryAccess, type ObservedAccess } from "./entry-access.ts";
import { createEntryReader } from "./entry-reader.ts";
import { createSpecs, type SpecSubject } from "./specs.ts";
import { facts } from "../search/facts.ts";
import type {
  Catalog,
  CategorySummary,
  Entry,
  FeedPage,
  ProviderSummary,
  SearchResult,
} from "../../runtime/catalog.ts";
import { trustOf } from "../quality.ts";
import { filterMasks } from "../search/filters.ts";
import { createSearch } from "../search/search.ts";
import { NO_USAGE, type UsageSource } from "../search/usage.ts";
import { createPartsReader } from "../spec/parts-reader.ts";
import { openSegments } from "../search/segments.ts";
import { type SqlValue, openFinished } from "../sqlite.ts";
import { SHAPE_VERSION } from "../tables.ts";
import { once } from "../../runtime/once.ts";

/**
 * The port, answering at once: a file in the page cache is nothing to wait for. Only a large specification is put together
 * in turns.
 */
export type FileCatalog = Pick<Catalog, "spec"> & {
  [Name in Exclude<keyof Catalog, "spec">]: (...given: Parameters<Catalog[Name]>) => Awaited<ReturnType<Catalog[Name]>>;
};

const TOP_PROVIDERS = 10;
const SHOWN_FEATURED = 10;
const SHOWN_SAMPLE = 10;
/** Each match asks for those of the services that its words may name, and the largest takes milliseconds to count. */
const MAX_PROVIDERS = 2_000;

/** @throws {Error} when there is no file, or it is no finished catalogue. `random` gives numbers from 0 to below 1. */
export function openCatalog(
  path: string,
  random: () => number,
  usage: UsageSource = NO_USAGE,
  table: AccessTable = createAccessTable(),
  observed?: ObservedAccess,
): FileCatalog {
  const database = openFinished(path);
  const shape = database.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version;
  if (shape !== SHAPE_VERSION) {
    database.close();
    throw new OperatorError(`Cannot serve the catalogue ${path}: another version of the hub built it; import it again`);
  }
  const known = facts(database);
  const bayes = openBayes(known.model());
  const totals = known.totals();
  const summaries = known.summaries();
  const parts = createPartsReader(database);
  const access = createEntryAccess(parts, table, observed);
  const entryOf = (row: EntryRow): Entry => toEntry(row, row, access.of(row));
  const segments = openSegments(known);
  const search = createSearch(database, known, segments, bayes, summaries, usage);
  const bySlug = database.query<EntryRow, [string]>(`${SELECT_ENTRY} WHERE e.slug = ?`);
  // In this order: by itself SQLite reads all living entries, which takes fifty milliseconds.
  const filedUnder = database.query<{ category: number; entryCount: number }, [string]>(
    `SELECT e.category AS category, count(*) AS entryCount FROM documents d CROSS JOIN entries e ON e.document = d.id
     WHERE d.provider = ? AND e.vanished_at IS NULL GROUP BY e.category ORDER BY entryCount DESC, e.category`,
  );
  const byRow = database.query<EntryRow, [number]>(`${SELECT_ENTRY} WHERE e.id = ?`);
  const entriesOf = createEntryReader(database, access.of);
  const specs = createSpecs(subjectOf, parts);
  const providers = new LRUCache<string, ProviderSummary>({ max: MAX_PROVIDERS });
  const inFeed = once(() => rowsOf("WHERE vanished_at IS NULL ORDER BY updated_at DESC, id"));
  const inFeaturedFeed = once(() => rowsOf("WHERE featured = 1 ORDER BY prominence DESC, category, slug"));

  return {
    totals: () => totals,
    categories: () => summaries.map(summaryOf).sort((a, b) => b.entryCount - a.entryCount),
    category(slug) {
      const number = categoryNumber(slug);
      const summary = summaries.find((one) => one.category === number);
      if (summary === undefined) return undefined;
      return {
        ...summaryOf(summary),
        topProviders: database
          .query<{ provider: string; entryCount: number }, SqlValue[]>(
            `SELECT d.provider AS provider, count(*) AS entryCount FROM entries e JOIN documents d ON d.id = e.document
             WHERE e.category = ? AND e.vanished_at IS NULL
             GROUP BY d.provider ORDER BY entryCount DESC, provider LIMIT ${TOP_PROVIDERS}`,
          )
          .all(summary.category),
        featured: entries(
          `WHERE e.featured = 1 AND e.category = ? ORDER BY e.prominence DESC, e.slug LIMIT ${SHOWN_FEATURED}`,
          summary.category,
        ),
        sample: sampleOf(summary.first, summary.entries),
      };
    },
    entry(slug) {
      const row = bySlug.get(slug);
      return row === null ? undefined : entryOf(row);
    },
    provider(domain) {
      const known = providers.get(domain);
      if (known !== undefined) return known;
      const categories = filedUnder
        .all(domain)
        .map(({ category, entryCount }) => ({ category: categoryAt(category).slug, entryCount }));
      if (categories.length === 0) return undefined;
      const entryCount = categories.reduce((sum, one) => sum + one.entryCount, 0);
      const summary = { provider: domain, entryCount, categories };
      providers.set(domain, summary);
      return summary;
    },
    search(query): SearchResult {
      const limit = query.limit ?? 20;
      const offset = query.offset ?? 0;
      const { perApi, byCoverage = true } = query;
      if (query.text.trim() === "") throw invalidInput("/q", "say what the operation shall do");
      if (!isWhole(limit, 1, 100)) throw invalidInput("/limit", "needs a whole number from 1 to 100");
      if (!isWhole(offset, 0, 1_000_000)) throw invalidInput("/offset", "needs a whole number from 0");
      if (perApi !== undefined && !isWhole(perApi, 0, 100))
        throw invalidInput("/per_api", "needs a whole number from 0 to 100");
      const category = numberOf(query.category);
      const found = search({ text: query.text, category, ...filterMasks(query), limit, offset, perApi, byCoverage });
      return {
        total: found.total,
        hits: entriesAt(found.hits).map((entry, at) => ({
          entry,
          score: found.hits[at]!.score,
          ...(query.explain === true && { why: found.explain(entry) }),
        })),
        entriesSaying: found.entriesSaying,
        unknownNames: found.unknownNames,
        perApi: found.perApi,
        ...(found.category !== undefined && { category: categoryAt(found.category).slug }),
        ...(found.correctedTo !== undefined && { correctedTo: found.correctedTo }),
      };
    },
    feed({ featured, limit, offset }): FeedPage {
      const rows = featured ? inFeaturedFeed() : inFeed();
      return { entries: entriesOf(Array.from(rows.subarray(offset, offset + limit))), total: rows.length };
    },
    random: () => (totals.entries === 0 ? undefined : entryAt(1 + Math.floor(random() * totals.entries))),
    spec: specs,
    access(slug) {
      const row = bySlug.get(slug);
      return row === null ? undefined : access.plan(row);
    },
    classify: (text) => classifyText(text, bayes),
    close: () => database.close(),
  };

  function subjectOf(slug: string): SpecSubject | undefined {
    const row = bySlug.get(slug);
    if (row === null) return undefined;
    const entry = entryOf(row);
    const isSigned = entry.access.methods.includes("aws_sigv4");
    return { ...entry, ...row, access: () => access.of(row), baseUrl: row.base_url, isSigned };
  }

  function entries(clause: string, ...values: SqlValue[]): Entry[] {
    return database
      .query<EntryRow, SqlValue[]>(`${SELECT_ENTRY} ${clause}`)
      .all(...values)
      .map(entryOf);
  }

  /** In one go, which costs a fifth of one by one. */
  function entriesAt(hits: readonly { readonly id: number }[]): Entry[] {
    return entriesOf(hits.map(({ id }) => segments.rowOf(id)));
  }

  /** All at once, so that the last page costs no more than the first. */
  function rowsOf(clause: string): Uint32Array {
    const rows = database.query<{ id: number }, []>(`SELECT id FROM entries ${clause}`).values();
    return Uint32Array.from(rows, ([id]) => Number(id));
  }

  function entryAt(id: number): Entry {
    const row = byRow.get(segments.rowOf(id));
    if (row === null) throw new Error(`The catalogue has no entry ${id}: build it again`);
    return entryOf(row);
  }

  /** Evenly spread over the category, so that it shows its width and not its most prominent corner. */
  function sampleOf(first: number, count: number): Entry[] {
    const shown = Math.min(SHOWN_SAMPLE, count);
    return Array.from({ length: shown }, (_, index) => entryAt(first + Math.floor(((index + 0.5) * count) / shown)));
  }
}

function summaryOf(summary: ReturnType<ReturnType<typeof facts>["summaries"]>[number]): CategorySummary {
  const averageQuality = Math.round(summary.quality * 100) / 100;
  return {
    ...categoryAt(summary.category),
    entryCount: summary.entries,
    featuredCount: summary.featured,
    averageQuality,
    trust: trustOf(averageQuality),
  };
}

function numberOf(category: string | undefined): number | undefined {
  if (category === undefined) return undefined;
  const number = categoryNumber(category);
  if (number === undefined) {
    throw new HubError("invalid_input", "The category is not one of the catalogue's.", {
      issues: [{ pointer: "/category", detail: `needs one of ${CATEGORIES.map(({ slug }) => slug).join(", ")}` }],
      nextActions: ["List the categories at /api/v1/agent/categories/."],
    });
  }
  return number;
}

function isWhole(value: number, low: number, high: number): boolean {
  return Number.isInteger(value) && value >= low && value <= high;
}
