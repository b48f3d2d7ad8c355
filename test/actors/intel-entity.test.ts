import { describe, expect, test } from "bun:test";
import actor from "../../actors/intel-entity/index.ts";
import { timeText } from "../../src/wikimedia/wikidata-time.ts";
import type { Report } from "../../src/runtime/actor.ts";
import { contextFor, runActor } from "../support/actor-context.ts";
import { jsonAnswer, type RecordedResponse } from "../support/recorded-upstream.ts";
import { startWikimedia } from "../support/wikimedia.ts";

const NOTHING = { founded: null, headquarters: null, website: null, born: null, died: null, population: null };

/** Query, the title it leads to, its kind, and facts beside what is null in all. */
const ENTITIES: readonly (readonly [query: string, title: string, kind: string, facts: object])[] = [
  [
    "Apple Inc.",
    "Apple Inc.",
    "company",
    {
      founded: "1976-04-01",
      headquarters: "Cupertino",
      website: "https://www.apple.com/",
      founders: ["Steve Jobs", "Steve Wozniak"],
      chief_executive: ["Tim Cook"],
      employees: 164_000,
      revenue: { value: 394_328_000_000, unit: "United States dollar" },
      industry: ["information technology"],
      country: ["United States"],
    },
  ],
  [
    "Ripple Labs",
    "Ripple Labs",
    "company",
    { founded: "2012-09", headquarters: "San Francisco", website: "https://ripple.com" },
  ],
  ["International Business Machines", "IBM", "company", { founded: "1911-06-16" }],
  ["Big Blue company", "IBM", "company", { founded: "1911-06-16" }],
  ["Enron", "Enron", "company", { founded: "1985", dissolved: "2001-12-02" }],
  [
    "Ada Lovelace",
    "Ada Lovelace",
    "person",
    {
      born: "1815-12-10",
      died: "1852-11-27",
      birth_place: ["London"],
      death_place: ["London"],
      occupation: ["mathematician", "writer"],
      citizenship: ["United Kingdom"],
    },
  ],
  [
    "julius caesar",
    "Julius Caesar",
    "person",
    { born: "12 July 100 BC", died: "15 March 44 BC", birth_place: ["Rome"] },
  ],
  ["Isaac Newton", "Isaac Newton", "person", { born: "1642-12-25", died: "1727-03-20", birth_place: ["Grantham"] }],
  ["Homer", "Homer", "person", { born: "8th century BC", died: "8th century BC" }],
  ["Unknown Sculptor", "Unknown Sculptor", "person", { born: "1950s" }],
  [
    "Leonardo da Vinci",
    "Leonardo da Vinci",
    "person",
    { born: "1452-04-15", birth_place: ["Vinci"], death_place: ["Amboise"] },
  ],
  ["marie currie", "Marie Curie", "person", { born: "1867-11-07", occupation: ["scientist"] }],
  [
    "Berlin",
    "Berlin",
    "place",
    { founded: "1244", population: 3_782_202, area: { value: 891.12, unit: "square kilometre" }, country: ["Germany"] },
  ],
  ["Mount Fuji", "Mount Fuji", "place", { elevation: { value: 3776.24, unit: "metre" }, country: ["Japan"] }],
  ["Tycho crater", "Tycho (lunar crater)", "place", {}],
  ["Gale crater", "Gale (crater)", "place", {}],
  ["Some Crater", "Some Crater", "place", {}],
  ["France", "France", "place", { founded: "0843", population: 68_373_433, capital: ["Paris"] }],
  ["Old Works", "Old Works", "place", {}],
  ["Lost Atlantis", "Lost Atlantis", "place", {}],
  ["Ford Model T", "Ford Model T", "product", { founded: "1908-10-01", manufacturer: ["Ford Motor Company"] }],
  ["Linux", "Linux", "product", { developer: ["Linus Torvalds"] }],
  ["iPhone", "IPhone", "product", { manufacturer: ["Apple Inc."] }],
  ["World War II", "World War II", "event", { started: "1939-09-01", ended: "1945-09-02" }],
  ["Battle of Hastings", "Battle of Hastings", "event", { date: "1066-10-14" }],
  ["Chicxulub impact", "Chicxulub impact", "event", { date: "c. 66 million years BC" }],
  ["Blade Runner", "Blade Runner", "other", { published: "1982-06-25", director: ["Ridley Scott"] }],
  ["1984 novel", "Nineteen Eighty-Four", "other", { published: "1949-06-08", author: ["George Orwell"] }],
  ["AC/DC", "AC/DC", "other", {}],
  ["Harvard University", "Harvard University", "other", { founded: "1636-09-18" }],
  ["Engineering", "Engineering", "other", {}],
  ["Loop of Classes", "Loop of Classes", "other", {}],
  ["Deep Class", "Deep Class", "other", {}],
  ["Bare Item", "Bare Item", "other", {}],
  ["Page Without Item", "Page Without Item", "other", {}],
  ["Deleted Item", "Deleted Item", "other", {}],
  ["Merged Item", "Merged Item", "company", { founded: "1886-05-08", headquarters: "Atlanta" }],
  ["Nameless Trade", "Nameless Trade", "person", { birth_place: ["Ourense"], citizenship: ["Galicia"] }],
  ["Кремль Хабаровска", "Музей", "place", { country: ["Россия"] }],
];

describe("intel-entity", () => {
  test.each(ENTITIES)("%s", async (query, title, kind, facts) => {
    const { items, warnings } = await run(query);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ title, kind });
    expect(items[0]?.["facts"]).toEqual({ ...NOTHING, ...facts });
    expect(warnings).toEqual([]);
  });

  test("answers a whole item", async () => {
    const { items } = await run("Mount Fuji");
    expect(items[0]).toMatchObject({
      title: "Mount Fuji",
      kind: "place",
      description: "Volcano in Honshu, Japan",
      extract: "Mount Fuji is an active stratovolcano located on the Japanese island of Honshu.",
      url: "https://en.wikipedia.org/wiki/Mount_Fuji",
      image: "https://upload.wikimedia.org/wikipedia/commons/a/a1/Mount_Fuji.jpg",
      coordinates: { lat: 35.360638, lon: 138.727347, globe: "earth" },
      wikidata_id: "Q39231",
      language: "en",
      as_of: "2026-10-02T08:15:27Z",
      _genius: { index: 0, source: "wikipedia.org, wikidata.org", completeness: 1 },
    });
  });

  test("a name of several things gets them all, the likeliest first, each with its kind", async () => {
    const { items, warnings } = await run("Mercury");
    expect(items.map(({ title, kind }) => [title, kind])).toEqual([
      ["Mercury (planet)", "other"],
      ["Mercury (element)", "other"],
      ["Mercury (mythology)", "other"],
      ["Freddie Mercury", "person"],
      ["Mercury (automobile)", "product"],
    ]);
    expect(warnings).toEqual(["The name means several things; they are told the likeliest first."]);
  });

  test("a list of meanings of which none is found is told as it is", async () => {
    expect((await run("Lonely Name")).items).toMatchObject([
      { title: "Lonely Name", kind: "other", wikidata_id: null },
    ]);
  });

  test("a page that is gone gives way to the next one found", async () => {
    expect((await run("gone page")).items).toMatchObject([{ title: "Berlin" }]);
  });

  test.each(["qwertyuiop zxcvb", "東京の店"])("nothing found for %s is an empty success", async (query) => {
    expect(await run(query)).toMatchObject({
      items: [],
      warnings: ["Wikipedia knows nothing of that name."],
      nextActors: ["web-extract"],
    });
  });

  test.each([
    ["Tycho crater", { lat: -43.31, lon: -11.36, globe: "moon" }],
    ["Gale crater", { lat: -5.4, lon: 137.8, globe: "mars" }],
    ["Some Crater", { lat: 1, lon: 2, globe: "Q77777" }],
    ["Old Works", { lat: 50.1, lon: 8.2, globe: "earth" }],
    ["Lost Atlantis", { lat: 10.123457, lon: -20.765432, globe: "earth" }],
    ["Ada Lovelace", null],
  ])("where %s is", async (query, coordinates) => {
    expect((await run(query)).items[0]).toMatchObject({ coordinates });
  });

  test("what a page does not have is null", async () => {
    expect((await run("Old Works")).items[0]).toMatchObject({ description: null, image: null });
    expect((await run("Page Without Item")).items[0]).toMatchObject({ wikidata_id: null });
  });

  test("asks little: items at once, labels at once, classes level by level, and says who asks", async () => {
    await using wikimedia = await startWikimedia();
    await runActor(actor, { query: "Mercury" }, contextFor(actor, wikimedia));
    const entities = wikimedia.asked.filter(({ hostname }) => hostname === "www.wikidata.org");
    expect(entities.map(({ searchParams }) => searchParams.get("ids"))).toEqual([
      "Q308|Q925|Q1150|Q5000042|Q5000043",
      "Q3504248",
    ]);
    expect([...wikimedia.userAgents]).toEqual(["agent-api-hub-test (test@example.org)"]);
  });

  test("items too large for one answer are asked for by halves", async () => {
    const huge = { ...jsonAnswer(200, { entities: {}, padding: "x".repeat(6_000_000) }) };
    await using wikimedia = await startWikimedia(({ searchParams }) =>
      (searchParams.get("ids") ?? "").startsWith("Q308|") ? huge : undefined,
    );
    const { items } = await runActor(actor, { query: "Mercury" }, contextFor(actor, wikimedia));
    expect(items.map(({ kind }) => kind)).toEqual(["other", "other", "other", "person", "product"]);
    const asked = wikimedia.asked.map(({ searchParams }) => searchParams.get("ids"));
    expect(asked).toEqual(expect.arrayContaining(["Q308|Q925|Q1150", "Q5000042|Q5000043", "Q308|Q925", "Q308"]));
  });

  test.each(["", "   ", "x".repeat(301)])("query %j is refused before anybody is asked", async (query) => {
    await expect(run(query)).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("intel-entity, when a service fails", () => {
  const busy = { ...jsonAnswer(429, {}), headers: { "retry-after": "7" } };
  const maxlag = {
    ...jsonAnswer(200, { error: { code: "maxlag", info: "Waiting for db1: 6.2 seconds lagged.", lag: 6.2 } }),
    headers: { "retry-after": "5" },
  };

  test.each<[string, string, RecordedResponse, object]>([
    ["429 of the search", "list=search", busy, { code: "upstream_failed", details: { retryAfterMs: 7000 } }],
    ["429 of a summary", "/summary/", busy, { code: "upstream_failed", details: { retryAfterMs: 7000 } }],
    ["429 of Wikidata", "wbgetentities", busy, { code: "upstream_failed", details: { retryAfterMs: 7000 } }],
    ["a lagging database", "wbgetentities", maxlag, { code: "upstream_failed", details: { retryAfterMs: 5000 } }],
    [
      "a pause that is told as a date",
      "list=search",
      {
        ...maxlag,
        headers: { "retry-after": "Sat, 21 Nov 2026 03:01:30 GMT", date: "Sat, 21 Nov 2026 03:00:00 GMT" },
      },
      { code: "upstream_failed", details: { retryAfterMs: 90_000 } },
    ],
    ["500 of the search", "list=search", jsonAnswer(500, {}), { code: "upstream_failed" }],
    [
      "a refusal of the search",
      "list=search",
      jsonAnswer(200, { error: { code: "badvalue" } }),
      { code: "upstream_failed" },
    ],
    ["a search without results or their lack", "list=search", jsonAnswer(200, {}), { code: "upstream_invalid" }],
    ["500 of a summary", "/summary/", jsonAnswer(500, {}), { code: "upstream_failed" }],
    ["a summary without a title", "/summary/", jsonAnswer(200, { extract: "x" }), { code: "upstream_invalid" }],
  ])("%s", async (_, part, how, error) => {
    await expect(run("Berlin", { part, how })).rejects.toMatchObject(error);
  });

  test.each<[string, RecordedResponse]>([
    ["500", jsonAnswer(500, {})],
    ["no entities", jsonAnswer(200, { success: 1 })],
    ["a refusal", jsonAnswer(200, { error: { code: "no-such-entity", info: "Could not find an entity" } })],
  ])("%s of Wikidata leaves the page, and says what is missing", async (_, how) => {
    const { items, warnings } = await run("Berlin", { part: "wbgetentities", how });
    expect(items).toMatchObject([{ title: "Berlin", kind: "other", facts: NOTHING, wikidata_id: "Q64" }]);
    expect(warnings).toEqual(["Wikidata could not be asked: kinds and facts are missing."]);
  });

  test("of several meanings one that cannot be had is left out, and told of", async () => {
    const { items, warnings } = await run("Mercury", { part: "Mercury_(planet)", how: jsonAnswer(500, {}) });
    expect(items.length).toBeGreaterThan(2);
    expect(items.map(({ title }) => title)).not.toContain("Mercury (planet)");
    expect(warnings).toContain("Not every meaning could be read: some are missing.");
    await expect(run("Mercury", { part: "Mercury_(planet)", how: busy })).rejects.toMatchObject({
      details: { retryAfterMs: 7000 },
    });
  });

  test("an edition that fails is no failure of the English one", async () => {
    const { items } = await run("東京の店", { part: "ja.wikipedia.org", how: jsonAnswer(500, {}) });
    expect(items).toEqual([]);
  });
});

test.each([
  ["+1976-04-01T00:00:00Z", 11, "1976-04-01"],
  ["+1976-04-00T00:00:00Z", 10, "1976-04"],
  ["+1976-00-00T00:00:00Z", 11, "1976"],
  ["+1976-00-00T00:00:00Z", 8, "1970s"],
  ["+1801-00-00T00:00:00Z", 7, "19th century"],
  ["+1800-00-00T00:00:00Z", 7, "18th century"],
  ["+2000-00-00T00:00:00Z", 7, "20th century"],
  ["+1111-00-00T00:00:00Z", 7, "12th century"],
  ["+2001-00-00T00:00:00Z", 7, "21st century"],
  ["+0900-00-00T00:00:00Z", 6, "1st millennium"],
  ["-2500-00-00T00:00:00Z", 6, "3rd millennium BC"],
  ["-0044-03-15T00:00:00Z", 11, "15 March 44 BC"],
  ["-0044-03-00T00:00:00Z", 10, "March 44 BC"],
  ["-0044-00-00T00:00:00Z", 9, "44 BC"],
  ["-13798000000-00-00T00:00:00Z", 3, "c. 13.8 billion years BC"],
  ["-10000-00-00T00:00:00Z", 5, "c. 10000 years BC"],
  ["+12345-00-00T00:00:00Z", 9, "12345"],
  ["+1976-13-01T00:00:00Z", 11, undefined],
  ["yesterday", 11, undefined],
])("the time %s at precision %i is %s", (time, precision, text) => {
  expect(timeText({ time, precision, calendarmodel: "http://www.wikidata.org/entity/Q1985727" })).toBe(text);
});

async function run(
  query: string,
  { part = "", how }: { readonly part?: string; readonly how?: RecordedResponse } = {},
): Promise<Report> {
  await using wikimedia = await startWikimedia((url) =>
    how !== undefined && url.href.includes(part) ? how : undefined,
  );
  return await runActor(actor, { query }, contextFor(actor, wikimedia));
}
