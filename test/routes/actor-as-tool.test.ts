import { afterAll, beforeAll, expect, test } from "bun:test";
import { echoActor } from "../support/actors.ts";
import { type EchoWorld, startEchoWorld } from "../support/echo-upstream.ts";

/** Answers what is asked of echoes, and calls itself as sure as it is told. */
const asked = (slug: string, confidence: number, overrides: object = {}) =>
  echoActor({
    slug,
    intents: {
      read: ({ text }: { readonly text: string }) =>
        text.includes(slug) ? [{ payload: { q: text }, confidence, reason: "It was asked." }] : [],
    },
    ...overrides,
  });

let world: EchoWorld;
beforeAll(async () => {
  const operation = { summary: "Echo of a mountain", responses: { 200: { description: "Done" } } };
  world = await startEchoWorld(
    { paths: { "/echo": { get: operation } } },
    {
      actors: [
        asked("sure", 0.95),
        asked("doubtful", 0.7),
        asked("charged", 0.95, { price: { tier: "enhanced", charged: () => true } }),
      ],
    },
  );
});
afterAll(() => world[Symbol.asyncDispose]());

const post = async (url: string, body: unknown, key: string | undefined = world.key) => {
  const headers = { "content-type": "application/json", ...(key !== "" && { "x-api-key": key }) };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, doc: (await response.json()) as Record<string, any> };
};
const make = (description: string) => post(`${world.hub.url}/api/v1/agent/dynamic-tool/`, { description });

test("the actor that answers the words is the tool: its address runs it with what they say, and the body wins", async () => {
  const { status, doc } = await make("what would the sure one say");
  expect(status).toBe(200);
  expect(doc).toMatchObject({
    tool: {
      slug: "sure",
      kind: "actor",
      entry: "sure",
      method: "POST",
      constants: { q: "what would the sure one say" },
    },
    confidence: 0.95,
    needs: [],
  });
  expect(doc["tool"].input_schema.properties.q.default).toBe("what would the sure one say");
  const run = await post(doc["call_url"], {});
  expect(run.doc).toMatchObject({ success: true, items: [{ q: "what would the sure one say", limit: 3 }] });
  const other = await post(doc["call_url"], { q: "another" });
  expect(other.doc).toMatchObject({ success: true, items: [{ q: "another" }] });
});

test("a dry run shows the request and judges it, and nothing is run", async () => {
  const { doc } = await make("what would the sure one say");
  const dry = await post(doc["call_url"], { dry_run: true, limit: 5 });
  expect(dry).toMatchObject({
    status: 200,
    doc: { method: "POST", url: `${world.hub.url}/api/v1/genius/actors/sure/run/`, body: { limit: 5 } },
  });
  const wrong = await post(doc["call_url"], { dry_run: true, limit: 99 });
  expect(wrong).toMatchObject({ status: 400, doc: { code: "invalid_input", errors: [{ pointer: "/limit" }] } });
});

test("it costs what the actor costs: without a key a charged one asks for its payment", async () => {
  const { doc } = await make("what would the charged one say");
  expect(doc["tool"].slug).toBe("charged");
  expect((await post(doc["call_url"], {}, "")).status).toBe(402);
});

test("an actor that is unsure of being asked, or asked to send something, is no tool", async () => {
  expect((await make("what would the doubtful one say")).doc["tool"]?.kind).not.toBe("actor");
  expect((await make("send an sms to +4915112345678 saying the sure one is late")).doc["tool"]?.kind).not.toBe("actor");
});

test.each([
  "given=e30",
  "given=W10",
  "given=%00",
  `given=${Buffer.from(`{"q":"${"a".repeat(7000)}"}`).toString("base64url")}`,
])("an address that says no short object is judged as bad input", async (query) => {
  const { status, doc } = await post(`${world.hub.url}/api/v1/genius/actors/sure/run/?${query}`, {});
  expect([status, doc["code"]]).toEqual([400, "invalid_input"]);
});
