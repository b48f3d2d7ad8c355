/** An agent that knows only the address finds its way from whatever it meets first. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { CATEGORIES } from "../../src/catalog/categories.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { smallCatalog } from "../support/small-catalog.ts";
import { toyLedger } from "../support/toy-ledger.ts";

interface Step {
  readonly method: string;
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly slugs?: readonly string[];
  readonly example?: string;
}
type Start = Record<"free_key" | "search" | "categories" | "actors", Step>;

let hub: TestHub;
let catalog: Awaited<ReturnType<typeof smallCatalog>>;
beforeAll(async () => {
  catalog = await smallCatalog();
  const ledger = toyLedger("xrpl:21338");
  hub = await startHub({ catalog, ledger });
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  catalog[Symbol.dispose]();
});

test.each([
  ["GET", "/", 200],
  ["GET", "/nowhere", 404],
  ["POST", "/api/v1/no/such/path/", 404],
  ["GET", "/api/v1/genius/actors/no-such-actor/", 404],
  ["GET", "/api/v1/agent/categories/no-such-category/", 404],
  ["GET", "/api/v1/agent/search/?q=send+sms", 402],
  ["GET", "/api/v1/agent/usage/", 402],
  ["POST", "/api/v1/agent/proxy/no-such-api/call/", 402],
])("%s %s leads to a free key, a search and the categories", async (method, path, status) => {
  const response = await fetch(hub.url + path, { method });
  const body = (await response.json()) as { start: Start; next_actions: string[] };
  expect(response.status).toBe(status);
  const { free_key: key, search, categories, actors } = body.start;
  expect(categories.slugs).toEqual(CATEGORIES.map(({ slug }) => slug));
  expect(body.next_actions.join("\n")).toContain(`POST ${key.url} with the JSON body {"email":`);

  const registered = await fetch(key.url, {
    method: key.method,
    headers: key.headers ?? {},
    body: JSON.stringify(key.body),
  });
  const { api_key: secret } = (await registered.json()) as { api_key: string };
  expect(registered.status).toBe(200);
  const headers = { "x-api-key": secret };
  expect((await fetch(search.example ?? "", { method: search.method, headers })).status).toBe(200);
  expect((await fetch(categories.url, { method: categories.method })).status).toBe(200);
  expect((await fetch(actors.url, { method: actors.method })).status).toBe(200);
});
