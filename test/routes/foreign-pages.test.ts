/** What a page of another origin can have a browser send to a hub on loopback, and what it cannot. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { startHub, type TestHub } from "../support/hub.ts";
import { echoActor } from "../support/actors.ts";

let hub: TestHub;
beforeAll(async () => {
  hub = await startHub({ actors: [echoActor()] });
});
afterAll(() => hub[Symbol.asyncDispose]());

const RUN = "/api/v1/genius/actors/echo/run/";
const REGISTER = "/api/v1/agent/register/";
const BODIES = { [RUN]: { q: "hello" }, [REGISTER]: { email: "a@example.com", tier: "free_testnet" } };

async function send(path: keyof typeof BODIES, headers: Record<string, string>): Promise<number> {
  const body = JSON.stringify(BODIES[path]);
  const response = await hub.handle(
    new Request(hub.url + path, { method: "POST", body, headers: { host: new URL(hub.url).host, ...headers } }),
  );
  return response.status;
}

test.each([RUN, REGISTER] as const)("%s is not started by a simple request of another origin", async (path) => {
  for (const origin of ["https://evil.example", "null", "http://localhost:5173"])
    for (const type of ["text/plain", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded"])
      expect(await send(path, { origin, "content-type": type })).toBe(415);
});

test.each([RUN, REGISTER] as const)(
  "%s is started by what is asked for first, by its own pages and by programs",
  async (path) => {
    expect(await send(path, { origin: "https://other.example", "content-type": "application/json" })).toBe(200);
    expect(await send(path, { origin: hub.url, "content-type": "text/plain" })).toBe(200);
    expect(await send(path, { "content-type": "text/plain" })).toBe(200);
  },
);
