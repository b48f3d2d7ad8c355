/** From an address to a feed: the one that is there, or the one that the page there names. */
import type { ActorContext, FetchResult } from "../runtime/actor.ts";
import { HubError, invalidInput } from "../runtime/errors.ts";
import { expectOk, expectPage } from "../net/read.ts";
import { resolveReference } from "./links.ts";
import { PRESETS } from "./presets.ts";
import type namedIn from "./page.ts";
import type readFeed from "./work.ts";
import type { FeedReading, FeedSource } from "./work.ts";

const ACCEPT =
  "application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, " +
  "text/xml;q=0.9, application/json;q=0.8, text/html;q=0.5, */*;q=0.1";

/**
 * The first `limit` items of the feed at an address; a page is followed once to the feed it names.
 * @throws {HubError} `invalid_input` on "/feed" when there is none; `upstream_invalid` when there is none at the address of
 * a preset, and for nesting or a number of elements that no feed has; `upstream_status` and `upstream_failed` for a status
 * of 400 and more; what the fetch throws.
 */
export async function fetchFeed(address: string, limit: number, context: ActorContext): Promise<FeedReading> {
  const fetched = await fetchFrom(address, context);
  const feed = await feedIn(fetched, limit, context);
  if (feed !== undefined) return feed;

  const named = await feedNamedIn(fetched, context);
  if (named === undefined) throw noFeed(address, "is no feed, and names none");
  const linked = await feedIn(await fetchFrom(named, context), limit, context);
  if (linked === undefined) throw noFeed(address, "is a page, and what it names as its feed is none");
  return linked;
}

/** The address of a preset is ours: what stands there instead is not the caller's doing. */
function noFeed(address: string, detail: string): HubError {
  if (isPreset(address))
    return new HubError("upstream_invalid", "What the preset's address answers at the moment is no feed.");
  const { message, details } = invalidInput("/feed", detail);
  return new HubError("invalid_input", message, {
    ...details,
    nextActions: ["Give the address of a feed, or read the page with web-extract."],
  });
}

function isPreset(address: string): boolean {
  return PRESETS.some(({ url }) => url === address);
}

/** Read in another thread where there is one: a feed may be megabytes of markup. */
function feedIn(fetched: FetchResult, limit: number, { offload }: ActorContext): Promise<FeedReading | undefined> {
  return offload<typeof readFeed>(new URL("work.ts", import.meta.url), sourceOf(fetched, limit));
}

/** There, too: such a page may be as long. */
function feedNamedIn({ bytes, headers, url }: FetchResult, { offload }: ActorContext): Promise<string | undefined> {
  const page = { bytes, contentType: headers.get("content-type"), base: url };
  return offload<typeof namedIn>(new URL("page.ts", import.meta.url), page);
}

async function fetchFrom(address: string, context: ActorContext): Promise<FetchResult> {
  const fetched = await context.fetch(address, { headers: { accept: ACCEPT } });
  return isPreset(address) ? expectOk(fetched) : expectPage(fetched);
}

/** RFC 9110 section 8.7 has dropped Content-Location as a base, feeds have not. */
function sourceOf({ bytes, headers, url }: FetchResult, limit: number): FeedSource {
  const location = headers.get("content-location");
  const base = location === null ? url : resolveReference(location, url);
  return { bytes, contentType: headers.get("content-type"), base, limit };
}
