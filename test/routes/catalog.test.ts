import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { described, emptyShelf, get } from "../catalog/support.ts";
import { echoActor } from "../support/actors.ts";
import { startHub, type TestHub } from "../support/hub.ts";

const SHOP = described("shop.dev", {
  paths: {
    ...Object.fromEntries(
      Array.from({ length: 120 }, (_, index) => [`/things/${index}`, get(`Thing number ${index}`)]),
    ),
    "/orders": { get: { summary: "List orders", responses: {} }, post: { summary: "Create an order", responses: {} } },
  },
});
const SKIES = described("skies.dev", { paths: { "/days": get("Weather forecast for the next days") } });

const shelf = emptyShelf();
let hub: TestHub;
let key: string;
let close: () => void;

beforeAll(async () => {
  await shelf.build([SHOP, SKIES]);
  const catalog = shelf.open(Math.random);
  close = () => catalog[Symbol.dispose]();
  hub = await startHub({ catalog, actors: [echoActor({ slug: "weather-echo", tags: ["weather"] })] });
  const registered = await fetch(`${hub.url}/api/v1/agent/register/?tier=free_testnet`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "agent@example.com" }),
  });
  key = (await json(registered)).api_key;
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  close();
  shelf[Symbol.dispose]();
});

describe("documents that do not change", () => {
  test.each(["/", "/api/v1/agent/categories/", "/api/v1/genius/actors/", "/llms.txt", "/skills/index.json"])(
    "%s has a version, and is not sent again to whoever has it",
    async (path) => {
      const first = await fetch(hub.url + path, { headers: { accept: "*/*" } });
      const etag = first.headers.get("etag") ?? "";
      expect([first.status, (await first.text()).length > 2]).toEqual([200, true]);
      const again = await fetch(hub.url + path, { headers: { accept: "*/*", "if-none-match": etag } });
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
      expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    },
  );

  test("the list of actors is another version once an actor has changed", async () => {
    await using own = await startHub({ actors: [echoActor({ slug: "one" })] });
    const list = () => fetch(`${own.url}/api/v1/genius/actors/`);
    const before = await list();
    own.registry.offer("two.ts", "two.ts", echoActor({ slug: "two" }), "1");
    const after = await list();
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
    expect((await json(after)).count).toBe(2);
  });

  test("at the root a page and the steps are told apart by what is accepted", async () => {
    const steps = await fetch(`${hub.url}/`, { headers: { accept: "application/json" } });
    const page = await fetch(`${hub.url}/`, {
      headers: { accept: "text/html", "if-none-match": steps.headers.get("etag") ?? "" },
    });
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect([steps.headers.get("vary"), page.headers.get("vary")]).toEqual(["accept, accept-encoding", "accept"]);
  });
});

describe("what is open to everybody", () => {
  test("what a call must bring is no other's to keep where a key was shown, for it tells of the key's connections", async () => {
    const path = `${hub.url}/api/v1/agent/tool/skies-dev--get-days/access/`;
    const told = async (headers: Record<string, string>) => {
      const { headers: answered } = await fetch(path, { headers });
      return [answered.get("cache-control"), answered.get("vary")];
    };
    const vary = "x-api-key, authorization";
    expect(await told({ "x-api-key": key })).toEqual(["private, no-store", vary]);
    expect(await told({ authorization: `Bearer ${key}` })).toEqual(["private, no-store", vary]);
    expect(await told({})).toEqual([null, vary]);
  });

  test("the categories: thirty, the largest first, each with what a person can hand to an agent", async () => {
    const body = await json(await fetch(`${hub.url}/api/v1/agent/categories/`));
    expect(body).toMatchObject({ version: "2.2", total_categories: 30, totals: { providers: 2, entries: 123 } });
    const counts = body.categories.map(({ api_count }: { api_count: number }) => api_count);
    expect(counts).toEqual(counts.toSorted((a: number, b: number) => b - a));
    const weather = body.categories.find(({ slug }: { slug: string }) => slug === "weather-environment");
    expect(weather).toMatchObject({
      name: "Weather and Environment",
      api_count: 1,
      trust_indicator: expect.stringMatching(/^(?:high|medium|low)$/),
      agent_copy: {
        agent_skill: {
          name: "hub-weather-environment",
          version: "1.0",
          endpoints: {
            search: "/api/v1/agent/search/?q=weather-environment",
            proxy_call: "/api/v1/agent/proxy/weather-environment/call/",
            register: "/api/v1/x402/register/",
          },
        },
      },
    });
    expect(weather.agent_copy.copy_paste_note).toContain("X-API-Key");
  });

  test("a category with its providers and entries, and 404 for one there is not", async () => {
    const body = await json(await fetch(`${hub.url}/api/v1/agent/category/weather-environment/`));
    expect(body).toMatchObject({
      slug: "weather-environment",
      top_providers: [{ provider: "skies.dev", api_count: 1 }],
    });
    expect(body.sample[0]).toMatchObject({
      method: "GET",
      path: "/days",
      base_url: "https://api.skies.dev",
      auth: "unknown",
    });
    const missing = await fetch(`${hub.url}/api/v1/agent/category/nothing/`);
    expect([missing.status, (await json(missing)).code]).toEqual([404, "unknown_category"]);
  });

  test("the feed is a JSON Feed 1.1 whose pages reach every entry once", async () => {
    const ids: string[] = [];
    let next: string | undefined = `${hub.url}/api/v1/agent/feed.json/`;
    for (let pages = 0; next !== undefined; pages++) {
      expect(pages).toBeLessThan(10);
      const response: Response = await fetch(next);
      const feed = await json(response);
      expect(response.headers.get("content-type")).toStartWith("application/feed+json");
      expect(feed.version).toBe("https://jsonfeed.org/version/1.1");
      expect(feed.title).toBeString();
      expect(feed.items.length).toBeLessThanOrEqual(50);
      for (const item of feed.items) {
        expect(item).toMatchObject({
          id: expect.any(String),
          content_text: expect.any(String),
          _hub: { slug: item.id },
        });
        // Only a description that states its date has one.
        expect(item.date_modified ?? null).toBe(item._hub.updated_at);
        if (item.date_modified !== undefined)
          expect(new Date(item.date_modified).toISOString()).toBe(item.date_modified);
      }
      ids.push(...feed.items.map(({ id }: { id: string }) => id));
      next = feed.next_url;
    }
    expect(new Set(ids).size).toBe(123);
    expect(ids).toHaveLength(123);
  });

  test("a reader of feeds finds it from a page, and each item leads a person to a page", async () => {
    const home = await (await fetch(`${hub.url}/`, { headers: { accept: "text/html" } })).text();
    const [, address = ""] =
      /<link\s+rel="alternate"\s+type="application\/feed\+json"[^>]*\shref="([^"]+)"/.exec(home) ?? [];
    const { items, home_page_url } = await json(await fetch(hub.url + address));
    expect(home_page_url).toBe(`${hub.url}/`);
    for (const { url, title, _hub } of items.slice(0, 3)) {
      const page = await fetch(url, { headers: { accept: "text/html" } });
      expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      expect(await page.text()).toContain(`<h1>${title}</h1>`);
      expect((await fetch(_hub.spec_url)).status).toBe(200);
    }
  });

  test.each(["?featured=yes", "?offset=-1", "?offset=1.5", "?offset=1&offset=2"])(
    "the feed refuses %s",
    async (query) => {
      const response = await fetch(`${hub.url}/api/v1/agent/feed.json${query}`);
      expect([response.status, (await json(response)).code]).toEqual([400, "invalid_input"]);
    },
  );

  test("random discovery is never cached", async () => {
    const response = await fetch(`${hub.url}/api/v1/agent/random/`);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect((await json(response)).api.slug).toBeString();
  });

  test("the specification of an entry and of an actor are valid OpenAPI 3.1 documents", async () => {
    const { api } = await json(await fetch(`${hub.url}/api/v1/agent/random/`));
    for (const slug of [api.slug, "weather-echo"]) {
      const spec = await json(await fetch(`${hub.url}/api/v1/agent/tool/${slug}/spec/`));
      expect(spec.openapi).toStartWith("3.1");
      expect(await new Validator().validate(spec)).toMatchObject({ valid: true });
    }
    expect((await fetch(`${hub.url}/api/v1/agent/tool/nothing/spec/`)).status).toBe(404);
  });

  test.each([
    ["shop--create-order", 'Did you mean "shop-dev--post-orders"'],
    ["weather-ecko", 'Did you mean "weather-echo"?'],
    ["zzqq--xxyy", "Search the catalogue at /api/v1/agent/search/."],
    ["%F0%9F%90%8C", "Search the catalogue at /api/v1/agent/search/."],
    ["a".repeat(4_000), "Search the catalogue at /api/v1/agent/search/."],
  ])("a slug that nobody has is told what it may have meant (%s)", async (slug, action) => {
    const refused = await fetch(`${hub.url}/api/v1/agent/tool/${slug}/spec/`);
    const { code, next_actions: actions } = await json(refused);
    expect([refused.status, code, actions[0]]).toEqual([404, "unknown_api", expect.stringContaining(action)]);
  });
});

describe("search", () => {
  const search = (query: string, headers: Record<string, string> = { "x-api-key": key }) =>
    fetch(`${hub.url}/api/v1/agent/search/${query}`, { headers });

  test("asks for a key or a payment before anything else is judged", async () => {
    for (const query of ["?q=weather", "", "?limit=1000"]) {
      const response = await search(query, {});
      expect(response.status).toBe(402);
      expect(await json(response)).toMatchObject({ code: "payment_required", payment: { amount_xrp: 0.05 } });
      expect(response.headers.get("payment-required")).toBeString();
    }
  });

  test("finds by the words, spends a call and says so", async () => {
    const response = await search("?q=weather%20forecasts&limit=5&explain=true");
    const body = await json(response);
    expect(body).toMatchObject({
      version: "2.2",
      query: "weather forecasts",
      category: null,
      limit: 5,
      offset: 0,
      total: 1,
    });
    expect(body.results[0]).toMatchObject({ path: "/days", score: expect.any(Number), why: expect.any(Array) });
    expect(body.results[0].proxy_url).toBe(`${hub.url}/api/v1/agent/proxy/${body.results[0].slug}/call/`);
    expect(response.headers.get("x-calls-remaining")).toBe("299");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  test("caps the results of one API, unless told not to", async () => {
    const { results } = await json(await search("?q=thing&limit=100"));
    expect(results).toHaveLength(3);
    expect((await json(await search("?q=thing&limit=100&per_api=0"))).results).toHaveLength(100);
    expect((await json(await search("?q=thing&limit=100&per_api=0&offset=100"))).results).toHaveLength(20);
  });

  test.each([
    ["?q=thing&offset=20", "No more with at most 3 of one API: per_api=0 lists all 120, from offset=0 on."],
    ["?q=thing&per_api=0&offset=500", "There are 120: ask with a lower offset."],
    [
      "?q=thing&auth=oauth2&method=GET",
      "Leave out auth and method. Or: Search again with other words, in English, or browse /api/v1/agent/categories/.",
    ],
  ])("an empty page says what helps: %s", async (query, next) => {
    const page = await json(await search(query));
    expect([page.results, page.recommended_next_action]).toEqual([[], next]);
  });

  test("only what needs the asked credential, or is of the asked method", async () => {
    const found = async (query: string) =>
      (await json(await search(query))).results.map((one: any) => `${one.method} ${one.auth}`);
    expect(await found("?q=orders&method=POST")).toEqual(["POST unknown"]);
    expect(await found("?q=orders&method=GET,DELETE")).toEqual(["GET unknown"]);
    expect(await found("?q=orders&auth=unknown")).toHaveLength(2);
    expect(await found("?q=orders&auth=none,oauth2")).toEqual([]);
  });

  test("an actor that does what is asked stands after the best entry, and pages neither lose nor repeat anything", async () => {
    const kinds = async (query: string) => {
      const { results, total } = await json(await search(query));
      return [total, ...results.map(({ kind, slug }: any) => (kind === "actor" ? slug : kind))];
    };
    expect(await kinds("?q=weather")).toEqual([2, "api", "weather-echo"]);
    expect(await kinds("?q=weather&limit=1")).toEqual([2, "api"]);
    expect(await kinds("?q=weather&limit=1&offset=1")).toEqual([2, "weather-echo"]);
    expect(await kinds("?q=weather&limit=1&offset=2")).toEqual([2]);
    expect(await kinds("?q=weather&method=GET")).toEqual([1, "api"]);
    expect(await kinds("?q=orders")).not.toContain("weather-echo");
    const { results } = await json(await search("?q=weather"));
    const [entry, actor] = results;
    expect(actor).toMatchObject({ name: "Echo", input_schema: { type: "object" }, quality_evidence: {}, versions: [] });
    expect(Object.keys(actor)).toEqual(expect.arrayContaining(Object.keys(entry)));
    expect(actor.base_url + actor.path).toBe(actor.run_url);
    const answers = [fetch(actor.spec_url), fetch(actor.proxy_url, { method: actor.method, body: '{"q":"x"}' })];
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  });

  test("a category's slug means the category", async () => {
    const body = await json(await search("?q=weather-environment"));
    expect(body).toMatchObject({ category: "weather-environment", total: 1 });
    expect(body.results[0].path).toBe("/days");
  });

  test("what is too long is cut where its words begin, so that nobody pays for a question of blanks", async () => {
    const body = await json(await search(`?q=${"+".repeat(1200)}orders`));
    expect([body.query, body.results?.[0]?.path]).toEqual(["orders", "/orders"]);
  });

  test("what is too long is cut, and what is not known is passed over, with a warning each", async () => {
    const body = await json(await search(`?q=weather${"%20and%20so%20on".repeat(100)}&lmit=3`));
    expect(body.results[0].path).toBe("/days");
    expect(body.warnings).toHaveLength(2);
    expect(body.warnings.join(" ")).toContain("1000 characters");
    expect(body.warnings.join(" ")).toContain('"lmit"');
  });

  test("who finds nothing is told to ask in English", async () => {
    for (const text of ["天気予報", "погода", "qqqqqqqq"]) {
      const body = await json(await search(`?q=${encodeURIComponent(text)}`));
      expect(body.total).toBe(0);
      expect(body.recommended_next_action).toContain("English");
    }
  });

  test("a name that is nobody's here is told", async () => {
    expect((await json(await search("?q=cancel%20my%20PayPal%20order"))).unknown_names).toEqual(["PayPal"]);
    expect(await json(await search("?q=cancel%20my%20Shop%20order"))).not.toHaveProperty("unknown_names");
  });

  test.each([
    ["?q=x&auth=nonsense", "/auth"],
    ["?q=x&method=get", "/method"],
    ["", "/q"],
    ["?q=", "/q"],
    ["?q=%20%20", "/q"],
    ["?q=x&limit=0", "/limit"],
    ["?q=x&limit=101", "/limit"],
    ["?q=x&limit=ten", "/limit"],
    ["?q=x&category=nothing", "/category"],
    ["?q=x&q=y", "/q"],
    ["?q=x&explain=perhaps", "/explain"],
  ])("refuses %p at %s and spends nothing", async (query, pointer) => {
    const before = (await search("?q=orders")).headers.get("x-calls-remaining");
    const response = await search(query);
    expect(response.status).toBe(400);
    expect((await json(response)).errors[0].pointer).toBe(pointer);
    expect(response.headers.get("x-calls-remaining")).toBe(before);
  });
});

describe("tools search", () => {
  test.each(["openai", "anthropic", "mcp"])(
    "answers definitions in the shape of %s, actors among them",
    async (format) => {
      const response = await fetch(`${hub.url}/api/v1/agent/tools/search/?q=weather&format=${format}`, {
        headers: { "x-api-key": key },
      });
      const { tools } = await json(response);
      expect(tools.map(({ kind }: { kind: string }) => kind)).toEqual(["actor", "api"]);
      for (const { definition, call_url } of tools) {
        const named = definition.function ?? definition;
        expect(named.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(named.parameters ?? named.input_schema ?? named.inputSchema).toMatchObject({ type: "object" });
        expect(call_url).toStartWith(hub.url);
      }
    },
  );
});

test("a definition says which credential is needed, and is small unless all of it is wanted", async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [
      `field${at}`,
      { type: "string", description: "Says what it is. ".repeat(20) },
    ]),
  );
  using other = emptyShelf();
  await other.build([
    described("vast.dev", {
      paths: {
        "/walrus": {
          post: {
            summary: "Make a walrus",
            requestBody: {
              required: true,
              content: { "application/json": { schema: { type: "object", properties, required: ["field150"] } } },
            },
            responses: {},
          },
        },
      },
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
      security: [{ key: [] }],
    }),
  ]);
  using catalog = other.open();
  await using vast = await startHub({ catalog });
  const registered = await fetch(`${vast.url}/api/v1/agent/register/?tier=free_testnet`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "agent@example.com" }),
  });
  const headers = { "x-api-key": (await json(registered)).api_key };
  const define = async (query: string) =>
    (await json(await fetch(`${vast.url}/api/v1/agent/tools/search/?q=walrus${query}`, { headers }))).tools[0]
      .definition.function;
  const short = await define("");
  expect(JSON.stringify(short).length).toBeLessThan(8192);
  expect(short.description).toContain("API key");
  expect(short.parameters.properties.body.required).toEqual(["field150"]);
  expect(Object.keys((await define("&full=true")).parameters.properties.body.properties)).toHaveLength(200);
});

test("while there is no catalogue, what needs it says when to come back", async () => {
  await using empty = await startHub();
  const response = await fetch(`${empty.url}/api/v1/agent/categories/`);
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, null]);
  expect((await json(response)).code).toBe("overloaded");
});

function json(response: Response): Promise<any> {
  return response.json() as Promise<any>;
}

test("while there is no catalogue, nobody is charged for a search that cannot be made", async () => {
  await using empty = await startHub();
  const registered = await fetch(`${empty.url}/api/v1/agent/register/?tier=free_testnet`, {
    method: "POST",
    body: JSON.stringify({ email: "agent@example.com" }),
  });
  const { api_key } = await json(registered);
  const response = await fetch(`${empty.url}/api/v1/agent/search/?q=weather`, { headers: { "x-api-key": api_key } });
  expect([response.status, response.headers.get("x-calls-remaining")]).toEqual([503, "300"]);
});
