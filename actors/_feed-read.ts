/** From the answer of a server to a feed: whatever its headers call it, the document itself says what it is. */
import type { ActorContext, Fetched } from "../src/runtime/actor.ts";
import { HubError, invalidInput } from "../src/runtime/errors.ts";
import { parseJson } from "../src/runtime/json.ts";
import { expectOk, readText } from "../src/net/read.ts";
import type { Feed } from "./_feed.ts";
import { readJsonFeed } from "./_feed-json.ts";
import { resolveReference } from "./_feed-links.ts";
import { feedNamedBy } from "./_feed-page.ts";
import { readXmlFeed } from "./_feed-xml.ts";

const ACCEPT =
  "application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, " +
  "text/xml;q=0.9, application/json;q=0.8, text/html;q=0.5, */*;q=0.1";

/** Feeds and pages both, and nothing else, begin like this. */
const PAGE = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*){0,9}<(?:!doctype\s+html|html|head|body)[\s>]/i;

/**
 * The feed at an address, or the one that the page there names.
 * @throws {HubError} `invalid_input` on "/feed" when there is none; what the fetch throws.
 */
export async function fetchFeed(address: string, context: ActorContext): Promise<Feed> {
  const fetched = await fetchFrom(address, context);
  const feed = feedIn(fetched);
  if (feed !== undefined) return feed;

  const named = feedNamedBy(readText(fetched, "html"), fetched.url);
  if (named === undefined) throw noFeed("is no feed, and names none");
  const linked = feedIn(await fetchFrom(named, context));
  if (linked === undefined) throw noFeed("is a page, and what it names as its feed is none");
  return linked;
}

/** A document as a feed; undefined when it is something else. */
export function feedIn(fetched: Fetched): Feed | undefined {
  const base = baseOf(fetched);
  const text = readText(fetched, "xml");
  const start = text.slice(0, 1000).trimStart()[0];
  if (start === "{" || start === "[") return jsonFeedIn(text, base);
  return PAGE.test(text.slice(0, 5000)) ? undefined : readXmlFeed(text, base);
}

async function fetchFrom(address: string, context: ActorContext): Promise<Fetched> {
  return expectOk(await context.fetch(address, { headers: { accept: ACCEPT } }));
}

function jsonFeedIn(text: string, base: string): Feed | undefined {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    if (error instanceof HubError) return undefined;
    throw error;
  }
  return readJsonFeed(value, base);
}

/** RFC 9110 section 8.7 has dropped it as a base, feeds have not. */
function baseOf({ url, headers }: Fetched): string {
  const location = headers.get("content-location");
  return location === null ? url : resolveReference(location, url);
}

function noFeed(detail: string): HubError {
  return invalidInput("/feed", detail);
}
