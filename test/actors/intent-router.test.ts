import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import actor from "../../actors/intent-router/index.ts";
import type { ActorDirectory, Item } from "../../src/runtime/actor.ts";
import { contextFor, runActor } from "../support/actor-context.ts";
import { directoryOf, writtenActors } from "../support/actor-directory.ts";
import { echoActor } from "../support/actors.ts";
import { type LabelledRequest, measureRoutes } from "./intent-measure.ts";

const LABELLED: (LabelledRequest & { readonly heldOut?: true })[] = JSON.parse(
  readFileSync(new URL("intent-requests.json", import.meta.url), "utf8"),
);
const EIGHTEEN = await writtenActors();
const ALL = directoryOf(EIGHTEEN);
const only = (...slugs: string[]) => directoryOf(EIGHTEEN.filter(({ slug }) => slugs.includes(slug)));

function run(q: string, actors: ActorDirectory = ALL) {
  return runActor(actor, { q }, { ...contextFor(actor, { upstreams: new Map() }), actors });
}

async function first(q: string, actors?: ActorDirectory): Promise<Item> {
  const { items } = await run(q, actors);
  return items[0] ?? {};
}

describe("the labelled requests", () => {
  test.each([
    ["tuned on", LABELLED.filter(({ heldOut }) => heldOut !== true)],
    ["held out, never looked at while tuning", LABELLED.filter(({ heldOut }) => heldOut === true)],
  ])("%s: at least 0.90 right actors, at least 0.85 with a right payload", async (name, requests) => {
    const { actor: actors, payload } = await measureRoutes(requests, ALL);
    console.log(`intent-router, ${requests.length} ${name}: actor ${actors.toFixed(3)}, payload ${payload.toFixed(3)}`);
    expect(actors).toBeGreaterThanOrEqual(0.9);
    expect(payload).toBeGreaterThanOrEqual(0.85);
  });

  test("are many, speak of all eighteen, and a third of them is held out", () => {
    expect(LABELLED.length).toBeGreaterThanOrEqual(150);
    expect(new Set(LABELLED.map((one) => one.actor)).size).toBe(18);
    expect(LABELLED.filter(({ heldOut }) => heldOut === true).length).toBeGreaterThanOrEqual(LABELLED.length / 3);
  });
});

describe("intent-router", () => {
  test("answers the actor, a payload, where to send it, and what else may be meant", async () => {
    const { items, nextActors } = await run("official forecast for Denver");
    expect(items[0]).toEqual({
      actor: "weather-nws",
      payload: { lat: 39.74, lon: -104.99 },
      confidence: 0.95,
      alternatives: expect.arrayContaining([{ actor: "weather-openmeteo", confidence: 0.9 }]),
      run_url: "/api/v1/genius/actors/weather-nws/run/",
    });
    expect(nextActors?.slice(0, 2)).toEqual(["weather-nws", "weather-openmeteo"]);
  });

  test.each([
    ["turn this yaml into json:\nname: Ann\ntags: [a, b]", "name: Ann\ntags: [a, b]", "json"],
    ["convert to json\n```yaml\na: 1\nb: [2]\n```", "a: 1\nb: [2]", "json"],
    ["yaml to csv\n- a: 1\n  b: 2\n- a: 3\n  b: 4\n", "- a: 1\n  b: 2\n- a: 3\n  b: 4", "csv"],
    ["this markdown table as json:\n| a | b |\n|---|---|\n| 1 | 2 |", "| a | b |\n|---|---|\n| 1 | 2 |", "json"],
  ])(
    "hands YAML and tables of Markdown to the converter, which finds out what they are (%j)",
    async (q, payload, to) => {
      expect(await first(q)).toMatchObject({ actor: "data-convert", payload: { from: "auto", to, payload } });
    },
  );

  test("takes no letter for YAML", async () => {
    expect(await first("write an email\nto: ann\nabout: our launch")).toMatchObject({ actor: "copy-composer" });
  });

  test.each([
    ["nice weather in Lagos", { lat: 6.52, lon: 3.38 }],
    ["what a nice day: will it rain in Oslo?", { lat: 59.91, lon: 10.75 }],
    ["weather in Nice", { lat: 43.7, lon: 7.27 }],
    ["météo à Nice", { lat: 43.7, lon: 7.27 }],
    ["weather in Austin, Texas", { lat: 30.27, lon: -97.74 }],
    ["weather in Toronto, Ontario", { lat: 43.65, lon: -79.38 }],
    ["weather in Tbilisi, Georgia", { lat: 41.72, lon: 44.78 }],
    ["nice weather today", {}],
    ["weather in Paris, Texas", {}],
    ["will it rain in London, Ontario?", {}],
  ])("tells a place from praise, and a town from the great city it is called like: %s", async (q, payload) => {
    const { items } = await run(q);
    expect(items.find(({ actor }) => actor === "weather-openmeteo")?.["payload"]).toEqual(payload);
  });

  test.each([
    ["tech news of the last 3 days", { feed: "technology" }],
    ["news from the last 24 hours", {}],
    ["the first 2 weeks of news", {}],
    ["show me 3 days of headlines", {}],
    ["latest five stories from bbc", { feed: "bbc", limit: 5 }],
    ["last 7 articles of lobsters", { feed: "lobsters", limit: 7 }],
  ])("counts headlines, and no days: %s", async (q, payload) => {
    const { items } = await run(q);
    expect(items.find(({ actor }) => actor === "news-rss")?.["payload"]).toEqual(payload);
  });

  test.each(["weather in 東京", "forecast for 90210", "weather on Mount Everest", "will it rain tomorrow?"])(
    "says that %j names no place it knows",
    async (q) => {
      const { items, warnings } = await run(q);
      expect(items[0]).toMatchObject({ actor: "weather-openmeteo", payload: {} });
      expect(warnings?.[0]).toContain("add lat and lon");
    },
  );

  test("routes only to what is served", async () => {
    expect((await first("official forecast for Denver", only("weather-openmeteo")))["actor"]).toBe("weather-openmeteo");
    expect((await first("summarize https://example.com", only("web-extract")))["actor"]).toBe("web-extract");
  });

  test("a wish that no actor fits is handed to the search of the catalogue, and told so", async () => {
    const { items, warnings } = await run("blorp the frobnicator");
    expect(items).toMatchObject([{ actor: "api-match", payload: { q: "blorp the frobnicator" }, confidence: 0.25 }]);
    expect(warnings).toHaveLength(1);
  });

  test("where that is not served either, nothing is an empty success", async () => {
    expect(await run("blorp the frobnicator", only("data-clean"))).toMatchObject({
      items: [],
      warnings: ["No actor of this hub fits the request."],
    });
  });

  test("a place it does not know is said, not made up", async () => {
    const { items, warnings } = await run("weather in Little Whinging");
    expect(items[0]).toMatchObject({ actor: "weather-openmeteo", payload: {}, confidence: 0.4 });
    expect(warnings?.[0]).toContain("add lat and lon");
  });

  test.each(["book me a flight to Rome", "hotels in Paris", "taxi from 48.85, 2.35", "the best pizza of Naples"])(
    "a place beside another wish is no wish for its weather: %s",
    async (q) => {
      expect((await run(q)).items.map((item) => item["actor"])).not.toContain("weather-openmeteo");
    },
  );

  test.each([
    "wave heights in the marine forecast at 58.8, 17.8",
    "pollen forecast for Vienna",
    "uv index in Lisbon right now",
    "air quality and wind in Delhi",
    "weather in Rome yesterday",
    "temperature in Oslo on 2019-05-01",
  ])("what the forecast does not tell is no wish for it: %s", async (q) => {
    const answers = (await run(q)).items.filter((item) => String(item["actor"]).startsWith("weather"));
    expect(answers).toEqual([]);
  });

  test.each(["is there an archived copy of https://example.com/old", "get a copy of invoice 77 for Anna"])(
    "a copy of something is no copy for an advertisement: %s",
    async (q) => {
      expect((await run(q)).items.map((item) => item["actor"])).not.toContain("copy-composer");
    },
  );

  test("what bears an id of a thing looks for no API, and is no answer of its own", async () => {
    expect((await first("PI web api time rule F1DPmN3Xk0"))["confidence"]).toBeLessThan(0.87);
    expect((await first("which api sends an sms"))["confidence"]).toBeGreaterThan(0.87);
  });

  test.each([
    "buy 2 bitcoin",
    "please send ethereum to Anna",
    "verkaufe meine Bitcoin",
    "shorten https://example.org/a/very/long/path",
    "qr code for https://example.org",
    "whois example.org",
    "set the website of contact 12 to https://example.org",
    "update the webhook url to https://example.org/hook",
    "bookmark https://example.org",
    "GoToMeeting: create an organizer Laura Palmer with the email laura@example.com",
    "setlist.fm: concerts of Radiohead in Berlin",
    "files.com messages of the project 12",
    "Xero: history of the invoice 243216c5-369e-4056-ac67-05388f86dc81",
    "Trello: who created the notification 5dc591ac425f2a223aba0a8e?",
    "change the birth date of employee 88",
    "which districts are there, 20 per page, page 2",
    "Signal: write to Ada that I am late",
    "HubSpot: which domains were created after 2023-06-01",
    "WinSMS: list the scheduled sms messages",
    "describe the campaign c1 of our ads",
    "Stripe coupon 'SPRING' with 25 percent off for 3 months",
    "Raindrop: move my bookmarks to Pinboard",
    "clone https://example.org/a/b",
    "create a webhook for https://example.org/hook",
    "erstelle einen Webhook für https://example.org/hook",
    "publica https://example.org/a.mp4 en instagram",
    "wishlist item 12: title Lego Castle, priority 2, link https://example.org/lego",
    "stock price of Apple",
    "lyrics of Bohemian Rhapsody",
    "cancel my umbrella order",
  ])("what no actor does goes to the search of the catalogue, whatever it is done to: %s", async (q) => {
    expect((await run(q)).items).toMatchObject([{ actor: "api-match", confidence: 0.25 }]);
  });

  test.each([
    ["create a summary of https://example.org", "web-brief"],
    ["erstelle eine Zusammenfassung von https://example.org", "web-brief"],
    ["use https://example.org to tell me the opening hours", "web-brief"],
    ["save https://example.org as markdown", "web-extract"],
    ["build a list of all links on https://example.org", "web-extract"],
    ["write an email to ann@example.com about our summer sale", "copy-composer"],
    ["plan a campaign for our new bakery", "campaign-builder"],
  ])("what is made of a page or written is: %s", async (q, actor) => {
    expect((await first(q))["actor"]).toBe(actor);
  });

  test.each(["Rome", "in New York tomorrow", "lat 52.52 lon 13.41"])("a place alone may be one: %s", async (q) => {
    expect((await run(q)).items.map((item) => item["actor"])).toContain("weather-openmeteo");
  });

  test("an actor of the operator's is found by how it describes itself", async () => {
    const echo = echoActor() as (typeof EIGHTEEN)[number];
    const route = await first("echo this test", directoryOf([...EIGHTEEN, echo]));
    expect(route).toMatchObject({ actor: "echo", payload: { q: "echo this test" } });
  });

  test("a payload that its actor would refuse is never returned", async () => {
    const coordinates = await run("official forecast for 95.5, -200.25");
    for (const { actor: slug, payload } of coordinates.items) {
      expect((await ALL.validate(String(slug), payload))?.ok).toBe(true);
    }
    expect(coordinates.items.map((item) => item["actor"])).not.toContain("weather-nws");
    const pickyEcho = echoActor({ slug: "picky", tags: ["picky"] }) as (typeof EIGHTEEN)[number];
    const directory = directoryOf([pickyEcho]);
    const refusing = { ...directory, validate: async () => ({ ok: false, issues: [] }) as const };
    expect((await run("picky picky echo", refusing)).items).toEqual([]);
  });

  test("any text gives valid payloads of served actors, and the same ones again", async () => {
    const seeds = LABELLED.map(({ q }) => q);
    const text = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.tuple(fc.constantFrom(...seeds), fc.string()).map(([a, b]) => b + a + b),
    );
    await fc.assert(
      fc.asyncProperty(text, async (q) => {
        fc.pre(q.trim() !== "");
        const report = await run(q);
        expect(new Set(report.items.map((item) => item["actor"])).size).toBe(report.items.length);
        for (const { actor: slug, payload } of report.items) {
          expect((await ALL.validate(String(slug), payload))?.ok).toBe(true);
        }
        expect(await run(q)).toEqual(report);
      }),
      { numRuns: 200 },
    );
  });

  test.each([`"`, "'a", "<a ", "[", "{[", "1,", "for ", "about ", "risks of ", "A b ", "( ", "who is ", "skill "])(
    "comes to an end on many a %j",
    async (piece) => {
      const { items } = await run(piece.repeat(Math.floor(10_000 / piece.length)));
      expect(items.length).toBeLessThanOrEqual(3);
    },
  );

  test("a blank request is refused", async () => {
    await expect(run(" ")).rejects.toMatchObject({ code: "invalid_input", details: { issues: [{ pointer: "/q" }] } });
  });

  test("is charged only where a language model is asked for", () => {
    expect(actor.price.charged?.({ q: "x" })).toBe(false);
    expect(actor.price.charged?.({ q: "x", enhanced: true })).toBe(true);
  });
});
