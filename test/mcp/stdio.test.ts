/** The bridge for clients that start a process: the file the hub serves, under Bun, with the stock clients of both generations. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client as NewClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as NewTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { echoActor } from "../support/actors.ts";
import { startHub, type TestHub } from "../support/hub.ts";

const INFO = { name: "test", version: "1" };
let hub: TestHub;
let folder: string;
let bridge: string;
beforeAll(async () => {
  hub = await startHub({ actors: [echoActor()] });
  folder = await mkdtemp(join(tmpdir(), "mcp-stdio-"));
  bridge = join(folder, "stdio.mjs");
  const served = await fetch(`${hub.url}/mcp/stdio.mjs`);
  expect(served.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  await writeFile(bridge, await served.text());
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const processOf = (hubUrl: string) => ({ command: process.execPath, args: [bridge], env: { HUB_URL: hubUrl } });

describe.each([
  ["v1", () => new OldClient(INFO), (url: string) => new OldTransport(processOf(url))],
  ["v2", () => new NewClient(INFO), (url: string) => new NewTransport(processOf(url))],
  [
    "v2, 2026-07-28",
    () => new NewClient(INFO, { versionNegotiation: { mode: { pin: "2026-07-28" } } }),
    (url: string) => new NewTransport(processOf(url)),
  ],
] as const)("the bridge, for a client of %s", (_, create, transport) => {
  test("lists and runs", async () => {
    const client = create() as OldClient; // What both do alike.
    await client.connect(transport(hub.url) as OldTransport);
    const { tools } = await client.listTools();
    expect(tools.length).toBe(10);
    const { structuredContent } = await client.callTool({
      name: "run_actor",
      arguments: { slug: "echo", input: { q: "piped" } },
    });
    expect(structuredContent).toMatchObject({ items: [{ q: "piped" }] });
    await client.close();
  });
});

test.each(["--nonsense", "nonsense"])("the bridge, which takes no options, refuses %s in a sentence", (given) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bridge, given], { encoding: "utf8", input: "" });
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(`Unknown argument '${given}'`);
  expect(stderr).toContain("HUB_URL");
});

/** What the bridge answers to lines after which nothing more comes, as a pipe sends them. */
async function piped(lines: readonly string[], hubUrl = hub.url): Promise<any[]> {
  const child = Bun.spawn([process.execPath, bridge], {
    env: { HUB_URL: hubUrl },
    stdin: new Blob([lines.join("\n")]),
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  expect([await child.exited, err]).toEqual([0, ""]);
  return out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("the bridge answers what it was asked before its input ended", async () => {
  const params = { name: "run_actor", arguments: { slug: "echo", input: { q: "last" } } };
  const [answer] = await piped([JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params })]);
  expect([answer.id, answer.result.structuredContent.items]).toEqual([7, [{ q: "last", limit: 3 }]]);
});

test("the bridge answers a line that is no message, and goes on", async () => {
  const answers = await piped(["{", "null", "7", JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })]);
  const told = answers.map(({ id, error }) => [id, error?.code]);
  expect(told.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
    [null, -32_700],
    [null, -32_600],
    [null, -32_600],
    [1, undefined],
  ]);
});

test("the bridge says when a hub breaks off within its answer", async () => {
  using broken = Bun.serve({
    port: 0,
    fetch: () => new Response(": nothing more\n\n", { headers: { "content-type": "text/event-stream" } }),
  });
  const [answer] = await piped([JSON.stringify({ jsonrpc: "2.0", id: 3, method: "ping" })], broken.url.origin);
  expect([answer.id, answer.error.code]).toEqual([3, -32_603]);
});

test("the bridge says where it finds no hub", async () => {
  const client = new OldClient(INFO);
  const connecting = client.connect(new OldTransport(processOf("http://127.0.0.1:9")));
  await expect(connecting).rejects.toThrow("The hub at http://127.0.0.1:9 cannot be asked");
  await client.close();
});
