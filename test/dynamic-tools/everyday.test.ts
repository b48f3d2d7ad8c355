/** Everyday requests against the whole catalogue; skipped where none was built (`bun run catalog import`). */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { type FileCatalog, openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { createOperations } from "../../src/proxy/operations.ts";
import { buildRequest } from "../../src/proxy/request/build.ts";
import { compose } from "../../src/dynamic-tools/compose.ts";
import { IS_LONG } from "../support/long.ts";
import { ABSENT, ABSENT_UNSEEN } from "./absent-wishes.ts";
import { isRight } from "./judge.ts";
import { SAMPLED } from "./sampled-wishes.ts";
import { type EverydayWish, WISHES } from "./wishes.ts";

const PATH = process.env.CATALOG_FILE ?? new URL("../../data/catalog.sqlite", import.meta.url).pathname;
const isBuilt = existsSync(PATH);
if (!isBuilt)
  console.warn("Skipping the everyday requests: no catalogue is built. `bun run catalog import` builds it.");

/** What is read of it for one wish is there for the next. */
let catalog: FileCatalog;
const find = createOperations();
beforeAll(() => {
  if (isBuilt) catalog = openCatalog(PATH, Math.random);
});
afterAll(() => catalog?.close());

/** In the short form one wish of so many is made, in pairs: one that was worked on with, and one that was never looked at. */
const ONE_OF = IS_LONG ? 1 : 4;
/** So few may do one less than all of them together. */
const SHORT_SLACK = IS_LONG ? 0 : 1;
const drawn = (at: number): boolean => Math.floor(at / 2) % ONE_OF === 0;
const floorOf = (all: number): number => Math.floor(all / ONE_OF) - SHORT_SLACK;

/** Words, what is given to the tool when it is called, and what its request must be. */
const EVERYDAY: readonly (readonly [words: string, given: Record<string, unknown>, request: RegExp])[] = [
  [
    "get the current weather for a city",
    { license: "k", city: "Bern", state: "BE", key: "k", location: "Bern" },
    /^GET .*weather.*Bern/i,
  ],
  ["current weather in Paris", { key: "k" }, /^GET .*weather.*Paris/i],
  [
    'create a GitHub issue in octocat/hello-world titled "Bug found"',
    {},
    /^POST https:\/\/api\.github\.com\/repos\/octocat\/hello-world\/issues \{"title":"Bug found"\}$/,
  ],
  ["post a message to a Slack channel", { token: "t" }, /^POST https:\/\/slack\.com\/api\/chat\.postMessage/],
  [
    "list the pull requests of facebook/react on GitHub",
    {},
    /^GET https:\/\/api\.github\.com\/repos\/facebook\/react\/pulls$/,
  ],
  ['geocode the address "1600 Amphitheatre Parkway"', {}, /^GET .*geocod.*1600%20Amphitheatre%20Parkway/],
  [
    'create a Trello card named "Buy milk"',
    { key: "k", token: "t" },
    /^POST https:\/\/trello\.com\/1\/cards.*\{"name":"Buy milk"/,
  ],
  ["get the exchange rate of EUR", {}, /^GET .*\/EUR$/],
  ["get a random joke", {}, /^GET .*joke/],
  [
    "search for a recipe with chicken",
    { query: "chicken", apiKey: "k" },
    /^GET .*spoonacular\.com\/recipes\/complexSearch/,
  ],
  ["create a Zoom meeting", { userId: "me", body: {} }, /^POST https:\/\/api\.zoom\.us\/v2\/users\/me\/meetings/],
  [
    "create a calendar event in Google Calendar",
    { calendarId: "primary" },
    /^POST https:\/\/www\.googleapis\.com\/calendar\/v3\/calendars\/primary\/events/,
  ],
  ['define the word "serendipity"', {}, /^GET .*wordnik.*serendipity/],
  ["find restaurants near Berlin", {}, /^GET .*restaurants.*Berlin/],
  ["get a Spotify playlist", { playlist_id: "p1" }, /^GET https:\/\/api\.spotify\.com\/v1\/playlists\/p1/],
  ["get details of a movie", { id: "m1" }, /^GET .*movies/],
  ["shorten the URL https://example.com/long/path", { body: {} }, /^POST .*shorten|^GET .*shorten/i],
  [
    "translate text to German",
    {
      body: { input: "hi", Text: "hi", SourceLanguageCode: "en", TargetLanguageCode: "de" },
      "X-Amz-Target": "AWSShineFrontendService_20170701.TranslateText",
    },
    /^POST .*translate/i,
  ],
  ["get the 5 day weather forecast for London", { key: "k" }, /^GET .*weather.*forecast/i],
  [
    "list the customers of my Stripe account, at most 5",
    {},
    /^GET https:\/\/api\.stripe\.com\/v1\/customers\?limit=5$/,
  ],
];

test.skipIf(!isBuilt)(
  "of twenty everyday requests at least sixteen make a tool whose dry run is right",
  async () => {
    const wrong: string[] = [];
    for (const [description, { body, ...params }, request] of EVERYDAY) {
      const composed = await compose(catalog, find, { description, limit: 5 });
      if (!composed.ok) {
        wrong.push(`${description}: nothing`);
        continue;
      }
      const { callee, constants } = composed.draft;
      const known = new Set(callee.operation.parameters.map(({ name }) => name));
      const given = Object.fromEntries(Object.entries(params).filter(([name]) => known.has(name)));
      const built = buildRequest(
        callee.operation,
        {
          params: { ...given, ...constants.params },
          ...((body ?? constants.body) !== undefined && { body: { ...(body as object), ...constants.body } }),
        },
        { credentials: {}, userAgent: "hub" },
      );
      const text = built.ok
        ? [built.request.method, built.request.url, built.request.body && Buffer.from(built.request.body).toString()]
            .filter(Boolean)
            .join(" ")
        : JSON.stringify(built.issues);
      if (!request.test(text)) wrong.push(`${description}: ${callee.entry.slug} ${text.slice(0, 200)}`);
    }
    if (wrong.length > 0) console.warn(wrong.join("\n"));
    expect(EVERYDAY.length - wrong.length).toBeGreaterThanOrEqual(16);
  },
  60_000,
);

/** Floors lie a little below what is measured: a catalogue of another day ranks a few of them otherwise. */
test.skipIf(!isBuilt).each<[string, readonly EverydayWish[], floors: readonly [worked: number, unseen: number]]>([
  ["sixty everyday wishes", WISHES, [22, 22]],
  ["wishes for sampled operations", SAMPLED, [37, 36]],
])(
  "of %s, those that are made right: of the half that the composer was worked on with, and of the half never looked at",
  async (_, wishes, [worked, unseen]) => {
    const right = [0, 0];
    for (const [at, wish] of wishes.entries())
      if (drawn(at) && wish.does !== undefined && (await isRight(catalog, find, wish)).right) right[at % 2]!++;
    expect(right[0]).toBeGreaterThanOrEqual(floorOf(worked));
    expect(right[1]).toBeGreaterThanOrEqual(floorOf(unseen));
  },
  60_000,
);

test.skipIf(!isBuilt)("who could be served by several that do it alike is offered one of them", async () => {
  const words = "convert 100 USD to EUR";
  const composed = await compose(catalog, find, { description: words, limit: 5 });
  if (!composed.ok) throw new Error("It was refused.");
  expect(composed.draft.likelihood).toBeLessThan(0.5);
  expect(JSON.stringify(composed.draft.constants)).toContain("100");
});

test.skipIf(!isBuilt).each([
  [
    "send an sms via twilio to +14155550100 saying hello",
    "twilio-com-api--createmessage",
    { To: "+14155550100", Body: "hello" },
  ],
  [
    "send an email with sendgrid to bob@example.com",
    "sendgrid-com--post-mail-send",
    { personalizations: [{ to: [{ email: "bob@example.com" }] }] },
  ],
])("where a service is named, that one does it, though another fits better: %s", async (description, slug, body) => {
  const composed = await compose(catalog, find, { description, limit: 5 });
  if (!composed.ok) throw new Error("It was refused.");
  expect([composed.draft.callee.entry.slug, composed.draft.constants.body]).toEqual([slug, body]);
});

test.skipIf(!isBuilt).each([
  ["worked on with", ABSENT, 47],
  ["never looked at", ABSENT_UNSEEN, 31],
])(
  "of wishes that no operation fulfils, %s, most are refused with the nearest candidates",
  async (_, wishes, floor) => {
    let refused = 0;
    for (const description of wishes.filter((_wish, at) => drawn(at))) {
      const composed = await compose(catalog, find, { description, limit: 5 });
      if (composed.ok) continue;
      refused++;
      // Of words that no entry says nothing is near.
      expect(composed.candidates.length > 0).toBe(catalog.search({ text: description }).total > 0);
    }
    expect(refused).toBeGreaterThanOrEqual(floorOf(floor));
  },
  60_000,
);
