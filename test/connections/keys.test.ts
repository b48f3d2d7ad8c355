import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { byId, noteOk } from "../../src/connections/queries/life.ts";
import { openSqlite } from "../../src/store/drivers/sqlite/sqlite.ts";
import type { Store } from "../../src/store/store.ts";
import type { EchoWorld } from "../support/echo-upstream.ts";
import { openTestAccount } from "../support/accounts.ts";
import { browser, codeIn, connectKey, KEY_API, LIST, MAKE, send, startEchoWorld } from "./support.ts";

const SECRET = "sk_echo_5f1c9a77e2d04b6c";

describe("an api key that a person has connected", () => {
  let world: EchoWorld;
  beforeAll(async () => {
    world = await startEchoWorld(KEY_API);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test("is asked for by a call that needs it, before anything is charged, with one link however often", async () => {
    const first = await world.call(LIST, {});
    const second = await world.call(LIST, {});
    const [one, two] = [await first.json(), await second.json()] as any[];
    expect([first.status, one.code, first.headers.get("x-charge-xrp")]).toEqual([424, "connection_required", "0"]);
    expect(one.connect.connect_url).toStartWith(`${world.hub.url}/connect/con_`);
    expect(two.connect.connection_id).toBe(one.connect.connection_id);
    expect(one.next_actions[0]).toContain(one.connect.connect_url);
    expect(world.seen).toEqual([]);
    // Who brings a credential of its own is not asked for another.
    expect((await world.call(LIST, { query: { access_token: "own" } })).status).toBe(200);
  });

  test("goes to its host and into no answer, and the agent sees a hint of it only", async () => {
    const connection = await connectKey(world, SECRET, { label: "mine" });
    expect(connection).toMatchObject({ state: "active", label: "mine", secret_hint: "4b6c", is_default: true });
    const answer = await world.call(LIST, {});
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(world.seen.at(-1)?.headers.join("\n").toLowerCase()).toContain(`x-echo-key\n${SECRET}`);
    expect(text).not.toContain(SECRET);
    expect(JSON.parse(text)).toMatchObject({ success: true, connection: { id: connection.id, label: "mine" } });
    const detail = await send(world, "GET", "connections/mine/");
    expect(detail.text).not.toContain(SECRET);
    expect(detail.json.uses).toEqual([{ day: expect.any(String), entry: LIST, calls: 1 }]);
    expect(detail.json.events.map(({ type }: { type: string }) => type)).toEqual(["connection.active"]);
  });

  test("is shown as *** by a dry run, and left out where the caller says none or brings its own", async () => {
    const dry = await (await world.call(LIST, { dry_run: true })).json();
    expect(dry.headers["x-echo-key"]).toBe("***");
    await world.call(LIST, { connection: "none" });
    expect(world.seen.at(-1)?.headers).not.toContain(SECRET);
    await world.call(LIST, { credentials: { api_key: "another" } });
    expect(world.seen.at(-1)?.headers).toContain("another");
    const both = await world.call(LIST, { connection: "mine", credentials: { api_key: "another" } });
    expect([both.status, (await both.json()).code]).toEqual([400, "invalid_input"]);
  });

  test("is nobody else's, and not of an entry that is open", async () => {
    const { key } = await openTestAccount(world.hub.services, "pro");
    for (const name of ["mine", (await send(world, "GET", "connections/mine/")).json.id]) {
      const other = await send(world, "GET", `connections/${name}/`, undefined, key);
      expect([other.status, other.json.code]).toEqual([404, "unknown_connection"]);
      const call = await world.call(LIST, { connection: name }, { "x-api-key": key });
      expect([call.status, (await call.json()).code]).toEqual([404, "unknown_connection"]);
    }
    await world.call("echo-dev--open", {});
    expect(world.seen.at(-1)?.headers).not.toContain(SECRET);
  });

  test("keeps to its rules: reading only, entries, a number of calls a day", async () => {
    const codeOf = async (slug: string) => {
      const answer = await world.call(slug, {});
      return answer.ok ? "ok" : (await answer.json()).code;
    };
    await send(world, "PATCH", "connections/mine/", { get_only: true });
    expect([await codeOf(LIST), await codeOf(MAKE)]).toEqual(["ok", "connection_not_allowed"]);
    await send(world, "PATCH", "connections/mine/", { get_only: false, entries: [MAKE] });
    expect([await codeOf(LIST), await codeOf(MAKE)]).toEqual(["connection_not_allowed", "ok"]);
    const { used } = {
      used: (await send(world, "GET", "connections/mine/")).json.uses.reduce((n: number, u: any) => n + u.calls, 0),
    };
    await send(world, "PATCH", "connections/mine/", { entries: null, daily_cap: used + 1 });
    expect([await codeOf(LIST), await codeOf(LIST)]).toEqual(["ok", "connection_not_allowed"]);
    await send(world, "PATCH", "connections/mine/", { daily_cap: null, disabled: true });
    expect(await codeOf(LIST)).not.toBe("ok");
    await send(world, "PATCH", "connections/mine/", { disabled: false });
    expect(await codeOf(LIST)).toBe("ok");
  });

  test("is chosen by name where several would do, and by default", async () => {
    await connectKey(world, "sk_second_0123456789", { label: "second" });
    await world.call(LIST, {});
    expect(world.seen.at(-1)?.headers).toContain(SECRET);
    await world.call(LIST, { connection: "second" });
    expect(world.seen.at(-1)?.headers).toContain("sk_second_0123456789");
    await send(world, "PATCH", "connections/mine/", { is_default: false });
    const unclear = await (await world.call(LIST, {})).json();
    expect([unclear.code, unclear.choices.map(({ label }: any) => label).sort()]).toEqual([
      "connection_choice",
      ["mine", "second"],
    ]);
    await send(world, "PATCH", "connections/second/", { is_default: true });
    await world.call(LIST, {});
    expect(world.seen.at(-1)?.headers).toContain("sk_second_0123456789");
  });

  test("is erased with its secret when it is deleted", async () => {
    const gone = await send(world, "DELETE", "connections/mine/");
    expect(gone.json).toMatchObject({ state: "revoked" });
    expect((await send(world, "GET", "connections/mine/")).status).toBe(404);
    await connectKey(world, SECRET, { label: "mine" });
  });
});

describe("the link of a connection", () => {
  let world: EchoWorld;
  beforeAll(async () => {
    world = await startEchoWorld(KEY_API);
  });
  afterAll(() => world[Symbol.asyncDispose]());
  const begin = async () => (await send(world, "POST", "connections/", { for: LIST })).json;

  test("opens a page that names account, API and hosts, without scripts and unframed", async () => {
    const { connect_url: url } = await begin();
    const { html, response } = await browser().visit(url);
    expect(html).toContain(LIST);
    expect(html).toContain("127.0.0.1");
    expect(html).toMatch(/the agent of .…@/);
    expect(html).not.toMatch(/<script|\son\w+=/i);
    const policy = response.headers.get("content-security-policy") ?? "";
    for (const part of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Lax/);
  });

  test("takes a form from the browser that it was shown in only", async () => {
    const { connect_url: url } = await begin();
    const { html } = await browser().visit(url);
    const elsewhere = await browser().submit(url, { key_0: SECRET }, html);
    expect(elsewhere.status).toBe(400);
  });

  test("is used up by one credential, and does not open again", async () => {
    const { connect_url: url } = await begin();
    const first = await browser().submit(url, { key_0: SECRET });
    expect(codeIn(first.html)).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect((await browser().visit(url)).status).toBe(404);
  });

  test("is nothing that can be guessed or changed", async () => {
    const { connect_url: url } = await begin();
    const last = url.at(-2) === "A" ? "B" : "A";
    for (const other of [`${url.slice(0, -2)}${last}${url.at(-1)}`, `${url}x`, url.replace(/[.][^.]*$/, ".AAAA")])
      expect((await browser().visit(other)).status).toBe(404);
  });

  test("leaves nothing that works before its code is sent, and gives up after five wrong ones", async () => {
    const { id, connect_url: url } = await begin();
    const { html } = await browser().submit(url, { key_0: SECRET });
    const call = await (await world.call(LIST, {})).json();
    expect(call.code).toBe("connection_pending");
    const wrong = [];
    for (let count = 0; count < 6; count++)
      wrong.push((await send(world, "POST", `connections/${id}/confirm/`, { code: "AAAA-AAAA" })).json.code);
    expect(wrong).toEqual([...Array(5).fill("invalid_input"), "connection_pending"]);
    const right = await send(world, "POST", `connections/${id}/confirm/`, { code: codeIn(html) });
    expect(right.json.code).toBe("connection_pending");
    // Nor does a call wait for what nobody can confirm any more.
    expect((await (await world.call(LIST, {})).json()).connect.connection_id).not.toBe(id);
  });

  test("wants every field, in characters that a header takes", async () => {
    const { connect_url: url } = await begin();
    for (const key_0 of ["", "a\u0000b", "ключ", "x".repeat(8001)])
      expect((await browser().submit(url, { key_0 })).status).toBe(400);
  });
});

test("a call that was carried out is told as it went, though nobody can write down that its connection works", async () => {
  await using kept = await openSqlite(":memory:");
  const store: Store = {
    ...kept,
    ask: (build, values) =>
      (build as unknown) === noteOk ? Promise.reject(new Error("locked")) : kept.ask(build, values),
  };
  await using world = await startEchoWorld(KEY_API, { store });
  await connectKey(world, SECRET);
  const made = await world.call(MAKE, { body: {} });
  expect([made.status, (await made.json()).upstream?.status, world.seen.length]).toEqual([200, 200, 1]);
  expect(made.headers.get("x-calls-remaining")).toBe("999");
});

test("a key that is connected as the name of a login, without a password, is in no answer either", async () => {
  const name = "sk_live_51HxJ2eZvKYlo2C";
  await using world = await startEchoWorld(
    {
      components: { securitySchemes: { login: { type: "http", scheme: "basic" } } },
      paths: {
        "/things": {
          get: {
            operationId: "listThings",
            summary: "List things",
            security: [{ login: [] }],
            responses: { 200: { description: "ok" } },
          },
        },
      },
    },
    {
      reply: ({ headers }, response) => {
        const login = Buffer.from(headers.authorization?.slice("Basic ".length) ?? "", "base64").toString();
        response
          .writeHead(401, { "content-type": "application/json" })
          .end(JSON.stringify({ login, user: login.split(":")[0] }));
      },
    },
  );
  const begun = await send(world, "POST", "connections/", { for: LIST });
  const given = await browser().submit(begun.json.connect_url, { username: name, password: "" });
  await send(world, "POST", `connections/${begun.json.id}/confirm/`, { code: codeIn(given.html) });
  const answer = await (await world.call(LIST, {})).json();
  expect(answer).toMatchObject({ connection: { id: begun.json.id }, data: { login: "***", user: "***" } });
});

test("a page of a link that fails by a fault of ours is told to the operator, under the id that its person is shown", async () => {
  await using kept = await openSqlite(":memory:");
  let isBroken = false;
  const store: Store = {
    ...kept,
    ask: (build, values) =>
      isBroken && (build as unknown) === byId ? Promise.reject(new Error("broken")) : kept.ask(build, values),
  };
  await using world = await startEchoWorld(KEY_API, { store });
  const begun = await send(world, "POST", "connections/", { for: LIST });
  isBroken = true;
  const { status, html, response } = await browser().visit(begun.json.connect_url);
  expect(status).toBe(500);
  expect(html).toContain(response.headers.get("x-request-id") ?? "an id");
  expect(html).not.toContain("broken");
  expect(world.hub.reported.map(({ code }) => code)).toEqual(["internal"]);
});

test("a connection of another entry is refused by name and never sent to another host", async () => {
  await using world = await startEchoWorld(KEY_API);
  await using other = await startEchoWorld(KEY_API, {
    store: world.hub.store,
    allow: [`127.0.0.1:${world.upstream.port}`],
  });
  await connectKey(world, SECRET, { label: "mine" });
  const call = await fetch(`${other.hub.url}/api/v1/agent/proxy/${LIST}/call/`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": world.key },
    body: JSON.stringify({ connection: "mine" }),
  });
  expect([call.status, ((await call.json()) as any).code]).toEqual([400, "credential_not_for_host"]);
  expect(other.seen).toEqual([]);
});

test("a tool from plain words is called with the connection of its entry's host", async () => {
  await using world = await startEchoWorld(KEY_API);
  await connectKey(world, SECRET, { label: "mine" });
  const made = await send(world, "POST", "dynamic-tool/", { description: "list things" });
  const { call_url: url } = made.json;
  const call = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": world.key },
    body: "{}",
  });
  const text = await call.text();
  expect(JSON.parse(text)).toMatchObject({ success: true, connection: { label: "mine" } });
  expect(world.seen.at(-1)?.headers).toContain(SECRET);
  expect(text).not.toContain(SECRET);
});

test("what the upstream says of a missing scope is told, and not charged", async () => {
  await using world = await startEchoWorld(KEY_API, {
    reply: (_request, response) =>
      response.writeHead(403, { "www-authenticate": 'Bearer error="insufficient_scope", scope="more"' }).end("{}"),
  });
  await connectKey(world, SECRET);
  const call = await world.call(LIST, {});
  expect([call.status, ((await call.json()) as any).code, call.headers.get("x-charge-xrp")]).toEqual([
    424,
    "scope_missing",
    "0",
  ]);
});
