/** What is sold about the catalogue itself: its best entries with their evidence, as a document and as a feed. */
import { Elysia } from "elysia";
import { formatXrp } from "../runtime/money.ts";
import type { PriceList } from "../runtime/prices.ts";
import type { Showcase, ShowcaseEntry } from "../runtime/showcase.ts";
import { documentWork, type ProtectedDeps, serveDocument } from "./protected.ts";

export interface PremiumRoutesDeps extends ProtectedDeps {
  readonly showcase: Showcase;
  readonly prices: PriceList;
  readonly hubUrl: () => string;
  readonly tierTable: () => Record<string, unknown>;
}

const BEST = 50;
const PER_CATEGORY = 3;

export function premiumRoutes(deps: PremiumRoutesDeps) {
  const premium = deps.offer(
    documentWork({
      slug: "premium",
      name: "Premium APIs",
      method: "GET",
      path: "/api/v1/premium/",
      needs: deps.showcase.ready,
      description:
        "The best-scored APIs of the catalogue with their evidence, picks of every category, and the prices.",
      perform: async () => ({
        source: "premium",
        version: "2.2",
        best: await deps.showcase.best(BEST),
        picks: await deps.showcase.picks(PER_CATEGORY),
        prices: priceTable(deps.prices, deps.tierTable()),
        recommended_next_action: "POST to the proxy_url of an entry to call it.",
      }),
    }),
  );
  const feed = deps.offer(
    documentWork({
      slug: "premium-feed",
      name: "Premium feed",
      method: "GET",
      path: "/api/v1/premium-feed/",
      needs: deps.showcase.ready,
      description: "A feed of the best-scored APIs of the catalogue.",
      perform: async () => jsonFeed(await deps.showcase.best(BEST), deps.hubUrl()),
    }),
  );
  return new Elysia()
    .get("/api/v1/premium/", ({ request, set }) => {
      const receipt = request.headers.get("x-payment-verified");
      return serveDocument(deps, { request, set, receipt }, premium, {});
    })
    .get("/api/v1/premium-feed/", ({ request, set }) => serveDocument(deps, { request, set }, feed, {}));
}

function priceTable(prices: PriceList, tiers: Record<string, unknown>): Record<string, unknown> {
  const runs = Object.entries(prices.tiers).map(([tier, price]) => [tier, Number(formatXrp(price))]);
  return {
    per_call_xrp: Number(formatXrp(prices.call)),
    runs_xrp: Object.fromEntries(runs),
    charged_tiers: [...prices.chargedTiers],
    cache_hit_percent: prices.cacheHitPercent,
    subscriptions: tiers,
  };
}

/** JSON Feed 1.1 (jsonfeed.org/version/1.1). */
function jsonFeed(entries: readonly ShowcaseEntry[], hubUrl: string): object {
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: "Curated premium APIs",
    home_page_url: `${hubUrl}/`,
    feed_url: `${hubUrl}/api/v1/premium-feed/`,
    description: "The best-scored APIs of this hub's catalogue.",
    items: entries.map((entry) => ({
      id: entry.slug,
      url: entry.proxy_url,
      title: entry.name,
      content_text: entry.description,
      date_modified: entry.updated_at,
      tags: [entry.category],
      _hub: entry,
    })),
  };
}
