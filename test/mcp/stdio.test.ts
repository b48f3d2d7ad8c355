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

test("the bridge says where it finds no hub", async () => {
  const client = new OldClient(INFO);
  const connecting = client.connect(new OldTransport(processOf("http://127.0.0.1:9")));
  await expect(connecting).rejects.toThrow("The hub at http://127.0.0.1:9 cannot be asked");
  await client.close();
});
