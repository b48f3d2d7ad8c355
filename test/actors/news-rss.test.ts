import { afterAll, describe, expect, test } from "bun:test";
import actor from "../../actors/news-rss.ts";
import { PRESETS } from "../../src/feed/presets.ts";
import { contextFor, runActor, runRecorded } from "../support/actor-context.ts";
import { startHttp } from "../support/http-server.ts";
import { jsonAnswer, type Misbehaviour, readExchanges, type ReceivedRequest } from "../support/recorded-upstream.ts";
import { BROKEN } from "../feed/feeds/broken.ts";
import type { FeedCase } from "../feed/feeds/case.ts";
import { FORMATS } from "../feed/feeds/formats.ts";
import { TEXTS } from "../feed/feeds/texts.ts";

const EXCHANGES = await readExchanges("news-rss");
const ORIGIN = "https://feeds.example.org";

/** What the next request is answered, by path. */
const pages = new Map<string, Pick<FeedCase, "document" | "headers">>();
const server = await startHttp((request, response) => {
  const page = pages.get(request.url ?? "");
  if (page === undefined) response.writeHead(404).end();
  else response.writeHead(200, { "content-type": "application/xml", ...page.headers }).end(page.document);
});
afterAll(() => server[Symbol.asyncDispose]());

describe.each([
  ["formats", FORMATS],
  ["texts", TEXTS],
  ["broken", BROKEN],
])("news-rss, %s", (_, cases) => {
  test.each(cases.map((one) => [one.point, one] as const))("%s", async (_point, one) => {
    const { items, report } = await read(one);
    expect(items).toMatchObject([...one.items]);
    if (one.feed !== undefined) expect(report?.["feed"]).toMatchObject(one.feed);
  });
});

test("the table has more than eighty feeds", () => {
  expect(FORMATS.length + TEXTS.length + BROKEN.length).toBeGreaterThan(80);
});

describe("news-rss", () => {
  test("answers items in the feed's order, each with its feed, duplicates once", async () => {
    const { items, report, warnings } = await run({});
    expect(items).toHaveLength(2);
    expect(items[0]).toEqual({
      title: "Harbour bridge reopens after a year of repairs",
      link: "https://www.example.org/news/articles/c1?at_medium=RSS&at_campaign=rss",
      summary: "Thousands walk across on the first morning, and traffic returns at noon.",
      content_html: "Thousands walk across on the first morning, and traffic returns at noon.",
      author: null,
      published: "2026-11-20T21:10:43Z",
      updated: null,
      id: "https://www.example.org/news/articles/c1#0",
      categories: [],
      enclosures: [],
      image: "https://img.example.org/ace/standard/240/bridge.jpg",
      feed: { title: "World desk", link: "https://www.example.org/news/world" },
      _genius: {
        index: 0,
        enhanced_at: "2026-11-21T03:00:00.000Z",
        source: "feeds.bbci.co.uk",
        completeness: 0.83,
      },
    });
    expect(report).toMatchObject({ feed: { description: "World desk - World", updated: "2026-11-20T22:41:07Z" } });
    expect(warnings).toBeUndefined();
  });

  test("a preset goes by its name, however it is written, and the limit holds", async () => {
    const { items } = await run({ feed: " Hacker News ", limit: 3 });
    expect(items.map(({ title }) => title)).toEqual([1, 2, 3].map((index) => `Link number ${index} & its story`));
  });

  test("a page leads to the feed it names, not to that of its comments", async () => {
    const requests: ReceivedRequest[] = [];
    const { items } = await run({ feed: "blog.example.org" }, { requests });
    expect(requests.map(({ url }) => url)).toEqual(["https://blog.example.org/", "https://blog.example.org/feed.atom"]);
    expect(items[0]).toMatchObject({
      title: "Why trees grow",
      link: "https://blog.example.org/42",
      content_html: '<p>They follow <a href="https://blog.example.org/light">the light</a>.</p>',
      author: "Ann Example",
      published: "2026-11-19T08:00:00+01:00",
      categories: ["Botany"],
    });
  });

  test("a page that is no XML at all is still read for the feed it names", async () => {
    pages.set("/next", { document: "<rss><channel><item><title>T</title></item></channel></rss>" });
    const link = `<link rel="alternate" type="application/rss+xml" href="/next">`;
    const { items } = await read({ document: `<!-- x > y --> oops <html><body>${"<p><b>".repeat(300)}${link}` });
    expect(items).toMatchObject([{ title: "T" }]);
  });

  test("neither a feed nor a page that may name one keeps anybody waiting: both are read elsewhere", async () => {
    pages.set("/next", { document: "<rss><channel><item><title>T</title></item></channel></rss>" });
    const document = `<html><head><link rel="alternate" type="application/rss+xml" href="/next"></head></html>`;
    const jobs: string[] = [];
    await read({ document }, ({ pathname }) => jobs.push(pathname.slice(pathname.lastIndexOf("/") + 1)));
    expect(jobs).toEqual(["work.ts", "page.ts", "work.ts"]);
  });

  test("a page that names a page is not followed twice", async () => {
    const page = `<html><head><link rel="alternate" type="application/rss+xml" href="/next"></head></html>`;
    pages.set("/next", { document: page });
    await expect(read({ document: page })).rejects.toMatchObject(refusedAt("/feed"));
  });

  test("a feed without items is an empty success that says so", async () => {
    expect(await read({ document: "<rss><channel/></rss>" })).toMatchObject({
      items: [],
      warnings: ["The feed has no items."],
    });
  });

  test("offers more than thirty presets in six groups, all in its schema, no name or address twice", () => {
    const description = actor.input.properties.feed.description ?? "";
    expect(PRESETS.length).toBeGreaterThanOrEqual(30);
    expect(new Set(PRESETS.map(({ group }) => group)).size).toBe(6);
    expect(new Set(PRESETS.map(({ name }) => name)).size).toBe(PRESETS.length);
    for (const { name, group, url } of PRESETS) {
      expect(description).toContain(name);
      expect(description).toContain(`${group}: `);
      expect(new URL(url).protocol).toBe("https:");
    }
  });

  test.each([0, -1, 101, 1e9, "abc", 2.5, null])("limit %j is refused", async (limit) => {
    await expect(run({ limit })).rejects.toMatchObject(refusedAt("/limit"));
  });

  test.each([
    ["", "is no address"],
    ["gardian", 'did you mean "guardian"?'],
    ["ftp://example.org/f", "must be an http"],
    ["javascript:alert(1)", "must be an http"],
    ["http://[", "is not an address"],
  ])("feed %j is refused", async (feed) => {
    await expect(run({ feed })).rejects.toMatchObject(refusedAt("/feed"));
  });

  test("a near miss of a preset is named", async () => {
    await expect(run({ feed: "gardian" })).rejects.toThrow('did you mean "guardian"?');
  });
});

describe("news-rss, when there is no feed", () => {
  test.each<[string, string]>([
    ["an empty answer", ""],
    ["plain text", "Not found."],
    ["a page that names none", "<!doctype html><html><body><p>Hi</p></body></html>"],
    ["another XML", "<svg xmlns='http://www.w3.org/2000/svg'><title>x</title></svg>"],
    ["JSON that is no feed", '{"items":[1]}'],
    ["JSON with a title", '{"title":"x"}'],
    ["half of a JSON feed", '{"version":"https://jsonfeed.org/version/1.1","items":['],
    ["JSON nested by the thousand", "[".repeat(5000)],
  ])("%s is refused", async (_, document) => {
    await expect(read({ document })).rejects.toMatchObject(refusedAt("/feed"));
  });

  test("nesting that no feed has is refused before a tree is built", async () => {
    const document = `<rss><channel>${"<a>".repeat(100_000)}`;
    await expect(read({ document })).rejects.toMatchObject({ code: "upstream_invalid" });
  });

  test.each<[string, Misbehaviour, string]>([
    ["404", jsonAnswer(404, {}), "upstream_status"],
    ["403", jsonAnswer(403, {}), "upstream_status"],
    ["403 for a while", { ...jsonAnswer(403, {}), headers: { "retry-after": "5" } }, "upstream_failed"],
    ["500", jsonAnswer(500, {}), "upstream_failed"],
    ["half an answer", "cut", "upstream_failed"],
  ])("%s", async (_, how, code) => {
    await expect(run({ feed: "https://blog.example.org/" }, { how })).rejects.toMatchObject({ code });
    const part = "feed.atom"; // That the page names.
    await expect(run({ feed: "https://blog.example.org/" }, { how, part })).rejects.toMatchObject({ code });
  });

  test("a preset whose address answers 404 is worth another try", async () => {
    await expect(run({}, { how: jsonAnswer(404, {}) })).rejects.toMatchObject({ code: "upstream_failed" });
  });

  test("whoever gives a page without a feed is told what reads it", async () => {
    await expect(read({ document: "<html><body><p>Hi</p></body></html>" })).rejects.toMatchObject({
      details: { nextActions: [expect.stringContaining("web-extract")] },
    });
  });

  test("a preset whose address answers a page is the upstream's fault, and worth another try", async () => {
    const how = {
      ...jsonAnswer(200, "<!doctype html><title>Just a moment…</title>"),
      headers: { "content-type": "text/html" },
    };
    await expect(run({ feed: "bbc" }, { how })).rejects.toMatchObject({ code: "upstream_invalid", retryable: true });
  });

  test("429 keeps the server's Retry-After", async () => {
    const how = { ...jsonAnswer(429, {}), headers: { "retry-after": "30" } };
    await expect(run({}, { how })).rejects.toMatchObject({ details: { retryAfterMs: 30_000 } });
  });
});

function refusedAt(pointer: string) {
  return { code: "invalid_input", details: { issues: [expect.objectContaining({ pointer })] } };
}

function run(input: unknown, circumstances?: Parameters<typeof runRecorded>[3]) {
  return runRecorded(actor, EXCHANGES, input, circumstances);
}

async function read(
  { document, headers }: Pick<FeedCase, "document" | "headers">,
  told: (job: URL) => void = () => {},
) {
  pages.set("/f.xml", { document, ...(headers && { headers }) });
  const lent = contextFor(actor, { upstreams: new Map([[ORIGIN, server.origin]]) });
  const context: typeof lent = {
    ...lent,
    offload: (module, input) => {
      told(module);
      return lent.offload(module, input);
    },
  };
  const report = await runActor(actor, { feed: `${ORIGIN}/f.xml`, limit: 100 }, context);
  // The server stands in for the public one, whose name is what relative addresses are made of.
  return JSON.parse(JSON.stringify(report).replaceAll(server.origin, ORIGIN)) as typeof report;
}
