/** What is found from the address alone: each document says what it should, and each address in it answers with its type. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { parse } from "yaml";
import { CATEGORIES } from "../../src/catalog/categories.ts";
import { openTestAccount } from "../support/accounts.ts";
import { echoActor } from "../support/actors.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { smallCatalog } from "../support/small-catalog.ts";

let hub: TestHub;
let catalog: Awaited<ReturnType<typeof smallCatalog>>;
let key: string;
beforeAll(async () => {
  catalog = await smallCatalog();
  hub = await startHub({
    catalog,
    actors: [echoActor({ slug: "crypto-prices" })],
    settings: { HUB_SECURITY_CONTACT: "security@example.com" },
  });
  ({ key } = await openTestAccount(hub.services, "pro"));
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  catalog[Symbol.dispose]();
});

const get = (path: string): Promise<Response> => fetch(path.startsWith("http") ? path : hub.url + path);
const read = async (path: string): Promise<any> => (await get(path)).json();

/** What the ending of an address promises. */
const TYPES: readonly (readonly [ending: string, type: RegExp])[] = [
  [".json", /^application\/(?:[\w.-]+\+)?json/],
  [".md", /^text\/markdown/],
  [".txt", /^text\/plain/],
  [".mjs", /^text\/javascript/],
  ["/docs", /^text\/html/],
];

test("every address that a document of the hub names answers, and with the type it is said to have", async () => {
  const documents = [
    "/",
    "/llms.txt",
    "/.well-known/api-catalog",
    "/skills/index.json",
    "/.well-known/mcp/catalog.json",
    "/.well-known/x402",
    "/mcp/server-card",
    "/docs",
    "/skills/ecommerce/SKILL.md",
  ];
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const path of documents) {
    const text = await (await get(path)).text();
    for (const [, address = ""] of text.matchAll(
      /(?:"|\(|href="|\s)((?:https?:\/\/127\.0\.0\.1:\d+)?\/[\w./~%-]*(?:\?[\w=&%+.-]*)?)(?=["')\s#])/g,
    )) {
      const url = address.startsWith("/") ? hub.url + address : address;
      if (seen.has(url) || !url.startsWith(hub.url)) continue;
      seen.add(url);
      const { status, headers } = await fetch(url);
      const type = headers.get("content-type") ?? "none";
      const [, expected] = TYPES.find(([ending]) => new URL(url).pathname.endsWith(ending)) ?? [];
      if (status === 200 && expected?.test(type) === false) faults.push(`${path} names ${url}: ${type}`);
      // What is sold asks for its price, what takes a POST or a query says so; the facilitator's is where its paths begin.
      const isBase = url === `${hub.url}/facilitator`;
      if (![200, 400, 402, 405].includes(status) && !isBase) faults.push(`${path} names ${url}: ${status}`);
    }
  }
  expect(faults).toEqual([]);
  expect(seen.size).toBeGreaterThan(40);
  const { linkset } = await read("/.well-known/api-catalog");
  const links = linkset.flatMap((one: any) => Object.values(one).filter(Array.isArray).flat());
  const { entries } = await read("/.well-known/mcp/catalog.json");
  for (const { href, url = href, type, mediaType = type } of [...links, ...entries])
    expect([url, (await get(url)).headers.get("content-type")]).toEqual([url, expect.stringContaining(mediaType)]);
});

describe("skills", () => {
  test("are thirty, each with a digest that its text keeps, under both addresses", async () => {
    const index = await read("/.well-known/agent-skills/index.json");
    expect(index).toEqual(await read("/skills/index.json"));
    expect(index.skills.length).toBe(30);
    const names = index.skills.map(({ name }: any) => name);
    expect(names.toSorted()).toEqual(CATEGORIES.map(({ slug }) => `hub-${slug}`).toSorted());
    for (const { name, description, url, digest } of index.skills) {
      const response = await get(url);
      const text = await response.text();
      expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
      expect(digest).toBe(`sha256:${createHash("sha256").update(text).digest("hex")}`);
      const [, front = "", body = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
      expect(parse(front)).toEqual({
        name,
        description,
        license: "MIT",
        compatibility: expect.any(String),
        metadata: { version: "1.0" },
      });
      expect([name.length <= 64, description.length <= 1024, body.split("\n").length < 200]).toEqual([
        true,
        true,
        true,
      ]);
      expect(await (await get(`/skills/${name.slice("hub-".length)}/SKILL.md`)).text()).toBe(text);
    }
    expect((await get("/skills/no-such/SKILL.md")).status).toBe(404);
  });

  test("show dry runs that work as they stand, and cost nothing", async () => {
    let ran = 0;
    for (const { slug } of CATEGORIES) {
      const text = await (await get(`/skills/${slug}/SKILL.md`)).text();
      const section = /## Dry runs\n(.*?)\n## /s.exec(text)?.[1] ?? "";
      for (const [, url = "", body = ""] of section.matchAll(/"X-API-Key: \$HUB_KEY" (\S+) -d '(.*)'/g)) {
        const response = await fetch(url, {
          method: "POST",
          headers: { "x-api-key": key, "content-type": "application/json" },
          body: body.replaceAll(String.raw`'\''`, "'"),
        });
        expect([
          url,
          response.status,
          response.headers.get("x-charge-xrp"),
          ((await response.json()) as any).dry_run,
        ]).toEqual([url, 200, "0", true]);
        ran++;
      }
    }
    expect(ran).toBeGreaterThanOrEqual(4);
  });

  test("say what each of their entries wants to be called with, and what to do where it is called without", async () => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const refusals = new Set<string>();
    for (const { slug } of CATEGORIES) {
      const text = await (await get(`/skills/${slug}/SKILL.md`)).text();
      for (const [, entry = "", brings = ""] of text.matchAll(/^\| `([\w-]+--[\w-]+)` \| [^|]* \| ([^|]*) \|/gm)) {
        const told = await fetch(`${hub.url}/api/v1/agent/tool/${entry}/access/`, { headers });
        const { state, methods } = ((await told.json()) as any).access;
        const own = methods.length > 0 ? methods.join(" or ") : state === "open" ? "none" : state;
        expect([entry, brings]).toEqual([entry, `${state === "optional" ? "none or " : ""}${own}`]);
        if (!state.startsWith("needs_")) continue;
        const call = `${hub.url}/api/v1/agent/proxy/${entry}/call/`;
        const answer = await fetch(call, { method: "POST", headers, body: "{}" });
        const { code } = (await answer.json()) as any;
        refusals.add(code);
        expect([entry, text.includes(`| \`${code}\` |`)]).toEqual([entry, true]);
      }
    }
    expect([...refusals]).toContain("connection_required");
  });

  test("are one version until the catalogue is another", async () => {
    const first = await get("/skills/index.json");
    const etag = first.headers.get("etag") ?? "";
    const again = await fetch(`${hub.url}/skills/index.json`, { headers: { "if-none-match": etag } });
    expect([again.status, again.headers.get("etag")]).toEqual([304, etag]);
  });
});

test("security.txt names the contact and a day within half a year, and is not there without one", async () => {
  const text = await (await get("/.well-known/security.txt")).text();
  expect(text).toContain("Contact: mailto:security@example.com\n");
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 181 * 86_400_000);
  await using silent = await startHub();
  expect((await fetch(`${silent.url}/.well-known/security.txt`)).status).toBe(404);
});

test("llms.txt begins as its convention has it, and is short", async () => {
  const text = await (await get("/llms.txt")).text();
  expect(text).toMatch(/^# Agent API Hub\n\n> .+\n/);
  expect(text.length).toBeLessThan(12_000);
  expect(text).toContain("crypto-prices");
});

test("/.well-known/x402 names the tools that may ask for a payment", async () => {
  const { mcp } = await read("/.well-known/x402");
  expect(mcp.url).toBe(`${hub.url}/mcp`);
  expect(mcp.tools.map(({ name }: any) => name)).toEqual([
    "search_apis",
    "read_api",
    "call_api",
    "run_actor",
    "create_tool",
  ]);
});

test("the card of /mcp is one under three names, and its catalogue leads to it", async () => {
  const card = await read("/mcp/server-card");
  expect(card).toEqual(await read("/.well-known/mcp/server-card.json"));
  expect(card.tools.length).toBe(10);
  const { entries } = await read("/.well-known/ai-catalog.json");
  expect(await read(entries[0].url)).toEqual(card);
  expect((await get(entries[0].url)).headers.get("content-type")).toBe(entries[0].mediaType);
});
