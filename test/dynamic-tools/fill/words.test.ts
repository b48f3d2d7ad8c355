import { expect, test } from "bun:test";
import { readOperation } from "../../../src/proxy/request/operation.ts";
import { constantsFor, flag, object, oneOf, operationOf, sent as sentTo, text, whole } from "../sent.ts";

/** What of the query is sent for the words; the operation itself says `own`. */
function sent(words: string, names: Record<string, object>, own = "", required: readonly string[] = []) {
  const parameters = Object.entries(names).map(([name, { ...schema }]) => ({
    name,
    in: "query",
    schema,
    required: required.includes(name),
  }));
  const callable = { slug: "s", method: "GET", path: "/things", baseUrl: "https://api.example.com" };
  const operation = readOperation(callable, { paths: { "/things": { get: { parameters, responses: {} } } } });
  return constantsFor(words, operation, new Set(own.split(" "))).params;
}

test("a key and its value, joined by a colon, are one word", () => {
  expect(sent("servers tagged env:prod", { tag_name: text }, "servers")).toEqual({ tag_name: "env:prod" });
});

test("a word that goes on with a field's name is no value of it", () => {
  expect(sent("clear the due date of the card 5f1a", { due: text, id: text }, "card")).toEqual({});
  expect(sent("cards with the due tomorrow1", { due: text }, "card")).toEqual({ due: "tomorrow1" });
});

test("an order is read as its field and its way, as the operation writes them", () => {
  const apart = { order_by: { ...text, enum: ["name", "last_seen"] }, order_dir: { ...text, enum: ["asc", "desc"] } };
  expect(sent("accounts sorted by name descending", apart, "accounts")).toEqual({
    order_by: "name",
    order_dir: "desc",
  });
  expect(sent("accounts ordered by last seen, ascending", apart, "accounts")).toEqual({
    order_by: "last_seen",
    order_dir: "asc",
  });
  const signed = { ordering: { ...text, enum: ["date", "-date", "score", "-score"] } };
  expect(sent("wines ordered by score descending", signed, "wines")).toEqual({ ordering: "-score" });
  expect(sent("wines ordered by score", signed, "wines")).toEqual({ ordering: "score" });
  expect(sent("the order of the wines", signed, "wines")).toEqual({});
  const named = { sort: { ...text, description: "Field to sort by. Prefix with - for descending order." } };
  expect(sent("wines sorted by price, highest first", named, "wines")).toEqual({ sort: "-price" });
});

test("a language is said in words or by its code, and the one that was spoken where one must be given", () => {
  const lang = { lang: { ...text, enum: ["en", "de", "es"] } };
  expect(sent("busca el lugar en español", lang, "lugar busca")).toEqual({ lang: "es" });
  expect(sent("the stations, language de", lang, "stations")).toEqual({ lang: "de" });
  expect(sent("the stations of today", lang, "stations")).toEqual({});
  expect(sent("zeige mir die Stationen mit Wetter", lang, "stationen wetter zeige", ["lang"])).toEqual({ lang: "de" });
  expect(sent("the stations near me", lang, "stations", ["lang"])).toEqual({ lang: "en" });
});

test("flags are switched by what is shown, and by what is switched on or off", () => {
  const flags = {
    show_transcript: { ...whole, description: "If it is 1, then include it" },
    enabled: { type: "boolean" },
  };
  expect(sent("the episode with its transcript", flags, "episode transcript")).toEqual({ show_transcript: 1 });
  expect(sent("disable the route", flags, "route")).toEqual({ enabled: false });
  expect(sent("turn on the route", flags, "route")).toEqual({ enabled: true });
  expect(sent("the route", flags, "route")).toEqual({});
});

test("what is skipped is no count, and of a span each end has its side", () => {
  const pages = { offset: whole, limit: whole };
  expect(sent("skip the first 100 messages and give me 50", pages, "messages")).toEqual({ offset: 100, limit: 50 });
  const span = { max_age: whole, min_age: whole };
  expect(sent("people between 30 and 45", span, "people")).toEqual({ min_age: 30, max_age: 45 });
});

test("a word right behind a name is its value, and what follows it are more of them", () => {
  expect(sent("my user on the site stackoverflow", { site: text }, "user", ["site"])).toEqual({
    site: "stackoverflow",
  });
  expect(sent("food with the ingredient oats", { ingredient: text }, "food")).toEqual({ ingredient: "oats" });
  const tags = { tags: { type: "array", items: text } };
  expect(sent("a show with the tags bravery, heart and home", tags, "show")).toEqual({
    tags: ["bravery", "heart", "home"],
  });
  expect(sent("stations in the federal state hessen", { federalstate: text }, "stations")).toEqual({
    federalstate: "hessen",
  });
});

test("states, and countries by what is theirs, are sent as the operation writes them", () => {
  expect(sent("schools in IL", { st: text, q: text }, "schools", ["st"])).toEqual({ st: "IL" });
  expect(sent("rules in California", { jurisdiction: text, q: text }, "rules")).toEqual({ jurisdiction: "California" });
  expect(sent("the Swedish company 556", { countryCode: text }, "company", ["countryCode"])).toEqual({
    countryCode: "SE",
  });
});

test("members are known by what a description says of them", () => {
  const units = { units: { ...text, enum: ["S", "I"], description: "S - scientific, I - imperial" } };
  expect(sent("the weather in imperial units", units, "weather")).toEqual({ units: "I" });
});

test("a value without a place of its own goes where the words beside it are spoken of", () => {
  const names = {
    resolution: { ...whole, description: "How fine" },
    altitude: { ...whole, description: "Least elevation of a peak" },
  };
  expect(sent("peaks of an elevation of 3000", names, "peaks")).toEqual({ altitude: 3000 });
});

test("a bound goes to the bound of what it speaks of, before its name or behind it", () => {
  const names = { min_length: whole, max_length: whole, max_results: whole, end_date: text };
  expect(sent("words with a length of at most 42", names, "words")).toEqual({ max_length: 42 });
  expect(sent("words with length above 42", names, "words")).toEqual({ min_length: 42 });
  expect(sent("words, maximum length 42", names, "words")).toEqual({ max_length: 42 });
  expect(sent("words with length up to 42", names, "words")).toEqual({ max_length: 42 });
});

test("before and after a day are its ends of a span", () => {
  const span = { start_date: text, end_date: text };
  expect(sent("results before 2024-05-01", span, "results")).toEqual({ end_date: "2024-05-01" });
  expect(sent("results older than 2024-05-01", span, "results")).toEqual({ end_date: "2024-05-01" });
  expect(sent("results newer than 2024-05-01", span, "results")).toEqual({ start_date: "2024-05-01" });
});

test("neither how many are wanted nor what a thing is called is its id", () => {
  expect(sent("accounts limited to 17", { companyId: text, pageSize: whole }, "accounts", ["companyId"])).toEqual({
    pageSize: 17,
  });
  const folder = { folder_id: text, name: text };
  expect(sent('make a folder named "Blue Lagoon"', folder, "make folder", ["folder_id", "name"])).toEqual({
    name: "Blue Lagoon",
  });
  expect(
    sent("add a customer in Brazil", { customer_id: text, country: text }, "add customer", ["customer_id"]),
  ).toEqual({ country: "Brazil" });
});

test("what somebody says is the text, and not the name", () => {
  const names = { name: text, description: text };
  expect(sent('note saying "All is well"', names, "note")).toEqual({ description: "All is well" });
});

test("a name is set to a value, equals it, or is shown and left out", () => {
  expect(sent("jobs where priority equals 7", { priority: whole }, "jobs")).toEqual({ priority: 7 });
  expect(sent("jobs and set the mood to sunny", { mood: text }, "jobs")).toEqual({ mood: "sunny" });
  const flag = { include_comments: { type: "boolean" } };
  expect(sent("posts and also show the comments", flag, "posts")).toEqual({ include_comments: true });
  expect(sent("posts, leave out the comments", flag, "posts")).toEqual({ include_comments: false });
});

test("how many stand on a page is no page, however the names of the slots are written", () => {
  const glued = { pagesize: whole, page: whole };
  expect(sent("privileges, 20 per page", glued, "privileges")).toEqual({ pagesize: 20 });
  expect(sent("privileges, page 3, 20 per page", glued, "privileges")).toEqual({ pagesize: 20, page: 3 });
  const written = { pageSize: text, page: text };
  expect(sent("reviews, 20 per page", written, "reviews")).toEqual({ pageSize: "20" });
});

test("a span of days goes where a name says its ends, and to the deed that was said", () => {
  const span = { timeframe_start: text, timeframe_end: text };
  expect(sent("events from 2026-12-01 till 2026-12-31", span, "events")).toEqual({
    timeframe_start: "2026-12-01",
    timeframe_end: "2026-12-31",
  });
  const paged = { "filter[start_at]": text, "filter[end_at]": text, "page[after]": text };
  expect(sent("results between 2026-02-01 and 2026-02-28", paged, "results")).toEqual({
    "filter[start_at]": "2026-02-01",
    "filter[end_at]": "2026-02-28",
  });
  const deeds = { fromdate: text, "changedate.from": text, "createdate.from": text };
  expect(sent("entries changed since 2026-05-01", deeds, "entries")).toEqual({ "changedate.from": "2026-05-01" });
  const born = { since: text, date_of_birth: text };
  expect(sent("patients born 1980-05-17", born, "patients")).toEqual({ date_of_birth: "1980-05-17" });
});

test("what a schema says is a day takes no letters", () => {
  const days = { end_from: { ...text, format: "date-time" } };
  expect(sent("BBC services", days, "services")).toEqual({});
});

test("a flag leaves out what is not wanted, and is off where its thing is turned off", () => {
  const flags = { exclude_automatic_assertions: flag, direct: flag };
  expect(sent("diseases without automatic assertions", flags, "diseases")).toEqual({
    exclude_automatic_assertions: true,
  });
  expect(sent("diseases with automatic assertions", flags, "diseases")).toEqual({});
  expect(sent("events whose delivery failed", { delivery_success: flag }, "events")).toEqual({
    delivery_success: false,
  });
  const settings = { chat: flag, closed_caption: flag };
  expect(sent("turn off the chat and enable closed captions", settings, "settings")).toEqual({
    chat: false,
    closed_caption: true,
  });
});

test("an order is said by a member of two words, behind its field, and in German", () => {
  const reviews = { sort: { ...text, enum: ["newest", "worst", "most_helpful"] } };
  expect(sent("reviews, most helpful first", reviews, "reviews")).toEqual({ sort: "most_helpful" });
  expect(sent("reviews, worst first", reviews, "reviews")).toEqual({ sort: "worst" });
  const apart = { sort: { ...text, enum: ["date", "manual"] }, direction: { ...text, enum: ["asc", "desc"] } };
  expect(sent("seasons by date, descending", apart, "seasons")).toEqual({ sort: "date", direction: "desc" });
  expect(sent("Staffeln nach Datum sortiert, älteste zuerst", apart, "staffeln")).toEqual({
    sort: "date",
    direction: "asc",
  });
});

test("members are those that values can be", () => {
  const mode = { mode: { ...text, description: "Whether it is public or private. Values can be public or private." } };
  expect(sent("make a private list", mode, "list")).toEqual({ mode: "private" });
});

test("a code of three letters is said as it is, and not by what is left of it without an ending", () => {
  const currency = { currency: { ...text, enum: ["AED", "EUR"] } };
  expect(sent("create a big invoice", currency, "invoice")).toEqual({});
  expect(sent("create an invoice in AED", currency, "invoice")).toEqual({ currency: "AED" });
});

test("what is made is of no kind that is called as the thing itself", () => {
  const kinds = { method: { ...text, enum: ["card", "link"] } };
  expect(sent("create a payment link", kinds, "payment links")).toEqual({});
  expect(sent("create a payment link by card", kinds, "payment links")).toEqual({ method: "card" });
});

test("what stands before a name says of what sort it is, and is no id of one", () => {
  const prices = { price: { ...text, description: "The id of the price" } };
  const operation = operationOf("/prices/{price}", prices);
  expect(sentTo("electricity price", operation)).toEqual({});
  expect(sentTo("show electricity prices", operation)).toEqual({});
  expect(sentTo("the gold price", operation)).toEqual({ price: "gold" });
  expect(sentTo("show the price gold", operation)).toEqual({ price: "gold" });
});

test("a day is no place", () => {
  expect(sent("flights from London", { departure_date: text }, "flights departure")).toEqual({});
});

test("a channel is said by its sign, and people's ids alone by an address", () => {
  const message = operationOf("/messages", {}, object({ channel: text, text }));
  expect(sentTo("post a message to #general saying hi there", message)).toEqual({
    body: { channel: "general", text: "hi there" },
  });
  const share = operationOf("/share", { docId: text, userId: text });
  expect(sentTo("share the doc with kim@example.com", share)).toEqual({});
  expect(sentTo("share it with the user kim@example.com", share)).toEqual({ userId: "kim@example.com" });
});

test("what is looked for may stand beside who looks, and what is begun is not tagged", () => {
  const me = { ...text, description: 'The user. "me" is whoever asks.' };
  const search = operationOf("/users/{userId}/mails", { userId: me, q: text });
  const own = new Set("search my mails for".split(" "));
  expect(constantsFor("search my mails for invoices", search, own).params).toEqual({ userId: "me", q: "invoices" });
  const build = operationOf("/builds", {}, object({ tag: text }));
  expect(sentTo("trigger a pipeline", build)).toEqual({});
});

test("what a thing is renamed to is its name, and not which one it is", () => {
  const board = operationOf("/boards/{idBoard}", { idBoard: text }, object({ name: text }));
  expect(sentTo("rename the board b7 to launch", board)).toEqual({ idBoard: "b7", body: { name: "launch" } });
  expect(sentTo("rename the board to x1", board)).toEqual({ body: { name: "x1" } });
});

test("what things are called says nothing of their state", () => {
  const requests = operationOf("/merge_requests", { state: { ...text, enum: ["opened", "merged"] } });
  expect(sentTo("list all merge requests", requests)).toEqual({});
  expect(sentTo("list all merged merge requests", requests)).toEqual({ state: "merged" });
});

test("what is made is called so, and no other thing that is there", () => {
  const publish = operationOf("/codespaces/{codespace_name}/publish", { codespace_name: text }, object({}));
  expect(sentTo("create a repository named web", publish)).toEqual({});
  const group = operationOf("/groups/{groupName}", { groupName: text }, object({ location: text }));
  expect(sentTo("create a group named web", group)).toEqual({ groupName: "web" });
  const customer = operationOf("/customers/{customer}", {}, object({ email: text }));
  expect(sentTo("create a customer with the name Ann", customer)).toEqual({});
  expect(sentTo("update the customer Ann", customer)).toEqual({ customer: "Ann" });
});

test("what says how many and in which order is no thing that is looked for", () => {
  const records = operationOf("/records", { query: text, start: whole, rows: whole, sortBy: oneOf("count", "name") });
  expect(sentTo("search for records skipping the first 35, only 31 of them", records)).toEqual({ start: 35, rows: 31 });
  expect(sentTo("search for records about cats, ordered by count", records)).toEqual({
    query: "cats",
    sortBy: "count",
  });
});

test("an order is read as the API itself writes it, and ends where something else begins", () => {
  const rows = operationOf("/rows", { sort: text, format: oneOf("json", "csv"), search: text });
  expect(sentTo("rows sorted by -createdAt", rows)).toEqual({ sort: "-createdAt" });
  expect(sentTo("rows ordered by created_at:desc", rows)).toEqual({ sort: "created_at:desc" });
  expect(sentTo("rows sorted by age as csv", rows)).toEqual({ sort: "age", format: "csv" });
});

test("behind a field's own name stands its number, or one of its words", () => {
  const job = operationOf("/jobs", {}, object({ priority: whole, role: oneOf("reader", "writer"), roles: text }));
  expect(sentTo("create a job with priority 5 and role writer", job)).toEqual({
    body: { priority: 5, role: "writer" },
  });
});
