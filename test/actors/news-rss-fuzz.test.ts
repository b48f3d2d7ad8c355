import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FLOORS } from "../../bench/floors.ts";
import { FeedItem } from "../../src/feed/feed.ts";
import readFeed from "../../src/feed/work.ts";
import { feedNamedBy } from "../../src/feed/page.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { faultFinder } from "../../src/runtime/schema.ts";
import { FEED_CORPUS, scoreFeeds } from "../support/feed-corpus.ts";
import { randomOf } from "../support/random.ts";
import { BROKEN } from "../feed/feeds/broken.ts";
import { FORMATS } from "../feed/feeds/formats.ts";
import { TEXTS } from "../feed/feeds/texts.ts";

const POINTS = [...FORMATS, ...TEXTS, ...BROKEN];
const ADDRESS = "https://feeds.example.org/f.xml";
/** Work in proportion to a document takes about a second; what is quadratic would take minutes. */
const PATIENCE_MS = 30_000;
const faultOf = faultFinder(FeedItem);

/** What breaks documents: pieces that open something, close something, or mean something else. */
const SHARDS =
  "< > & ' \" </ /> <![CDATA[ ]]> <!-- --> <? ?> <!DOCTYPE &#0; &#x110000; &#xd800; &amp; &nbsp; \0 \ud800 \ufffe <item> </item> <entry> </feed> <script> <br> <a href= xmlns= xml:base='http://[' <!ENTITY {\" [[ }".split(
    " ",
  );

describe("news-rss, whatever it is sent", () => {
  test(
    "8,000 broken feeds give items that fit, a refusal, or nothing",
    () => {
      const random = randomOf(20261121);
      const faults: string[] = [];
      for (let round = 0; round < 8000; round++) {
        const seed = POINTS[Math.floor(random() * POINTS.length)]?.document ?? "";
        const document = broken(Buffer.from(seed), random);
        const fault = faultIn(document);
        if (fault !== undefined) faults.push(`${fault}: ${document.toString("latin1")}`);
      }
      expect(faults).toEqual([]);
    },
    PATIENCE_MS,
  );

  test.each<[string, string]>([
    ["tags never closed", "<rss><channel><item><description>" + "<p>".repeat(1_700_000)],
    ["ends of tags never opened", "<rss><channel>" + "</x>".repeat(1_250_000)],
    ["comments never closed", "<rss>" + "<!--".repeat(1_250_000)],
    ["a doctype of comments never closed", "<!DOCTYPE r [" + "<!--".repeat(1_250_000)],
    ["references never closed", "<rss><channel><title>" + "&a".repeat(2_500_000)],
    ["escaped tags by the million", `<rss><item><description>${"&lt;b>".repeat(830_000)}</description></item></rss>`],
    [
      "escaped ends by the million",
      `<rss><item><description>${"&lt;b>".repeat(150)}${"&lt;/i>".repeat(700_000)}</description></item></rss>`,
    ],
    [
      "attributes by the hundred thousand",
      `<rss><item ${Array.from({ length: 300_000 }, (_, at) => `a${at}=''`).join(" ")}/></rss>`,
    ],
    [
      "vocabularies by the hundred thousand",
      `<rss ${Array.from({ length: 100_000 }, (_, at) => `xmlns:a${at}='b'`).join(" ")}><item xmlns:z='y'/><item xmlns:z='y'/></rss>`,
    ],
    ["an author that never ends", `<rss><item><author>${"a@".repeat(1_000_000)}</author></item></rss>`],
    ["a link of white space", `<rss><item><link>${" ".repeat(5_000_000)}x</link></item></rss>`],
    ["a date that never ends", `<rss><item><pubDate>${"1 ".repeat(2_000_000)}</pubDate></item></rss>`],
    ["items by the hundred thousand", "<rss>" + "<item><title>T</title></item>".repeat(100_000)],
  ])(
    "5 MB of %s take no more than their share",
    (_, document) => {
      expect(faultIn(Buffer.from(document))).toBeUndefined();
    },
    PATIENCE_MS,
  );

  test("a page of links that never ends", () => {
    expect(feedNamedBy("<link rel=alternate ".repeat(300_000), ADDRESS)).toBeUndefined();
  });
});

describe("the hazards of the corpus", () => {
  const HAZARDS = new URL("../../../shared/corpora/parser-hazards.json", import.meta.url);
  const present = existsSync(HAZARDS);
  /** Each hazard of feeds, and the point that shows what comes of it. */
  const POINT_OF: Readonly<Record<string, string>> = {
    "haz-056": "RSS 1.0: rdf:about is id and link",
    "haz-058": "type xhtml",
    "haz-059": "CDATA titles with markup",
    "haz-062": "one item only",
    "haz-063": "no title, only a description",
    "haz-064": "a guid that is not",
    "haz-067": "duplicates by id are told once",
    "haz-069": "UTF-16 with a mark, whatever the header says",
    "haz-074": "JSON Feed 1.1 whole",
  };

  test.skipIf(!present)("all have a point of their own, the limits a test", () => {
    const rows = JSON.parse(readFileSync(HAZARDS, "utf8")) as { id: string; format: string; name: string }[];
    const feeds = rows.filter(({ format, name }) => format === "feed" && !name.startsWith("limit"));
    const points = new Set(POINTS.map(({ point }) => point));
    expect(feeds.filter(({ id }) => !points.has(POINT_OF[id] ?? ""))).toEqual([]);
  });
});

describe("the corpus of feeds", () => {
  const present = existsSync(fileURLToPath(FEED_CORPUS));
  if (!present) console.log("skipped: the corpus of feeds is not here");

  test.skipIf(!present)("is read to its floor, and every encoding whole", async () => {
    const { checks, broken: failed, share } = await scoreFeeds();
    console.log(`feeds: ${share.toFixed(3)} of ${checks.length} checks`);
    expect(failed).toEqual([]);
    expect(checks.filter(({ suite, holds }) => suite === "encoding" && !holds)).toEqual([]);
    expect(share).toBeGreaterThanOrEqual(FLOORS.feeds);
  });
});

/** Why a document is not dealt with as promised; nothing when it is. */
function faultIn(bytes: Uint8Array): string | undefined {
  try {
    const feed = readFeed({ bytes, contentType: null, base: ADDRESS, limit: 100 });
    for (const item of feed?.items ?? []) {
      const fault = faultOf(item);
      if (fault !== undefined) return `${fault.pointer} ${fault.detail}`;
      const unsafe = /<script|<[a-z][^>]*\son\w+=|="javascript:/i.exec(item.content_html ?? "");
      if (unsafe !== null) return `content_html holds ${unsafe[0]}`;
      if (!JSON.stringify(item).isWellFormed()) return "half a character";
    }
    return undefined;
  } catch (error) {
    return error instanceof HubError && error.status !== 500 ? undefined : String(error);
  }
}

function broken(seed: Buffer, random: () => number): Buffer {
  let bytes = seed;
  const place = () => Math.floor(random() * (bytes.length + 1));
  for (let wound = 0; wound < 1 + random() * 4; wound++) {
    const at = place();
    const end = Math.min(bytes.length, at + Math.floor(random() * 40));
    const shard = Buffer.from(SHARDS[Math.floor(random() * SHARDS.length)] ?? "");
    switch (Math.floor(random() * 5)) {
      case 0: // Cut off.
        bytes = bytes.subarray(0, at);
        break;
      case 1: // A piece lost.
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
        break;
      case 2: // A piece twice.
        bytes = Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
        break;
      case 3: // A stranger.
        bytes = Buffer.concat([bytes.subarray(0, at), shard, bytes.subarray(at)]);
        break;
      default: // A wrong byte.
        bytes = Buffer.from(bytes);
        if (at < bytes.length) bytes[at] = Math.floor(random() * 256);
    }
  }
  return bytes;
}
