/** The catalogue as a JSON Feed 1.1 (jsonfeed.org). */
import type { Entry, FeedPage } from "../runtime/catalog.ts";
import { entryJson } from "../runtime/entry-json.ts";

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
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: featured ? "Featured APIs" : "Recently updated APIs",
    home_page_url: `${hubUrl}/`,
    feed_url: address(offset),
    ...(next < page.total && { next_url: address(next) }),
    description: "Callable API operations of this hub's catalogue. Each item carries its catalogue entry under _hub.",
    language: "en",
    items: page.entries.map((entry) => feedItem(entry, hubUrl)),
  };
}

function feedItem(entry: Entry, hubUrl: string): Readonly<Record<string, unknown>> {
  return {
    id: entry.slug,
    url: `${hubUrl}/api/v1/agent/tool/${entry.slug}/spec/`,
    ...(entry.docsUrl !== null && { external_url: entry.docsUrl }),
    title: entry.name,
    content_text: entry.description || `${entry.method} ${entry.path}`,
    date_modified: entry.updatedAt,
    tags: [entry.category, entry.provider],
    _hub: entryJson(entry, hubUrl),
  };
}
