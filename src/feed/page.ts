/** Feeds that a web page names in its head: plain data in and plain data out, so that it can be done in another thread. */
import { Parser } from "htmlparser2";
import { decodeText } from "../text/charset.ts";
import { webLink } from "./links.ts";
import type { FeedSource } from "./work.ts";

const FEED_TYPES = /^(?:application|text)\/(?:rss|atom|rdf|feed|x-rss)\+?(?:xml|json)|^application\/(?:feed\+)?json$/i;
/** Feeds stand early in a page; what comes later is comments and scripts. */
const MAX_CHARACTERS = 500_000;
const FURTHER_FEED = /comment|oembed|wp-json/i;

export default function feedNamedIn({ bytes, contentType, base }: Omit<FeedSource, "limit">): string | undefined {
  return feedNamedBy(decodeText(bytes, contentType, "html"), base);
}

/** The first feed a page names that is not that of its comments. */
export function feedNamedBy(html: string, address: string): string | undefined {
  let base = address;
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === "base") base = webLink(attributes["href"], address) ?? base;
      if (name !== "link" && name !== "a") return;
      const rel = (attributes["rel"] ?? "").toLowerCase().split(/\s+/);
      const isFeed = FEED_TYPES.test((attributes["type"] ?? "").trim()) && rel.includes("alternate");
      const link = isFeed || rel.includes("feed") ? webLink(attributes["href"], base) : null;
      if (link !== null && !FURTHER_FEED.test(`${attributes["title"] ?? ""} ${link}`)) found.push(link);
    },
  });
  parser.end(html.slice(0, MAX_CHARACTERS));
  return found[0];
}
