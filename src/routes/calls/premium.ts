/** What is sold about the catalogue itself: its best entries with their evidence, as a document and as a feed. */
import { createPremiumFeed } from "../../presenters/premium-feed.ts";
import { rowOf } from "../../presenters/route.ts";
import { Premium, PremiumFeed } from "../../presenters/schemas/catalog.ts";
import { bestOf, picksOf } from "../../presenters/showcase.ts";
import type { CallRecords } from "../../runtime/entries/call-records.ts";
import type { Catalog, Entry } from "../../runtime/catalog.ts";
import { entryJson } from "../../runtime/entries/entry-json.ts";
import { formatXrp } from "../../runtime/money.ts";
import type { Clock } from "../../runtime/world.ts";
import type { PriceList } from "../../runtime/run/prices.ts";
import type { Mount } from "../http/mount.ts";
import { documentOperation, type ProtectedDeps, serveDocument } from "../http/protected.ts";

export interface PremiumRoutesDeps extends ProtectedDeps {
  readonly catalog: () => Catalog;
  /** How calls of entries went. */
  readonly calls: CallRecords;
  readonly clock: Clock;
  readonly prices: PriceList;
  readonly hubUrl: () => string;
  readonly tierTable: () => Record<string, unknown>;
}

const BEST = 50;
const PER_CATEGORY = 3;

export function premiumRoutes(deps: PremiumRoutesDeps, mount: Mount): void {
  const premiumFeed = createPremiumFeed();
  const premium = deps.offer(
    documentOperation({
      slug: "premium",
      name: "Premium APIs",
      method: "GET",
      path: "/api/v1/premium/",
      needs: deps.catalog,
      description:
        "The best-scored APIs of the catalogue with their evidence, picks of every category, and the prices.",
      perform: () => premiumDocument(deps),
    }),
  );
  const feed = deps.offer(
    documentOperation({
      slug: "premium-feed",
      name: "Premium feed",
      method: "GET",
      path: "/api/v1/premium-feed/",
      needs: deps.catalog,
      description: "Health and use of entries with their evidence, what has changed, and definitions for models.",
      perform: () =>
        premiumFeed({ catalog: deps.catalog(), calls: deps.calls, hubUrl: deps.hubUrl(), now: deps.clock.now() }),
    }),
  );
  mount(
    {
      ...rowOf(premium),
      id: "get_premium",
      tag: "catalogue",
      ok: { description: "The best entries, picks of every category, and the prices.", schema: Premium },
    },
    ({ request, set }) => {
      const receipt = request.headers.get("x-payment-verified");
      return serveDocument(deps, { request, set, receipt }, premium, {});
    },
  );
  mount(
    {
      ...rowOf(feed),
      id: "get_premium_feed",
      tag: "catalogue",
      ok: { description: "A JSON Feed whose items tell how their entries do in practice.", schema: PremiumFeed },
    },
    ({ request, set }) => serveDocument(deps, { request, set }, feed, {}),
  );
}

async function premiumDocument({ catalog, hubUrl, prices, tierTable }: PremiumRoutesDeps): Promise<object> {
  const shown = (entry: Entry) => entryJson(entry, hubUrl());
  const picks = await picksOf(catalog(), PER_CATEGORY);
  return {
    source: "premium",
    version: "2.2",
    best: (await bestOf(catalog(), BEST)).map(shown),
    picks: picks.map(({ category, entries }) => ({ category, entries: entries.map(shown) })),
    prices: priceTable(prices, tierTable()),
    recommended_next_action: "POST to the proxy_url of an entry to call it.",
  };
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
