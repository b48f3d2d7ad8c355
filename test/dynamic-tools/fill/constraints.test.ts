/** Wishes with several constraints at once, on operations made up for them. */
import { expect, test } from "bun:test";
import { constantsFor, flag, list, object, oneOf, operationOf, sent, text, whole } from "../sent.ts";

type Case = readonly [words: string, operation: ReturnType<typeof operationOf>, sent: object];

const holds = (kind: string, cases: readonly Case[]) =>
  test.each<Case>([...cases])(`${kind}: %s`, (words, operation, expected) => {
    expect(sent(words, operation) as object).toEqual(expected);
  });

const issues = operationOf("/issues", {
  sort: oneOf("created", "updated", "comments"),
  direction: oneOf("asc", "desc"),
});
const articles = operationOf("/articles", { sort: oneOf("newest", "oldest", "best_match") });
const items = operationOf("/items", {
  sort: { ...text, description: "Sorts by price (in ascending or descending order) or by distance." },
});

holds("an order", [
  ["issues, most commented first", issues, { sort: "comments", direction: "desc" }],
  ["issues, least recently updated first", issues, { sort: "updated", direction: "asc" }],
  ["issues, oldest first", issues, { sort: "created", direction: "asc" }],
  ["the oldest articles", articles, { sort: "oldest" }],
  ["items sorted by price", items, { sort: "price" }],
]);

const runs = operationOf("/runs", { status: oneOf("cancelled", "failure", "requested") });

holds("a state", [
  ["runs that failed", runs, { status: "failure" }],
  ["runs that were cancelled, no pull requests", runs, { status: "cancelled" }],
]);

const people = operationOf("/people", { bounced: flag, highlight: flag, disable_preview: flag, accepted: text });
const accepted = operationOf("/answers", { accepted: oneOf("true", "false") });
const release = operationOf("/releases", {}, object({ generate_release_notes: flag, tag: text }));

holds("a flag", [
  ["people who didn't bounce", people, { bounced: false }],
  ["people with highlights", people, { highlight: true }],
  ["people without preview", people, { disable_preview: true }],
  ["answers that are accepted", accepted, { accepted: "true" }],
  [
    "a release with the tag v3.0.0-beta.1, generate the notes",
    release,
    {
      body: { generate_release_notes: true, tag: "v3.0.0-beta.1" },
    },
  ],
]);

const meeting = operationOf(
  "/meetings",
  {},
  object({
    duration: { ...whole, description: "How long it lasts (minutes)." },
    settings: object({ waiting_room: flag, rooms: { type: "array", items: object({ name: text }) } }),
  }),
);
const container = operationOf("/containers", { t: { ...whole, description: "Number of seconds to wait" } });

holds("how long", [
  ["a meeting for 2 hours", meeting, { body: { duration: 120 } }],
  ["a meeting for half an hour", meeting, { body: { duration: 30 } }],
  [
    "a meeting for 45 minutes with a waiting room",
    meeting,
    {
      body: { duration: 45, settings: { waiting_room: true } },
    },
  ],
  ["the containers, t 2 minutes", container, { t: 120 }],
]);

const refund = operationOf("/refunds", {}, object({ charge: text, customer: text, payment_intent: text, email: text }));
const messages = operationOf("/apps/{app_id}/messages", { after: { ...text, format: "date-time" } });

holds("an id that begins with what it is the id of", [
  ["refund pi_3Nabc", refund, { body: { payment_intent: "pi_3Nabc" } }],
  ["refund cus_9s6X", refund, { body: { customer: "cus_9s6X" } }],
  ["messages of app_77 after lunch", messages, { app_id: "app_77" }],
]);

const listed = operationOf("/listings", { price_min: whole, price_max: whole });
const tracks = operationOf("/tracks", { limit: whole, min_tempo: whole, max_tempo: whole });

holds("two that are alike", [
  ["listings between 500 and 1200 euros", listed, { price_min: 500, price_max: 1200 }],
  [
    "tracks, at most 15, minimum tempo 120 and maximum tempo 140",
    tracks,
    {
      limit: 15,
      min_tempo: 120,
      max_tempo: 140,
    },
  ],
]);

const objects = operationOf("/objects", {
  prefix: text,
  "max-keys": whole,
  Sent: { ...text, format: "date-time" },
  "Sent>": { ...text, format: "date-time" },
});
const server = operationOf("/servers", {}, object({ image: text, branch: text }));

holds("a file, a version and a bound", [
  ["10 objects under photos/", objects, { prefix: "photos/", "max-keys": 10 }],
  ["objects starting with db/2026/", objects, { prefix: "db/2026/" }],
  ["objects sent after 2026-11-01", objects, { "Sent>": "2026-11-01" }],
  [
    "a server of the image ubuntu-24.04 and the branch release-2.1",
    server,
    {
      body: { image: "ubuntu-24.04", branch: "release-2.1" },
    },
  ],
]);

const task = operationOf("/tasks", {}, object({ name: text, notes: text, assignees: list }));
const chat = operationOf("/chats", {}, object({ chat_id: { ...text, description: "As @channelusername" }, text }));
const drafts = operationOf("/users/{userId}/drafts", { userId: { ...text, description: "`me` is who asks." } });

holds("who, and what is said of it", [
  ['a task "Call", notes: ask about the heating', task, { body: { name: "Call", notes: "ask about the heating" } }],
  ["to the chat @news, text: the server is back", chat, { body: { chat_id: "@news", text: "the server is back" } }],
  ["my drafts", drafts, { userId: "me" }],
  ["show me drafts", drafts, {}],
]);

const machines = operationOf("/machines", {}, object({ name: text, image: text, folder_id: text }, ["name", "image"]));
const commits = operationOf("/repos/{owner}/{repo}/commits", { path: text });
const posts = operationOf("/posts", { q: text });
const buckets = operationOf("/s3/{Bucket}", {});

holds("what it is called", [
  ["create a machine web-01 with the image img-7", machines, { body: { name: "web-01", image: "img-7" } }],
  ["create it in the machine web-01, image img-7", machines, { body: { image: "img-7" } }],
  ["commits that changed src/main.ts in oven-sh/bun", commits, { owner: "oven-sh", repo: "bun", path: "src/main.ts" }],
  ["posts with #bunjs", posts, { q: "#bunjs" }],
]);

const journeys = operationOf("/journeys/{from}/to/{to}", { toName: text });
const tagged = operationOf("/orders", { tag: list, pageSize: whole, max: text, location: text, locationId: text });
const flights = operationOf("/flights/{carrierCode}/{flightNumber}", {});
const moment = { ...text, format: "date-time" };
const changed = operationOf("/orders", { minOrderDate: moment, modifiedAtMin: moment });

holds("one of two slots", [
  ["journeys from SW1A 1AA to E20 2ST", journeys, { from: "SW1A 1AA", to: "E20 2ST" }],
  ["orders tagged express, 50 per page", tagged, { tag: ["express"], pageSize: 50 }],
  ["orders at location 884", tagged, { locationId: "884" }],
  ["flight LH 438", flights, { carrierCode: "LH" }],
  ["orders changed since 2026-11-25", changed, { modifiedAtMin: "2026-11-25" }],
]);

holds("how something is said", [
  ["message to the chat @news in Markdown", chat, { body: { chat_id: "@news" } }],
  ["text the chat @news via WhatsApp", chat, { body: { chat_id: "@news" } }],
]);

test("of flights within a month no day of return is known", () => {
  const offers = operationOf("/flights", { departureDate: text, returnDate: text });
  expect(sent("flights in January", offers, Date.UTC(2026, 10, 26))).toEqual({});
});

test("of a day without a year some take the month and the day alone", () => {
  const born = operationOf("/born", {
    month: { ...text, description: "Month (1-12)" },
    day: { ...text, description: "Day of the month" },
  });
  const now = Date.UTC(2026, 10, 26);
  expect(sent("born on March 3", born, now)).toEqual({ month: "3", day: "3" });
  expect(sent("born on the 14th of March", born, now)).toEqual({ month: "3", day: "14" });
});

test("the short name of a service is no name of what it holds", () => {
  const said = constantsFor("the s3 bucket my-logs", buckets, new Set(["s3", "bucket"]));
  expect(said.params).toEqual({ Bucket: "my-logs" });
});
