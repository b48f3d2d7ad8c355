/** What a search finds, in which order, and what it says about it. */
import { expect, test } from "bun:test";
import { described, emptyShelf, get } from "./support.ts";

const SHOP = described("shop.dev", {
  paths: {
    "/orders": {
      get: { summary: "List orders", responses: {} },
      post: { summary: "Create an order", responses: {} },
    },
    "/orders/{id}": get("Retrieve one order"),
    "/orders/{id}/notes": get("List the notes of an order"),
    "/orders/{id}/items": get("List the items of an order"),
  },
});
const MAIL = described("mailer.dev", {
  paths: { "/send": { post: { summary: "Send a message to a person", responses: {} } } },
});
const WEATHER = described("skies.dev", { paths: { "/days": get("Weather forecast for the next days") } });
const ALL = [SHOP, MAIL, WEATHER];

async function stocked() {
  const shelf = emptyShelf();
  await shelf.build(ALL);
  const catalog = shelf.open();
  return {
    find: (text: string, more: object = {}) =>
      catalog.search({ text, ...more }).hits.map(({ entry }) => `${entry.method} ${entry.path}`),
    catalog,
    [Symbol.dispose]() {
      catalog[Symbol.dispose]();
      shelf[Symbol.dispose]();
    },
  };
}

test("endings, capitals, accents and filler words do not matter", async () => {
  using shop = await stocked();
  for (const text of ["send messages", "SENDING a méssage", "please, I want to send messages to persons!"]) {
    expect(shop.find(text)[0]).toBe("POST /send");
  }
});

test("the provider's name decides whose operation it is", async () => {
  using shop = await stocked();
  expect(shop.find("mailer list")[0]).toBe("POST /send");
});

test("the method that does what the verb says comes first", async () => {
  using shop = await stocked();
  expect(shop.find("create order")[0]).toBe("POST /orders");
  expect(shop.find("list orders")[0]).toBe("GET /orders");
});

test("a word nobody says is read as the nearest, as a synonym or from another language", async () => {
  using shop = await stocked();
  expect(shop.find("wether forcast")).toEqual(["GET /days"]);
  expect(shop.find("rain")).toEqual(["GET /days"]);
  expect(shop.find("Wetter")).toEqual(["GET /days"]);
  expect(shop.catalog.search({ text: "wether" }).correctedTo).toBe("weather");
});

test("something is found while any word matches, and nothing while none does", async () => {
  using shop = await stocked();
  expect(shop.find("zzzz qqqq forecast")).toEqual(["GET /days"]);
  expect(shop.find("zzzz qqqq")).toEqual([]);
});

test("words that are syntax elsewhere are words here", async () => {
  using shop = await stocked();
  for (const text of [
    '"',
    "order OR",
    "NEAR(order)",
    "order* AND (",
    "constructor",
    "__proto__",
    "name:order",
    "a".repeat(5000),
  ]) {
    expect(Array.isArray(shop.find(text))).toBeTrue();
  }
});

test("of one API at most so many are shown, and the others on request", async () => {
  using shop = await stocked();
  expect(shop.find("order")).toHaveLength(3);
  expect(shop.find("order", { perApi: 1 })).toHaveLength(1);
  expect(shop.find("order", { perApi: 0 })).toHaveLength(5);
  expect(shop.catalog.search({ text: "order" }).total).toBe(5);
});

test("pages follow on each other without gap or repetition", async () => {
  using shop = await stocked();
  const all = shop.find("order", { perApi: 0 });
  const pages = [0, 2, 4].flatMap((offset) => shop.find("order", { perApi: 0, limit: 2, offset }));
  expect(pages).toEqual(all);
});

test("a page deeper than any that is kept is as right as the first", async () => {
  using shelf = emptyShelf();
  const paths = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`/notes${index}`, get("List notes")]));
  await shelf.build([described("many.dev", { paths })]);
  using catalog = shelf.open();
  const slugs = (offset: number, limit: number) =>
    catalog.search({ text: "notes", perApi: 0, offset, limit }).hits.map(({ entry }) => entry.slug);
  const pages = [0, 20, 40].flatMap((offset) => slugs(offset, 20));
  expect(new Set(pages).size).toBe(60);
  expect(slugs(0, 100)).toEqual(pages);
  expect(slugs(1_000_000, 100)).toEqual([]);
});

test("a name that says what was asked and little else comes first", async () => {
  using shelf = emptyShelf();
  const story = { tags: ["tasks"], operationId: "createTaskStory" };
  const plain = { description: "Makes one more thing to be done, in the given project, for whoever shall do it." };
  await shelf.build([
    described("todo.dev", {
      paths: {
        "/tasks/{id}/stories": { post: { summary: "Create a story on behalf of a task", responses: {}, ...story } },
        "/todo": { post: { summary: "Create a task", responses: {}, ...plain } },
      },
    }),
  ]);
  using catalog = shelf.open();
  expect(catalog.search({ text: "create task" }).hits[0]?.entry.path).toBe("/todo");
});

test("a category narrows, and an unknown one is refused with the known ones", async () => {
  using shop = await stocked();
  expect(shop.find("list order forecast", { category: "weather-environment" })).toEqual(["GET /days"]);
  expect(() => shop.find("order", { category: "nonsense" })).toThrow("not one of the catalogue's");
});

test("an empty question and numbers out of range are refused with a pointer", async () => {
  using shop = await stocked();
  expect(() => shop.find("  ")).toThrow('"q"');
  expect(() => shop.find("order", { limit: 0 })).toThrow('"limit"');
  expect(() => shop.find("order", { limit: 101 })).toThrow('"limit"');
  expect(() => shop.find("order", { offset: -1 })).toThrow('"offset"');
});

test("on request a result says why it matched", async () => {
  using shop = await stocked();
  const [hit] = shop.catalog.search({ text: "wether", explain: true }).hits;
  expect(hit?.why).toContain('name says "weather"');
  expect(hit?.why).toContain('"wether" was read as "weather"');
});
