import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import actor from "../../actors/web-extract.ts";
import { createFetch } from "../../src/net/fetch.ts";
import type { Report } from "../../src/runtime/actor.ts";
import { asHubError, type HubError } from "../../src/runtime/errors.ts";
import { contextFor, runActor, runRecorded } from "../support/actor-context.ts";
import { detourTo, startHttp } from "../support/http-server.ts";
import { type Exchange, type Misbehaviour, readExchanges } from "../support/recorded-upstream.ts";

const EXCHANGES = await readExchanges("web-extract");
const ARTICLE = "https://blog.example.org/2025/rye-harvest";

/** A run that asks by public names, which all lead to the recorded answers; where it really goes is no caller's affair. */
async function runPublicly(url: string, exchanges: readonly Exchange[] = EXCHANGES): Promise<Report> {
  await using server = await startHttp((request, response) => {
    const asked = `https://${request.headers.host}${request.url}`;
    const recorded = exchanges.find((exchange) => exchange.request.url === asked)?.response;
    response.writeHead(recorded?.status ?? 404, recorded?.headers).end(String(recorded?.body));
  });
  const signal = new AbortController().signal;
  const fetch = createFetch({
    resolve: async () => ["93.184.215.14"],
    allow: [],
    selfHosts: [],
    connect: detourTo(server.port).connect,
  });
  const context = contextFor(actor, { upstreams: new Map() }, signal);
  return await runActor(
    actor,
    { url },
    { ...context, fetch: (address, options) => fetch(address, { ...options, signal }) },
  );
}

async function failure(of: Promise<unknown>): Promise<HubError> {
  try {
    await of;
  } catch (error) {
    return asHubError(error);
  }
  throw new Error("It did not fail");
}

test("an article is told by its text, its Markdown and what it says of itself", async () => {
  const { items } = await runPublicly(ARTICLE);
  expect(items).toHaveLength(1);
  const { text, markdown, links, _genius, ...fields } = items[0] as Record<string, unknown>;
  expect(text).toStartWith("After a dry spring, growers in the north brought in more rye than ever.\n\nCombines left");
  for (const stray of ["Share", "machines only", "Oats", "rights reserved", "Markets"])
    expect(text).not.toContain(stray);
  expect(markdown).toContain("## What made the difference");
  expect(markdown).toContain("| Year | Tonnes |\n| --- | --- |\n| 2024 | 371,000 |");
  expect(markdown).toContain("[Seed prices](https://blog.example.org/markets/seed)");
  expect(links).toContainEqual({ url: "https://social.example/share", text: "Share this page", internal: false });
  expect(fields).toEqual({
    url: ARTICLE,
    final_url: ARTICLE,
    title: "Rye harvest sets a record",
    description: "After a dry spring, growers in the north brought in more rye than ever.",
    author: "Mara Lindqvist",
    site_name: "The Field Notes",
    published: "2025-08-14T07:30:00Z",
    modified: "2025-08-15T06:00:00Z",
    language: "en-GB",
    image: "https://blog.example.org/img/rye.jpg",
    word_count: 100,
    headings: [{ level: 2, text: "What made the difference" }],
    json_ld: ["NewsArticle", "Person", "Organization"],
    facts: [
      expect.objectContaining({ type: "NewsArticle", name: "Rye harvest sets a record", author: "Mara Lindqvist" }),
    ],
  });
  expect(_genius).toEqual({
    index: 0,
    enhanced_at: "2026-11-21T03:00:00.000Z",
    source: "blog.example.org",
    completeness: 1,
  });
  expect(Object.keys(items[0] ?? {}).at(-1)).toBe("_genius");
});

test("a page that has moved is told by both of its addresses", async () => {
  const { items } = await runPublicly("https://blog.example.org/old/rye");
  expect(items[0]).toMatchObject({ url: "https://blog.example.org/old/rye", final_url: ARTICLE });
});

describe("a page that leads on by a meta element", () => {
  const START = "https://blog.example.org/start";
  const LOOP = "https://blog.example.org/loop";

  test.each([
    ["at once", `0;url=/2025/rye-harvest`, ARTICLE],
    ["in a few seconds, in quotes", `5; URL='${ARTICLE}'`, ARTICLE],
    ["without the word", `1.5, ${ARTICLE}#top`, ARTICLE],
    ["once, not on and on", "0; url=/loop", LOOP],
    ["later, is read itself", `300; url=${ARTICLE}`, START],
    ["to itself, is read itself", "5", START],
    ["to itself by name, is read itself", `5; url=${START}#now`, START],
    ["to what is no web address, is read itself", "0; url=javascript:alert(1)", START],
  ])("%s", async (_when, content, finalUrl) => {
    const pages = [...EXCHANGES, leading(START, content), leading(LOOP, `0; url=${START}`)];
    const { items } = await runPublicly(START, pages);
    expect(items[0]).toMatchObject({ url: START, final_url: finalUrl });
    expect(items[0]).not.toHaveProperty("refresh");
  });

  test("for readers without scripts only, is read itself", async () => {
    const body = `<noscript><meta http-equiv=refresh content="0;url=/other"></noscript><p>Rye is a grain.</p>`;
    const { items } = await runPublicly(START, [{ request: { method: "GET", url: START }, response: answer(body) }]);
    expect(items[0]).toMatchObject({ final_url: START, text: "Rye is a grain." });
  });

  test("to a private network is refused", async () => {
    const pages = [leading(START, "0; url=http://10.0.0.1/")];
    expect((await failure(runRecorded(actor, pages, { url: START }))).code).toBe("url_not_allowed");
  });

  function leading(url: string, content: string): Exchange {
    const body = `<meta http-equiv="Refresh" content="${content}"><p>This page has moved to another address.</p>`;
    return { request: { method: "GET", url }, response: answer(body) };
  }
});

test("a domain is meant as the address of its site", async () => {
  const { items } = await runRecorded(actor, EXCHANGES, { url: " blog.example.org/feed.xml " });
  expect(items[0]).toMatchObject({ url: "https://blog.example.org/feed.xml", title: "The Field Notes" });
});

test("a page without a text is no failure, and says so", async () => {
  const how = answer("<title>App</title><div id=root></div><script src=/app.js></script>");
  const { items, warnings } = await runRecorded(actor, EXCHANGES, { url: ARTICLE }, { how });
  expect(items[0]).toMatchObject({ title: "App", text: "", markdown: "" });
  expect(warnings).toEqual(["script_shell: The page shows no text without its scripts."]);
});

describe("fails in the documented way when", () => {
  test.each<[string, Misbehaviour, string]>([
    ["the page is not there", answer("gone", 404), "upstream_status"],
    ["the page is gone", answer("gone", 410), "upstream_status"],
    ["the page is refused", answer("no", 403), "upstream_status"],
    ["the server has too much to do", answer("busy", 429), "upstream_failed"],
    ["the server fails", answer("oops", 500), "upstream_failed"],
    ["the answer breaks off", "cut", "upstream_failed"],
    ["it is a picture", answer("x", 200, { "content-type": "image/png" }), "upstream_status"],
    ["it is not compressed as it says", answer("x", 200, { "content-encoding": "gzip" }), "upstream_invalid"],
    ["it is larger than is read", answer("x".repeat(5 * 1024 * 1024 + 1)), "upstream_too_large"],
    ["it leads to a private network", answer("", 302, { location: "http://10.0.0.1/" }), "url_not_allowed"],
    ["it leads on and on", answer("", 302, { location: ARTICLE }), "url_not_allowed"],
  ])("%s", async (_when, how, code) => {
    expect((await failure(runRecorded(actor, EXCHANGES, { url: ARTICLE }, { how }))).code).toBe(code as never);
  });

  test("what would fail again is said not to be worth repeating, and a PDF is named", async () => {
    const refused = await failure(runRecorded(actor, EXCHANGES, { url: ARTICLE }, { how: answer("no", 403) }));
    expect(refused).toMatchObject({ status: 502, retryable: false });
    expect(refused.message).toContain("403");
    const how = answer("%PDF-1.7", 200, { "content-type": "application/pdf" });
    const document = await failure(runRecorded(actor, EXCHANGES, { url: ARTICLE }, { how }));
    expect(document).toMatchObject({ code: "upstream_status", retryable: false });
    expect(document.message).toContain("PDF");
  });

  test.each([
    ["file:///etc/passwd"],
    ["http://127.0.0.1/"],
    ["localhost:80/x"],
    ["http://u:p@example.org/"],
    ["javascript:alert(1)"],
    ["http://"],
    ["not an address"],
  ])("%s is asked for", async (url) => {
    expect((await failure(runRecorded(actor, EXCHANGES, { url }))).code).toBe("url_not_allowed");
  });

  test("the caller hangs up", async () => {
    const caller = new AbortController();
    caller.abort(new Error("hung up"));
    const run = runActor(actor, { url: ARTICLE }, contextFor(actor, { upstreams: new Map() }, caller.signal));
    await expect(run).rejects.toThrow("hung up");
  });
});

test("200 MB out of a few kilobytes are stopped at the cap", async () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
  await using server = await startHttp((_request, response) => {
    response.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" });
    response.end(bomb);
  });
  const before = process.memoryUsage.rss();
  const upstreams = new Map([["https://bomb.example.org", server.origin]]);
  const run = runActor(actor, { url: "https://bomb.example.org/" }, contextFor(actor, { upstreams }));
  expect((await failure(run)).code).toBe("upstream_too_large");
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
});

function answer(body: string, status = 200, headers: Record<string, string> = {}) {
  return { status, headers: { "content-type": "text/html; charset=utf-8", ...headers }, body };
}
