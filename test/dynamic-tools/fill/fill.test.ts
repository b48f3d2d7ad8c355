import { expect, test } from "bun:test";
import { constantsOf } from "../../../src/dynamic-tools/slots/constants.ts";
import { fill } from "../../../src/dynamic-tools/fill/fill.ts";
import { needsOf } from "../../../src/dynamic-tools/slots/needs.ts";
import { slotsOf } from "../../../src/dynamic-tools/slots/slots.ts";
import { parseWish } from "../../../src/dynamic-tools/words/wish/wish.ts";
import { readOperation } from "../../../src/proxy/request/operation.ts";
import { atOnce } from "../../../src/text/long-work.ts";

const text = { type: "string" };
const object = (properties: object, required: string[] = []) => ({ type: "object", properties, required });
const query = (names: Record<string, object>, required: string[] = []) =>
  Object.entries(names).map(([name, schema]) => ({ name, in: "query", schema, required: required.includes(name) }));

function operationOf(path: string, parameters: object[], body?: object) {
  const requestBody = body && { required: true, content: { "application/json": { schema: body } } };
  const callable = { slug: "s", method: body ? "POST" : "GET", path, baseUrl: "https://api.example.com" };
  const operation = { parameters, ...(requestBody && { requestBody }), responses: {} };
  return readOperation(callable, { paths: { [path]: { [body ? "post" : "get"]: operation } } });
}

/** What is sent for the words; the operation itself says `own`. */
function sent(words: string, operation: ReturnType<typeof operationOf>, own = "") {
  const said = parseWish(words, () => false);
  const known = new Set(own.split(" "));
  const context = {
    said,
    lookup: operation.lookup,
    own: known,
    speaks: (phrase: string) => phrase.split(" ").every((word) => known.has(word)),
    isUnspoken: (word: string) => !known.has(word.toLowerCase()),
  };
  return constantsOf(atOnce(fill(context, slotsOf(operation))).values);
}

test("the address of a picture goes into the picture's address, not into that behind it", () => {
  const operation = operationOf("/render", [], object({ bg_image_url: text, image_url: text, webhook_url: text }));
  expect(sent("render https://example.com/a.png", operation, "render")).toEqual({
    params: {},
    body: { image_url: "https://example.com/a.png" },
  });
});

test("who sends and who receives are told apart, and nobody is copied in", () => {
  const operation = operationOf("/mail", [], object({ From: text, To: text, Cc: text, Bcc: text }, ["From", "To"]));
  expect(sent("send a mail to kim@example.com from hello@example.net", operation, "send a mail").body).toEqual({
    From: "hello@example.net",
    To: "kim@example.com",
  });
  expect(sent("send a mail to kim@example.com", operation, "send a mail").body).toEqual({ To: "kim@example.com" });
});

test("fields within fields and lists of objects are filled", () => {
  const jobs = {
    type: "array",
    items: object({ idType: { ...text, enum: ["ID_ISIN", "ID_CUSIP"] }, idValue: text }, ["idType", "idValue"]),
  };
  expect(sent("map the ISIN US0378331005", operationOf("/mapping", [], jobs), "map").body).toEqual([
    { idType: "ID_ISIN", idValue: "US0378331005" },
  ]);
  const card = object({ data: object({ attributes: object({ name: text }, ["name"]) }, ["attributes"]) }, ["data"]);
  expect(sent('create a card named "Buy milk"', operationOf("/cards", [], card), "create a card").body).toEqual({
    data: { attributes: { name: "Buy milk" } },
  });
});

test("flags, members and counts are read from words", () => {
  const operation = operationOf(
    "/offers",
    query({
      adults: { type: "integer" },
      nonStop: { type: "boolean" },
      travelClass: { ...text, enum: ["ECONOMY", "BUSINESS"] },
      limit: { type: "integer" },
      safe_mode: { type: "integer", enum: [0, 1] },
    }),
  );
  expect(
    sent("the first 5 nonstop business class flights for 2 adults in safe mode", operation, "flights").params,
  ).toEqual({
    adults: 2,
    nonStop: true,
    travelClass: "BUSINESS",
    limit: 5,
    safe_mode: 1,
  });
});

test("what takes several takes them all, with what the description separates them by", () => {
  const locations = { ...text, description: "Colon-delimited list of points" };
  const operation = operationOf("/route/{locations}", [
    { name: "locations", in: "path", required: true, schema: locations },
  ]);
  expect(sent("route from 52.5,13.4 to 52.6,13.5", operation, "route").params).toEqual({
    locations: "52.5,13.4:52.6,13.5",
  });
});

test("amounts are sent in the unit that the description names", () => {
  const operation = operationOf(
    "/charges",
    [],
    object({
      amount: { type: "integer", description: "In cents" },
      currency: { ...text, description: "In lowercase" },
    }),
  );
  expect(sent("charge 20 euros", operation, "charge").body).toEqual({ amount: 2000, currency: "eur" });
  expect(sent("charge 2000 yen", operation, "charge").body).toEqual({ amount: 2000, currency: "jpy" });
});

test("an amount that must be whole is counted in the smallest unit of its currency", () => {
  const whole = { type: "integer" };
  const refund = operationOf("/refunds", [], object({ amount: whole, charge: text }));
  expect(sent("refund $5 of charge ch_3abc9", refund, "refund").body).toEqual({ amount: 500, charge: "ch_3abc9" });
  const pence = operationOf("/payments", [], object({ amount: { ...whole, description: "In __pence__" } }));
  expect(sent("pay £12.50", pence, "pay").body).toEqual({ amount: 1250 });
  const decimal = operationOf("/payments", [], object({ amount: { type: "number" } }));
  expect(sent("pay £12", decimal, "pay").body).toEqual({ amount: 12 });
  // What 100 dollars are in euros is asked in dollars.
  const conversion = operationOf("/conversion", query({ amount: whole, from: text, to: text }));
  expect(sent("convert 100 USD to EUR", conversion, "convert").params).toEqual({ amount: 100, from: "USD", to: "EUR" });
  const price = operationOf("/offers", [], object({ price: whole }));
  expect(sent("offer it for the price of 300 euros", price, "offer").body).toEqual({ price: 300 });
});

test("an example, a default and what nobody said are never sent, and a title is no id", () => {
  const operation = operationOf("/movies/{id}", [
    { name: "id", in: "path", required: true, schema: text, example: "ace" },
    ...query({ lang: { ...text, default: "en" }, type: { ...text, enum: ["a", "b"] } }),
  ]);
  expect(sent('find movies called "Blade Runner"', operation, "movies").params).toEqual({});
});

test("a value finds its place by a name further off, by a description and by what is counted", () => {
  const depth = operationOf("/depth", [], object({ depth: { type: "number" }, temp: { type: "number" } }));
  expect(sent("set the depth of the probe to 12.5 with temperature 8", depth, "set the probe to with").body).toEqual({
    depth: 12.5,
    temp: 8,
  });
  const movie = { y: { ...text, description: "Year of release." }, t: { ...text, description: "Movie title." } };
  const films = operationOf(
    "/",
    Object.entries(movie).map(([name, { description, ...schema }]) => ({ name, in: "query", description, schema })),
  );
  expect(sent('the movie "Blade Runner" from 1982', films, "the movie from").params).toEqual({
    t: "Blade Runner",
    y: "1982",
  });
  const limit = operationOf("/addresses", query({ limit: { type: "integer" }, id: { type: "integer" } }));
  expect(sent("5 fake company addresses", limit, "fake company addresses").params).toEqual({ limit: 5 });
});

test("a key of the path is what is meant, one of the query is the caller's own", () => {
  const key = { name: "key", in: "path", schema: text, required: true };
  const operation = operationOf("/payments/{key}/capture", [key, ...query({ token: text })]);
  expect(sent("capture the payment tx_881 with the token abc123", operation, "capture the payment").params).toEqual({
    key: "tx_881",
  });
});

test("money is no id, a name no maximum, and a count no thing of that number", () => {
  const operation = operationOf("/pages/{page_id}/backgrounds", [
    { name: "page_id", in: "path", schema: text, required: true },
    ...query({ payment_id: text, max_receipts: text, per_page: { type: "integer" } }),
  ]);
  const own = "show the first backgrounds of page receipts payment";
  expect(sent("show the first 10 backgrounds of the page 83910", operation, own).params).toEqual({
    page_id: "83910",
    per_page: 10,
  });
  expect(sent("a payment of 12.50 EUR and receipts of Senate", operation, own).params).toEqual({});
});

test("what is missing is asked for in words", () => {
  const operation = operationOf(
    "/projects/{id}/tasks",
    [{ name: "id", in: "path", required: true, schema: text }],
    object({ due_date: text }, ["due_date"]),
  );
  expect(
    needsOf(
      { operation, constants: { params: {} } },
      slotsOf(operation).filter(({ needed }) => needed),
    ),
  ).toEqual([
    { pointer: "/params/id", question: "Which project? Its id is needed." },
    { pointer: "/body/due_date", question: "When: which due date?" },
  ]);
});

test("a way goes from where it begins to where it ends, whatever noun stands between", () => {
  const operation = operationOf(
    "/footprint",
    [],
    object({ destination_airport_code: text, origin_airport_code: text }),
  );
  const way = { origin_airport_code: "LHR", destination_airport_code: "CDG" };
  expect(sent("footprint from airport LHR to airport CDG", operation, "footprint").body).toEqual(way);
  expect(sent("footprint to airport CDG from airport LHR", operation, "footprint").body).toEqual(way);
});

test("the first of a span is its lower bound in whatever unit", () => {
  const minutes = object({ lowerBoundMinutes: { type: "integer" }, upperBoundMinutes: { type: "integer" } });
  expect(sent("it takes between 30 and 45 minutes", operationOf("/time", [], minutes), "time").body).toEqual({
    lowerBoundMinutes: 30,
    upperBoundMinutes: 45,
  });
});

test("days of a span go where its ends are, also run together", () => {
  const operation = operationOf("/history", query({ startdate: text, enddate: text }));
  expect(sent("history from 2024-07-01 to 2024-07-07", operation, "history").params).toEqual({
    startdate: "2024-07-01",
    enddate: "2024-07-07",
  });
});

test("what is switched takes the member that says so", () => {
  const status = { ...text, enum: ["Enabled", "Disabled", "Default"] };
  const operation = operationOf("/advisor", [], object({ status }));
  expect(sent("switch off the advisor", operation, "advisor").body).toEqual({ status: "Disabled" });
  expect(sent("enable the advisor", operation, "advisor").body).toEqual({ status: "Enabled" });
  expect(sent("change the advisor", operation, "advisor").body).toBeUndefined();
});

test("what is done is marked so, and a verb that asks is no state", () => {
  const task = operationOf("/task", [], object({ completed: { type: "boolean" } }));
  expect(sent("mark the task as done", task, "task").body).toEqual({ completed: true });
  const state = { ...text, enum: ["open", "closed"] };
  const issue = operationOf("/issue", [], object({ title: text, state }));
  expect(sent('open an issue titled "Crash"', issue, "issue").body).toEqual({ title: "Crash" });
  expect(sent("schließe das Issue", issue, "issue").body).toEqual({ state: "closed" });
});

test("numbers in words, tags and performers find their places", () => {
  const players = operationOf("/players", query({ currentPage: { type: "integer" }, tag_name: text }));
  expect(sent("players tagged web, page two", players, "players").params).toEqual({ currentPage: 2, tag_name: "web" });
  const concerts = operationOf("/concerts", query({ artistName: text, cityName: text }));
  expect(sent("concerts of Radiohead in Berlin", concerts, "concerts").params).toEqual({
    artistName: "Radiohead",
    cityName: "Berlin",
  });
});

test("a flag within a longer name that was said is not meant", () => {
  const page = operationOf("/player", [], object({ hosted_page: { type: "boolean" }, hosted_page_title: text }));
  expect(sent('the player: hosted page title "Sunday"', page, "player").body).toEqual({ hosted_page_title: "Sunday" });
});

test("a value goes where the words behind it say, and a field's own name is no value", () => {
  const operation = operationOf("/feeds", query({ owner_name: text, feed_id: text }));
  expect(sent("feeds, rosie as the owner name, ab12x as feed id", operation, "feeds").params).toEqual({
    owner_name: "rosie",
    feed_id: "ab12x",
  });
});

test("of two names that fit the longer is meant", () => {
  const number = { type: "integer" };
  const operation = operationOf("/list", query({ page: number, per_page: number }));
  const both = { page: 27, per_page: 67 };
  expect(sent("list, per page is 67, page is 27", operation, "list").params).toEqual(both);
  expect(sent("list, 27 as page, per page: 67", operation, "list").params).toEqual(both);
});

test("a member right behind the name of its list is meant, however common the word", () => {
  const operation = operationOf(
    "/list",
    query({ wt: { ...text, enum: ["json", "xml"] }, kind: { ...text, enum: ["new"] } }),
  );
  expect(sent("list, wt: json, kind is new", operation, "list").params).toEqual({ wt: "json", kind: "new" });
});

test("a field of what nobody spoke of takes nothing", () => {
  const content = { type: "array", items: object({ value: text }, ["value"]) };
  const footer = object({ text });
  const mail = operationOf("/mail", [], object({ content, subject: text, settings: object({ footer }) }));
  expect(sent('send "Hello" with text "See you"', mail, "send").body).toEqual({
    content: [{ value: "See you" }],
    subject: "Hello",
  });
});

test("both ends of a span find the holders that are called by them", () => {
  const end = object({ date: { ...text, format: "date" }, dateTime: { ...text, format: "date-time" } });
  const event = operationOf(
    "/event",
    [],
    object({ description: text, end, originalStart: end, start: end, summary: text }),
  );
  const words = 'event "Dentist" from 2025-05-02T10:00:00Z to 2025-05-02T11:00:00Z';
  expect(sent(words, event, "event").body).toEqual({
    end: { dateTime: "2025-05-02T11:00:00Z" },
    start: { dateTime: "2025-05-02T10:00:00Z" },
    summary: "Dentist",
  });
});

test('where something is is a region and no money, and what follows "about" is looked for', () => {
  const droplet = operationOf("/droplet", [], object({ region: text, tags: { type: "array", items: text } }));
  expect(sent("droplet in nyc3", droplet, "droplet").body).toEqual({ region: "nyc3" });
  const hotels = operationOf("/hotels", query({ currency: text }));
  expect(sent("hotels in PAR", hotels, "hotels").params).toEqual({});
  expect(sent("hotels in EUR", hotels, "hotels").params).toEqual({ currency: "EUR" });
  const videos = operationOf("/videos", query({ q: text, limit: { type: "integer" } }));
  expect(sent("10 videos about origami", videos, "videos").params).toEqual({ q: "origami", limit: 10 });
});

test("a short form of a name is the name, and a flag to show a thing needs the thing to be shown", () => {
  const repository = operationOf("/{repo_slug}", [{ name: "repo_slug", in: "path", required: true, schema: text }]);
  expect(sent('the repository "tools"', repository).params).toEqual({ repo_slug: "tools" });
  const stations = operationOf("/stations", query({ include_location: { type: "boolean" } }));
  expect(sent("stations, location is Madrid", stations, "stations").params).toEqual({});
  expect(sent("stations with location", stations, "stations").params).toEqual({ include_location: true });
});
