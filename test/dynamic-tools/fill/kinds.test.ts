/** Each kind of phrase that says a value, on operations made up for it: the value stands where it belongs, and once. */
import { expect, test } from "bun:test";
import { flag, list, object, oneOf, operationOf, sent, text, whole } from "../sent.ts";

type Case = readonly [words: string, operation: ReturnType<typeof operationOf>, sent: object];

const holds = (cases: readonly Case[]) =>
  test.each<Case>([...cases])("%s", (words, operation, expected) => {
    expect(sent(words, operation) as object).toEqual(expected);
  });

const several = operationOf("/samples", { probe_ids: list, cohort: text, page_size: whole });
const rows = operationOf("/guests/add", {}, object({ guests: { type: "array", items: object({ email: text }) } }));

holds([
  [
    "samples of the probes AX53 and BRKA in cohort ZETA, 100 per page",
    several,
    { probe_ids: ["AX53", "BRKA"], cohort: "ZETA", page_size: 100 },
  ],
  [
    "add the guests ana@example.org, bo@example.org and cy@example.org",
    rows,
    { body: { guests: [{ email: "ana@example.org" }, { email: "bo@example.org" }, { email: "cy@example.org" }] } },
  ],
  [
    "remove the tracks t1, t2 and t3 from the shelf jazz",
    operationOf("/tracks/remove", {}, object({ ids: list, shelf: text })),
    { body: { ids: ["t1", "t2", "t3"], shelf: "jazz" } },
  ],
]);

const lamp = operationOf(
  "/lamps/{lamp_id}",
  {},
  object({ locked: { type: ["boolean", "null"] }, is_active: flag, notify_owners: flag, deleteAll: flag }),
);

holds([
  ["lock the lamp l-1", lamp, { lamp_id: "l-1", body: { locked: true } }],
  ["unlock the lamp l-1 and notify the owners", lamp, { lamp_id: "l-1", body: { locked: false, notify_owners: true } }],
  ["set the lamp l-1 inactive", lamp, { lamp_id: "l-1", body: { is_active: false } }],
  // To publish is to make one.
  ["publish a note", operationOf("/notes", {}, object({ published: flag })), {}],
  // Whoever deletes one deletes not all.
  ["delete the lamp l-1", lamp, { lamp_id: "l-1" }],
  [
    "the station s-1 with its address and ports",
    operationOf("/stations/{id}", { include_address: flag, include_ports: flag, include_owner: flag }),
    { id: "s-1", include_address: true, include_ports: true },
  ],
  [
    "answer the query q-77 with not ok",
    operationOf("/answer", {}, object({ query_id: text, ok: flag }, ["ok"])),
    { body: { query_id: "q-77", ok: false } },
  ],
  [
    "make the repo r-2 with wiki and issues disabled",
    operationOf("/repos/{repo}", {}, object({ has_wiki: flag, has_issues: flag })),
    { repo: "r-2", body: { has_wiki: true, has_issues: false } },
  ],
]);

const reports = operationOf("/reports", {
  begin: { ...text, description: "YYYYMMDD" },
  until: { ...whole, description: "Unix timestamp in seconds" },
});
const visit = operationOf("/visits", {}, object({ at: { ...text, format: "date-time", pattern: "^.{11,}$" } }));

holds([
  ["reports with begin 2024-03-01 until 2024-03-02", reports, { begin: "20240301", until: 1709337600 }],
  ["a visit at 2024-03-01", visit, { body: { at: "2024-03-01T00:00:00Z" } }],
]);

const kinds = operationOf("/fleets", {
  kind: oneOf("ROAD_FLEET", "RAIL_FLEET", "LABELLED_FLEET"),
  lineType: oneOf("toll", "tollfree"),
  event: oneOf("unit.lostSignal", "unit.foundSignal"),
  record: oneOf("A", "MX"),
  direction: oneOf("asc", "desc"),
});

holds([
  ["a road fleet labelled Nord", kinds, { kind: "ROAD_FLEET" }],
  ["fleets that are toll-free", kinds, { lineType: "tollfree" }],
  ["fleets on unit.lostSignal", kinds, { event: "unit.lostSignal" }],
  ["fleets by an MX record", kinds, { record: "MX" }],
]);

const wide = operationOf("/scans", {
  from: whole,
  stop: whole,
  limit: whole,
  maxRangeInKm: text,
  rows: whole,
  start: whole,
});

holds([
  ["scans from 1000 to 250000", wide, { from: 1000, stop: 250000 }],
  ["up to 4 scans within 150 km", wide, { limit: 4, maxRangeInKm: "150" }],
  ["scans, 50 rows starting at row 100", wide, { rows: 50, start: 100 }],
]);

const parts = operationOf("/hosts/{owner}/{app_name}", { timeout_secs: whole, call_timeout_secs: whole });
const model = operationOf(
  "/models/{modelId}",
  {},
  object({
    modelName: text,
    modelDescription: text,
    parts: { type: "array", items: object({ description: text, name: text }) },
  }),
);

holds([
  ["the host acme/web, timeout 300 seconds", parts, { owner: "acme", app_name: "web", timeout_secs: 300 }],
  [
    'rename the model 4f2a-11 to "Pump v2" with the description "pumps of hall 3"',
    model,
    { modelId: "4f2a-11", body: { modelName: "Pump v2", modelDescription: "pumps of hall 3" } },
  ],
  [
    "set the variable NODE_ENV to production",
    operationOf("/variables", {}, object({ name: text, value: text })),
    { body: { name: "NODE_ENV", value: "production" } },
  ],
  [
    'put the page 4353 as "Archive" into the parent folder 12',
    operationOf("/pages/{page_id}", {}, object({ name: text, parent: object({ id: text }) })),
    { page_id: "4353", body: { name: "Archive", parent: { id: "12" } } },
  ],
]);

test("who made things is none of their ids", () => {
  const albums = operationOf("/albums/{ids}", {});
  expect(sent("the albums by Radiohead", albums)).toEqual({});
  expect(sent("the albums of Radiohead", albums)).toEqual({});
});

test("a word of a title is no member of a list", () => {
  const meetings = operationOf("/meetings", {}, object({ topic: text, recurrence: oneOf("daily", "weekly") }));
  expect(sent('create a meeting "Weekly sync"', meetings)).toEqual({ body: { topic: "Weekly sync" } });
  expect(sent('create a weekly meeting "Our sync"', meetings)).toEqual({
    body: { topic: "Our sync", recurrence: "weekly" },
  });
});

test("a country is no city", () => {
  expect(sent("the weather in France", operationOf("/weather", { city: text }))).toEqual({});
  expect(sent("the weather in Singapore", operationOf("/weather", { city: text }))).toEqual({ city: "Singapore" });
});

test("one currency alone comes from no source", () => {
  const charges = operationOf("/charges", {}, object({ amount: whole, source: text }));
  expect(sent("charge $20", charges)).toEqual({ body: { amount: 2000 } });
});

const sought = operationOf("/search", { q: text, limit: whole });
holds([
  // A name in small letters, a code of a currency, a branch.
  [
    "make a price of 9.99 eur",
    operationOf("/prices", {}, object({ amount: text, currency: text })),
    { body: { amount: "9.99", currency: "EUR" } },
  ],
  [
    "commits on main",
    operationOf("/commits", { sha: { ...text, description: "SHA or branch to start from." } }),
    { sha: "main" },
  ],
  // Where it is, and what is sent, are no ids of other things.
  [
    "create release v1.2.0 as a draft",
    operationOf("/releases", {}, object({ tag_name: text, discussion_category_name: text, draft: flag })),
    { body: { tag_name: "v1.2.0", draft: true } },
  ],
  ["instances in eu-west-1", operationOf("/instances", { instance_id: text, region: text }), { region: "eu-west-1" }],
  ["upload photo.jpg", operationOf("/uploads", {}, object({ request_id: text, drive_id: text })), {}],
  // What is looked for: a work with who made it, no half of a repository, nothing but when.
  ['search for "Discovery" by Daft Punk', sought, { q: "Discovery Daft Punk" }],
  ["search lofi music, 5 results", sought, { q: "lofi music", limit: 5 }],
  [
    "find pizza near 52.5,13.4",
    operationOf("/find/{query}", { lat: text, lon: text }),
    { query: "pizza", lat: "52.5", lon: "13.4" },
  ],
  ["search since 1 september 2024", sought, {}],
  ["files modified after 2024-01-01", operationOf("/files", { drive_id: text }), {}],
]);

test("a key that everybody may see is a value, and what it is called is told by nothing else", () => {
  const keys = operationOf("/account/keys", {}, object({ name: text, public_key: text }));
  expect(sent('add the ssh key "ssh-rsa AAAA" named laptop', keys)).toEqual({
    body: { name: "laptop", public_key: "ssh-rsa AAAA" },
  });
});
