/** What sort of thing a slot takes: by its name, its description and what holds it. */
import { expect, test } from "bun:test";
import { list, object, operationOf, sent, text, whole } from "../sent.ts";

type Case = readonly [words: string, operation: ReturnType<typeof operationOf>, sent: object];

const listed = { ...text, description: "Comma separated list of currency codes." };
const seconds = { type: "integer", description: "Maximum processing time in ms." };
const parts = {
  allOf: [object({ ttl: { description: "How long it is kept." } }), object({ ttl: { type: ["integer", "null"] } })],
};
const sender = object({ first_name: text, last_name: text, phone: text, title: text });
const address = object({ line1: text, city: text, state: text, zip: text, country: text });
const discount = object({ discount_amount_fix: { type: "number" }, discount_amount_percent: { type: "number" } });
const pages = { page: whole, page_size: whole };

test.each<Case>([
  [
    "convert EUR to USD, GBP and JPY",
    operationOf("/convert", { from: text, to: listed }),
    { from: "EUR", to: "USD,GBP,JPY" },
  ],
  ["render it with a timeout of 15 seconds", operationOf("/render", { timeout: seconds }), { timeout: 15000 }],
  ["make a job with ttl 3600", operationOf("/jobs", {}, parts), { body: { ttl: 3600 } }],
  ["10 % discount on the order", operationOf("/promotions", {}, discount), { body: { discount_amount_percent: 10 } }],
  ["the first page with 50 rows of the report", operationOf("/report", pages), { page: 1, page_size: 50 }],
  ["25 hits of the report per page, 2nd page", operationOf("/report", pages), { page: 2, page_size: 25 }],
  [
    "make a code with the color #ffffff",
    operationOf("/codes", {}, object({ color: text, tags: list })),
    { body: { color: "#ffffff" } },
  ],
  [
    "a promotion from 2026-03-01 to 2026-03-31",
    operationOf("/promotions", {}, object({ buys_at_least: text, begins_at: text, expires_at: text })),
    { body: { begins_at: "2026-03-01", expires_at: "2026-03-31" } },
  ],
  [
    "create a guest Mrs Ann Lee",
    operationOf("/bookings", {}, object({ guest: sender })),
    { body: { guest: { first_name: "Ann", last_name: "Lee" } } },
  ],
  [
    "make an order, ship it to Ann Lee, Storgatan 5, 11122 Stockholm, SE",
    operationOf("/orders", {}, object({ shipping: object({ name: text }), address })),
    {
      body: {
        shipping: { name: "Ann Lee" },
        address: { line1: "Storgatan 5", city: "Stockholm", zip: "11122", country: "SE" },
      },
    },
  ],
  [
    'put the transition las:transition:ab12: name "ocr"',
    operationOf("/transitions/{transition_id}", {}, object({ name: text })),
    { transition_id: "las:transition:ab12", body: { name: "ocr" } },
  ],
  [
    "campaign with the merchant names Costco and Target",
    operationOf("/campaign", {}, object({ products: object({ names: list }), merchantNames: object({ list }) })),
    { body: { merchantNames: { list: ["Costco", "Target"] } } },
  ],
  [
    "make a corpus with a filter attribute named lang",
    operationOf(
      "/corpus",
      {},
      object({ dimensions: object({ name: text }), filterAttributes: object({ name: text }) }),
    ),
    { body: { filterAttributes: { name: "lang" } } },
  ],
  // What stands beside a slot's name is of its sort, or goes elsewhere.
  [
    "the air at 52.5, 13.4 with times in Europe/Berlin",
    operationOf("/air", { lat: text, lon: text, timezone: text }),
    { lat: "52.5", lon: "13.4", timezone: "Europe/Berlin" },
  ],
  [
    "make a bundle from https://media.example/q1.mp3, notify https://acme.dev/hook",
    operationOf("/bundles", {}, object({ media_url: text, notify_url: text })),
    { body: { media_url: "https://media.example/q1.mp3", notify_url: "https://acme.dev/hook" } },
  ],
  [
    "make a policy of project p-9, url https://kern.example",
    operationOf("/policies/{project_id}", {}, object({ project_url: text })),
    { project_id: "p-9", body: { project_url: "https://kern.example" } },
  ],
  [
    "create a poi with the icon anchor at 63.44, 10.42",
    operationOf("/poi", {}, object({ icon: text, lat: { type: "number" }, lng: { type: "number" } })),
    { body: { icon: "anchor", lat: 63.44, lng: 10.42 } },
  ],
  [
    "make an order of 2 of sku TS-BLK",
    operationOf("/orders", {}, object({ items: { type: "array", items: object({ sku: text, quantity: whole }) } })),
    { body: { items: [{ sku: "TS-BLK", quantity: 2 }] } },
  ],
  [
    "make a reward for group 58c8",
    operationOf("/rewards", {}, object({ group: object({ data: object({ id: text, type: text }) }) })),
    { body: { group: { data: { id: "58c8" } } } },
  ],
  [
    'make a trigger with the name "invoices": mails from a@x.org',
    operationOf("/triggers", {}, object({ name: text, from: text })),
    { body: { name: "invoices", from: "a@x.org" } },
  ],
  ['the log lines that mention "modbus"', operationOf("/log", { filter: text, after: text }), { filter: "modbus" }],
  [
    "a total of 30 for the order",
    operationOf("/orders", {}, object({ total: whole, tags: { type: "array", items: object({ value: text }) } })),
    { body: { total: 30 } },
  ],
  [
    "make a guest, username: Blue Horizon, plan: gold",
    operationOf("/guests", {}, object({ username: text, plan: text, first_name: text, last_name: text })),
    { body: { username: "Blue Horizon", plan: "gold" } },
  ],
  [
    "datasets ordered by title",
    operationOf("/datasets", { sort: { ...text, description: "**Deprecated**, use `order_by`." }, order_by: text }),
    { order_by: "title" },
  ],
])("%s", (words, operation, expected) => {
  expect(sent(words, operation) as object).toEqual(expected);
});
