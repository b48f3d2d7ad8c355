/** Values whose place the words beside them tell: what is counted, contained, begun with, or said to be so. */
import { expect, test } from "bun:test";
import { flag, object, oneOf, operationOf, sent, text, whole } from "../sent.ts";

test("how many there are on each page is no page", () => {
  const codes = operationOf("/codes", { "page[number]": whole, "page[size]": whole });
  expect(sent("short codes, second page with 25 each", codes)).toEqual({ "page[number]": 2, "page[size]": 25 });
});

test("characters are a length", () => {
  const passwords = operationOf("/passwords", { length: whole, limit: whole });
  expect(sent("make a password of 24 characters", passwords)).toEqual({ length: 24 });
});

test("what is contained is looked for, what stands at the beginning is a prefix", () => {
  const titles = operationOf("/titles", { begins_with: text, ends_with: text, contains: text });
  expect(sent("job titles that start with 'data' and contain 'engineer'", titles)).toEqual({
    begins_with: "data",
    contains: "engineer",
  });
  expect(sent("fields that contain 'headline'", operationOf("/fields", { searchString: text }))).toEqual({
    searchString: "headline",
  });
});

test("what was done to the things, and since when, is not looked for", () => {
  const questions = operationOf("/questions", { searchTerm: text, tabledFrom: { ...text, format: "date" } });
  expect(sent("questions about hospitals tabled since 1 March 2024", questions)).toEqual({
    searchTerm: "hospitals",
    tabledFrom: "2024-03-01",
  });
});

test("the deleted ones too", () => {
  const instances = operationOf("/instances", { with_deleted: flag, deleted_by: text });
  expect(sent("instances, deleted ones too", instances)).toEqual({ with_deleted: true });
  expect(sent("the deleted instances", operationOf("/instances", { include_archived: flag }))).toEqual({});
});

test("what is switched may be said in many words", () => {
  const sources = operationOf("/sources/{id}", { id: text }, object({ enabled: flag }));
  expect(sent("switch the news source 5a1 off", sources)).toEqual({ id: "5a1", body: { enabled: false } });
});

test("money between two sums has a least and a most", () => {
  const homes = operationOf("/homes", { rentMinimum: { type: "number" }, rentMaximum: { type: "number" } });
  expect(sent("homes between 800 and 1200 euros", homes)).toEqual({ rentMinimum: 800, rentMaximum: 1200 });
});

test("an owner and a repository, however the fields are called", () => {
  const badges = operationOf("/badges", { repoAccountName: text, repoSlug: text });
  expect(sent("badge of octo/app", badges)).toEqual({ repoAccountName: "octo", repoSlug: "app" });
});

test("five digits near which something is are a postcode", () => {
  const cars = operationOf("/cars", { zip: text, radius: whole, price_range: text });
  expect(sent("cars within 50 miles of 90210", cars)).toEqual({ zip: "90210", radius: 50 });
  expect(sent("cars of the dealer 90210", cars)).toEqual({});
});

test("a column may be called like what other fields hold", () => {
  const indexes = operationOf("/indexes", { columnName: text, email: text });
  expect(sent("the index on column email of the customers", indexes)).toEqual({ columnName: "email" });
});

test("what something is marked as is its status", () => {
  const connections = operationOf("/connections/{id}", { id: text }, object({ status: text }));
  expect(sent("mark the connection 2e9 as unlinked", connections)).toEqual({ id: "2e9", body: { status: "unlinked" } });
});

test("a description that is a list tells what may be sent", () => {
  const games = operationOf("/games", {
    seasonType: { ...text, description: "regular or postseason" },
    container: { ...text, description: "bank/creditCard/investment" },
  });
  expect(sent("games of the regular season, paid by credit card", games)).toEqual({
    seasonType: "regular",
    container: "creditCard",
  });
});

test("when something is is not when it was", () => {
  const day = { ...text, format: "date-time" };
  const events = operationOf("/events", {}, object({ originalStart: day, subject: text }));
  expect(sent("create an event called Standup on 2026-12-01", events)).toEqual({ body: { subject: "Standup" } });
  expect(sent("create an event with the original start 2026-12-01", events)).toMatchObject({
    body: { originalStart: expect.stringContaining("2026-12-01") },
  });
});

test("a name or a word is no currency, whatever code is written like it", () => {
  const codes = { ...text, enum: Intl.supportedValuesOf("currency") };
  const invoices = operationOf("/invoices", {}, object({ currency: codes, note: text }));
  expect(sent("create an invoice for Bob, and try it", invoices)).toEqual({});
  expect(sent("create an invoice in BOB", invoices)).toEqual({ body: { currency: "BOB" } });
  expect(sent("create an invoice in usd", invoices)).toEqual({ body: { currency: "USD" } });
  expect(sent("create an invoice in Swiss francs", invoices)).toEqual({ body: { currency: "CHF" } });
});

test("a description that tells by what something is found lists nothing that may be sent", () => {
  const boards = operationOf("/members/{idMember}/boards", {
    idMember: { ...text, description: "idMember or username" },
    project: { ...text, description: "id or slug" },
    sort_by: { ...text, description: "id, created or updated" },
  });
  expect(sent("boards of member bobt sorted by id", boards)).toEqual({ idMember: "bobt", sort_by: "id" });
  expect(sent("boards of the project with the slug blue-sky", boards)).not.toMatchObject({ project: "slug" });
});

test("what only says what the next value is goes nowhere", () => {
  const supply = operationOf("/supply", { vin: text, source: text });
  expect(sent("market supply for VIN 1FTEW1EP7GFA12345", supply)).toEqual({ vin: "1FTEW1EP7GFA12345" });
});

test("a publication and a company are one value each", () => {
  const articles = operationOf("/articles", { doi: text, publisher: text });
  expect(sent("articles with the doi 10.6084/m9.figshare.1 of the publisher Bean & Co", articles)).toEqual({
    doi: "10.6084/m9.figshare.1",
    publisher: "Bean & Co",
  });
});

test("up to ten people are how many, and two people are guests", () => {
  const people = operationOf("/accounts/{account}/people", { account: text, limit: whole });
  expect(sent("up to 10 people of the account acct_7", people)).toEqual({ account: "acct_7", limit: 10 });
  const rooms = operationOf("/rooms", { guests: whole, limit: whole });
  expect(sent("rooms for 2 people", rooms)).toEqual({ guests: 2 });
});

test("production is an environment, and no place", () => {
  const flags = operationOf("/flags/{environmentKey}/{region}", {});
  expect(sent("flags in production", flags)).toEqual({ environmentKey: "production" });
});

test("what found its place in a part that cannot be sent goes elsewhere", () => {
  const request = object({ title: text, state: text, id: whole }, ["id", "state"]);
  const comment = object({ request, content: object({ html: text, raw: text }) });
  expect(sent("change the comment to 'Looks good now'", operationOf("/comments", {}, comment)).body).toEqual({
    content: { raw: "Looks good now" },
  });
});

test("who shall not be told is not told", () => {
  const moves = operationOf("/moves", {}, object({ notify: flag, from: text }));
  expect(sent("move the folders and don't notify them", moves).body).toEqual({ notify: false });
  expect(sent("move the folders and notify them", moves).body).toEqual({ notify: true });
});

test("a person has a forename and a surname, in a query too where they must be given", () => {
  const names = operationOf("/viewings/{forename}/{surname}", {});
  expect(sent("a viewing for Tom Hill", names)).toEqual({ forename: "Tom", surname: "Hill" });
  const staff = operationOf("/staff/{id}", { id: text }, object({ name: text, email: text }));
  expect(sent("set the staff 42 to Ann Lee", staff)).toEqual({ id: "42", body: { name: "Ann Lee" } });
});

test("a word right behind the name of a slot is what it takes, and leaves no room for another's id", () => {
  const artifacts = operationOf("/projects/{project}/locations/{location}/artifacts", {});
  // What is left goes where it must be given only when all else stands.
  expect(sent("artifacts of project acme-prod at us-central1", artifacts)).toEqual({ project: "acme-prod" });
});

test("a thing with its number is none of many, whatever stands behind it", () => {
  const hooks = operationOf("/targets/{target}/webhooks/{id}", {}, object({ url: text }));
  expect(sent("target 4tGh: webhook 91 should post to https://hooks.example.com/p", hooks)).toEqual({
    target: "4tGh",
    id: "91",
    body: { url: "https://hooks.example.com/p" },
  });
});

test.each(["new films, 10 to a page", "new films, page 2, 10 on each", "new films, 10"])(
  "how many are wanted: %s",
  (words) => {
    const films = operationOf("/films", { page: whole, page_limit: text });
    expect(sent(words, films)).toMatchObject({ page_limit: "10" });
  },
);

test("what is mine is shown with what belongs to it", () => {
  const templates = operationOf("/templates/{id}", { include_signature: flag });
  expect(sent("template 51, with my signature in it", templates)).toEqual({ id: "51", include_signature: true });
  for (const words of ["template 51, without my signature", "template 51 without its signature"])
    expect(sent(words, templates)).toEqual({ id: "51", include_signature: false });
});

const password = operationOf("/password", {}, object({ PasswordLength: whole, ExcludeCharacters: text }));
const card = operationOf("/cards", {}, object({ bg_color: text, color: text, image_url: text }));
const hex = { type: "string", description: "The hexadecimal color code, without the leading #." };

test.each<[string, ReturnType<typeof operationOf>, object]>([
  ["a password with 20 characters", password, { body: { PasswordLength: 20 } }],
  ["a password without the characters abc123", password, { body: { ExcludeCharacters: "abc123" } }],
  ["make a card with a white background", card, { body: { bg_color: "white" } }],
  ["make a card in red", card, { body: { color: "red" } }],
  ["make a card for https://example.com/a.png", card, { body: { image_url: "https://example.com/a.png" } }],
  ["make a label, color red", operationOf("/labels", {}, object({ color: hex })), { body: { color: "ff0000" } }],
  [
    "lyrics of Bohemian Rhapsody by Queen",
    operationOf("/lyrics", { q_track: text, q_artist: text }),
    { q_track: "Bohemian Rhapsody", q_artist: "Queen" },
  ],
  ["flats in Lisbon under 1200 euro", operationOf("/flats", { maxRadius: whole, city: text }), { city: "Lisbon" }],
  ["zone of 35.68, 139.69", operationOf("/zones", { zoneId: text, lat: whole }), {}],
  [
    "offers with price 5 monthly",
    operationOf("/offers", { interval: oneOf("day", "week", "month", "year") }),
    { interval: "month" },
  ],
  ["offers with a 14 day trial", operationOf("/offers", { interval: oneOf("day", "week", "month", "year") }), {}],
])("%s", (words, operation, expected) => {
  expect(sent(words, operation) as object).toEqual(expected);
});

test("a day is taken apart where its day stands beside its month", () => {
  const days = operationOf("/rooms/by_date", { day: whole, month: whole, year: whole });
  expect(sent("rooms added since 3 May 2025", days)).toEqual({ day: 3, month: 5, year: 2025 });
  expect(sent("rooms added since 3 May 2025", operationOf("/rooms", { month: whole, year: whole }))).toEqual({
    month: 5,
  });
});

test("how large each of them is, is no limit and no id", () => {
  const homes = operationOf("/homes", { limit: whole, house_key: whole, maxprice: whole });
  expect(sent("3 bedroom houses under 400000", homes)).toEqual({ maxprice: 400_000 });
});

test("a repository tells no job, and its second half the project of its account", () => {
  expect(sent("log of the artifact of acme/web", operationOf("/jobs/{jobId}/log", {}))).toEqual({});
  expect(sent("artifacts of acme/web", operationOf("/projects/{accountName}/{projectSlug}/artifacts", {}))).toEqual({
    accountName: "acme",
    projectSlug: "web",
  });
});

test("a digest is found by its form, and a group of Flickr as a whole", () => {
  const sha1 = "3395856CE81F2B7382DEE72602F798B642F14140";
  expect(sent(`first 50 children of ${sha1}`, operationOf("/children/{sha1}/{count}", { count: whole }))).toEqual({
    sha1,
    count: 50,
  });
  expect(sent("photos of the group 34427469792@N01", operationOf("/groups/photos", { group_id: text }))).toEqual({
    group_id: "34427469792@N01",
  });
});

test("a town is no postcode, and a sum no day", () => {
  const codes = operationOf("/codes", { zipcode: text, city: text });
  expect(sent("zip code of Chicago", codes)).toEqual({ city: "Chicago" });
  const sums = operationOf("/sums", { min_date: text, min_amount: text });
  expect(sent("sums over 10000", sums)).toEqual({ min_amount: "10000" });
});

test("what somebody is called stands in a name that is run together", () => {
  expect(sent("concerts of Björk in 2023", operationOf("/artists/{artistname}/events", {}))).toEqual({
    artistname: "Björk",
  });
});

test("what things do calls none of them, and words are no number of results", () => {
  expect(sent("asteroids passing earth", operationOf("/asteroids/{asteroid_id}", {}))).toEqual({});
  expect(sent("recipes with lentils, kale and spinach", operationOf("/recipes", { MaxResults: text }))).toEqual({});
});
