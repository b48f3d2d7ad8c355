/** The pages for people: found without script, nothing from elsewhere, no foreign text as markup, small, and not an open search. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { parseHTML } from "linkedom";
import dataConvert from "../../actors/data-convert/index.ts";
import { described, emptyShelf, get } from "../catalog/support.ts";
import { html } from "../../src/presenters/html/html.ts";
import { echoActor } from "../support/actors.ts";
import { startHub, type TestHub } from "../support/hub.ts";

const EVIL = `</code><script>alert(1)</script><img src=x onerror="alert('2')">`;
const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const OWN_PAGE = { "sec-fetch-site": "same-origin" };

const shelf = emptyShelf();
let hub: TestHub;
beforeAll(async () => {
  await shelf.build([
    described("weather.dev", {
      info: { title: EVIL, version: "1", description: EVIL },
      paths: {
        "/forecast": get("Weather forecast of a city", {
          operationId: "forecast",
          description: EVIL,
          externalDocs: { url: "javascript:alert(3)" },
          parameters: [
            { name: "city", in: "query", required: true, description: EVIL, schema: { type: "string", example: EVIL } },
          ],
        }),
        "/odd": get("Oddly named parameters of nothing", {
          operationId: "odd",
          parameters: ["constructor", "__proto__", "a/b~c", "plain"].map((name, at) => ({
            name,
            in: "query",
            schema: [
              { type: "string" },
              { type: "string" },
              { type: ["integer", "null"] },
              { oneOf: [{ type: "string" }, { type: "number" }] },
            ][at],
          })),
        }),
        "/unnamed/barometers": { get: { responses: { 200: { description: "Done" } } } },
        ...Object.fromEntries(
          Array.from({ length: 60 }, (_, n) => [`/w${n}`, get(`Weather report number ${n}`, { operationId: `w${n}` })]),
        ),
      },
    }),
  ]);
  const evil = echoActor({
    slug: "evil",
    name: EVIL,
    description: EVIL,
    examples: [{ title: EVIL, input: { q: EVIL } }],
  });
  hub = await startHub({ catalog: shelf.open(), actors: [dataConvert, evil], settings: { LIMIT_UI_PER_MINUTE: "40" } });
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  shelf[Symbol.dispose]();
});

async function pageAt(
  path: string,
  headers: Record<string, string> = BROWSER,
): Promise<{ status: number; text: string }> {
  const response = await fetch(hub.url + path, { headers });
  return { status: response.status, text: await response.text() };
}

const hrefs = (text: string): string[] => [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = ""]) => href);

describe("the explorer", () => {
  test("is at the address for a browser, and the steps in JSON are for everybody else", async () => {
    expect((await pageAt("/")).text).toStartWith("<!doctype html>");
    for (const accept of ["*/*", "application/json", "application/json, text/html"])
      expect((await (await fetch(hub.url, { headers: { accept } })).json()).start.search.method).toBe("GET");
  });

  test("leads without script from words to an operation, and says what it needs", async () => {
    const { text } = await pageAt("/?q=weather+forecast");
    expect(text).toContain("1 to 1 of 1 for &quot;weather forecast&quot;");
    const address = hrefs(text).find((href) => href.startsWith("/apis/")) ?? "";
    const entry = await pageAt(address);
    expect(entry.status).toBe(200);
    expect(entry.text).toMatch(/<label for="param-0">city <span class="soft">needed<\/span><\/label>/);
    expect(entry.text).toContain("api/v1/agent/proxy/");
  });

  test("names the method of an operation once, also of one that is called by it", async () => {
    const { document } = parseHTML((await pageAt("/?q=unnamed+barometers")).text);
    const links = [...document.querySelectorAll(".results a")].map((link) => (link.textContent ?? "").trim());
    expect(links).toContain("GET /unnamed/barometers");
    const entry = parseHTML((await pageAt("/?q=weather+forecast")).text).document.querySelector(".results a");
    expect(entry?.textContent).toBe("GET Weather forecast of a city");
  });

  test("each hint is read out with the field that it is of", async () => {
    const [slug = ""] = hrefs((await pageAt("/?q=weather+forecast")).text).filter((href) => href.startsWith("/apis/"));
    for (const path of [slug, "/actors/evil", "/pay"]) {
      const { document } = parseHTML((await pageAt(path)).text);
      const hints = [...document.querySelectorAll("form .field .hint")].map(({ id }) => id);
      const described = [...document.querySelectorAll("form [aria-describedby]")].flatMap((field) =>
        (field.getAttribute("aria-describedby") ?? "").split(" "),
      );
      expect([path, hints.length > 0, hints.filter((id) => !described.includes(id))]).toEqual([path, true, []]);
    }
  });

  test("every address on its pages is served", async () => {
    const seen = new Set<string>();
    const waiting = ["/", "/?q=weather", "/actors", "/categories/weather-environment"];
    for (let path = waiting.pop(); path !== undefined && seen.size < 60; path = waiting.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const { status, text } = await pageAt(path);
      expect([path, [200, 404].includes(status)]).toEqual([path, true]);
      if (status === 404) expect(path).toBe("/categories/weather-environment");
      if (!text.startsWith("<!doctype")) continue;
      const own = hrefs(text).map((href) => href.replaceAll("&amp;", "&").split("#")[0] ?? "");
      waiting.push(...own.filter((href) => href.startsWith("/") && !href.startsWith("/?") && !seen.has(href)));
    }
    expect(seen.size).toBeGreaterThan(20);
  });

  test("shows no foreign text as markup, and follows no script's address", async () => {
    const [slug = ""] = hrefs((await pageAt("/?q=weather+forecast+city")).text).filter((href) =>
      href.startsWith("/apis/"),
    );
    for (const path of ["/?q=" + encodeURIComponent(EVIL), slug, "/actors", "/actors/evil"]) {
      const { text } = await pageAt(path);
      // An import cleans what it takes in; the page must not rely on it.
      if (path !== slug) expect(text).toContain("&lt;script&gt;alert(1)");
      const { document } = parseHTML(text);
      const elements = [...document.querySelectorAll("*")];
      const attributes = elements.flatMap((element) => [...element.attributes].map(({ name }) => name));
      expect(attributes.filter((name) => /^(?:on|style$)/i.test(name))).toEqual([]);
      expect(elements.filter((element) => element.matches("img, script:not([src]), [href^=javascript]"))).toEqual([]);
    }
  });

  test("puts into a form what a link says, as text, and nothing where that is no object", async () => {
    const filled = async (text: string) => {
      const { document } = parseHTML((await pageAt(`/actors/evil?${new URLSearchParams({ input: text })}`)).text);
      return document.querySelector(`form.run [data-at="/q"]`)?.textContent;
    };
    expect(await filled(JSON.stringify({ q: "sms", stranger: EVIL }))).toBe("sms");
    expect(await filled(JSON.stringify({ q: EVIL }))).toBe(html`${EVIL}`.text);
    for (const text of ["[]", "null", "{", '{"__proto__":{"q":"no"}}', `${'{"a":'.repeat(300)}1${"}".repeat(300)}`])
      expect([text, await filled(text)]).toEqual([text, text.includes("__proto__") ? "" : html`${EVIL}`.text]);
    expect((await pageAt(`/actors/evil?input=${"x".repeat(8001)}`)).status).toBe(400);
  });

  test("has a field for a parameter of any name, empty where nobody says what it holds", async () => {
    const slug = hrefs((await pageAt("/?q=oddly+named+parameters")).text).find((href) => href.includes("odd")) ?? "";
    const { document } = parseHTML((await pageAt(slug)).text);
    const fields = [...document.querySelectorAll("form.run [data-at^='/params']")];
    expect(fields.map((field) => [field.getAttribute("data-at"), field.getAttribute("data-kind")])).toEqual([
      ["/params/constructor", "text"],
      ["/params/__proto__", "text"],
      ["/params/a~1b~0c", "number"],
      ["/params/plain", "any"],
    ]);
    expect(new Set(fields.map((field) => field.getAttribute("value")))).toEqual(new Set([""]));
  });

  test("keeps to its rules and its budget", async () => {
    const response = await fetch(hub.url, { headers: BROWSER });
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'");
    const text = await response.text();
    const loaded = [...text.matchAll(/(?:href|src)="(\/ui\/[^"]+)"/g)].map(([, address = ""]) => address);
    expect(loaded).toHaveLength(2);
    const files = await Promise.all(loaded.map(async (address) => (await fetch(hub.url + address)).text()));
    const bytes = [text, ...files].map((file) => gzipSync(file).length);
    expect(Math.max(...bytes)).toBeLessThan(25_000);
    expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(40_000);
  });

  test("answers while one types to its own pages alone, a little and not for ever", async () => {
    expect((await pageAt("/ui/search?q=weather", {})).status).toBe(404);
    expect((await pageAt("/ui/search?q=weather", { "sec-fetch-site": "cross-site" })).status).toBe(404);
    const { text } = await pageAt("/ui/search?q=weather&offset=40", OWN_PAGE);
    expect(hrefs(text).filter((href) => href.startsWith("/apis/")).length).toBeLessThanOrEqual(8);
    expect(text).not.toContain("offset=48");
    expect((await pageAt("/ui/search?q=weather&offset=41", OWN_PAGE)).status).toBe(400);
    expect((await pageAt("/ui/search?q=", OWN_PAGE)).status).toBe(400);
    const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await pageAt("/?q=weather")).status));
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  test("what is not there is told like everywhere", async () => {
    for (const path of ["/apis/nothing", "/categories/nothing", "/actors/nothing"])
      expect((await pageAt(path)).status).toBe(404);
  });
});
