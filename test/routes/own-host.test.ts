/** A page that leads a name of its own to this machine is not served as the hub's own (DNS rebinding). */
import { expect, test } from "bun:test";
import { request as send } from "node:http";
import { Type } from "../../src/runtime/actor.ts";
import { isLoopback, isRebound } from "../../src/routes/http/own-host.ts";
import { startHub, type TestHub, type TestHubOptions } from "../support/hub.ts";
import { echoActor } from "../support/actors.ts";

const RUN = "/api/v1/genius/actors/echo/run/";

async function startEcho(settings: TestHubOptions["settings"] = {}): Promise<TestHub & { runs: () => number }> {
  let runs = 0;
  const run = async (): Promise<object[]> => [{ runs: ++runs }];
  const input = Type.Object({});
  const output = Type.Object({}, { additionalProperties: true });
  const hub = await startHub({ settings, actors: [echoActor({ input, output, cacheTtlSeconds: 0, run })] });
  return Object.assign(hub, { runs: () => runs });
}

/** As a browser sends what a page under this name asks for; without `origin` it is another program. */
function post(hub: TestHub, host: string, { origin = `http://${host}` as string | null, path = RUN } = {}) {
  return new Promise<number>((resolve, reject) => {
    const headers = { host, "content-type": "text/plain", ...(origin !== null && { origin }) };
    const { port } = hub;
    const sent = send({ host: "127.0.0.1", port, path, method: "POST", headers }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", reject).end("{}");
  });
}

test("a name that leads to loopback runs nothing, registers nothing and reaches no tool", async () => {
  await using hub = await startEcho();
  const { port } = hub;
  for (const host of [`evil.example:${port}`, "evil.example", "127.0.0.1.evil.example", "localhost.evil.example"])
    for (const path of [RUN, "/api/v1/agent/register/", "/mcp"])
      expect([400, 403, 415]).toContain(await post(hub, host, { path }));
  expect(hub.runs()).toBe(0);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, "hub.localhost", "[::1]"])
    expect([host, await post(hub, host)]).toEqual([host, 200]);
  // A program that is no browser may call it as it likes.
  expect(await post(hub, "hub.example", { origin: null })).toBe(200);
  expect(hub.runs()).toBe(5);
});

test("the name of HUB_PUBLIC_URL is the hub's own, and behind a proxy any is", async () => {
  await using named = await startEcho({ HUB_PUBLIC_URL: "https://hub.example" });
  expect([await post(named, "hub.example"), await post(named, "evil.example")]).toEqual([200, 400]);
  await using proxied = await startEcho({ TRUSTED_PROXIES: "127.0.0.1" });
  expect(await post(proxied, "any.example")).toBe(200);
});

test("a page elsewhere that asks leave is answered as before", async () => {
  await using hub = await startEcho();
  const answer = await fetch(hub.url + RUN, {
    method: "POST",
    headers: { origin: "https://page.example", "content-type": "application/json" },
    body: "{}",
  });
  expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
});

test.each([
  ["GET", "evil.example", "http://evil.example", false],
  ["POST", "evil.example", "null", true],
  ["DELETE", "evil.example:3000", "http://evil.example:3000", true],
  ["PATCH", "10.0.0.1:3000", "http://10.0.0.1:3000", false],
  ["POST", "", "http://evil.example", true],
])("%s to %p from %p", (method, host, origin, isRefused) =>
  expect(
    isRebound(
      { method, headers: new Headers({ host, origin }), url: "http://127.0.0.1:3000/a" },
      "http://127.0.0.1:3000",
    ),
  ).toBe(isRefused),
);

test.each([
  ["127.0.0.1", true],
  ["127.8.8.8", true],
  ["::1", true],
  ["localhost", true],
  ["0.0.0.0", false],
  ["::", false],
  ["10.0.0.1", false],
  ["127.evil.example", false],
])("a hub on %s is reached by this machine alone: %p", (host, isOwn) => expect(isLoopback(host)).toBe(isOwn));
