/** Authentication that upstreams ask for teaches what an entry needs of which nobody says it. */
import { expect, test } from "bun:test";
import { schemeOf } from "../../src/runtime/entries/walls.ts";
import { createWallRepository } from "../../src/usage/wall-repository.ts";
import { openTestAccount } from "../support/accounts.ts";
import { describeStores } from "../support/stores.ts";
import { type Json, send, startEchoWorld } from "../connections/support.ts";

test.each([
  ['Basic realm="x"', "basic"],
  ["Bearer", "bearer"],
  ['bearer realm="https://evil.example/login", error="invalid_token"', "bearer"],
  ['Negotiate, Basic realm="x"', "basic"],
  ['Digest realm="a, basic b", nonce="\\", Bearer "', undefined],
  ["Basically", undefined],
  ["", undefined],
  [null, undefined],
  [`${"a".repeat(100_000)}, Basic`, undefined],
])("%p asks for %p", (challenge, scheme) => expect(schemeOf(challenge)).toBe(scheme as "basic"));

describeStores("walls", (open) => {
  test("three accounts make it sure, one alone does not, and after thirty days it is forgotten", async () => {
    const { store } = open();
    let now = Date.parse("2026-11-22T12:00:00Z");
    const clock = { now: () => now };
    const [here, there] = [createWallRepository(store, clock), createWallRepository(store, clock)];
    const seenBy = async (account: string | undefined, repository = here) => {
      repository.note({ entry: "e", scheme: "basic", ...(account !== undefined && { account }) });
      await repository.flush();
      await there.refresh();
      return there.of("e");
    };
    for (let again = 0; again < 5; again++) expect(await seenBy("a")).toEqual([]);
    expect(await seenBy(undefined)).toEqual([]);
    expect(await seenBy(undefined)).toEqual([]);
    expect(await seenBy("b", there)).toEqual(["basic"]);
    now += 31 * 86_400_000;
    await there.refresh();
    expect(there.of("e")).toEqual([]);
  });
});

const operation = (more: object = {}) => ({ summary: "Read", responses: { 200: { description: "ok" } }, ...more });
const API = {
  // Two: one that nobody requires would be taken for an optional one.
  components: {
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      other: { type: "apiKey", in: "header", name: "X-Other" },
    },
  },
  paths: {
    "/silent": { get: operation({ operationId: "silent" }) },
    "/stated": { get: operation({ operationId: "stated", security: [{ key: [] }] }) },
    "/open": { get: operation({ operationId: "open", security: [] }) },
  },
};

test("what an upstream asked three accounts for is what an entry needs, where nobody says anything", async () => {
  await using world = await startEchoWorld(API, {
    reply(request, response) {
      const isAsked = request.headers.authorization === undefined;
      response.writeHead(isAsked ? 401 : 200, {
        "content-type": "application/json",
        ...(isAsked && { "www-authenticate": 'Basic realm="https://evil.example/login"' }),
      });
      response.end("{}");
    },
  });
  // What one job writes, the other may have read before.
  const jobs = async () => {
    await world.hub.doJobs();
    await world.hub.doJobs();
  };
  const accessOf = async (slug: string): Promise<Json> =>
    (await send(world, "GET", `tool/echo-dev--${slug}/access/`)).json;
  const call = async (slug: string, key: string, body: object = {}) =>
    (await world.call(`echo-dev--${slug}`, body, { "x-api-key": key })).json();

  const keys: string[] = [];
  for (let count = 0; count < 3; count++) keys.push((await openTestAccount(world.hub.services, "pro")).key);
  for (const key of keys.slice(0, 2)) await call("silent", key);
  // Who brought something like a credential was refused that, and says nothing of what is asked for.
  await call("silent", keys[2]!, { query: { api_key: "wrong" } });
  await call("silent", keys[2]!, { credentials: { api_key: "wrong" } });
  await jobs();
  expect((await accessOf("silent")).access).toEqual({ state: "unknown", methods: [], source: null });

  for (const slug of ["silent", "stated", "open"])
    for (const key of keys) await call(slug, key, { connection: "none" });
  await jobs();
  const silent = await accessOf("silent");
  expect(silent.access).toEqual({ state: "needs_connection", methods: ["basic"], source: "observed" });
  expect(JSON.stringify(silent)).not.toContain("evil.example");
  expect((await accessOf("stated")).access).toMatchObject({ methods: ["api_key"], source: "stated" });
  expect((await accessOf("open")).access).toMatchObject({ state: "open", source: "stated" });

  // From then on a connection can be had, and its page asks for a name and a password.
  const begun = await send(world, "POST", "connections/", { for: "echo-dev--silent" });
  expect(begun.json).toMatchObject({ method: "basic", hosts: [`127.0.0.1:${world.upstream.port}`] });
});
