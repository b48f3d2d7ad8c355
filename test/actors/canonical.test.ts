import { expect, test } from "bun:test";
import { hashedJson } from "../../src/runtime/canonical-json.ts";
import { inputValidator } from "../../src/runtime/schema.ts";
import { actorSlugs, loadActor } from "../support/actor-files.ts";
import type { Actor } from "../../src/runtime/actor.ts";

test.each<[string, object, object]>([
  ["crypto-prices", { ids: "btc, ETH ,ether" }, { ids: "Bitcoin;ethereum", vs: "USD" }],
  ["crypto-prices", { vs: "eur,usd" }, { ids: "bitcoin,ethereum,xrp", vs: "usd,eur,EUR" }],
  ["weather-nws", { lat: 40.712801, lon: -74.006 }, { lat: 40.71279999, lon: -74.00600001, periods: 8 }],
  ["weather-openmeteo", { lat: -0, lon: 7.00001 }, { lat: 0, lon: 7 }],
  ["news-rss", { feed: "Hacker News" }, { feed: "https://news.ycombinator.com/rss", limit: 15 }],
  ["news-rss", { feed: "Blog.example.org" }, { feed: " https://blog.example.org/ " }],
  ["news-digest", { feed: "techcrunch", focus: "chips " }, { feed: "technology", focus: "chips" }],
  ["web-extract", { url: "example.org/a" }, { url: " https://example.org/a" }],
  ["web-brief", { url: "example.org/a", goal: " cost?" }, { url: "https://example.org/a", goal: "cost?" }],
  ["catalog-classify", { url: "HTTPS://Example.org" }, { url: "example.org" }],
  ["intel-entity", { query: " Ada  Lovelace" }, { query: "Ada Lovelace" }],
  ["api-match", { q: "send an sms " }, { q: "send an sms", enhanced: false }],
  ["intent-router", { q: "BTC?" }, { q: "BTC?", enhanced: false }],
])("%s takes %j and %j for the same", async (slug, one, other) => {
  expect(await keyOf(slug, one)).toBe(await keyOf(slug, other));
});

test.each<[string, object, object]>([
  ["crypto-prices", { ids: "btc,eth" }, { ids: "eth,btc" }], // The items stand in that order.
  ["crypto-prices", { ids: "quill" }, { ids: "quill-finance" }],
  ["weather-nws", { lat: 40.7128, lon: -74.006 }, { lat: 40.7128, lon: -74.006, periods: 14 }],
  ["weather-openmeteo", {}, { lat: 52.52, lon: 13.41 }], // It warns of the place that it took.
  ["news-rss", { feed: "https://a.example/Feed" }, { feed: "https://a.example/feed" }],
  ["web-brief", { url: "example.org" }, { url: "example.org", goal: "cost?" }],
  ["catalog-classify", { url: "example.org" }, { slug: "example.org" }],
  ["intel-entity", { query: "US" }, { query: "us" }],
  ["intent-router", { q: "convert a,b\n1,2" }, { q: "convert a,b 1,2" }],
  ["api-match", { q: "sms" }, { q: "sms", enhanced: true }],
])("%s tells %j from %j", async (slug, one, other) => {
  expect(await keyOf(slug, one)).not.toBe(await keyOf(slug, other));
});

test("every example comes to something that can be written as JSON, the same each time", async () => {
  for (const slug of await actorSlugs()) {
    const { examples } = (await loadActor(slug)) as Actor;
    for (const { input } of examples) expect(await keyOf(slug, input)).toBe(await keyOf(slug, structuredClone(input)));
  }
});

async function keyOf(slug: string, input: object): Promise<string> {
  const actor = (await loadActor(slug)) as Actor;
  const validation = inputValidator(actor.input)(input);
  if (!validation.ok) throw new Error(`${slug}: ${JSON.stringify(validation.issues)}`);
  actor.check?.(validation.value);
  return hashedJson(actor.canonical === undefined ? validation.value : actor.canonical(validation.value));
}
