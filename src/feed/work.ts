/**
 * A document as a feed: the heavy part of reading one, plain data in and plain data out, so that it can be done in
 * another thread. Whatever a server calls the document, it says itself what it is.
 */
import { boundedJsonIn } from "../runtime/json.ts";
import { decodeText } from "../text/charset.ts";
import type { Feed, FeedItem } from "./feed.ts";
import { readJsonFeed } from "./json.ts";
import { readXmlFeed } from "./xml.ts";

export interface FeedSource {
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
  /** What relative references are relative to, where the document does not say. */
  readonly base: string;
  /** How many items are wanted. */
  readonly limit: number;
}

export interface FeedReading {
  readonly about: Omit<Feed, "items">;
  /** In the feed's order, of those with the same id the first. */
  readonly items: readonly FeedItem[];
}

/** Where a document says what it is. Pages do so by the first of these and not by the second. */
const HEAD_LENGTH = 5000;
const PAGE = /<(?:!doctype\s+html|html|head|body)[\s>]/i;
const FEED = /<(?:[\w-]+:)?(?:rss|feed|rdf|channel|entry)[\s>]/i;

/** In characters. */
const LONG = 256 * 1024;
/** Some may come twice. */
const SPARE_ITEMS = 20;

/**
 * Undefined when the document is something else.
 * @throws {HubError} `upstream_invalid` for nesting or a number of elements that no feed has.
 */
export default function readFeed(source: FeedSource): FeedReading | undefined {
  const feed = feedIn(source);
  if (feed === undefined) return undefined;
  const { items, ...about } = feed;
  return { about, items: firstOf(items, source.limit) };
}

function feedIn({ bytes, contentType, base, limit }: FeedSource): Feed | undefined {
  const text = decodeText(bytes, contentType, "xml");
  const start = text.slice(0, 1000).trimStart()[0];
  if (start === "{" || start === "[") return readJsonFeed(boundedJsonIn(text), base);
  const head = text.slice(0, HEAD_LENGTH);
  return PAGE.test(head) && !FEED.test(head) ? undefined : xmlFeedIn(text, base, limit);
}

/** Of a long document only as much as is wanted, unless that does not say enough. */
function xmlFeedIn(text: string, base: string, limit: number): Feed | undefined {
  if (text.length > LONG) {
    const feed = readXmlFeed(text, base, limit + SPARE_ITEMS);
    if (feed === undefined) return undefined;
    const { isCut, ...start } = feed;
    const items = firstOf(start.items, limit);
    if (!isCut || (start.title !== null && items.length === limit)) return { ...start, items };
  }
  const feed = readXmlFeed(text, base);
  if (feed === undefined) return undefined;
  const { isCut: _, ...whole } = feed;
  return whole;
}

function firstOf(items: Iterable<FeedItem>, limit: number): FeedItem[] {
  const seen = new Set<string>();
  const found: FeedItem[] = [];
  for (const item of items) {
    if (item.id !== null && seen.has(item.id)) continue;
    if (item.id !== null) seen.add(item.id);
    found.push(item);
    if (found.length === limit) break;
  }
  return found;
}
