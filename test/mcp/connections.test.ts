/** An API that needs a credential, called by an agent that never sees it: its human gives it on the hub's own page. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { browser, codeIn, KEY_API, LIST, MAKE, startEchoWorld } from "../connections/support.ts";
import { openTestAccount } from "../support/accounts.ts";
import type { EchoWorld } from "../support/echo-upstream.ts";
import { WAYS } from "../support/mcp-clients.ts";

const SECRET = "sk_echo_5f1c9a77e2d04b6c";

let world: EchoWorld;
beforeAll(async () => {
  world = await startEchoWorld(KEY_API);
});
afterAll(() => world[Symbol.asyncDispose]());

/** What a human does with a link. Returns the code that the page shows. */
async function giveKey(url: string): Promise<string> {
  return codeIn((await browser().submit(url, { key_0: SECRET })).html);
}

test.each(WAYS)("a client of %s is told the link, and calls again with the code", async (_, connect) => {
  const { key } = await openTestAccount(world.hub.services, "pro");
  await using client = await connect(`${world.hub.url}/mcp`, { "x-api-key": key });
  const refused = await client.call("call_api", { slug: MAKE });
  const { code, connect: link, next_actions } = JSON.parse(refused.content[0]?.text ?? "");
  expect([refused.isError, code]).toEqual([true, "connection_required"]);
  expect(next_actions).toEqual([
    `Ask your human to open ${link.connect_url} and to tell you the code that it shows.`,
    `Then call call_api again with confirm {"connection_id": "${link.connection_id}", "code": "…"}.`,
  ]);
  const confirm = { connection_id: link.connection_id, code: "WRNG-CODE" };
  const wrong = await client.call("call_api", { slug: MAKE, confirm });
  expect(wrong.isError).toBeTrue();
  const shown = await giveKey(link.connect_url);
  const done = await client.call("call_api", { slug: MAKE, confirm: { ...confirm, code: shown } });
  expect(done.structuredContent).toMatchObject({ success: true });
  expect(JSON.stringify(done)).not.toContain(SECRET);
  expect(world.seen.at(-1)?.headers).toContain(SECRET);
});

test("a client that can ask its human is asked, and gets its answer in the same call", async () => {
  const { key } = await openTestAccount(world.hub.services, "pro");
  const client = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } }, capabilities: { elicitation: { url: {}, form: {} } } },
  );
  const code = Promise.withResolvers<string>();
  const asked: string[] = [];
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    asked.push(params.mode ?? "form");
    if (params.mode !== "url") return { action: "accept", content: { code: await code.promise } };
    code.resolve(await giveKey(params.url));
    return { action: "accept" };
  });
  const headers = { "x-api-key": key };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${world.hub.url}/mcp`), { requestInit: { headers } }),
  );
  const result = await client.callTool({ name: "read_api", arguments: { slug: LIST } });
  expect(result.structuredContent).toMatchObject({ success: true });
  expect(asked.toSorted()).toEqual(["form", "url"]);
  expect(JSON.stringify(result)).not.toContain(SECRET);
  await client.close();
});

test("a human who declines ends it in words", async () => {
  const { key } = await openTestAccount(world.hub.services, "pro");
  const client = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } }, capabilities: { elicitation: { url: {}, form: {} } } },
  );
  client.setRequestHandler("elicitation/create", async () => ({ action: "decline" }));
  const headers = { "x-api-key": key };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${world.hub.url}/mcp`), { requestInit: { headers } }),
  );
  const result = await client.callTool({ name: "read_api", arguments: { slug: LIST } });
  expect([result.isError, JSON.stringify(result.content)]).toEqual([
    true,
    expect.stringContaining("connection_required"),
  ]);
  await client.close();
});

describe("a client that only opens links", () => {
  const OPENS = { elicitation: { url: {} } };
  const INIT = { protocolVersion: "2025-11-25", capabilities: OPENS, clientInfo: { name: "test", version: "1" } };
  const ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": INIT.clientInfo,
    "io.modelcontextprotocol/clientCapabilities": OPENS,
  };

  /** One message, as a client without a library sends it. */
  async function post(key: string, method: string, params: object, headers: Record<string, string> = {}) {
    const response = await fetch(`${world.hub.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "x-api-key": key,
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const text = await response.text();
    return { headers: response.headers, ...(JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as any) };
  }

  test("is asked until the link was used (2026-07-28)", async () => {
    const { key } = await openTestAccount(world.hub.services, "pro");
    const name = "call_api";
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name };
    const call = (more: object, args: object = {}) =>
      post(key, "tools/call", { name, arguments: { slug: MAKE, ...args }, _meta: ENVELOPE, ...more }, headers);
    const { result } = await call({});
    expect([result.resultType, Object.keys(result.inputRequests)]).toEqual(["input_required", ["connect"]]);
    const { method, params } = result.inputRequests.connect;
    expect([method, params.mode, params.message]).toEqual(["elicitation/create", "url", expect.any(String)]);
    const { requestState, inputRequests } = result;
    const accepted = { requestState, inputResponses: { connect: { action: "accept" } } };
    expect((await call(accepted)).result).toMatchObject({ resultType: "input_required", inputRequests });
    const declined = await call({ requestState, inputResponses: { connect: { action: "decline" } } });
    expect([declined.result.isError, declined.result.content[0].text]).toEqual([
      true,
      expect.stringContaining("connection_required"),
    ]);
    const code = await giveKey(params.url);
    const pending = JSON.parse((await call(accepted)).result.content[0].text);
    expect([pending.code, ...pending.next_actions]).toEqual([
      "connection_pending",
      "Ask your human for the code that the page has shown.",
      `Then call call_api again with confirm {"connection_id": "${pending.connect.connection_id}", "code": "…"}.`,
    ]);
    const confirm = { connection_id: pending.connect.connection_id, code };
    expect((await call({}, { confirm })).result.structuredContent).toMatchObject({ success: true });
  });

  test("is told of the link by an error (2025-11-25)", async () => {
    const { key } = await openTestAccount(world.hub.services, "pro");
    const call = async (init: object) => {
      const { headers } = await post(key, "initialize", init);
      const session = { "mcp-session-id": headers.get("mcp-session-id") ?? "", "mcp-protocol-version": "2025-11-25" };
      return post(key, "tools/call", { name: "call_api", arguments: { slug: MAKE } }, session);
    };
    const { error } = await call(INIT);
    const [asked] = error.data.elicitations;
    expect([error.code, asked.mode, asked.elicitationId]).toEqual([-32_042, "url", expect.stringContaining("con_")]);
    for (const init of [
      { ...INIT, capabilities: {} },
      { ...INIT, capabilities: { elicitation: {} } },
      { ...INIT, protocolVersion: "2025-06-18" },
    ])
      expect((await call(init)).result).toMatchObject({ isError: true });
    await giveKey(asked.url);
    expect((await call(INIT)).result.content[0].text).toContain("connection_pending");
  });
});
