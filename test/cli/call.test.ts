import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startHttp, type TestServer } from "../support/http-server.ts";

const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));

let upstream: TestServer;
let folder: string;
beforeAll(async () => {
  upstream = await startHttp((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ method: request.method, url: request.url }));
  });
  folder = await mkdtemp(join(tmpdir(), "hub-call-"));
  const parameters = [
    { name: "id", in: "path", required: true, schema: { type: "integer" } },
    { name: "tag", in: "query", schema: { type: "array", items: { type: "string" } } },
    { name: "q", in: "query", description: "Words to look for,\nin any order.", schema: { type: "string" } },
  ];
  const paths = { "/items/{id}": { get: { operationId: "item", summary: "Read", parameters, responses: {} } } };
  const info = { title: "Own", version: "1", "x-providerName": "own.dev" };
  const description = { openapi: "3.0.3", info, servers: [{ url: upstream.origin }], paths };
  await writeFile(join(folder, "own.json"), JSON.stringify(description));
});
afterAll(async () => {
  await upstream[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function cli(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { PATH: process.env["PATH"] ?? "", HUB_DATA_DIR: folder, NET_ALLOW: `127.0.0.1:${upstream.port}` },
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
}

describe("bun run call", () => {
  test("calls what the operator added from a private place it allows, shows it dry, and names faults", async () => {
    expect((await cli("catalog", "add", join(folder, "own.json"))).code).toBe(0);
    const called = await cli("call", "own-dev--item", "--id", "7", "--tag", "a", "--tag", "b c");
    expect(called.code).toBe(0);
    expect(JSON.parse(called.out).data).toEqual({ method: "GET", url: "/items/7?tag=a&tag=b%20c" });
    const dry = await cli("call", "own-dev--item", "--id=8", "--dry-run");
    expect(JSON.parse(dry.out)).toMatchObject({ method: "GET", url: `${upstream.origin}/items/8`, body: null });
    const wrong = await cli("call", "own-dev--item", "--ids", "8");
    expect([wrong.code, wrong.out]).toEqual([2, ""]);
    expect(wrong.err).toContain("--id is required");
    const misspelt = await cli("call", "own-dev--item", "--id", "8", "--dryrun");
    expect([misspelt.code, misspelt.out]).toEqual([2, ""]);
    expect(misspelt.err).toStartWith("--dryrun needs a value. Did you mean --dry-run?\n");
    expect((await cli("call")).err).toStartWith("Usage: bun run call");
  }, 60_000);

  test("--help with a slug lists the operation's parameters, each as it is given here", async () => {
    const { code, out } = await cli("call", "own-dev--item", "--help");
    expect(code).toBe(0);
    expect(out).toContain(`GET ${upstream.origin}/items/{id}\n`);
    const rows = out.split("\n").map((line) => line.trim().replaceAll(/ {2,}/g, "  "));
    expect(rows).toContain("--id <integer>  (required)");
    expect(rows).toContain("--tag <array>");
    expect(rows).toContain("--param.q <string>  Words to look for, in any order.");
    expect((await cli("call", "weather-environment", "--help")).out).toStartWith("Usage: bun run call <slug>");
  }, 60_000);

  test("a slug that is no operation's is told as what it is, or with those that are like it", async () => {
    const actor = await cli("call", "data-convert", "--help");
    expect([actor.code, actor.out]).toEqual([2, ""]);
    expect(actor.err).toBe('"data-convert" is an actor: bun run actor data-convert --help says what it takes.\n');
    expect((await cli("call", "data-convert", "--dry-run")).err).toBe(actor.err);
    const near = await cli("call", "own-dev--items", "--id", "8");
    expect([near.code, near.out]).toEqual([2, ""]);
    expect(near.err).toBe('There is no API, and no category, "own-dev--items". Did you mean "own-dev--item"?\n');
  }, 60_000);

  test("bun run catalog forget forgets what was learned", async () => {
    const { code, out } = await cli("catalog", "forget");
    expect([code, out]).toEqual([0, "Forgotten. A hub that runs has it forgotten within a minute.\n"]);
  }, 30_000);
});
