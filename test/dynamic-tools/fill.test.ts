import { expect, test } from "bun:test";
import { constantsOf } from "../../src/dynamic-tools/constants.ts";
import { fill } from "../../src/dynamic-tools/fill.ts";
import { needsOf } from "../../src/dynamic-tools/needs.ts";
import { slotsOf } from "../../src/dynamic-tools/slots.ts";
import { parseUtterance } from "../../src/dynamic-tools/utterance.ts";
import { readOperation } from "../../src/proxy/request/operation.ts";

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
  const said = parseUtterance(words, () => false);
  const known = new Set(own.split(" "));
  const hearing = {
    said,
    lookup: operation.lookup,
    own: known,
    speaks: (phrase: string) => phrase.split(" ").every((word) => known.has(word)),
    isUnspoken: (word: string) => !known.has(word.toLowerCase()),
  };
  return constantsOf(fill(hearing, slotsOf(operation)).values);
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
  expect(needsOf(slotsOf(operation).filter(({ needed }) => needed))).toEqual([
    { pointer: "/params/id", question: "Which project? Its id is needed." },
    { pointer: "/body/due_date", question: "When: which due date?" },
  ]);
});
