/** Members of lists: by what they are called, by the words around them, and by what a description says of them. */
import { expect, test } from "bun:test";
import { list, object, oneOf, operationOf, sent, text } from "../sent.ts";

type Case = readonly [words: string, operation: ReturnType<typeof operationOf>, sent: object];

const holds = (kind: string, cases: readonly Case[]) =>
  test.each<Case>([...cases])(`${kind}: %s`, (words, operation, expected) => {
    expect(sent(words, operation) as object).toEqual(expected);
  });

const several = (...members: string[]) => ({ ...list, items: oneOf(...members) });
const parts = operationOf("/bundles", {
  include: several("app", "profiles", "devices"),
  kind: oneOf("tv", "web", "ps3"),
});
const runs = operationOf("/runs", { filter: oneOf("latest", "all"), state: oneOf("merged", "open") });
const event = operationOf("/events/{id}", {}, object({ sendUpdates: oneOf("all", "none"), note: text }));
const calls = operationOf("/calls", {
  action: oneOf("allow", "voiceMail", "block"),
  content: oneOf("audioonly", "videoonly"),
});

holds("a member by the words around it", [
  ["app bundles with their profiles", parts, { include: ["profiles"] }],
  ["bundles with profiles and devices", parts, { include: ["profiles", "devices"] }],
  ["bundles, only tv", parts, { kind: "tv" }],
  ["bundles, web only", parts, { kind: "web" }],
  [
    "feed, just funding and news",
    operationOf("/feed", { topics: several("funding", "news", "staff") }),
    { topics: ["funding", "news"] },
  ],
  ["runs, all of them and not just the latest", runs, { filter: "all" }],
  ["the latest runs", runs, { filter: "latest" }],
  ["event 5: send the guests no updates", event, { id: "5", body: { sendUpdates: "none" } }],
  ["calls that are blocked go to voicemail", calls, { action: "voiceMail" }],
  ["calls with only audio", calls, { content: "audioonly" }],
]);

holds("a member that is called as the verb", [
  ["merge runs that are merged", runs, { state: "merged" }],
  ["open a run", runs, {}],
]);

const described = (description: string) => ({ ...text, description });
const items = operationOf("/items", {
  defined_type: described("<b>One of:</b> <code>figure</code> <code>online resource</code> <code>dataset</code>"),
  scope: described("The kind of feed. <ul><li><b> NEWLY_LISTED</b> - of one day</li><li>ALL_ACTIVE</li></ul>"),
  order: described("Order the items by 'newest' | 'random'"),
  include: described("Data to include (required for CSV - days,hours,alerts)"),
});

holds("a member that a description lists", [
  ["add an online resource item", items, { defined_type: "online resource" }],
  ["newly listed items", items, { scope: "NEWLY_LISTED" }],
  ["newest items", items, { order: "newest" }],
  ["items, days only", items, { include: "days" }],
  ["items of some days", items, {}],
  ["newly made items", items, {}],
]);

const laws = operationOf("/laws", {
  part: oneOf("oic", "psl", "arch_oic"),
  game: oneOf("NH", "WW"),
  state: oneOf("NSW", "VIC"),
});
const table = operationOf("/tables/{id}", { format: oneOf("json", "tsv", "csv"), units: oneOf("S", "I") });

holds("a member that is short for what was said", [
  ["laws of the orders in council", laws, { part: "oic" }],
  ["laws of New Horizons", laws, { game: "NH" }],
  ["laws of New South Wales", laws, { state: "NSW" }],
  ["laws that no house made", laws, {}],
  ["the Iam Policy", operationOf("/iam/policy", { source: oneOf("IP", "DNS") }), {}],
  ["table 7, tab separated", table, { id: "7", format: "tsv" }],
  ["table 7 in fahrenheit", table, { id: "7", units: "I" }],
]);

const stream = operationOf(
  "/streams",
  {},
  object({ broadcast_location: oneOf("eu_germany", "eu_ireland", "us_oregon"), name: text }),
);

holds("a part of a member, where its list was named", [
  ["a stream, broadcast from Germany", stream, { body: { broadcast_location: "eu_germany" } }],
  ["a stream for Ireland", stream, {}],
  ["a stream, broadcast from the eu", stream, {}],
]);
