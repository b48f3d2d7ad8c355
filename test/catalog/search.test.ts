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

test("a name counts where it is written apart, in each of its forms", async () => {
  using shop = await stocked();
  // So many words that none of them is read as another.
  for (const name of ["mail er", "mail ers", "m ail er"]) {
    expect(shop.find(`${name} qwerty asdfgh yxcvbn`)).toEqual(["POST /send"]);
  }
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

test("an English word that nobody says is no misspelling of another", async () => {
  using shop = await stocked();
  for (const text of ["feather", "the leather", "border", "colour"])
    expect(shop.catalog.search({ text })).toMatchObject({ total: 0 });
  expect(shop.catalog.search({ text: "oders" }).correctedTo).toBe("orders");
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

test("a sentence finds an operation by what its inputs are called, a brief question by what it calls itself", async () => {
  using shelf = emptyShelf();
  const parameters = [
    { name: "iban", in: "query", description: "International number of the bank account to be checked", schema: {} },
  ];
  await shelf.build([
    described("checker.dev", { paths: { "/check": get("Check a thing", { parameters }) } }),
    described("bank.dev", { paths: { "/account": get("Open a bank account") } }),
  ]);
  using catalog = shelf.open();
  const first = (text: string) => catalog.search({ text }).hits[0]?.entry.path;
  expect(first("I would like to have an iban checked before anything is sent to that account")).toBe("/check");
  expect(first("bank account")).toBe("/account");
  expect(catalog.search({ text: "bank account" }).total).toBe(1);
});

test("inputs are found wherever they are described: in the body, behind references, through cycles", async () => {
  using shelf = emptyShelf();
  const node = {
    type: "object",
    properties: { walrus: { type: "string" }, child: { $ref: "#/components/schemas/Node" } },
  };
  await shelf.build([
    described("tree.dev", {
      paths: {
        "/nodes": {
          post: {
            summary: "Plant",
            parameters: [{ $ref: "#/components/parameters/Depth" }],
            requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Node" } } } },
            responses: {},
          },
        },
      },
      components: {
        schemas: { Node: { allOf: [node, { $ref: "#/components/schemas/Node" }] } },
        parameters: { Depth: { name: "fathoms", in: "query", schema: { type: "integer" } } },
      },
    }),
  ]);
  using catalog = shelf.open();
  for (const word of ["walrus", "fathoms"])
    expect(catalog.search({ text: `please do for me whatever it is that takes a ${word} as input` }).total).toBe(1);
});

test("what is added later leaves the inputs of what was there searchable", async () => {
  using shelf = emptyShelf();
  const parameters = [{ name: "walrus", in: "query", schema: {} }];
  await shelf.build([described("sea.dev", { paths: { "/sea": get("Look", { parameters }) } })], { source: "first" });
  await shelf.build([described("land.dev", { paths: { "/land": get("Walk") } })], { source: "second" });
  using catalog = shelf.open();
  expect(catalog.search({ text: "is there anything at all that could take a walrus" }).hits[0]?.entry.path).toBe(
    "/sea",
  );
});

test("the values of a wish are not searched for, unless it says nothing else", async () => {
  using shelf = emptyShelf();
  await shelf.build([
    described("money.dev", { paths: { "/convert": get("Convert an amount of money") } }),
    described("films.dev", { paths: { "/breakfast": get("Breakfast with twenty euros at Tiffany's") } }),
  ]);
  using catalog = shelf.open();
  const first = (text: string) => catalog.search({ text }).hits[0]?.entry.path;
  expect(first('convert 20 in the letter "Breakfast at Tiffany\'s" of anna@tiffany.com')).toBe("/convert");
  expect(first('"breakfast"')).toBe("/breakfast");
});

test("the kind of a value is looked for, the value is not", async () => {
  using shelf = emptyShelf();
  const others = Array.from({ length: 150 }, (_, at) => [`/rules/${at}`, get(`Rule ${at} of chess`)] as const);
  await shelf.build([
    described("chess.dev", { paths: Object.fromEntries(others) }),
    described("places.dev", {
      paths: {
        "/back": get("Reverse geocode coordinates"),
        "/addresses": get("List the addresses of a person"),
        "/tags/{name}": get("Posts of a hashtag"),
        "/posts": get("Latest posts of a person"),
        "/ranks": get("Ranks of a club"),
        "/ranks/{year}": get("Ranks of a club in a year"),
        "/ranks/on/{day}": get("Ranks of a club on some date"),
      },
    }),
  ]);
  using catalog = shelf.open();
  const first = (text: string) => catalog.search({ text }).hits[0]?.entry.path;
  expect(first("the address at 48.85, 2.29")).toBe("/back");
  expect(first("addresses of a person")).toBe("/addresses");
  expect(first("posts #sunset")).toBe("/tags/{name}");
  expect(first("ranks of a club")).toBe("/ranks");
  for (const year of ["1998", "in 2021?"]) expect(first(`ranks of a club ${year}`)).toBe("/ranks/{year}");
  for (const day of ["2021-03-04", "3/4/2021", "March 4", "4th of March", "on 4 Sep"])
    expect(first(`ranks of a club ${day}`)).toBe("/ranks/on/{day}");
  for (const other of ["$1998", "1998.50", "11998", "maybe 4"])
    expect(first(`ranks of a club ${other}`)).toBe("/ranks");
});

test("in a sentence no unknown word is taken for a misspelling, and what has digits never is", async () => {
  using shop = await stocked();
  expect(shop.catalog.search({ text: "show me all orders that Ordex Forcast has sent" }).correctedTo).toBeUndefined();
  expect(shop.catalog.search({ text: "orders ord3r" }).correctedTo).toBeUndefined();
  expect(shop.catalog.search({ text: "wether" }).correctedTo).toBe("weather");
});

test("whoever names an API or describes a wish at length sees more than three of its operations", async () => {
  using shop = await stocked();
  expect(shop.find("order")).toHaveLength(3);
  expect(shop.find("shop order")).toHaveLength(5);
  expect(shop.find("there is an order and I would like to know all about that order")).toHaveLength(5);
});

test("German, Spanish, French and Portuguese find what English does, with a slip, and with their own filler words", async () => {
  using shelf = emptyShelf();
  await shelf.build([
    ...ALL,
    described("git.dev", {
      paths: {
        "/repos": {
          delete: { summary: "Delete a repository", responses: {} },
          get: { summary: "Get a repository", responses: {} },
        },
      },
    }),
    // Nobody means these by a filler word.
    described("la.dev", { paths: { "/der": get("Der die das en la una de") } }),
  ]);
  using catalog = shelf.open();
  const first = (text: string) => {
    const [hit] = catalog.search({ text }).hits;
    return `${hit?.entry.method} ${hit?.entry.path}`;
  };
  for (const text of ["supprime le dépôt", "lösche das Repositorium", "elimina el repositorio", "apagar o repositório"])
    expect(first(text)).toBe("DELETE /repos");
  for (const text of ["Wettervorhersage", "wie ist das Wetter", "el tiempo de hoy", "Wettr", "previsão do tempo"])
    expect(first(text)).toBe("GET /days");
});

test("the address of an operation is searched for by its words, and not left out as a value", async () => {
  using shelf = emptyShelf();
  await shelf.build([
    described("pay.dev", {
      paths: { "/v1/charges": get("All that was taken"), "/v1/refunds": get("All that was given back") },
    }),
    described("other.dev", { paths: { "/get": get("Get https of an api") } }),
  ]);
  using catalog = shelf.open();
  const first = (text: string) => catalog.search({ text }).hits[0]?.entry.path;
  expect(first("GET https://api.pay.dev/v1/charges?limit=5")).toBe("/v1/charges");
  expect(first("https://api.pay.dev/v1/refunds")).toBe("/v1/refunds");
  expect(first("GET /v1/refunds/re_1")).toBe("/v1/refunds");
});
