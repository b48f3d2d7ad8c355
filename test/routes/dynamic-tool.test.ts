import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openTestAccount } from "../support/accounts.ts";
import { type EchoWorld, startEchoWorld } from "../support/echo-upstream.ts";

const text = { type: "string" };
const PATHS = {
  "/weather": {
    get: {
      operationId: "currentWeather",
      summary: "Current weather of a city",
      parameters: [
        { name: "city", in: "query", required: true, schema: text },
        { name: "units", in: "query", schema: { type: "string", enum: ["metric", "imperial"] } },
      ],
      responses: { 200: { description: "Done" } },
    },
  },
  "/repos/{owner}/{repo}/issues": {
    post: {
      operationId: "createIssue",
      summary: "Create an issue in a repository",
      parameters: ["owner", "repo"].map((name) => ({ name, in: "path", required: true, schema: text })),
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: { type: "object", required: ["title"], properties: { title: text, body: text } },
          },
        },
      },
      responses: { 201: { description: "Created" } },
    },
  },
};

const PARCELS = {
  "/parcels": {
    post: {
      operationId: "createParcel",
      summary: "Create a parcel",
      parameters: [{ name: "search", in: "query", schema: { type: "object" } }],
      requestBody: {
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["title", "sender", "content"],
              properties: {
                title: { ...text, readOnly: true },
                sender: { ...text, description: "Who sends it" },
                name: text,
                content: { type: "array", items: { type: "object" } },
              },
            },
          },
        },
      },
      responses: { 201: { description: "Created" } },
    },
  },
};

const UNTYPED = {
  "/tickets": {
    post: {
      operationId: "createTicket",
      summary: "Create a ticket",
      requestBody: { content: { "application/json": { schema: { properties: { name: text } } } } },
      responses: { 201: { description: "Created" } },
    },
  },
};

const WRAPPED = {
  "/errands": {
    post: {
      operationId: "createErrand",
      summary: "Create an errand",
      requestBody: {
        content: {
          "application/json": {
            schema: { type: "object", properties: { data: { $ref: "#/components/schemas/Errand" } } },
          },
        },
      },
      responses: { 201: { description: "Created" } },
    },
  },
};
const OPTIONAL = {
  "/beacons": {
    post: {
      operationId: "createBeacon",
      summary: "Create a beacon",
      requestBody: {
        required: true,
        content: { "application/json": { schema: { type: "object", properties: { colour: text } } } },
      },
      responses: { 201: { description: "Created" } },
    },
  },
};
const query = (...names: string[]) => names.map((name) => ({ name, in: "query", schema: text }));
const LOOKUPS = {
  "/trips": { get: { summary: "Find trips", parameters: query("destination", "origin"), responses: {} } },
  "/holidays": { get: { summary: "Public holidays", parameters: query("countryCode"), responses: {} } },
  "/translations": { get: { summary: "Translate words", parameters: query("word", "targetLang"), responses: {} } },
  "/albums/{album}/songs": { get: { summary: "Songs of an album", responses: {} } },
  "/photos": { get: { summary: "Random photos", parameters: query("tag"), responses: {} } },
};
const ERRAND = { type: "object", required: ["name", "place"], properties: { name: text, place: text } };

let world: EchoWorld;
beforeAll(async () => {
  world = await startEchoWorld({
    paths: { ...PATHS, ...PARCELS, ...UNTYPED, ...WRAPPED, ...OPTIONAL, ...LOOKUPS },
    components: { schemas: { Errand: ERRAND } },
  });
});
afterAll(() => world[Symbol.asyncDispose]());

const PATH = "/api/v1/agent/dynamic-tool/";
const ask = (method: string, path: string, body?: unknown, key = world.key) =>
  fetch(`${world.hub.url}${path}`, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const make = async (description: string, more: object = {}) =>
  (await ask("POST", PATH, { description, ...more })).json();

describe("a tool from plain words", () => {
  test("is made of the first 1,000 characters, with a warning, and of a whole request or none", async () => {
    const made = await make(`get the current weather in Paris, metric.${" And so on.".repeat(120)} In Rome.`);
    expect(made.tool.constants).toEqual({ params: { city: "Paris", units: "metric" } });
    expect(made.warnings).toEqual(['"description" has more than 1000 characters: only the first 1000 were read.']);
    const written = await make(`POST /repos/acme/web/issues {"title": "x", "body": "${"so on ".repeat(200)}"}`);
    expect(written).toMatchObject({ code: "invalid_input", detail: expect.stringContaining("1000 characters") });
    expect((await make("wetter ".repeat(3000))).code).toBe("invalid_input");
    const late = await make(`${"\n".repeat(1200)}get the current weather in Lima, metric`);
    expect(late.tool?.constants).toEqual({ params: { city: "Lima", units: "metric" } });
  });

  test("knows what the words say, is called with the rest, and lets its caller say otherwise", async () => {
    const made = await make("get the current weather in Paris, metric", { dry_run: true });
    expect(made).toMatchObject({
      generated_by: "catalog",
      tool: { method: "GET", version: 1, constants: { params: { city: "Paris", units: "metric" } }, auth: "unknown" },
      dry_run: { ready: true, url: expect.stringContaining("/base/weather?city=Paris&units=metric") },
    });
    expect(made.tool.input_schema.properties.params.required).toBeUndefined();
    expect(made.tool.parameter_map.city).toEqual({ in: "query", name: "city", required: true, constant: "Paris" });
    expect(Object.keys(made.tool.openapi.paths)).toEqual(["/weather"]);
    const called = await (await world.call(made.tool.slug, {})).json();
    expect(called).toMatchObject({ success: true, tool: made.tool.slug });
    expect(world.seen.at(-1)?.url).toBe("/base/weather?city=Paris&units=metric");
    await world.call(made.tool.slug, { params: { city: "Oslo" } });
    expect(world.seen.at(-1)?.url).toBe("/base/weather?city=Oslo&units=metric");
    expect(made.call_url).toBe(`${world.hub.url}/api/v1/agent/proxy/${made.tool.slug}/call/`);
  });

  test("is made of a request that was pasted, and keeps nothing of its credentials", async () => {
    const url = (await make("get the current weather in Paris", { dry_run: true })).dry_run.url.replace(/\?.*/, "");
    const made = await make(`curl -u user:SECRET -H "Authorization: Bearer SECRET" "${url}?city=Rome&api_key=SECRET"`);
    expect(made).toMatchObject({ confidence: 0.95, tool: { constants: { params: { city: "Rome" } } } });
    expect(JSON.stringify(made)).not.toContain("SECRET");
    expect(await (await ask("GET", PATH)).text()).not.toContain("SECRET");
    await world.call(made.tool.slug, {});
    expect(world.seen.at(-1)?.url).toBe("/base/weather?city=Rome");
    expect(JSON.stringify(world.seen.at(-1)?.headers)).not.toContain("SECRET");
  });

  test("is made of nothing else where a request names an address that no operation has", async () => {
    const request = 'curl -X DELETE https://elsewhere.dev/things/5 -H "Authorization: Bearer abcdefgh"';
    const answer = await ask("POST", PATH, { description: request });
    expect([answer.status, (await answer.json()).code]).toEqual([404, "not_found"]);
  });

  test("fills a body, and asks for what is missing by name", async () => {
    const made = await make('create an issue in octocat/hello-world titled "It broke"', { dry_run: true });
    expect(made.dry_run).toMatchObject({ ready: true, method: "POST", body: `{"title":"It broke"}` });
    const vague = await make("create an issue");
    const refused = await (await world.call(vague.tool.slug, {})).json();
    expect(refused.errors.map(({ pointer }: { pointer: string }) => pointer)).toContain("/params/owner");
  });

  test("asks for a body that must be sent although none of its fields must", async () => {
    const made = await make("create a beacon", { dry_run: true });
    expect(made.needs).toMatchObject([{ pointer: "/body", question: expect.stringContaining("No field") }]);
    expect(made.dry_run).toMatchObject({ ready: false, needs: [{ pointer: "/body" }] });
    expect((await world.call(made.tool.slug, { body: {} })).status).toBe(200);
    expect((await make('create a beacon with the colour "red"', { dry_run: true })).needs).toEqual([]);
  });

  test("fixes only what its operation takes, and its schema asks for all that a call then lacks", async () => {
    const { tool } = await make('create a parcel "Books"');
    expect(tool.constants).toEqual({ params: {}, body: { name: "Books" } });
    const { required, properties } = tool.input_schema;
    expect([required, properties.body.required]).toEqual([["body"], ["sender", "content"]]);
    expect(properties.body.properties.sender.description).toBe("Who sends it");
    const lacking = await (await world.call(tool.slug, {})).json();
    expect(lacking.errors.map(({ pointer }: { pointer: string }) => pointer)).toContain("/body/sender");
    expect((await world.call(tool.slug, { body: { title: "x", sender: "Ann", content: [{}] } })).status).toBe(200);
    expect(JSON.parse(world.seen.at(-1)?.body ?? "")).toMatchObject({ name: "Books", sender: "Ann" });
  });

  test.each<[string, Record<string, string>]>([
    ["find trips from Paris to London", { origin: "Paris", destination: "London" }],
    ["public holidays in Germany", { countryCode: "DE" }],
    ['translate the word "cheese" to French', { word: "cheese", targetLang: "fr" }],
    ["songs of the album nevermind", { album: "nevermind" }],
    ["random otter photos", { tag: "otter" }],
  ])("%s: each value finds its place", async (words, params) => {
    expect((await make(words)).tool.constants).toEqual({ params });
  });

  test("fills a body that holds all in one field, and is called with the rest of that field", async () => {
    const { tool } = await make('create an errand named "Buy milk"');
    expect(tool.constants).toEqual({ params: {}, body: { data: { name: "Buy milk" } } });
    expect(tool.input_schema.properties.body.properties.data.required).toEqual(["place"]);
    expect((await world.call(tool.slug, { body: { data: { place: "Shop" } } })).status).toBe(200);
    expect(JSON.parse(world.seen.at(-1)?.body ?? "")).toEqual({ data: { name: "Buy milk", place: "Shop" } });
  });

  test("made again it is the next version; it is listed, found by tools/search, and gone when it is deleted", async () => {
    const words = "weather of a city please";
    const first = await make(words);
    expect((await make(words)).tool).toMatchObject({ slug: first.tool.slug, version: 2 });
    const listed = await (await ask("GET", PATH)).json();
    expect(listed.tools.map(({ slug }: { slug: string }) => slug)).toContain(first.tool.slug);
    const search = "/api/v1/agent/tools/search/?q=weather";
    const slugs = async (key: string) =>
      (await (await ask("GET", search, undefined, key)).json()).tools.map(({ slug }: { slug: string }) => slug);
    expect(await slugs(world.key)).toContain(first.tool.slug);
    const other = await openTestAccount(world.hub.services, "pro");
    expect(await slugs(other.key)).not.toContain(first.tool.slug);
    expect((await ask("GET", `${PATH}${first.tool.slug}/`, undefined, other.key)).status).toBe(404);
    expect((await world.call(first.tool.slug, {}, { "x-api-key": other.key })).status).toBe(404);
    expect((await ask("DELETE", `${PATH}${first.tool.slug}/`)).status).toBe(200);
    expect((await ask("DELETE", `${PATH}${first.tool.slug}/`)).status).toBe(404);
    expect((await world.call(first.tool.slug, { params: { city: "x" } })).status).toBe(404);
  });

  test("says that what it fixes fields of is an object, where the description leaves that out", async () => {
    const { tool } = await make('create a ticket named "It broke"');
    expect(tool.constants.body).toEqual({ name: "It broke" });
    expect(tool.input_schema.properties.body.type).toBe("object");
  });

  test("that nothing can do is 404 with what comes nearest; without a key it is 402", async () => {
    const nothing = await ask("POST", PATH, { description: "qwertz zxcvb" });
    expect([nothing.status, (await nothing.json()).code]).toEqual([404, "not_found"]);
    const other = await ask("POST", PATH, { description: "post the weather to Mastodon" });
    const { code, next_actions: near, candidates } = await other.json();
    expect([other.status, code, near[0]]).toEqual([404, "not_found", expect.stringContaining("Nearest: ")]);
    const [found] = (await make("current weather")).candidates;
    expect(candidates).toContainEqual(found);
    expect((await ask("POST", PATH, { description: "weather" }, "")).status).toBe(402);
    expect((await ask("POST", PATH, {})).status).toBe(400);
  });

  test.each([
    ["is no JSON", "application/json", "invalid_json", 400],
    ["is of another type", "text/html", "unsupported_media_type", 415],
  ])("a body that %s is told to those only who have a key", async (_, type, code, status) => {
    const send = (headers: Record<string, string>) =>
      fetch(`${world.hub.url}${PATH}`, { method: "POST", headers: { "content-type": type, ...headers }, body: "{" });
    const [stranger, holder] = await Promise.all([send({}), send({ "x-api-key": world.key })]);
    expect([stranger.status, (await stranger.json()).code]).toEqual([402, "payment_required"]);
    expect([holder.status, (await holder.json()).code]).toEqual([status, code]);
  });
});
