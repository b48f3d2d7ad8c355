/**
 * The premium feed: what only this hub knows of its entries. How they do in practice, with the numbers it is told by,
 * what has changed, and each as a tool that a model can be given.
 */
import { LRUCache } from "lru-cache";
import { TOOL_FORMATS, toolDefinition } from "../catalog/spec/definitions.ts";
import { type CallRecords, type EntryRecord, RECENT_DAYS, RECORD_DAYS } from "../runtime/entries/call-records.ts";
import type { Catalog, Entry } from "../runtime/catalog.ts";
import { momentText } from "../runtime/moment.ts";
import { ownTurn } from "../text/long-work.ts";
import { roomInTurn } from "../text/room-in-turn.ts";
import { detailsOf } from "./showcase.ts";
import { FEED_PAGE, feedItem, jsonFeed } from "./feed.ts";

/** How the entries are chosen, as the feed itself says it. */
export const PREMIUM_RULE =
  `First the entries that callers of this hub have used within ${RECORD_DAYS} days and that have answered at least half ` +
  "of their calls: by how many accounts got an answer, then by calls. Then, to make fifty, of every category in " +
  "turn its most prominent featured entry, then the next, then others of it, leaving out what stands on the first page " +
  "of the free feeds.";

const ITEMS = 50;
const CHANGES = 50;
/** Fewer calls than these say nothing of a change. */
const TELLING_CALLS = 3;
/** Characters of a definition; what is longer is told by its address. */
const MAX_DEFINITION = 16_000;
const KNOWN_TOOLS = 500;

interface FeedChoice {
  readonly entry: Entry;
  readonly record: EntryRecord | undefined;
  readonly by: "use" | "prominence";
}

/** Makes the feed of a catalogue, hub and moment. */
export type PremiumFeed = (facts: {
  readonly catalog: Catalog;
  readonly calls: Pick<CallRecords, "read">;
  readonly hubUrl: string;
  readonly now: number;
}) => Promise<object>;

type Tools = Readonly<Record<string, object>> | null;

/** What a catalogue alone decides: found out once, for reading it takes long. */
interface CatalogFacts {
  /** What makes up fifty, in order. */
  readonly others: Promise<readonly Entry[]>;
  readonly tools: LRUCache<string, Promise<Tools>>;
}

export function createPremiumFeed(): PremiumFeed {
  const catalogs = new WeakMap<Catalog, CatalogFacts>();

  return async ({ catalog, calls, hubUrl, now }) => {
    const records = await calls.read();
    const known = catalogs.get(catalog) ?? factsOf(catalog);
    const items: object[] = [];
    for (const one of await choose(catalog, records, await known.others)) {
      const tools = await toolsOf(catalog, one.entry, known);
      const room = roomInTurn();
      if (room !== undefined) await room;
      items.push(itemOf(one, tools, hubUrl));
    }
    const about = {
      title: "Premium feed",
      description: "How entries do in practice, what has changed, and ready tool definitions.",
      address: `${hubUrl}/api/v1/premium-feed/`,
    };
    return {
      ...jsonFeed(about, items, hubUrl),
      _hub: {
        rule: PREMIUM_RULE,
        generated_at: new Date(now).toISOString(),
        record_days: RECORD_DAYS,
        recent_days: RECENT_DAYS,
        changes: await changesOf(catalog, records),
      },
    };
  };

  /** Those who ask before it is found out wait for the same. */
  function factsOf(catalog: Catalog): CatalogFacts {
    const others = othersOf(catalog);
    const facts: CatalogFacts = { others, tools: new LRUCache({ max: KNOWN_TOOLS }) };
    catalogs.set(catalog, facts);
    others.catch(() => catalogs.delete(catalog)); // Whoever asks next tries again.
    return facts;
  }
}

async function choose(
  catalog: Catalog,
  records: readonly EntryRecord[],
  others: readonly Entry[],
): Promise<readonly FeedChoice[]> {
  const chosen = new Map<string, FeedChoice>();
  for (const record of records) {
    if (chosen.size === ITEMS) break;
    if (record.accounts === 0 || record.failures * 2 > record.calls) continue;
    const entry = await catalog.entry(record.entry);
    if (entry !== undefined && entry.vanishedAt === null) chosen.set(entry.slug, { entry, record, by: "use" });
  }
  const known = new Map(records.map((record) => [record.entry, record]));
  for (const entry of others) {
    if (chosen.size === ITEMS) break;
    const record = known.get(entry.slug);
    if (chosen.has(entry.slug) || (record !== undefined && isFailing(record))) continue;
    chosen.set(entry.slug, { entry, record, by: "prominence" });
  }
  return [...chosen.values()];
}

/** The first entry that each category shows, the second of each, and so on, without those that anybody reads for nothing. */
async function othersOf(catalog: Catalog): Promise<readonly Entry[]> {
  const details = await detailsOf(catalog);
  const shown = details.map(({ featured, sample }) => [...featured, ...sample]);
  const rounds = Math.max(0, ...shown.map(({ length }) => length));
  const inTurn = Array.from({ length: rounds }, (_, round) => shown.flatMap((entries) => entries[round] ?? [])).flat();
  const pages = await Promise.all(
    [true, false].map((featured) => catalog.feed({ featured, limit: FEED_PAGE, offset: 0 })),
  );
  const free = new Set(pages.flatMap(({ entries }) => entries.map(({ slug }) => slug)));
  const others = inTurn.filter(({ slug }) => !free.has(slug));
  // A catalogue that fits on the free pages has nothing else.
  return others.length > 0 ? others : inTurn;
}

function toolsOf(catalog: Catalog, entry: Entry, { tools: known }: CatalogFacts): Promise<Tools> {
  const before = known.get(entry.slug);
  if (before !== undefined) return before;
  const tools = writeTools(catalog, entry);
  known.set(entry.slug, tools);
  tools.catch(() => known.delete(entry.slug));
  return tools;
}

async function writeTools(catalog: Catalog, entry: Entry): Promise<Tools> {
  await ownTurn();
  const spec = (await catalog.spec(entry.slug)) ?? {};
  const all = TOOL_FORMATS.map((format) => [format, toolDefinition(entry, spec, format)] as const);
  const isShort = all.every(([, definition]) => JSON.stringify(definition).length <= MAX_DEFINITION);
  return isShort ? Object.fromEntries(all) : null;
}

function itemOf({ entry, record, by }: FeedChoice, tools: Tools, hubUrl: string): object {
  const item = feedItem(entry, hubUrl);
  return {
    ...item,
    _hub: {
      ...(item["_hub"] as object), // Just made.
      chosen_by: by,
      health: healthOf(record),
      use: { accounts: record?.accounts ?? 0, calls: record?.calls ?? 0 },
      tools,
    },
  };
}

function healthOf(record: EntryRecord | undefined): object {
  const { calls = 0, failures = 0, meanMs = null, answeredAt = null, failedAt = null } = record ?? {};
  return {
    status: calls === 0 ? "unknown" : record !== undefined && isFailing(record) ? "failing" : "answering",
    calls,
    failures,
    success_rate: calls === 0 ? null : share(calls - failures, calls),
    mean_ms: meanMs,
    last_answered_at: momentText(answeredAt),
    last_failed_at: momentText(failedAt),
    recent: { calls: record?.recentCalls ?? 0, failures: record?.recentFailures ?? 0 },
  };
}

/** What has become of entries that are in use: those that most accounts have used first. */
async function changesOf(catalog: Catalog, records: readonly EntryRecord[]): Promise<readonly object[]> {
  const changes: object[] = [];
  for (const record of records) {
    if (changes.length >= CHANGES) break;
    const change = changeOf(record, await catalog.entry(record.entry));
    if (change !== undefined) changes.push({ slug: record.entry, ...change });
  }
  return changes;
}

function changeOf(record: EntryRecord, entry: Entry | undefined): object | undefined {
  const { calls, failures, recentCalls, recentFailures, failedAt, answeredAt } = record;
  if (entry === undefined || entry.vanishedAt !== null) return { change: "vanished", at: entry?.vanishedAt ?? null };
  const evidence = {
    recent: { calls: recentCalls, failures: recentFailures },
    before: { calls: calls - recentCalls, failures: failures - recentFailures },
  };
  if (isFailing(record)) return { change: "failing", at: momentText(failedAt), evidence };
  const failedBefore = failures - recentFailures;
  const hasRecovered = recentCalls >= TELLING_CALLS && failedBefore * 2 > calls - recentCalls;
  if (hasRecovered) return { change: "recovered", at: momentText(answeredAt), evidence };
  return entry.deprecated ? { change: "deprecated", at: entry.updatedAt } : undefined;
}

function isFailing({ recentCalls, recentFailures }: EntryRecord): boolean {
  return recentCalls >= TELLING_CALLS && recentFailures * 2 > recentCalls;
}

function share(part: number, whole: number): number {
  return Math.round((part / whole) * 1000) / 1000;
}
