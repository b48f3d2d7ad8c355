/** What a key is limited to holds on every way in, before anything is judged or charged, and can be lifted again. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openTestAccount } from "../support/accounts.ts";
import { echoActor } from "../support/actors.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { WAYS } from "../support/mcp-clients.ts";
import { smallCatalog } from "../support/small-catalog.ts";

const ADMIN = "the operator's token";
let catalog: Awaited<ReturnType<typeof smallCatalog>>;
let hub: TestHub;

beforeAll(async () => {
  catalog = await smallCatalog();
  const actors = [echoActor({ category: "data" }), echoActor({ slug: "rain", category: "weather" })];
  hub = await startHub({ catalog, actors, adminToken: ADMIN });
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  catalog[Symbol.dispose]();
});

async function admin(path: string, body: object) {
  const response = await fetch(`${hub.url}/api/v1/admin/${path}/`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN}` },
    body: JSON.stringify({ reason: "ticket 7", ...body }),
  });
  return { status: response.status, body: (await response.json()) as any };
}

async function limited(scopes: readonly string[] | null, drops = 0n) {
  const account = await openTestAccount(hub.services, "basic", drops);
  expect((await admin(`accounts/${account.prefix}/scopes`, { scopes })).status).toBe(200);
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(hub.url + path, {
      method,
      headers: { "x-api-key": account.key, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as any };
  };
  const usage = async () => (await ask("GET", "/api/v1/agent/usage/")).body;
  return { ...account, ask, usage };
}

const WAYS_IN: Readonly<Record<string, readonly [method: string, path: string, body?: object]>> = {
  search: ["GET", "/api/v1/agent/search/?q=weather"],
  toolSearch: ["GET", "/api/v1/agent/tools/search/?q=weather"],
  dynamicTool: ["POST", "/api/v1/agent/dynamic-tool/", { description: "weather in Paris" }],
  ownTools: ["GET", "/api/v1/agent/dynamic-tool/"],
  run: ["POST", "/api/v1/genius/actors/echo/run/", { q: "hi" }],
  otherRun: ["POST", "/api/v1/genius/actors/rain/run/", { q: "hi" }],
  laterRun: ["POST", "/api/v1/genius/actors/echo/run/?wait=0", { q: "later" }],
  proxy: ["POST", "/api/v1/agent/proxy/nothing-of-this-name/call/", {}],
  connections: ["GET", "/api/v1/agent/connections/"],
  runs: ["GET", "/api/v1/runs/"],
  batch: ["POST", "/api/v1/runs/", { actor: "echo", inputs: [{ q: "one" }] }],
};

async function allowed(scopes: readonly string[] | null): Promise<readonly string[]> {
  const { ask } = await limited(scopes);
  const open: string[] = [];
  for (const [name, way] of Object.entries(WAYS_IN)) {
    const { status, body } = await ask(...way);
    expect(status).not.toBe(599);
    if (status !== 403) open.push(name);
    else expect(body.code).toBe("key_not_allowed");
  }
  return open;
}

describe("a key that is limited", () => {
  test.each([
    [["search"], ["search", "toolSearch", "dynamicTool", "ownTools"]],
    [["run"], ["run", "otherRun"]],
    [
      ["run", "runs"],
      ["run", "otherRun", "laterRun", "runs", "batch"],
    ],
    [["actor:rain"], ["otherRun"]],
    [["category:data"], ["run"]],
    [["proxy"], ["proxy"]],
    [["connections"], ["connections"]],
    [[], []],
    [null, Object.keys(WAYS_IN)],
  ])("to %j may use %j", async (scopes, ways) => {
    expect(await allowed(scopes)).toEqual(ways);
  });

  test.each([
    ["actor:ecko", 'names no actor that is served here. Did you mean "actor:echo"?'],
    ["category:dat", 'names no category of actors. Did you mean "category:data"?'],
    ["category:finance-markets", 'names no category of actors. Did you mean "apis:finance-markets"?'],
    ["apis:finanse-markets", 'names no category of APIs. Did you mean "apis:finance-markets"?'],
    ["actor:of-another-world", "names no actor that is served here."],
  ])("is not limited to %s by a slip, unless that is meant", async (scope, fault) => {
    const { prefix } = await openTestAccount(hub.services, "basic", 0n);
    const path = `accounts/${prefix}/scopes`;
    const refused = await admin(path, { scopes: ["search", scope] });
    expect([refused.status, refused.body.code]).toEqual([400, "invalid_input"]);
    expect(refused.body.errors).toEqual([{ pointer: "/scopes/1", detail: `${fault} Say elsewhere if it is to come` }]);
    const meant = await admin(path, { scopes: ["search", scope], elsewhere: true });
    expect(meant.body).toEqual({ key_prefix: prefix, scopes: ["search", scope] });
  });

  test("to some of the proxy may call the APIs of a provider or of a category, by their tools too, and no others", async () => {
    const [stripe, github] = ["stripe-com--getcharges", "github-com--pulls-list"];
    const { category = "" } = (await catalog.entry(stripe)) ?? {};
    const { category: other = "" } = (await catalog.entry(github)) ?? {};
    expect(category).not.toBe(other);
    const called = async (...scopes: string[]) => {
      const { ask, prefix } = await limited(["search"]);
      const tool = (await ask("POST", "/api/v1/agent/dynamic-tool/", { description: "list charges of stripe" })).body
        .tool;
      expect(tool.slug).toStartWith("tool-");
      await admin(`accounts/${prefix}/scopes`, { scopes });
      const open: string[] = [];
      for (const slug of [stripe, github, tool.slug, category, other, "nothing-of-this-name"]) {
        const input = { dry_run: true, q: "list", params: { owner: "a", repo: "b" } };
        const { status, body } = await ask("POST", `/api/v1/agent/proxy/${slug}/call/`, input);
        if (status !== 403) open.push(slug === tool.slug ? "the tool" : slug);
        else expect(body.code).toBe("key_not_allowed");
      }
      return open;
    };
    expect(await called("proxy")).toHaveLength(6);
    expect(await called("provider:stripe.com")).toEqual([stripe, "the tool"]);
    expect(await called(`apis:${category}`)).toEqual([stripe, "the tool", category]);
    expect(await called("provider:stripe.com", `apis:${other}`)).toEqual([stripe, github, "the tool", other]);
    // Actors have categories of their own: what a key may run says nothing of what it may call.
    expect(await called(`category:${category}`, "provider:stripe", "provider:com")).toEqual([]);
  });

  test("to a provider is told what else it needs, over MCP too, and its calls that wait are judged alike", async () => {
    const { ask, key, usage } = await limited(["provider:stripe.com", "runs"]);
    const path = "/api/v1/agent/proxy/github-com--pulls-list/call/";
    const refused = await ask("POST", path, { params: 7 });
    expect(refused).toMatchObject({ status: 403, body: { code: "key_not_allowed", retryable: false } });
    expect(refused.body.detail).toContain("proxy or provider:github.com or apis:");
    expect((await ask("POST", `${path}?wait=0`, {})).body.code).toBe("key_not_allowed");
    const [, connect] = WAYS[0] ?? [];
    if (connect === undefined) throw new Error("no client");
    await using client = await connect(`${hub.url}/mcp`, { "x-api-key": key });
    const call = (slug: string) => client.call("call_api", { slug, input: { dry_run: true } });
    expect((await call("github-com--pulls-list")).content[0]?.text).toContain("key_not_allowed");
    expect((await call("stripe-com--getcharges")).content[0]?.text).not.toContain("key_not_allowed");
    expect((await usage()).quota.used).toBe(0);
  });

  test("is listed with what it is limited to", async () => {
    const { prefix } = await limited(["provider:stripe.com", "search"]);
    await admin(`accounts/${prefix}/budget`, { calls_per_day: 5 });
    const free = await limited(null);
    const response = await fetch(`${hub.url}/api/v1/admin/accounts/`, {
      headers: { authorization: `Bearer ${ADMIN}` },
    });
    const { accounts } = (await response.json()) as any;
    const listed = (of: string) => accounts.find((one: any) => one.key_prefix === of);
    expect(listed(prefix)).toMatchObject({
      scopes: ["provider:stripe.com", "search"],
      budget: { calls_per_day: 5, calls_today: 0, xrp_total: null },
    });
    expect(listed(free.prefix)).toMatchObject({ scopes: null, budget: null });
  });

  test("is refused before its input is judged, costs nothing, and is told what it needs", async () => {
    const { ask, usage } = await limited(["search"]);
    const refused = await ask("POST", "/api/v1/genius/actors/rain/run/", { q: 7 });
    expect(refused).toMatchObject({ status: 403, body: { code: "key_not_allowed", retryable: false } });
    expect(refused.body.detail).toContain("run or actor:rain or category:weather");
    expect(await usage()).toMatchObject({ key: { scopes: ["search"] }, quota: { used: 0 } });
  });

  test("has each line of a batch judged by its actor", async () => {
    const { ask } = await limited(["runs", "actor:rain"]);
    const batch = async (actor: string) => (await ask("POST", "/api/v1/runs/", { actor, inputs: [{ q: "1" }] })).body;
    expect((await batch("echo")).runs).toMatchObject([{ status: "refused", error: { code: "key_not_allowed" } }]);
    expect((await batch("rain")).accepted).toBe(1);
  });

  test("is limited over MCP, too", async () => {
    const { key } = await limited(["search"]);
    const [, connect] = WAYS[0] ?? [];
    if (connect === undefined) throw new Error("no client");
    await using client = await connect(`${hub.url}/mcp`, { "x-api-key": key });
    const refused = await client.call("run_actor", { slug: "echo", input: { q: "hi" } });
    expect(refused.isError).toBe(true);
    expect(refused.content[0]?.text).toContain("key_not_allowed");
    expect((await client.call("search_apis", { q: "weather" })).isError).not.toBe(true);
  });

  test("stays limited when its owner rotates it, until the limit is lifted", async () => {
    const { ask, prefix } = await limited(["search"]);
    const { body } = await ask("POST", "/api/v1/agent/keys/rotate/", {});
    const run = async () => (await hub.run("echo", { q: "new" }, { "x-api-key": body.api_key })).status;
    expect(await run()).toBe(403);
    await admin(`accounts/${prefix}/scopes`, { scopes: null });
    expect(await run()).toBe(200);
  });

  test("can only be limited to what there is, and leaves a line in the audit", async () => {
    const { prefix } = await limited(["search"]);
    for (const scopes of [
      ["serach"],
      ["actor:"],
      ["actor:A b"],
      ["run "],
      ["provider:"],
      ["provider:a/b"],
      ["apis:A"],
      "search",
      [7],
    ])
      expect(await admin(`accounts/${prefix}/scopes`, { scopes })).toMatchObject({ status: 400 });
    expect(await admin("accounts/hub_live_nobody/scopes", { scopes: [] })).toMatchObject({ status: 404 });
    const { lines } = (await (
      await fetch(`${hub.url}/api/v1/admin/audit/`, { headers: { authorization: `Bearer ${ADMIN}` } })
    ).json()) as any;
    expect(lines[0]).toMatchObject({ action: "scopes", reason: "search: ticket 7" });
  });
});

describe("a budget", () => {
  test("is shown in the usage, ends calls with terms to pay by, and is lifted", async () => {
    const { ask, prefix, usage } = await limited(null, 1_000_000n);
    expect((await usage()).budget).toBeNull();
    const given = await admin(`accounts/${prefix}/budget`, { calls_per_day: 1, xrp_per_day: "0.5", xrp_total: 2 });
    expect(given.body).toMatchObject({ calls_per_day: 1, xrp_per_day: 0.5, xrp_total: 2 });
    const search = () => ask("GET", "/api/v1/agent/search/?q=weather");
    expect((await search()).status).toBe(200);
    expect((await usage()).budget).toEqual({
      calls_per_day: 1,
      calls_today: 1,
      xrp_per_day: 0.5,
      xrp_today: 0,
      xrp_total: 2,
      xrp_used: 0,
    });
    const refused = await search();
    expect(refused).toMatchObject({
      status: 402,
      body: { code: "budget_exhausted", detail: "The budget of this API key does not cover the call." },
    });
    expect(refused.body.accepts.length).toBeGreaterThan(0);
    expect((await usage()).balance.xrp).toBe(1);
    await admin(`accounts/${prefix}/budget`, {});
    expect((await search()).status).toBe(200);
    expect((await usage()).budget).toBeNull();
  });

  test("takes no fortune and no fault", async () => {
    const { prefix } = await limited(null);
    for (const body of [
      { calls_per_day: -1 },
      { calls_per_day: 1.5 },
      { xrp_total: "1e3" },
      { xrp_per_day: "9".repeat(30) },
    ])
      expect(await admin(`accounts/${prefix}/budget`, body)).toMatchObject({ status: 400 });
  });
});
