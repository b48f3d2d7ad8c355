/** Whatever a client sends to a tool, it is answered within the protocol, and nothing fails on our side. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { arbitraryOf, mutated } from "../support/fuzz/arbitrary.ts";
import { echoActor } from "../support/actors.ts";
import { type EchoWorld, startEchoWorld } from "../support/echo-upstream.ts";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 10);
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "fuzz", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

let world: EchoWorld;
let tools: readonly { readonly name: string; readonly inputSchema: Readonly<Record<string, unknown>> }[];
beforeAll(async () => {
  const get = { operationId: "read", summary: "Read one item", responses: { 200: { description: "Done" } } };
  world = await startEchoWorld({ paths: { "/items": { get } } }, { actors: [echoActor()] });
  ({ tools } = (await (await ask({ method: "tools/list", params: { _meta: META } })).json()).result);
});
afterAll(() => world[Symbol.asyncDispose]());

function ask(
  message: { readonly method: string; readonly params: Record<string, unknown> },
  headers: Record<string, string> = {},
): Promise<any> {
  const { name } = message.params;
  return fetch(`${world.hub.url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": message.method,
      ...(typeof name === "string" && { "mcp-name": name }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
  });
}

test.each([
  "search_apis",
  "get_api_spec",
  "read_api",
  "call_api",
  "list_actors",
  "run_actor",
  "get_run",
  "create_tool",
  "get_usage",
  "get_more",
])(
  "%s answers whatever it is given",
  async (name) => {
    const schema = tools.find((tool) => tool.name === name)?.inputSchema ?? {};
    const slug = fc.constantFrom("echo", "echo-dev--read", "weather", "../..", "%2e%2e", "é\u0000", "x".repeat(300));
    const given = arbitraryOf(schema, schema).chain((args) =>
      fc.oneof(
        fc.constant(args),
        mutated(args),
        slug.map((one) => ({ ...(args as object), slug: one })),
      ),
    );
    const payment = fc.option(
      fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant({ x402Version: 2, accepted: {}, payload: {} })),
      { nil: undefined },
    );
    await fc.assert(
      fc.asyncProperty(given, payment, fc.boolean(), async (args, paid, hasKey) => {
        const _meta = { ...META, ...(paid !== undefined && { "x402/payment": paid }) };
        const response = await ask(
          { method: "tools/call", params: { name, arguments: args, _meta } },
          hasKey ? { "x-api-key": world.key } : {},
        );
        const answer = await response.json();
        expect(response.status).toBeLessThan(500);
        if (answer.error !== undefined) return expect(answer.error.code).toBe(-32_602); // The arguments are no object.
        const { content, structuredContent, isError } = answer.result;
        const said = JSON.parse(content[0].text);
        if (structuredContent !== undefined) expect(said).toEqual(structuredContent);
        expect(["internal", undefined].indexOf(said.code)).not.toBe(0);
        if (isError) expect(said.next_actions.length).toBeGreaterThan(0);
        else expect(content[0].text.length).toBeLessThanOrEqual(24_000);
      }),
      { numRuns: RUNS, ...(RUNS < 50 && { seed: 11 }) },
    );
    expect(world.hub.reported.filter(({ code }) => code === "internal")).toEqual([]);
  },
  120_000,
);

test.each(["\u0000", "\ud800", "日本", "", "a\r\nx-api-key: b"])("%j for a payment is none", async (paid) => {
  const _meta = { ...META, "x402/payment": paid };
  const response = await ask({ method: "tools/call", params: { name: "search_apis", arguments: { q: "x" }, _meta } });
  const answer = await response.json();
  expect(answer.result?.structuredContent ?? JSON.parse(answer.result.content[0].text)).toMatchObject({
    code: "invalid_payment",
  });
});

const CLIENT = { capabilities: {}, clientInfo: { name: "c", version: "1" } };

test.each([
  ["initialize", CLIENT, "protocolVersion"],
  ["initialize", { ...CLIENT, protocolVersion: 3 }, "protocolVersion"],
  ["initialize", undefined, "params"],
  ["tools/list", { cursor: 5 }, "cursor"],
] as const)("%s with %j is told what is wrong of it, as a fault of whoever asks", async (method, params, wrong) => {
  const response = await fetch(`${world.hub.url}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: "first", method, params }),
  });
  const text = await response.text();
  const { id, error } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
  expect([response.status, id, error.code]).toEqual([200, "first", -32_602]);
  expect(error.message).toContain(wrong);
});
