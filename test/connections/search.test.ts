import { expect, test } from "bun:test";
import { connectKey, type Json, LIST, send, startEchoWorld } from "./support.ts";

const answers = { responses: { 200: { description: "ok" } } };
const API = {
  components: {
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      cookie: { type: "apiKey", in: "cookie", name: "c" },
    },
  },
  paths: {
    "/things": {
      get: { operationId: "listThings", summary: "List things", security: [{ key: [] }], ...answers },
    },
    "/free": { get: { operationId: "freeThings", summary: "List things", security: [], ...answers } },
    "/odd": { get: { operationId: "oddThings", summary: "List things", security: [{ cookie: [] }], ...answers } },
    "/silent": {
      get: { operationId: "silentThings", summary: "List things", ...answers, parameters: [], "x-none": 1 },
    },
  },
};

test("search leaves out what cannot be called, puts first what can, says why, and knows whose connections count", async () => {
  await using world = await startEchoWorld(API);
  const found = async (callable: string, more = ""): Promise<Json[]> =>
    (await send(world, "GET", `search/?q=list+things&per_api=0${callable && `&callable=${callable}`}${more}`)).json
      .results;
  const slugs = (results: Json[]) => results.map(({ slug }) => String(slug).replace("echo-dev--", "")).toSorted();

  expect(slugs(await found(""))).toEqual(["freethings", "listthings", "oddthings", "silentthings"]);
  expect(slugs(await found("now"))).toEqual(["freethings"]);
  expect(slugs(await found("connectable"))).toEqual(["freethings", "listthings"]);

  await connectKey(world, "sk_search_0123456789");
  const now = await found("now", "&explain=true");
  // What nobody says anything of is called with what its host is connected by.
  expect(slugs(now)).toEqual(["freethings", "listthings", "silentthings"]);
  expect(now.find(({ slug }) => slug === LIST)?.access).toEqual({
    state: "connected",
    methods: ["api_key"],
    source: "stated",
  });
  expect(now[0]?.why.join()).toContain("can be called now");
  const any = await found("any");
  expect(["freethings", "listthings"]).toContain(slugs(any.slice(0, 1))[0] ?? "");

  const own = await send(world, "GET", `tool/${LIST}/access/`);
  expect(own.json).toMatchObject({
    access: { state: "connected" },
    methods: ["api_key"],
    connections: [{ state: "active", method: "api_key" }],
  });
  const strangers = await fetch(`${world.hub.url}/api/v1/agent/tool/${LIST}/access/`);
  expect(await strangers.json()).toMatchObject({ access: { state: "needs_connection" }, connections: [] });
  const odd = (await send(world, "GET", "tool/echo-dev--oddthings/access/")).json;
  expect([odd["access"].state, odd["methods"], odd["next_actions"]]).toEqual([
    "unsupported",
    [],
    [expect.stringContaining("callable=connectable")],
  ]);
  expect((await send(world, "GET", "tool/echo-dev--freethings/access/")).json["access"].state).toBe("open");
  const refused = await send(world, "GET", "search/?q=things&callable=tomorrow");
  expect(refused.status).toBe(400);
});
