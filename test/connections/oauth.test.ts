import { describe, expect, test } from "bun:test";
import type { ServerResponse } from "node:http";
import { byId } from "../../src/connections/queries/life.ts";
import { DAY_MS } from "../../src/runtime/day.ts";
import { openSqlite } from "../../src/store/drivers/sqlite/sqlite.ts";
import type { Store } from "../../src/store/store.ts";
import type { EchoWorld } from "../support/echo-upstream.ts";
import { freshTurn } from "../support/turns.ts";
import { CLIENT, startAuthority, type TestAuthority } from "./authority.ts";
import { browser, type Browser, codeIn, followed, type Json, send, startEchoWorld } from "./support.ts";

const API = {
  paths: {
    "/things": {
      get: { operationId: "listThings", summary: "List things", responses: { 200: { description: "ok" } } },
      post: { operationId: "makeThing", summary: "Make a thing", responses: { 200: { description: "ok" } } },
    },
  },
};
const LIST = "echo-dev--listthings";
const ADMIN_TOKEN = "the operator's token";

interface OauthWorld extends EchoWorld {
  readonly authority: TestAuthority;
  readonly tokens: string[];
  /** How far the hub's clock is ahead, in milliseconds. */
  readonly time: { ahead: number };
}

async function startWorld(
  settings: Parameters<typeof startAuthority>[0] & {
    methods?: string[];
    store?: Store;
    answer?: (response: ServerResponse) => void;
  } = {},
): Promise<OauthWorld> {
  const authority = await startAuthority(settings);
  const tokens: string[] = [];
  const state = { ahead: 0 };
  const world = await startEchoWorld(API, {
    allow: [authority.place],
    adminToken: ADMIN_TOKEN,
    ...(settings.store && { store: settings.store }),
    clock: { now: () => Date.now() + state.ahead },
    rows: (place) => [
      {
        hosts: [place],
        methods: (settings.methods ?? ["oauth2_code"]) as ["oauth2_code"],
        authority: authority.authority,
        scopes: ["openid", "offline_access", "things"],
      },
    ],
    reply: (request, response, body) => {
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
      tokens.push(token);
      if (settings.answer !== undefined) return settings.answer(response);
      void authority.isGood(token).then((isGood) => {
        response.statusCode = isGood ? 200 : 401;
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ isGood, headers: request.headers, body }));
      });
    },
  });
  authority.register(`${world.hub.url}/oauth/callback/test-authority`);
  return Object.assign(world, {
    authority,
    tokens,
    time: state,
    async [Symbol.asyncDispose]() {
      await world.hub[Symbol.asyncDispose]();
      await world.upstream[Symbol.asyncDispose]();
      await authority[Symbol.asyncDispose]();
    },
  }) as OauthWorld;
}

async function withClient(world: OauthWorld): Promise<void> {
  const put = await send(world, "POST", "oauth-clients/", { authority: "test-authority", ...CLIENT });
  expect([put.status, put.json.redirect_uri]).toEqual([201, `${world.hub.url}/oauth/callback/test-authority`]);
}

async function loginUrl(world: OauthWorld, wish: Json = {}): Promise<{ id: string; person: Browser; url: string }> {
  const begun = await send(world, "POST", "connections/", { for: LIST, ...wish });
  expect(begun.status).toBe(201);
  const person = browser();
  const sent = await person.submit(begun.json.connect_url, {});
  expect(sent.status).toBe(303);
  return { id: begun.json.id, person, url: sent.response.headers.get("location") ?? "" };
}

async function connect(world: OauthWorld, wish: Json = {}): Promise<string> {
  const { id, person, url } = await loginUrl(world, wish);
  const landed = await followed(person, url);
  expect(landed.status).toBe(200);
  const confirmed = await send(world, "POST", `connections/${id}/confirm/`, { code: codeIn(landed.html) });
  expect(confirmed.json).toMatchObject({ state: "active", method: "oauth2_code" });
  return id;
}

async function callCode(world: OauthWorld): Promise<string> {
  const answer = await world.call(LIST, {});
  const json: Json = (await answer.json()) as Json;
  return answer.ok ? String(json.upstream.status) : json.code;
}

describe("a login by code and PKCE", () => {
  test("asks for a client first, then goes the whole way, and the call carries the token", async () => {
    await using world = await startWorld();
    const without = await world.call(LIST, {});
    const refusal: Json = (await without.json()) as Json;
    expect([without.status, refusal.code, refusal.redirect_uri]).toEqual([
      424,
      "oauth_client_required",
      `${world.hub.url}/oauth/callback/test-authority`,
    ]);
    await withClient(world);
    const id = await connect(world);
    expect(await callCode(world)).toBe("200");
    const detail = await send(world, "GET", `connections/${id}/`);
    for (const secret of [world.tokens.at(-1) ?? "", CLIENT.client_secret]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(detail.text).not.toContain(secret);
    }
    expect(detail.json.scopes_granted).toContain("things");
    const answer = await (await world.call(LIST, {})).text();
    expect(answer).not.toContain(world.tokens.at(-1) ?? "");
  });

  test("is refreshed before it runs out, and after the upstream has refused it once", async () => {
    await using world = await startWorld();
    await withClient(world);
    await connect(world);
    await callCode(world);
    world.time.ahead = 3_500_000;
    expect(await callCode(world)).toBe("200");
    expect(new Set(world.tokens).size).toBe(2);
    await world.authority.forget(world.tokens.at(-1) ?? "");
    expect(await callCode(world)).toBe("200");
    expect(world.authority.grants).toEqual(["authorization_code", "refresh_token", "refresh_token"]);
  });

  test("that replaces a refused one within a call has what is left of the call's time, and no more", async () => {
    let answer: ((response: ServerResponse) => void) | undefined;
    await using world = await startWorld({ answer: (response) => answer?.(response) });
    await withClient(world);
    await connect(world);
    const refuse = (response: ServerResponse, afterMs: number) => {
      world.time.ahead += afterMs;
      response.writeHead(401).end();
    };
    answer = (response) => {
      answer = () => undefined; // The second one is never answered.
      refuse(response, 29_800);
    };
    const late: Json = (await (await world.call(LIST, {})).json()) as Json;
    expect([late.code, world.tokens.length]).toEqual(["upstream_timeout", 2]);
    answer = (response) => refuse(response, 31_000);
    const refused: Json = (await (await world.call(LIST, {})).json()) as Json;
    expect([refused.success, refused.upstream?.status, world.tokens.length]).toEqual([false, 401, 3]);
  });

  test("is in no answer, also where it has just taken the place of one that was refused", async () => {
    await using world = await startWorld();
    await withClient(world);
    await connect(world);
    await callCode(world);
    const refused = world.tokens.at(-1) ?? "";
    await world.authority.forget(refused);
    const answer = await (await world.call(LIST, {})).text();
    const fresh = world.tokens.at(-1) ?? "";
    expect([world.tokens, fresh === refused]).toEqual([[refused, refused, fresh], false]);
    expect(JSON.parse(answer)).toMatchObject({ success: true, data: { headers: { authorization: "Bearer ***" } } });
    expect(answer).not.toContain(fresh);
  });

  test("is refreshed once for fifty calls at its expiry, and none of them fails", async () => {
    await using world = await startWorld();
    await withClient(world);
    await connect(world);
    await callCode(world);
    world.time.ahead = 3_700_000;
    const codes = await Promise.all(Array.from({ length: 50 }, () => callCode(world)));
    expect(new Set(codes)).toEqual(new Set(["200"]));
    expect(world.authority.grants.filter((grant) => grant === "refresh_token")).toHaveLength(1);
  });

  test("waits after a refresh that fails for a passing reason, and recovers", async () => {
    await using world = await startWorld();
    await withClient(world);
    const id = await connect(world);
    world.time.ahead = 3_700_000;
    world.authority.fail((response) => response.writeHead(500).end("no"));
    expect([await callCode(world), await callCode(world)]).toEqual(["refresh_backoff", "refresh_backoff"]);
    expect(world.authority.grants.filter((grant) => grant === "refresh_token")).toHaveLength(1);
    expect((await send(world, "GET", `connections/${id}/`)).json.state).toBe("stale");
    // Its person has nothing to do.
    expect((await send(world, "GET", `tool/${LIST}/access/`)).json["access"].state).toBe("connected");
    world.authority.fail(undefined);
    world.time.ahead += 31_000;
    expect(await callCode(world)).toBe("200");
    const detail = await send(world, "GET", `connections/${id}/`);
    expect(detail.json.events.map(({ type }: Json) => type)).toEqual(["connection.recovered", "connection.active"]);
  });

  test("wants its person again after invalid_grant, with a fresh link, and works after that", async () => {
    await using world = await startWorld();
    await withClient(world);
    const id = await connect(world);
    world.time.ahead = 3_700_000;
    const refused = (response: any) =>
      response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
    world.authority.fail(refused);
    expect(await callCode(world)).toBe("connection_expired");
    world.authority.fail(undefined);
    const again: Json = (await (await world.call(LIST, {})).json()) as Json;
    expect([again.code, again.connect.connection_id]).toEqual(["connection_expired", id]);
    const person = browser();
    const sent = await person.submit(again.connect.connect_url, {});
    const landed = await followed(person, sent.response.headers.get("location") ?? "");
    await send(world, "POST", `connections/${id}/confirm/`, { code: codeIn(landed.html) });
    expect(await callCode(world)).toBe("200");
  });

  test("stays with the client it was begun with, whoever registers another meanwhile", async () => {
    await using world = await startWorld();
    const put = await fetch(`${world.hub.url}/api/v1/admin/oauth-clients/`, {
      method: "POST",
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ authority: "test-authority", ...CLIENT, reason: "for all" }),
    });
    expect(put.status).toBe(200);
    const id = await connect(world);
    await callCode(world);
    const begun = await loginUrl(world, { label: "under way" });
    // The account gets a client of its own, of which the authority does not even know.
    await send(world, "POST", "oauth-clients/", { authority: "test-authority", client_id: "own", client_secret: "x" });
    expect((await followed(begun.person, begun.url)).status).toBe(200);
    world.time.ahead = 3_700_000;
    expect(await callCode(world)).toBe("200");
    await send(world, "DELETE", `connections/${id}/`);
    expect(await world.authority.isGood(world.tokens.at(-1) ?? "")).toBe(false);
    // A login that begins now is the new one's.
    expect(new URL((await loginUrl(world)).url).searchParams.get("client_id")).toBe("own");
  });

  test("keeps the old refresh token where the authority gives no new one", async () => {
    await using world = await startWorld({ rotates: false });
    await withClient(world);
    await connect(world);
    for (const ahead of [3_700_000, 7_500_000]) {
      world.time.ahead = ahead;
      expect(await callCode(world)).toBe("200");
    }
  });

  test("is kept where its refresh was in hand as the hub was told to stop", async () => {
    await using store = await openSqlite(":memory:");
    await using world = await startWorld({ store });
    await withClient(world);
    const id = await connect(world);
    const versionOf = async () => (await store.ask(byId, { id }))[0]?.version;
    const asked = Promise.withResolvers<ServerResponse>();
    world.authority.fail(asked.resolve);
    world.time.ahead = DAY_MS + 3_700_000; // Nobody has called for a day.
    const jobs = world.hub.doJobs();
    const authority = await asked.promise;
    const before = await versionOf();
    const stopped = world.hub[Symbol.asyncDispose]().then(versionOf);
    for (let turn = 0; turn < 200; turn++) await freshTurn(); // Whoever does not wait has ended by then.
    authority
      .writeHead(200, { "content-type": "application/json" })
      .end('{"access_token":"new","refresh_token":"new","token_type":"bearer","expires_in":3600}');
    expect([before, await stopped]).toEqual([1, 2]);
    await jobs;
  });

  test("is revoked at the authority when it is deleted", async () => {
    await using world = await startWorld();
    await withClient(world);
    const id = await connect(world);
    await callCode(world);
    expect((await send(world, "DELETE", `connections/${id}/`)).json.state).toBe("revoked");
    expect(await world.authority.isGood(world.tokens.at(-1) ?? "")).toBe(false);
  });
});

describe("a login fails closed for", () => {
  const isLanding = (url: string) => url.includes("/oauth/callback/");
  const cases: Record<string, (world: OauthWorld) => Promise<{ status: number; html: string }>> = {
    "another browser": async (world) => {
      const { person, url } = await loginUrl(world);
      return browser().visit((await followed(person, url, isLanding)).url);
    },
    "a changed state": async (world) => {
      const { person, url } = await loginUrl(world);
      const landing = new URL((await followed(person, url, isLanding)).url);
      const state = landing.searchParams.get("state") ?? "";
      landing.searchParams.set(
        "state",
        state.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
      );
      return person.visit(landing.href);
    },
    "the state of another login in the same browser": async (world) => {
      const one = await loginUrl(world);
      const two = await loginUrl(world);
      const landing = new URL((await followed(one.person, one.url, isLanding)).url);
      landing.searchParams.set("state", new URL(two.url).searchParams.get("state") ?? "");
      return one.person.visit(landing.href);
    },
    "another issuer": async (world) => {
      const { person, url } = await loginUrl(world);
      const landing = new URL((await followed(person, url, isLanding)).url);
      landing.searchParams.set("iss", "https://evil.test");
      return person.visit(landing.href);
    },
    "the address of another authority": async (world) => {
      const { person, url } = await loginUrl(world);
      const landing = (await followed(person, url, isLanding)).url;
      return person.visit(landing.replace("test-authority", "github"));
    },
    "an answer that comes a second time": async (world) => {
      const { person, url } = await loginUrl(world);
      const landing = (await followed(person, url, isLanding)).url;
      expect((await person.visit(landing)).status).toBe(200);
      return person.visit(landing);
    },
    "a code of somebody else's": async (world) => {
      const theirs = await loginUrl(world);
      const code = new URL((await followed(theirs.person, theirs.url, isLanding)).url).searchParams.get("code") ?? "";
      const mine = await loginUrl(world);
      const landing = new URL((await followed(mine.person, mine.url, isLanding)).url);
      landing.searchParams.set("code", code);
      return mine.person.visit(landing.href);
    },
    "no code": async (world) => {
      const { person, url } = await loginUrl(world);
      const landing = new URL((await followed(person, url, isLanding)).url);
      landing.searchParams.delete("code");
      return person.visit(landing.href);
    },
    "a refusal": async (world) => {
      const { person, url } = await loginUrl(world);
      const landing = new URL((await followed(person, url, isLanding)).url);
      landing.searchParams.delete("code");
      landing.searchParams.set("error", "access_denied");
      return person.visit(landing.href);
    },
  };
  for (const [name, attack] of Object.entries(cases)) {
    test(name, async () => {
      await using world = await startWorld();
      await withClient(world);
      const { status, html } = await attack(world);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(codeIn(html)).toBe("");
      expect(await callCode(world)).not.toBe("200");
    });
  }
});

test("a client without a person gets a token at once, and a fresh one when that runs out", async () => {
  await using world = await startWorld({ methods: ["oauth2_client"] });
  await withClient(world);
  const begun = await send(world, "POST", "connections/", { for: LIST, scopes: ["things"] });
  expect(begun.json).toMatchObject({ state: "active", method: "oauth2_client" });
  expect(await callCode(world)).toBe("200");
  world.time.ahead = 3_700_000;
  expect(await callCode(world)).toBe("200");
  expect(world.authority.grants).toEqual(["client_credentials", "client_credentials"]);
});

test("a call that needs a client's token only sends nobody to a page, and tells the agent how to get it", async () => {
  await using world = await startWorld({ methods: ["oauth2_client"] });
  await withClient(world);
  const refusal: Json = (await (await world.call(LIST, {})).json()) as Json;
  const { connection_id: id, ...others } = refusal.connect;
  expect([refusal.code, others]).toEqual(["connection_required", {}]);
  expect(refusal.next_actions.join()).not.toContain("human");
  const path = `connections/${id}/reconnect/`;
  expect(refusal.next_actions[0]).toContain(`POST /api/v1/agent/${path}`);
  // The authority may be down just then.
  world.authority.fail((response) => response.writeHead(503).end());
  expect((await send(world, "POST", path, {})).status).toBe(424);
  expect((await send(world, "GET", `connections/${id}/`)).json.recommended_next_action).toContain(path);
  world.authority.fail(undefined);
  expect((await send(world, "POST", path, {})).json.state).toBe("active");
  expect(await callCode(world)).toBe("200");
});

test("a login by a device code shows the code, waits, and is confirmed like any other", async () => {
  await using world = await startWorld({ methods: ["oauth2_device"] });
  await withClient(world);
  const begun = await send(world, "POST", "connections/", { for: LIST });
  const person = browser();
  const shown = await person.submit(begun.json.connect_url, {});
  const userCode = /class="code">([^<]+)</.exec(shown.html)?.[1] ?? "";
  expect(userCode).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
  const early = await person.submit(begun.json.connect_url, { step: "device" }, shown.html);
  expect(early.html).toContain("has not seen the login yet");
  // The person types the code at the authority.
  const page = await person.visit(`${world.authority.server.origin}/device?user_code=${userCode}`);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.html)?.[1] ?? "";
  const typed = await person.visit(`${world.authority.server.origin}/device`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ xsrf, user_code: userCode, confirm: "yes" }).toString(),
  });
  const next = typed.response.headers.get("location");
  if (next !== null) await followed(person, new URL(next, world.authority.server.origin).href);
  const done = await person.submit(begun.json.connect_url, { step: "device" }, shown.html);
  await send(world, "POST", `connections/${begun.json.id}/confirm/`, { code: codeIn(done.html) });
  expect(await callCode(world)).toBe("200");
});
