/** The premium feed sells what only this hub knows of its entries, chosen by the rule that it names. */
import { describe, expect, test } from "bun:test";
import { createPremiumFeed, PREMIUM_RULE } from "../../src/presenters/premium-feed.ts";
import type { Catalog } from "../../src/runtime/catalog.ts";
import type { EntryRecord } from "../../src/runtime/entries/call-records.ts";
import { described, emptyShelf, get } from "../catalog/support.ts";
import { openTestAccount } from "../support/accounts.ts";
import { startEchoWorld } from "../support/echo-upstream.ts";

const NOW = Date.parse("2026-01-31T00:00:00Z");

function record(entry: string, overrides: Partial<EntryRecord> = {}): EntryRecord {
  const counts = { accounts: 1, calls: 10, failures: 0, recentCalls: 5, recentFailures: 0 };
  return { entry, ...counts, meanMs: 12, answeredAt: NOW, failedAt: null, ...overrides };
}

async function shelfOf(entries: number) {
  const shelf = emptyShelf();
  const words = ["weather", "invoices", "parcels", "songs", "recipes", "flights", "mails", "maps", "coins", "photos"];
  const descriptions = words.map((word) =>
    described(`${word}.dev`, {
      paths: Object.fromEntries(
        Array.from({ length: entries / words.length }, (_, at) => [
          `/${word}/${at}`,
          get(`List ${word} of kind ${at}`, {
            description: `All ${word} of kind ${at}, with their names, dates and places, the newest first.`,
            responses: {
              200: { description: "Done", content: { "application/json": { schema: { type: "object" } } } },
            },
          }),
        ]),
      ),
      security: [],
    }),
  );
  await shelf.build(descriptions);
  const catalog = shelf.open();
  return { catalog, [Symbol.dispose]: () => (catalog.close(), shelf[Symbol.dispose]()) };
}

async function feedOf(catalog: Catalog, records: readonly EntryRecord[]): Promise<any> {
  return createPremiumFeed()({ catalog, calls: { read: () => records }, hubUrl: "https://hub.example", now: NOW });
}

describe("the premium feed", () => {
  test("names its rule, begins with what most accounts have used, and holds nothing of the free pages besides", async () => {
    using shelf = await shelfOf(400);
    const { catalog } = shelf;
    const free = [true, false].flatMap((featured) => catalog.feed({ featured, limit: 50, offset: 0 }).entries);
    const [a, b, failing] = catalog.feed({ featured: false, limit: 50, offset: 100 }).entries.map(({ slug }) => slug);
    const feed = await feedOf(catalog, [
      record(a ?? "", { accounts: 9 }),
      record(failing ?? "", { accounts: 5, failures: 6, recentFailures: 4, failedAt: NOW }),
      record(b ?? "", { accounts: 2, failures: 2 }),
      record("gone-since"),
    ]);
    expect(feed._hub.rule).toBe(PREMIUM_RULE);
    const used = feed.items.filter((item: any) => item._hub.chosen_by === "use");
    expect(used.map(({ id }: { id: string }) => id)).toEqual([a, b]);
    const slugs = new Set(free.map(({ slug }) => slug));
    expect(feed.items.filter(({ id }: { id: string }) => slugs.has(id))).toEqual([]);
    expect(new Set(feed.items.map(({ id }: { id: string }) => id)).size).toBe(feed.items.length);
    expect(feed._hub.changes).toEqual([
      {
        slug: failing,
        change: "failing",
        at: "2026-01-31T00:00:00.000Z",
        evidence: { recent: { calls: 5, failures: 4 }, before: { calls: 5, failures: 2 } },
      },
      { slug: "gone-since", change: "vanished", at: null },
    ]);
    for (const { _hub: hub } of feed.items) {
      expect(Object.keys(hub.tools)).toEqual(["openai", "anthropic", "mcp"]);
      expect(hub.tools.openai).toMatchObject({ type: "function", function: { parameters: { type: "object" } } });
      expect(hub.health.status).toBe(hub.chosen_by === "use" ? "answering" : "unknown");
    }
  });

  test("says what has recovered", async () => {
    using shelf = await shelfOf(20);
    const [entry] = shelf.catalog.feed({ featured: false, limit: 1, offset: 0 }).entries;
    const recovered = record(entry?.slug ?? "", { calls: 10, failures: 4, recentFailures: 0, failedAt: NOW - 1 });
    expect((await feedOf(shelf.catalog, [recovered]))._hub.changes).toMatchObject([{ change: "recovered" }]);
  });

  test("tells how calls through the proxy went, with the evidence", async () => {
    const paths = { "/thing": get("Read the thing") };
    let status = 200;
    await using world = await startEchoWorld(
      { paths },
      { reply: (_, response) => void response.writeHead(status, { "content-type": "application/json" }).end("{}") },
    );
    const { key } = await openTestAccount(world.hub.services, "pro");
    const found = await fetch(`${world.hub.url}/api/v1/agent/search/?q=read+the+thing`, {
      headers: { "x-api-key": key },
    });
    const slug = (await found.json()).results[0].slug;
    for (const each of [200, 200, 404, 500]) {
      status = each;
      await world.call(slug, {});
    }
    await world.call(slug, {}, { "x-api-key": key });
    const feed = await (await fetch(`${world.hub.url}/api/v1/premium-feed/`, { headers: { "x-api-key": key } })).json();
    expect(feed.items[0]).toMatchObject({
      id: slug,
      _hub: {
        chosen_by: "use",
        health: { status: "answering", calls: 5, failures: 2, success_rate: 0.6, last_failed_at: expect.any(String) },
        use: { accounts: 1, calls: 5 },
      },
    });
  });
});
