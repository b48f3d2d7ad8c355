/** A route answers the server itself; the framework's way to the same handler, which HEAD and /mcp take, says the same. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { setImmediate } from "node:timers/promises";
import { type Door, directly } from "../../src/routes/http/direct.ts";
import { echoActor } from "../support/actors.ts";
import { startHub, type TestHub } from "../support/hub.ts";

let hub: TestHub;
beforeAll(async () => {
  hub = await startHub({ actors: [echoActor()] });
});
afterAll(() => hub[Symbol.asyncDispose]());

const RUN = "/api/v1/genius/actors/echo/run/";
const REQUEST_ID = "11111111-2222-4333-8444-555555555555";

test.each([
  ["a document", "/llms.txt", {}],
  ["one that is known already", "/api/v1/genius/actors/", { headers: { "if-none-match": "*" } }],
  ["a page", "/", { headers: { accept: "text/html" } }],
  ["a path that nobody serves", "/api/v1/agent/nowhere/", {}],
  ["a parameter that names nothing", "/skills/nowhere/SKILL.md", {}],
  ["a refusal that is thrown at once", RUN, { method: "POST", headers: { host: "a, b" } }],
  ["a refusal that comes later", RUN, { method: "POST", body: "{" }],
])("%s is answered alike on both ways", async (_what, path, init: RequestInit) => {
  const headers = { host: new URL(hub.url).host, "x-request-id": REQUEST_ID, ...init.headers };
  const told = (response: Response) => {
    const sent = Object.fromEntries(response.headers);
    for (const name of ["date", "content-length", "connection"]) delete sent[name]; // The server's own.
    return response.text().then((body) => ({ status: response.status, headers: sent, body }));
  };
  const direct = await told(await fetch(hub.url + path, { ...init, headers, redirect: "manual" }));
  const framed = await told(await hub.handle(new Request(hub.url + path, { ...init, headers })));
  expect(direct).toEqual(framed);
  expect(direct.headers["x-request-id"]).toBe(REQUEST_ID);
});

test.each([
  ["ASCII", "x".repeat(20_000)],
  ["others", "é€😀".repeat(6_000)],
])("a long answer that comes later is sent with its length: %s", async (_what, text) => {
  const door: Door = { headers: { "content-type": "text/plain" }, greet() {}, refuse: (error) => () => String(error) };
  await using server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: directly(door, () => later(text)) });
  const answer = await fetch(server.url);
  expect(await answer.text()).toBe(text);
  expect(answer.headers.get("content-type")).toBe("text/plain");
  expect(answer.headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
});

test("refusals that are written in the same bytes keep their own text", async () => {
  const bytes = new Uint8Array(2);
  const door: Door = {
    headers: {},
    greet() {},
    refuse: (error) => () => {
      bytes.fill(String(error).charCodeAt(0));
      return bytes;
    },
  };
  const answers = ["a", "b"].map((text) => directly(door, () => Promise.reject(text))(new Request("http://hub/")));
  const told = await Promise.all(answers);
  expect(await Promise.all(told.map((answer) => answer.text()))).toEqual(["aa", "bb"]);
});

async function later<T>(value: T): Promise<T> {
  await setImmediate();
  return value;
}
