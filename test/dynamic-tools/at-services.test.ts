/** Plain wishes at services that everybody knows, against the whole catalogue; skipped where none was built. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { compose } from "../../src/dynamic-tools/compose.ts";
import { createOperations } from "../../src/proxy/operations.ts";

const PATH = process.env.CATALOG_FILE ?? new URL("../../data/catalog.sqlite", import.meta.url).pathname;
const NOW = Date.parse("2026-03-04T12:00:00Z");

/** Words, the operation, and all that is sent. */
const WISHES: readonly (readonly [words: string, operation: string, sent: object])[] = [
  [
    "create a private repo called notes on github",
    "POST /user/repos",
    { params: {}, body: { name: "notes", private: true } },
  ],
  [
    "get the latest 5 commits on main of facebook/react on github",
    "GET /repos/{owner}/{repo}/commits",
    { params: { owner: "facebook", repo: "react", per_page: 5, sha: "main" } },
  ],
  [
    "search spotify for the album Discovery by Daft Punk",
    "GET /search",
    { params: { q: "Discovery Daft Punk", type: ["album"] } },
  ],
  [
    "make a stripe price of 9.99 eur per month for product prod_1",
    "POST /v1/prices",
    { params: {}, body: { product: "prod_1", unit_amount: 999, currency: "eur", recurring: { interval: "month" } } },
  ],
  [
    "cancel stripe subscription sub_9 at period end",
    "POST /v1/subscriptions/{subscription_exposed_id}",
    { params: { subscription_exposed_id: "sub_9" }, body: { cancel_at_period_end: true } },
  ],
  [
    "stripe invoices between 2024-01-01 and 2024-02-01",
    "GET /v1/invoices",
    { params: { created: { gte: 1_704_067_200, lte: 1_706_745_600 } } },
  ],
  [
    "end zoom meeting 123456789",
    "PUT /meetings/{meetingId}/status",
    { params: { meetingId: 123_456_789 }, body: { action: "end" } },
  ],
  [
    "start a zoom meeting tomorrow at 3pm called standup for 45 minutes",
    "POST /users/{userId}/meetings",
    { params: {}, body: { topic: "standup", duration: 45, start_time: "2026-03-05T15:00:00Z" } },
  ],
  [
    "search youtube for lofi music, 5 results",
    "GET /youtube/v3/search",
    { params: { q: "lofi music", maxResults: 5 } },
  ],
];

test.skipIf(!existsSync(PATH)).each([...WISHES])("%s", async (description, operation, sent) => {
  const catalog = openCatalog(PATH, Math.random);
  const composed = await compose(catalog, createOperations(), { description, limit: 5, now: NOW });
  catalog.close();

  if (!composed.ok) throw new Error("Nothing was made of it");
  const { callee, constants } = composed.draft;
  expect(`${callee.entry.method} ${callee.entry.path}`).toBe(operation);
  expect(constants).toEqual(sent as typeof constants);
});

test.skipIf(!existsSync(PATH))("an amount of money is converted, however it is asked", async () => {
  const catalog = openCatalog(PATH, Math.random);
  const find = createOperations();
  for (const description of ["how much is 50 dollars in japanese yen", "50 usd in jpy", "convert 50 usd to jpy"]) {
    const composed = await compose(catalog, find, { description, limit: 5, now: NOW });
    if (!composed.ok) throw new Error(`Nothing was made of "${description}"`);
    expect(composed.draft.callee.entry.path.toLowerCase()).toMatch(/conver/);
    expect(Object.values(composed.draft.constants.params).map(String).sort()).toEqual(["50", "JPY", "USD"]);
  }
  catalog.close();
});
