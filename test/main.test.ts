import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HubProcess, MAIN, startHubProcess } from "./support/hub-process.ts";

let folder: string;
let running: ChildProcess[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-main-"));
  await mkdir(join(folder, "actors"));
  running = [];
});
afterEach(async () => {
  for (const child of running) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<HubProcess> {
  const folders = { HUB_DATA_DIR: join(folder, "data"), HUB_ACTORS_DIR: join(folder, "actors") };
  const started = await startHubProcess({ ...folders, ...env });
  running.push(started.child);
  return started;
}

function run(url: string, slug: string, input: unknown): Promise<Response> {
  return fetch(`${url}/api/v1/genius/actors/${slug}/run/`, { method: "POST", body: JSON.stringify(input) });
}

describe("the hub as a process", () => {
  test("serves the built-in actors on an empty machine, and keeps its secret for its owner only", async () => {
    const { url } = await start();
    const answer = await run(url, "data-convert", { from: "csv", payload: "id,city\n007,Bern" });
    expect(await answer.json()).toMatchObject({ success: true, data: [{ id: "007", city: "Bern" }] });
    expect((await stat(join(folder, "data/secret"))).mode & 0o777).toBe(0o600);
  });

  test("knows its keys and what they have spent after it was killed, and never logs one", async () => {
    const { child, url, log } = await start({ LOG_LEVEL: "debug" });
    const registered: any = await (
      await fetch(`${url}/api/v1/agent/register/?tier=free_testnet`, {
        method: "POST",
        body: '{"email":"a@example.com"}',
      })
    ).json();
    const headers = { "x-api-key": registered.api_key };
    expect((await fetch(`${url}/api/v1/demo/402/`, { headers })).status).toBe(200);
    await fetch(`${url}/api/v1/agent/keys/rotate/`, { method: "POST", headers, body: "{" });
    child.kill("SIGKILL");
    const again = await start({ LOG_LEVEL: "debug" });
    const usage: any = await (await fetch(`${again.url}/api/v1/agent/usage/`, { headers })).json();
    expect(usage.quota).toMatchObject({ used: 1, remaining: 299 });
    expect((log() + again.log()).includes(registered.api_key.slice(17))).toBeFalse();
  });

  test("quotes a charged run with a wallet of the sandbox", async () => {
    const { url } = await start({ CHARGED_TIERS: "cached" });
    const answer = await run(url, "data-clean", { text: "x" });
    expect(answer.status).toBe(402);
    expect(await answer.json()).toMatchObject({
      payment: { network: "xrpl:21338", wallet_address: expect.stringMatching(/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/) },
    });
  });

  test("serves an actor that is dropped in from outside and imports the hub by its name", async () => {
    const { url, logged } = await start();
    await writeFile(
      join(folder, "actors/greeter.ts"),
      `import { defineActor, Type } from "agent-api-hub/actor";
       import Papa from "papaparse";
       export default defineActor({
         slug: "greeter", name: "Greeter", description: "Greets.", category: "test", version: "1.0.0", tags: [],
         input: Type.Object({ names: Type.String() }), output: Type.Object({ greeting: Type.String() }),
         examples: [{ title: "Two", input: { names: "Ann,Bob" } }], cacheTtlSeconds: 0, qualityScore: 1, computeUnits: 0,
         usesLlm: false, price: { tier: "standard" }, hosts: [], timeoutMs: 1000, nextActors: [],
         run: async ({ names }) => Papa.parse<string[]>(names).data[0]!.map((name) => ({ greeting: "Hello " + name })),
       });`,
    );
    await logged('\\"greeter\\" is served');
    expect(await (await run(url, "greeter", { names: "Ann,Bob" })).json()).toMatchObject({
      data: [{ greeting: "Hello Ann" }, { greeting: "Hello Bob" }],
    });
  });

  test("on SIGTERM answers what it has accepted, and ends", async () => {
    const gate = createServer();
    const asked = new Promise<void>((resolve) =>
      gate.on("connection", (socket) => {
        socket.once("data", () => {
          resolve();
          child.kill("SIGTERM");
          const body = JSON.stringify({ bitcoin: { usd: 1, usd_24h_change: 2 } });
          const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
          void logged("SIGTERM").then(() => socket.end(head + body));
        });
      }),
    );
    await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
    const { port } = gate.address() as AddressInfo;
    const { child, url, logged } = await start({ COINGECKO_URL: `http://127.0.0.1:${port}` });
    const answer = run(url, "crypto-prices", { ids: "btc" });
    await asked;
    expect((await answer).status).toBe(200);
    expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0);
    gate.close();
  });

  test("does not start on settings it cannot use, and lists them all", async () => {
    const child = spawn(process.execPath, [MAIN], {
      env: { PORT: "x", PRICE_CACHED_XRP: "-1" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (chunk) => (said += chunk));
    expect(await new Promise((resolve) => child.once("close", resolve))).toBe(2);
    expect(said).toContain("PORT: needs");
    expect(said).toContain("PRICE_CACHED_XRP: needs");
  });
});
