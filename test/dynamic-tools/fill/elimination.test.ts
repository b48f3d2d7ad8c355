import { expect, test } from "bun:test";
import { eliminate } from "../../../src/dynamic-tools/fill/elimination.ts";
import { plainWordsOf } from "../../../src/dynamic-tools/fill/plain-words.ts";
import { onlyPlaces } from "../../../src/dynamic-tools/fill/only-place.ts";
import type { Slot } from "../../../src/dynamic-tools/slots/slots.ts";
import type { WishContext } from "../../../src/dynamic-tools/words/wish/wish-context.ts";
import { parseWish } from "../../../src/dynamic-tools/words/wish/wish.ts";

const slot = (name: string, more: Partial<Slot> = {}): Slot => ({
  place: "params",
  path: [name],
  name,
  schema: { type: "string" },
  required: true,
  needed: true,
  inPath: true,
  ...more,
});

/** What the missing slots are sent of the values that found no place, where the operation itself says `own`. */
function eliminated(words: string, own: string, ...missing: readonly Slot[]) {
  const context = contextOf(words, own);
  return sentTo(eliminate(context, missing, nothing(context)));
}

/** The same of slots that need not be given. */
function onlyPlaced(words: string, own: string, ...open: readonly string[]) {
  const schema = (name: string) => ({ type: OF_NUMBERS.test(name) ? "integer" : "string" });
  const slots = open.map((name) => slot(name, { schema: schema(name), required: false, needed: false, inPath: false }));
  const context = contextOf(words, own);
  return sentTo(onlyPlaces(context, slots, nothing(context)));
}

const OF_NUMBERS = /^(?:limit|offset|page|min_floor|radius)$/;

/** What is filled in where nothing found a place. */
const nothing = (context: WishContext) => ({
  placed: new Map(),
  plainWords: plainWordsOf(context),
  words: [],
  names: [],
  topics: [],
});

function sentTo(found: ReturnType<typeof eliminate>) {
  return Object.fromEntries(found.map(({ slot: { name }, sent }) => [name, sent]));
}

function contextOf(words: string, own: string) {
  const known = new Set(own.split(" "));
  return {
    said: parseWish(words, () => false),
    lookup: () => undefined,
    own: known,
    speaks: (phrase: string) => known.has(phrase.toLowerCase()),
    isUnspoken: (word: string) => !known.has(word.toLowerCase()),
  };
}

test("the only value that is left is the only one that is missing", () => {
  expect(eliminated("player stats of 2017", "player stats", slot("season"))).toEqual({ season: "2017" });
  expect(
    eliminated(
      "mapped instance 3 of the run",
      "mapped instance 3 run",
      slot("map_index", { schema: { type: "integer" } }),
    ),
  ).toEqual({ map_index: 3 });
});

test("of several the words beside a value decide, by the names of slots and by their descriptions", () => {
  const tag = slot("TagId", { schema: { type: "string", description: "What the transaction is tagged with." } });
  expect(eliminated("transactions tagged MyTag of employer ER001", "transactions", tag, slot("EmployerId"))).toEqual({
    TagId: "MyTag",
    EmployerId: "ER001",
  });
});

test("a list takes all that are joined", () => {
  const options = slot("options", { inPath: false, schema: { type: "array", items: { type: "string" } } });
  expect(eliminated("a poll with the options Pizza, Sushi and Salad", "poll options", options)).toEqual({
    options: ["Pizza", "Sushi", "Salad"],
  });
});

test("what is written as the example of a slot belongs to it", () => {
  const like = (name: string, example: string) => slot(name, { schema: { type: "string", examples: [example] } });
  const slots = [like("parent", "A-S00001"), like("child", "ch_3NabX")];
  expect(eliminated("join A-S00732 and ch_9YwQ", "join", ...slots)).toEqual({ parent: "A-S00732", child: "ch_9YwQ" });
  expect(eliminated("join 17 and 18", "join", like("parent", "12"), like("child", "13"))).toEqual({});
});

test("nothing is guessed where two values fit alike", () => {
  expect(eliminated("the report for AB12 and CD34", "report", slot("reference"))).toEqual({});
});

test("how many are wanted, and letters of which the operation speaks, are no ids", () => {
  expect(eliminated("list 20 per page of them", "list", slot("project_id"))).toEqual({});
  expect(eliminated("validate this VAT number", "validate vat number", slot("vat_id"))).toEqual({});
});

test("what has a form of its own takes no other value", () => {
  expect(eliminated("the rates of AB12", "rates", slot("country"))).toEqual({});
  expect(eliminated("the rates of AB12", "rates", slot("start_date"))).toEqual({});
  expect(eliminated("the rates of AB12", "rates", slot("page", { schema: { type: "integer" } }))).toEqual({});
});

test("what is deleted is told by the words beside its id, and never by elimination", () => {
  const file = slot("ref");
  expect(eliminated("delete the file of customer AB12", "delete file", file)).toEqual({});
  expect(eliminated("delete by the ref AB12", "delete file", file)).toEqual({ ref: "AB12" });
});

test.each([
  ["what our colleague otto spent", "spent", "user_name", "otto"],
  ["the usage of rg-data", "usage", "resource_group", "rg-data"],
  ["the log of bash", "log", "package", "bash"],
  ["show ann's calendar", "show calendar", "user_name", "ann"],
  ["a page in the team acme", "page team", "workspace", "acme"],
  ["pause all jobs like nightly_%", "pause jobs", "pattern", "nightly_%"],
  ["die Besetzung von twin-peaks", "besetzung", "show", "twin-peaks"],
] as const)(
  "a word that looks or stands like a name is taken where nothing else is left: %s",
  (words, own, name, sent) => {
    expect(eliminated(words, own, slot(name))).toEqual({ [name]: sent });
  },
);

test.each([
  ["show the red cars", "show", "user_name"],
  ["list everything quickly please", "list", "account"],
  ["zeige mir die letzten buchungen", "zeige", "account"],
  ["Rechnungen aller Kunden", "rechnungen kunden", "account"],
  ["usage of rg-data and rg-logs", "usage", "resource_group"],
  ["delete what is in rg-data", "delete", "resource_group"],
  ["send it to otto", "send", "message"],
  ["close the ticket for marketing", "close ticket", "ticket_id"],
] as const)("no word is taken for a name that may be none: %s", (words, own, name) => {
  expect(eliminated(words, own, slot(name))).toEqual({});
});

test("what is numbered takes what is joined, in the order in which it was said", () => {
  const teams = [slot("team2"), slot("team1")];
  expect(eliminated("games of Alabama and Auburn", "games", ...teams)).toEqual({ team1: "Alabama", team2: "Auburn" });
  expect(eliminated("games of Alabama, Auburn and Oregon", "games", ...teams)).toEqual({});
});

test("an id that was said goes where only one thing is called by an id, though it need not be given", () => {
  const parcel = "where is the parcel 9405511899223197";
  expect(onlyPlaced(parcel, "where", "tracking_number", "carrier")).toEqual({ tracking_number: "9405511899223197" });
  expect(onlyPlaced(parcel, "where", "tracking_number", "order_number")).toEqual({});
  expect(onlyPlaced(parcel, "where", "page_number", "next_key")).toEqual({});
  expect(onlyPlaced("delete the parcel 9405511899223197", "delete", "tracking_number")).toEqual({});
});

test("so does a number where one slot alone takes numbers, those of pages aside", () => {
  expect(onlyPlaced("templates 20", "templates", "limit", "offset", "page")).toEqual({ limit: 20 });
  expect(onlyPlaced("flats 20", "flats", "min_floor", "radius")).toEqual({});
  expect(onlyPlaced("flats 20 30", "flats", "radius")).toEqual({});
});

test.each(["reboot it, NOT 123457", "reboot it but not the server 123457", "starte ihn, nicht den Server 123457"])(
  "what is denied is left out: %s",
  (words) => {
    const server = slot("server_id", { schema: { type: "integer" } });
    expect(eliminated(words, "reboot server", server)).toEqual({});
    expect(eliminated("server no 123457", "reboot server", server)).toEqual({ server_id: 123457 });
  },
);

test("what is said last goes into the only field that is empty", () => {
  const field = (name: string) => slot(name, { place: "body", required: false, needed: false, inPath: false });
  const placed = (words: string, ...open: readonly Slot[]) => {
    const context = contextOf(words, "change the query search");
    return sentTo(onlyPlaces(context, open, nothing(context)));
  };
  expect(placed('change the query of my search to "is:open due:week"', field("value"))).toEqual({
    value: "is:open due:week",
  });
  expect(placed("point the search to mail.example.com", field("dns_ptr"))).toEqual({ dns_ptr: "mail.example.com" });
  expect(placed('change the query to "is:open"', field("value"), field("note"))).toEqual({});
  expect(placed('change the query "old" to "new"', field("value"))).toEqual({});
});

test("the year of a month is no other number", () => {
  const number = { schema: { type: "integer" } };
  expect(eliminated("flights in september 2024", "flights", slot("max_price", { ...number, inPath: false }))).toEqual(
    {},
  );
  expect(eliminated("flights in september 2024", "flights", slot("year", number))).toEqual({ year: 2024 });
});
