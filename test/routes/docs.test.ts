/** The reference: every path on it, nothing from elsewhere, no foreign text as markup, and small enough. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { html, safeHref } from "../../src/presenters/html/html.ts";
import type { Actor } from "../../src/runtime/actor.ts";
import { actorSlugs, loadActor } from "../support/actor-files.ts";
import { echoActor } from "../support/actors.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { ERRORS } from "../../src/runtime/error-codes.ts";

const EVIL = `</code><script>alert(1)</script><img src=x onerror="alert('2')">`;

let hub: TestHub;
let page: string;
let response: Response;
beforeAll(async () => {
  const actors = (await Promise.all((await actorSlugs()).map(loadActor))) as Actor[];
  const evil = echoActor({
    slug: "evil",
    name: EVIL,
    description: EVIL,
    examples: [{ title: EVIL, input: { q: EVIL } }],
  });
  hub = await startHub({ actors: [...actors, evil] });
  response = await fetch(`${hub.url}/docs`);
  page = await response.text();
});
afterAll(() => hub[Symbol.asyncDispose]());

describe("/docs", () => {
  test("has every operation of /openapi.json, and every code of an error", async () => {
    const { paths } = (await (await fetch(`${hub.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    expect(ids.filter((id) => !page.includes(`<details id="${id}">`))).toEqual([]);
    expect(ERRORS.filter(({ code }) => !page.includes(`<code>${code}</code>`))).toEqual([]);
  });

  test("has each id once, so that a link leads to what it names", () => {
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id = ""]) => id);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test("loads only what is the hub's own, under rules that allow nothing else", async () => {
    expect(response.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const loaded = [
      ...page.matchAll(/<(?:link(?!\s+rel="alternate")|script|img)[^>]*(?:href|src)="(?!data:,)([^"]+)"/g),
    ].map(([, address = ""]) => address);
    expect(loaded).toEqual([
      expect.stringMatching(/^\/ui\/[0-9a-f]{16}\.css$/),
      expect.stringMatching(/^\/ui\/[0-9a-f]{16}\.js$/),
    ]);
    for (const address of loaded) {
      const file = await fetch(hub.url + address);
      expect([file.status, file.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
      expect(file.headers.get("content-type")).toStartWith(address.endsWith("css") ? "text/css" : "text/javascript");
    }
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+="/);
    expect((await fetch(`${hub.url}/ui/0123456789abcdef.js`)).status).toBe(404);
  });

  test("shows foreign text as text", () => {
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).not.toContain("<script>alert");
    expect(page).not.toContain("<img src=x");
  });

  test("stays within its budget of bytes", async () => {
    const script = await (await fetch(hub.url + (/src="(\/ui\/[^"]+)"/.exec(page)?.[1] ?? ""))).text();
    const style = await (await fetch(hub.url + (/href="(\/ui\/[^"]+)"/.exec(page)?.[1] ?? ""))).text();
    const [whole, js, css] = [page, script, style].map((text) => gzipSync(text).length) as [number, number, number];
    expect({ all: whole + js + css < 40_000, js: js < 25_000, css: css < 8_000 }).toEqual({
      all: true,
      js: true,
      css: true,
    });
  });
});

describe("the template", () => {
  test("escapes what is put into it, once", () => {
    expect(
      html`<p title="${'"<'}">${"a & b"}${[html`<b>${"<"}</b>`, " ", 1]}${false}${undefined}${null}</p>`.text,
    ).toBe('<p title="&quot;&lt;">a &amp; b<b>&lt;</b> 1</p>');
  });

  test("lets no address run a script", () => {
    const addresses = [
      "https://a.example/",
      "/docs",
      "#errors",
      "javascript:alert(1)",
      "//evil.example/",
      " data:text/html,x",
      "JaVaScRiPt:1",
    ];
    expect(addresses.map(safeHref)).toEqual(["https://a.example/", "/docs", "#errors", "#", "#", "#", "#"]);
  });
});
