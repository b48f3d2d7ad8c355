/** The catalogue as a JSON Feed 1.1 (jsonfeed.org). */
import type { Entry, FeedPage } from "../runtime/catalog.ts";
import { entryJson } from "../runtime/entries/entry-json.ts";

export const FEED_PAGE = 50;

export interface FeedQuestion {
  readonly featured: boolean;
  readonly offset: number;
}

export function feedJson(
  page: FeedPage,
  { featured, offset }: FeedQuestion,
  hubUrl: string,
): Readonly<Record<string, unknown>> {
  const address = (from: number) => {
    const query = new URLSearchParams({
      ...(featured && { featured: "true" }),
      ...(from > 0 && { offset: String(from) }),
    });
    return `${hubUrl}/api/v1/agent/feed.json${query.size > 0 ? `?${query}` : ""}`;
  };
  const next = offset + page.entries.length;
  const about = {
    title: featured ? "Featured APIs" : "Recently updated APIs",
    address: address(offset),
    ...(next < page.total && { next: address(next) }),
    description: "Callable API operations of this hub's catalogue. Each item carries its catalogue entry under _hub.",
  };
  return jsonFeed(
    about,
    page.entries.map((entry) => feedItem(entry, hubUrl)),
    hubUrl,
  );
}

export interface FeedFacts {
  readonly title: string;
  readonly description: string;
  /** Absolute, as is the address of the page after this one. */
  readonly address: string;
  readonly next?: string;
}

export function jsonFeed(
  { title, description, address, next }: FeedFacts,
  items: readonly object[],
  hubUrl: string,
): Readonly<Record<string, unknown>> {
  return {
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: `${hubUrl}/`,
    feed_url: address,
    ...(next !== undefined && { next_url: next }),
    description,
    language: "en",
    items,
  };
}

export function feedItem(entry: Entry, hubUrl: string): Readonly<Record<string, unknown>> {
  return {
    id: entry.slug,
    // Where a person reads on; a program finds the addresses for it in the entry.
    url: `${hubUrl}/apis/${entry.slug}`,
    ...(entry.docsUrl !== null && { external_url: entry.docsUrl }),
    title: entry.name,
    content_text: entry.description || `${entry.method} ${entry.path}`,
    ...(entry.updatedAt !== null && { date_modified: entry.updatedAt }),
    tags: [entry.category, entry.provider],
    _hub: entryJson(entry, hubUrl),
  };
}
