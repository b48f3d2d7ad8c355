/** The states, paths, errors and events of a connection, one row each: what a page of the design promises is there. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { openSqlite } from "../../src/store/drivers/sqlite/sqlite.ts";
import type { EchoWorld } from "../support/echo-upstream.ts";
import { browser, codeIn, connectKey, type Json, KEY_API, LIST, MAKE, send, startEchoWorld } from "./support.ts";

const SECRET = "sk_lifecycle_5f1c9a77e2d04b6c";
const OTHER = "sk_lifecycle_the_second_one_77aa";

let world: EchoWorld;
let ahead = 0;
beforeAll(async () => {
  world = await startEchoWorld(KEY_API, { clock: { now: () => Date.now() + ahead } });
});
afterAll(() => world[Symbol.asyncDispose]());

const begin = async (body: Json = {}): Promise<Json> =>
  (await send(world, "POST", "connections/", { for: LIST, ...body })).json;
const give = async (link: string, secret = SECRET) => codeIn((await browser().submit(link, { key_0: secret })).html);
const look = async (id: string, query = ""): Promise<Json> =>
  (await send(world, "GET", `connections/${id}/${query}`)).json;
const typesOf = ({ events }: Json): string[] => events.map(({ type }: Json) => type).reverse();
const sentKey = () => {
  const headers = world.seen.at(-1)?.headers ?? [];
  return headers[headers.findIndex((name) => name.toLowerCase() === "x-echo-key") + 1];
};

test("pending → awaiting_confirmation → active, and one who waits is told of each step at once", async () => {
  const begun = await begin({ label: "steps" });
  expect(begun).toMatchObject({ state: "pending", method: "api_key", hosts: [expect.any(String)], is_default: false });
  // What nobody gives by then is erased.
  const minutes = (Date.parse(begun["expires_at"]) - Date.parse(begun["created_at"])) / 60_000;
  expect([minutes, begun["link_expires_at"]]).toEqual([10, begun["expires_at"]]);
  const waiting = look(begun["id"], "?wait=30");
  const code = await give(begun["connect_url"]);
  expect(await waiting).toMatchObject({ state: "awaiting_confirmation", waits_for_code: true });
  const pending = await world.call(LIST, {});
  expect([pending.status, (await pending.json()).code]).toEqual([424, "connection_pending"]);
  const confirmed = look(begun["id"], "?wait=30");
  await send(world, "POST", `connections/${begun["id"]}/confirm/`, { code });
  expect(await confirmed).toMatchObject({ state: "active", waits_for_code: false, is_default: true, expires_at: null });
  for (const query of ["?wait=31", "?wait=-1", "?wait=x"])
    expect((await send(world, "GET", `connections/${begun["id"]}/${query}`)).status).toBe(400);
});

test("reconnect: the old credential serves until the new one is confirmed", async () => {
  const again = await send(world, "POST", "connections/steps/reconnect/", {});
  const code = await give(again.json["connect_url"], OTHER);
  await world.call(LIST, {});
  expect(sentKey()).toBe(SECRET);
  await send(world, "POST", `connections/${again.json["id"]}/confirm/`, { code });
  await world.call(LIST, {});
  expect(sentKey()).toBe(OTHER);
});

test("test: where no harmless address is known it says so, and asks nobody", async () => {
  const before = world.seen.length;
  const tested = await send(world, "POST", "connections/steps/test/");
  expect(tested.json).toMatchObject({ ok: false, status: null });
  expect(world.seen.length).toBe(before);
});

test("disabled: calls are refused until it is enabled again", async () => {
  await send(world, "PATCH", "connections/steps/", { disabled: true });
  expect((await look("steps"))["state"]).toBe("disabled");
  const named = await world.call(LIST, { connection: "steps" });
  expect([named.status, (await named.json()).code]).toEqual([403, "connection_not_allowed"]);
  await send(world, "PATCH", "connections/steps/", { disabled: false, label: "steps again" });
  expect((await world.call(LIST, { connection: "steps again" })).status).toBe(200);
  await send(world, "PATCH", "connections/steps%20again/", { label: "steps" });
});

test("disabled before anything was given: it waits for its person again, and is erased in time like any other", async () => {
  const disable = (id: string, disabled: boolean) => send(world, "PATCH", `connections/${id}/`, { disabled });
  const [asked, given] = [await begin({ label: "asked" }), await begin({ label: "given" })];
  const code = await give(given["connect_url"]);
  for (const { id } of [asked, given] as Json[]) expect((await disable(id, true)).json["state"]).toBe("disabled");
  expect((await disable(asked["id"], false)).json["state"]).toBe("pending");
  expect((await disable(given["id"], false)).json["state"]).toBe("awaiting_confirmation");
  await send(world, "POST", `connections/${given["id"]}/confirm/`, { code });
  expect((await look(given["id"]))["state"]).toBe("active");
  await disable(asked["id"], true);
  ahead += 10 * 60_000 + 1;
  await world.hub.doJobs();
  expect((await look(asked["id"]))["code"]).toBe("unknown_connection");
  await send(world, "DELETE", `connections/${given["id"]}/`);
});

test("pending → expired: what nobody gives or confirms within ten minutes is erased", async () => {
  const [unused, unconfirmed] = [await begin({ label: "unused" }), await begin({ label: "unconfirmed" })];
  const code = await give(unconfirmed["connect_url"]);
  ahead += 10 * 60_000 + 1;
  await world.hub.doJobs();
  for (const { id } of [unused, unconfirmed] as Json[])
    expect((await send(world, "GET", `connections/${id}/`)).json["code"]).toBe("unknown_connection");
  const late = await send(world, "POST", `connections/${unconfirmed["id"]}/confirm/`, { code });
  expect(late.status).toBe(404);
  expect((await browser().visit(unused["connect_url"])).status).toBe(404);
});

test("the label, rules and default are changed one by one, and what is no rule is refused by name", async () => {
  const patch = (body: Json) => send(world, "PATCH", "connections/steps/", body);
  expect((await patch({ get_only: true, daily_cap: 7, entries: [LIST, MAKE] })).json).toMatchObject({
    get_only: true,
    daily_cap: 7,
    entries: [LIST, MAKE],
  });
  expect((await patch({ get_only: false, daily_cap: null, entries: null })).json).toMatchObject({ daily_cap: null });
  for (const [body, pointer] of [
    [{ daily_cap: 0 }, "/daily_cap"],
    [{ label: "" }, "/label"],
    [{ label: "con_x" }, "/label"],
    [{ is_default: "yes" }, "/is_default"],
  ] as const)
    expect((await patch(body)).json["errors"]?.[0]?.pointer).toBe(pointer);
});

test("needs_reconnect: calls name one link, and leave alone what was given by it until it is confirmed", async () => {
  const { id } = await connectKey(world, SECRET, { label: "broken" });
  await world.hub.store.ask((db, { connections }) =>
    db.update(connections).set({ state: "needs_reconnect" }).where(eq(connections.id, id)),
  );
  const call = async (): Promise<Json> => (await world.call(LIST, { connection: "broken" })).json();
  const [one, two] = await Promise.all([call(), call()]);
  expect([one?.["code"], two?.["code"]]).toEqual(["connection_expired", "connection_expired"]);
  expect(two?.["connect"]["connect_url"]).toBe(one?.["connect"]["connect_url"]);
  const code = await give(one?.["connect"]["connect_url"], OTHER);
  // The agent tries again before its person has told it the code.
  expect(await call()).toMatchObject({ code: "connection_pending", connect: { connection_id: id } });
  const confirmed = await send(world, "POST", `connections/${id}/confirm/`, { code });
  expect([confirmed.status, confirmed.json["state"]]).toEqual([200, "active"]);
  expect(await call()).toMatchObject({ success: true });
  expect(sentKey()).toBe(OTHER);
  await send(world, "DELETE", "connections/broken/");
});

test("needs_reconnect: after five wrong codes a call names a fresh link at once", async () => {
  const { id } = await connectKey(world, SECRET, { label: "guessed" });
  await world.hub.store.ask((db, { connections }) =>
    db.update(connections).set({ state: "needs_reconnect" }).where(eq(connections.id, id)),
  );
  const call = async (): Promise<Json> => (await world.call(LIST, { connection: "guessed" })).json();
  const first = await call();
  await give(first["connect"]["connect_url"], OTHER);
  for (let tries = 0; tries < 5; tries++)
    await send(world, "POST", `connections/${id}/confirm/`, { code: "AAAA-AAAA" });
  const again = await call();
  expect(again["code"]).toBe("connection_expired");
  expect(again["connect"]["connect_url"]).not.toBe(first["connect"]["connect_url"]);
  await send(world, "DELETE", "connections/guessed/");
});

test("the events of its life are kept, and DELETE ends it for good", async () => {
  const { id } = await connectKey(world, SECRET, { label: "short" });
  expect(typesOf(await look(id))).toEqual(["connection.active"]);
  expect((await send(world, "DELETE", "connections/short/")).json).toEqual({ id, state: "revoked" });
  for (const [method, path, body] of [
    ["GET", "", undefined],
    ["DELETE", "", undefined],
    ["PATCH", "", {}],
    ["POST", "confirm/", { code: "AAAA-AAAA" }],
    ["POST", "reconnect/", {}],
    ["POST", "test/", undefined],
  ] as const)
    expect((await send(world, method, `connections/${id}/${path}`, body)).json["code"]).toBe("unknown_connection");
  const rows = await world.hub.store.ask((db, { connection_events: events }) => db.select().from(events));
  expect(rows.filter((row) => row.connection_id === id).map(({ type }) => type)).toEqual([
    "connection.active",
    "connection.revoked",
  ]);
});

test("vault_key_missing: a seal that does not open is told as 503, and nothing is sent", async () => {
  await send(world, "PATCH", "connections/steps/", { is_default: true });
  await world.hub.store.ask((db, { connections }) => db.update(connections).set({ sealed: "v1.gone.AAAA.AAAA" }));
  const before = world.seen.length;
  const answer = await world.call(LIST, { connection: "steps" });
  expect([answer.status, (await answer.json()).code]).toEqual([503, "vault_key_missing"]);
  expect([world.seen.length, answer.headers.get("x-charge-xrp")]).toEqual([before, "0"]);
  // It can be ended all the same.
  expect((await send(world, "DELETE", "connections/steps/")).status).toBe(200);
});

test("who waits for its person is answered at once when the hub is to stop", async () => {
  await using store = await openSqlite(":memory:");
  const stopping = await startEchoWorld(KEY_API, { store });
  const begun = await send(stopping, "POST", "connections/", { for: LIST });
  const path = `/api/v1/agent/connections/${begun.json["id"]}/?wait=30`;
  const asked = new Request(`${stopping.hub.url}${path}`, { headers: { "x-api-key": stopping.key } });
  const startedAt = performance.now();
  const waiting = stopping.hub.handle(asked);
  await stopping[Symbol.asyncDispose]();
  expect(await (await waiting).json()).toMatchObject({ state: "pending" });
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test("insecure_upstream: no credential goes to an http address that the operator has not allowed", async () => {
  await using plain = await startEchoWorld({ ...KEY_API, servers: [{ url: "http://api.plain.dev" }] });
  const begun = await send(plain, "POST", "connections/", { for: LIST });
  const code = await give(begun.json["connect_url"]);
  await send(plain, "POST", `connections/${begun.json["id"]}/confirm/`, { code });
  const answer = await plain.call(LIST, {});
  expect([answer.status, (await answer.json()).code]).toEqual([400, "insecure_upstream"]);
});
