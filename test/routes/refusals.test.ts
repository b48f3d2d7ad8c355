/** What a stranger sends for nothing counts against its address, and what is cheap to ask is cheap to refuse. */
import { expect, test } from "bun:test";
import { openTestAccount } from "../support/accounts.ts";
import { echoActor } from "../support/actors.ts";
import { startHub } from "../support/hub.ts";

const HERE = { "x-forwarded-for": "192.0.2.1" };
const THERE = { "x-forwarded-for": "192.0.2.2" };

async function hubFor(perMinute: number) {
  const options = { limits: { perMinute, perDay: 0 }, questionsPerMinute: perMinute, trustedProxies: ["127.0.0.1"] };
  return startHub({ ...options, actors: [echoActor()] });
}

test.each<[string, string, string, number]>([
  ["JSON that is none", "/api/v1/genius/actors/echo/run/", "{", 400],
  ["an input that does not fit", "/api/v1/genius/actors/echo/run/", "[]", 400],
  ["a run that is only tried", "/api/v1/genius/actors/echo/run/?given=e30", '{"q":"x","dry_run":true}', 200],
  ["a text for MCP that is no message", "/mcp", "{", 400],
  ["a list of too many messages for MCP", "/mcp", `[${"{},".repeat(50)}{}]`, 400],
  ["a registration that does not fit", "/api/v1/agent/register/", "{}", 400],
])("%s counts like a run that is served, and for nobody else", async (_, path, body, status) => {
  await using hub = await hubFor(3);
  const { key } = await openTestAccount(hub.services, "pro");
  const post = (headers: Record<string, string>) =>
    fetch(hub.url + path, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });
  for (let count = 0; count < 3; count++) expect((await post(HERE)).status).toBe(status);
  expect((await post(HERE)).status).toBe(429);
  expect((await hub.run("echo", { q: "x" }, HERE)).status).toBe(429);
  expect((await post(THERE)).status).toBe(status);
  expect((await post({ ...HERE, "x-api-key": key })).status).toBe(status);
});

test("payments that are none count; then the next is not even looked at", async () => {
  await using hub = await hubFor(3);
  const proof = Buffer.from(JSON.stringify({ x402Version: 2 })).toString("base64");
  const pay = (headers: Record<string, string>) =>
    fetch(`${hub.url}/api/v1/premium-feed/`, { headers: { ...headers, "payment-signature": proof } });
  for (let count = 0; count < 3; count++) expect((await pay(HERE)).status).toBe(400);
  const refused = await pay(HERE);
  expect([refused.status, (await refused.json()).code]).toEqual([429, "rate_limited"]);
  expect(Number(refused.headers.get("retry-after"))).toBeWithin(1, 61);
  expect((await pay(THERE)).status).toBe(400);
});

test("thousands of names in a query are not read", async () => {
  await using hub = await hubFor(0);
  const query = Array.from({ length: 2_000 }, (_, index) => `n${index}=1`).join("&");
  const { key } = await openTestAccount(hub.services, "pro");
  const url = `${hub.url}/api/v1/agent/search/?limit=0&${query}`;
  const refused = await fetch(url, { headers: { "x-api-key": key } });
  expect([refused.status, (await refused.json()).errors.length < 10]).toEqual([400, true]);
});

test("of many who are told a price at once, each gets its own terms", async () => {
  await using hub = await hubFor(0);
  const asked = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const id = crypto.randomUUID();
      const answer = await fetch(`${hub.url}/api/v1/demo/402/`, { headers: { "x-request-id": id } });
      const told = await answer.json();
      const offered = JSON.parse(Buffer.from(answer.headers.get("payment-required") ?? "", "base64").toString());
      expect([answer.status, told.request_id]).toEqual([402, id]);
      expect(told.accepts).toEqual(offered.accepts);
      return told.accepts[0].extra.invoiceId;
    }),
  );
  expect(new Set(asked).size).toBe(asked.length);
});
