/** The hub as one file: built, carried to an empty folder, and tried there as whoever got it would. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type HubProcess, startProgram } from "../support/hub-process.ts";
import { startHttp, type TestServer } from "../support/http-server.ts";
import { pdf } from "../support/pdf.ts";

const BUILD = fileURLToPath(new URL("../../scripts/build.ts", import.meta.url));
const run = promisify(execFile);

/** As somebody may write it who has nothing but the executable. */
const DROPPED = `
import { defineActor, Type } from "agent-api-hub/actor";
export default defineActor({
  slug: "shouter", name: "Shouter", description: "Says it louder.", category: "utility", version: "1.0.0", tags: [],
  input: Type.Object({ q: Type.String() }),
  output: Type.Object({ said: Type.String() }),
  examples: [{ title: "One word", input: { q: "a" } }],
  cacheTtlSeconds: 0, qualityScore: 0.5, computeUnits: 1, usesLlm: false,
  price: { tier: "standard" },
  hosts: [], timeoutMs: 5000, nextActors: [],
  async run({ q }) { return [{ said: q.toUpperCase() }]; },
});
`;

const DESCRIPTION = {
  openapi: "3.0.3",
  info: { title: "Tides", version: "1.0.0", description: "When the sea is high." },
  servers: [{ url: "https://api.tidesalmanac.org" }],
  paths: {
    "/tides": {
      get: {
        operationId: "tides",
        summary: "High and low tides of a harbour",
        responses: { 200: { description: "ok" } },
      },
    },
  },
};

const PAGE = `<!doctype html><title>Of whales</title><article><h1>Of whales</h1>${"<p>Whales are large animals that live in every ocean, and sing to each other over many miles of water.</p>".repeat(8)}</article>`;

describe("the hub as one executable", () => {
  let folder = "";
  let program = "";
  let upstream: TestServer | undefined;
  let env: Record<string, string> = {};

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hub-executable-"));
    program = join(folder, "agent-api-hub");
    await run(process.execPath, [BUILD, program], { timeout: 300_000 });
    upstream = await startHttp((request, response) => {
      const isPdf = request.url === "/whales.pdf";
      response.setHeader("content-type", isPdf ? "application/pdf" : "text/html");
      response.end(isPdf ? pdf([[{ text: "Whales sing in every ocean.", y: 700 }]]) : PAGE);
    });
    const actors = join(folder, "my actors");
    await mkdir(actors);
    await writeFile(join(actors, "shouter.ts"), DROPPED);
    await writeFile(join(folder, "tides.json"), JSON.stringify(DESCRIPTION));
    // What lies around changes nothing of what it does.
    await writeFile(join(folder, "bunfig.toml"), 'preload = ["./stranger.ts"]\n');
    await writeFile(join(folder, "stranger.ts"), 'throw new Error("the file of a stranger was run");\n');
    await writeFile(join(folder, ".env"), "HUB_WORKERS=nonsense\n");
    env = {
      PATH: process.env["PATH"] ?? "",
      HUB_DATA_DIR: join(folder, "data"),
      HUB_ACTORS_DIR: actors,
      ACTOR_FENCE: "weak",
      NET_ALLOW: `127.0.0.1:${upstream.port}`,
      CATALOG_AUTO_IMPORT: "false",
    };
  }, 300_000);

  afterAll(async () => {
    await upstream?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const shell = (...args: string[]) => run(program, args, { cwd: folder, env, timeout: 120_000 });
  const started = (): Promise<HubProcess> => startProgram(program, ["serve"], env, folder);

  test("serves from an empty folder: actors, threads, the fence, a search, a page, and what the shell does", async () => {
    const { stdout: help } = await shell("help");
    expect(help).toContain("catalog");
    expect(help).toContain("  serve ");
    const asked = (...args: string[]) => shell(...args).catch((error: { stdout: string; stderr: string }) => error);
    expect((await asked("srve")).stderr).toMatch(/Did you mean "serve"\?\nCommands: .*, restore, serve\./);
    for (const args of [
      ["serve", "--help"],
      ["help", "serve"],
    ])
      expect((await asked(...args)).stdout).toContain("Usage: agent-api-hub serve");
    expect((await asked("serve", "--port")).stderr).toContain("--port");
    expect(help + (await shell("catalog", "--help")).stdout).not.toContain("bun run");
    // An actor in what it has laid out would be trusted, and gone with the next version.
    const actor = await asked("new", "hasty");
    expect([actor.stdout, actor.stderr]).toEqual(["", expect.stringContaining("HUB_ACTORS_DIR")]);
    expect((await asked("catalog", "import")).stderr).toContain("copy the catalog.sqlite of a checkout");
    const added = await shell("catalog", "add", "tides.json");
    expect(added.stdout + added.stderr).toContain("1 ");
    const ran = await shell("actor", "data-convert", "--from", "csv", "--payload", "id\n1");
    expect(ran.stdout).toContain('"id"');

    await using hub = await started();
    const get = async (path: string) =>
      (await fetch(`${hub.url}${path}`, { headers: { accept: "text/html, */*" } })).text();
    const act = async (
      slug: string,
      input: object,
    ): Promise<{ success: boolean; items: Record<string, unknown>[] }> => {
      const path = `/api/v1/genius/actors/${slug}/run/`;
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`${hub.url}${path}`, { method: "POST", headers, body: JSON.stringify(input) });
      return (await answer.json()) as { success: boolean; items: Record<string, unknown>[] };
    };
    expect(await get("/health")).toContain("ok");
    expect(JSON.parse(await get("/openapi.json"))).toMatchObject({ openapi: "3.1.0" });
    expect(await get("/")).toContain("<!doctype html>");
    const script = /src="([^"]+\.js)"/.exec(await get("/"))?.[1] ?? "/none";
    expect((await get(script)).length).toBeGreaterThan(1_000);
    const registered = await fetch(`${hub.url}/api/v1/agent/register/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "who@example.com", tier: "free_testnet" }),
    });
    const { api_key: key } = (await registered.json()) as { api_key: string };
    const search = `${hub.url}/api/v1/agent/search/?q=tides+of+a+harbour`;
    const found = await (await fetch(search, { headers: { "x-api-key": key } })).json();
    expect(found).toMatchObject({ total: 1, results: [{ method: "GET", path: "/tides" }] });
    expect(await get("/mcp/stdio.mjs")).toContain("HUB_URL");

    expect(await act("data-convert", { from: "csv", payload: "id\n1" })).toMatchObject({
      success: true,
      items: [{ id: "1" }],
    });
    // Both are read in a thread.
    expect(JSON.stringify(await act("web-extract", { url: `${upstream?.origin}/whales` }))).toContain("every ocean");
    expect(JSON.stringify(await act("web-extract", { url: `${upstream?.origin}/whales.pdf` }))).toContain(
      "every ocean",
    );

    expect(await act("shouter", { q: "loud" })).toMatchObject({ success: true, items: [{ said: "LOUD" }] });
    const ready = JSON.parse(await get("/ready")) as {
      actors: { fence: { strength: string } | null; refused: unknown[] };
    };
    expect(ready.actors.refused).toEqual([]);
    expect(ready.actors.fence?.strength).toMatch(/full|weak/);
    // One that is dropped while it serves is served, too.
    await writeFile(
      join(env["HUB_ACTORS_DIR"] ?? "", "whisperer.ts"),
      DROPPED.replaceAll("shouter", "whisperer").replace("toUpperCase", "toLowerCase"),
    );
    await hub.logged("whisperer");
    expect(await act("whisperer", { q: "LOUD" })).toMatchObject({ success: true, items: [{ said: "loud" }] });
  }, 300_000);

  test("lays its files out once, again where one of them is not whole, and runs nobody else's", async () => {
    const app = join(folder, "data", "app");
    const [version = ""] = await readdir(app);
    expect(await readdir(app)).toEqual([version]);
    const damaged = join(app, version, "src", "cli.ts");
    await truncate(damaged, 0);
    // Another process was killed while it laid its files out, and a third is deleting an old version.
    const left = join(app, ".part-1-of-long-ago");
    await mkdir(left);
    await utimes(left, new Date(0), new Date(0));
    const going = join(app, "0".repeat(64));
    await symlink(join(folder, "nowhere"), going);
    expect((await shell("help")).stdout).toContain("catalog");
    await rm(going);
    expect(await readdir(app)).toEqual([version]);
    const refused = await shell(join(folder, "stranger.ts")).catch((error: { stderr: string }) => error);
    expect(refused.stderr).toContain("There is no command");
  }, 300_000);
});
