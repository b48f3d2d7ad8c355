import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { HTTPFacilitatorClient } from "@x402/core/http";
import { validateDiscoveryExtension, validateDiscoveryExtensionSpec, withBazaar } from "@x402/extensions/bazaar";
import { echoActor } from "../support/actors.ts";
import { startHub, TEST_WALLET, type TestHub } from "../support/hub.ts";
import { smallCatalog } from "../support/small-catalog.ts";
import { termsOf402 } from "../support/paid-calls.ts";

const NETWORK = "xrpl:21338";
const SOLD = [
  "/api/v1/agent/search/",
  "/api/v1/agent/tools/search/",
  "/api/v1/premium/",
  "/api/v1/premium-feed/",
  "/api/v1/demo/402/",
  "/api/v1/genius/actors/charged/run/",
  "/api/v1/agent/dynamic-tool/",
  "/api/v1/agent/proxy/:slug/call/",
];

let hub: TestHub;
/** An operation that needs no parameters. */
let called: string;
let catalog: Awaited<ReturnType<typeof smallCatalog>>;
beforeAll(async () => {
  catalog = await smallCatalog();
  called = (await catalog.search({ text: "list charges" })).hits[0]?.entry.slug ?? "";
  const paid = { tier: "enhanced", charged: () => true } as const;
  hub = await startHub({
    catalog,
    chargedTiers: ["enhanced"],
    actors: [
      echoActor({ slug: "charged", name: "Charged", tags: ["echo", "parrot", "é", "x".repeat(40)], price: paid }),
      echoActor({ slug: "free", price: { tier: "standard" } }),
      echoActor({ slug: "thinker", price: paid, usesLlm: true }),
    ],
  });
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  catalog[Symbol.dispose]();
});

describe.each(["", "/facilitator"])("the stock client's list below %p", (base) => {
  test("holds what is sold at present, as its own 402 asks for it, and nothing that is free or cannot run", async () => {
    const client = withBazaar(new HTTPFacilitatorClient({ url: hub.url + base }));
    const { items, pagination, x402Version } = await client.extensions.bazaar.listResources();
    expect([x402Version, pagination]).toEqual([2, { limit: 20, offset: 0, total: SOLD.length }]);
    expect(items.map(({ resource }) => resource).sort()).toEqual(SOLD.map((path) => hub.url + path).sort());
    for (const item of items) {
      const bazaar = item.extensions?.["bazaar"] as any;
      expect(validateDiscoveryExtension(bazaar)).toEqual({ valid: true });
      expect(validateDiscoveryExtensionSpec(bazaar)).toEqual({ valid: true });
      const { method, body, queryParams } = bazaar.info.input;
      const query = new URLSearchParams(queryParams).toString();
      const callable = item.resource.replace(":slug", called);
      const terms = await termsOf402(callable + (query && `?${query}`), method === "POST" ? body : undefined);
      for (const [at, { extra, ...required }] of terms.accepts.entries()) {
        const { invoiceId, proofKey: _, ...asked } = extra; // These differ from one to the next.
        expect(item.accepts[at]).toEqual({ ...required, extra: asked } as never);
        expect(invoiceId).toHaveLength(54);
      }
      expect(terms.extensions).toEqual(item.extensions as never);
      expect(new Date(item.lastUpdated).toISOString()).toBe(item.lastUpdated);
    }
  });
});

test("shows a name and tags as the protocol limits them", async () => {
  const client = withBazaar(new HTTPFacilitatorClient({ url: hub.url }));
  const { resources } = await client.extensions.bazaar.search({ query: "parrot" });
  expect(resources).toMatchObject([{ serviceName: "Charged", tags: ["echo", "parrot"], mimeType: "application/json" }]);
});

test("pages and filters", async () => {
  const { bazaar } = withBazaar(new HTTPFacilitatorClient({ url: hub.url })).extensions;
  const pages = [];
  for (let offset = 0; offset < SOLD.length; offset += 4)
    pages.push((await bazaar.listResources({ limit: 4, offset })).items);
  expect(pages.map((items) => items.length)).toEqual([4, 4]);
  expect(new Set(pages.flat().map(({ resource }) => resource)).size).toBe(SOLD.length);
  const totalOf = async (filter: object) => (await bazaar.listResources(filter)).pagination.total;
  const all = { type: "http", payTo: TEST_WALLET, scheme: "exact", network: NETWORK, extensions: "bazaar" };
  expect(await totalOf(all)).toBe(SOLD.length);
  for (const other of [
    { type: "mcp" },
    { payTo: "r1" },
    { scheme: "upto" },
    { network: "xrpl:0" },
    { extensions: "x" },
  ])
    expect(await totalOf({ ...all, ...other })).toBe(0);
  for (const bad of ["limit=0", "limit=101", "limit=x", "offset=-1"])
    expect((await fetch(`${hub.url}/discovery/resources?${bad}`)).status).toBe(400);
});

test("finds by words, the best first, page after page", async () => {
  const { bazaar } = withBazaar(new HTTPFacilitatorClient({ url: hub.url })).extensions;
  const first = await bazaar.search({ query: "API operations as tool definitions", limit: 1 });
  expect(first.resources[0]?.resource).toBe(`${hub.url}/api/v1/agent/tools/search/`);
  const second = await bazaar.search({
    query: "API operations as tool definitions",
    limit: 1,
    cursor: first.pagination?.cursor ?? "",
  });
  expect(second.resources[0]?.resource).toBe(`${hub.url}/api/v1/agent/search/`);
  expect((await bazaar.search({ query: "zzz" })).resources).toEqual([]);
  expect((await fetch(`${hub.url}/discovery/search`)).status).toBe(400);
});

test("is named in /.well-known/x402 with everything that is sold", async () => {
  const document = (await (await fetch(`${hub.url}/.well-known/x402`)).json()) as { resources: string[] };
  expect(document).toMatchObject({ version: 1, discovery: `${hub.url}/discovery/resources`, network: NETWORK });
  expect(document.resources.sort()).toEqual(SOLD.map((path) => hub.url + path).sort());
});

test("a browser may send what x402 clients send, and read what they read", async () => {
  const preflight = await fetch(`${hub.url}/api/v1/premium/`, {
    method: "OPTIONS",
    headers: { origin: "https://app.example" },
  });
  const lists = (header: string | null) => header?.toLowerCase().split(/,\s*/) ?? [];
  expect(lists(preflight.headers.get("access-control-allow-headers"))).toEqual(
    expect.arrayContaining([
      "x-api-key",
      "content-type",
      "payment-signature",
      "idempotency-key",
      "x-payment-verified",
      "access-control-expose-headers",
      "sign-in-with-x",
    ]),
  );
  const unpaid = await fetch(`${hub.url}/api/v1/premium/`, { headers: { origin: "https://app.example" } });
  expect(unpaid.headers.get("access-control-allow-origin")).toBe("*");
  expect(lists(unpaid.headers.get("access-control-expose-headers"))).toEqual(
    expect.arrayContaining([
      "payment-required",
      "payment-response",
      "x-payment-receipt",
      "x-request-id",
      "x-charge-xrp",
      "x-balance-xrp",
      "x-calls-limit",
      "x-calls-remaining",
      "x-calls-reset",
      "ratelimit",
      "ratelimit-policy",
      "age",
      "cache-status",
    ]),
  );
});
