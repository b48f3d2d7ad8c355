/** Embeddings from the shell to the answers of a hub, with the processes an operator starts. */
import { expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { utimesSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { vectorFileName } from "../../src/embeddings/vector-file.ts";
import { type EmbedServer, startEmbedder } from "../support/embed-server.ts";
import { startHubProcess } from "../support/hub-process.ts";
import { MODEL, smallShelf } from "./support.ts";

const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const SERVICES = [
  ["things.dev", Array.from({ length: 600 }, (_, at) => `Do the thing number ${at}`)],
  ["pharmacy.dev", ["Order medicine"]],
] as const;

function catalogCommand(
  verb: string,
  env: Readonly<Record<string, string>>,
  ...rest: readonly string[]
): { child: ChildProcess; out(): string } {
  const child = spawn(process.execPath, [CLI, "catalog", verb, ...rest], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
  return { child, out: () => text };
}

async function ended({ child }: { child: ChildProcess }): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "close");
  return child.exitCode;
}

const textsAsked = ({ asked }: EmbedServer) => asked.reduce((sum, { body }) => sum + body.input.length, 0);

test("a killed build goes on where it was, the counts say so, and the hub finds by meaning", async () => {
  using shelf = await smallShelf(SERVICES);
  await using server = await startEmbedder(256, [["medicine", "headache"]]);
  const folder = dirname(shelf.path);
  const env = { HUB_DATA_DIR: folder, EMBED_BASE_URL: server.baseUrl, EMBED_MODEL: MODEL, EMBED_TIMEOUT_MS: "5000" };

  // The server falls silent in the middle, and the process is killed there.
  server.script(...Array.from({ length: 7 }, () => "good" as const), "hold");
  const killed = catalogCommand("embed", env);
  await server.held;
  killed.child.kill("SIGKILL");
  await ended(killed);
  const sent = textsAsked(server);
  server.script("good");
  const again = catalogCommand("embed", env);
  expect(await ended(again)).toBe(0);
  expect(again.out()).toMatch(/^\d+ of 601 texts embedded in [\d.]+ s, 256 numbers each\.$/m);
  expect(textsAsked(server) - sent).toBeLessThan(601);

  const stats = catalogCommand("stats", env);
  expect(await ended(stats)).toBe(0);
  expect(JSON.parse(stats.out()).embeddings).toEqual({ model: MODEL, dims: 256, texts: 601, embedded: 601 });

  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(join(folder, vectorFileName(MODEL)), longAgo, longAgo);
  await using hub = await startHubProcess(env);
  const ready = async (): Promise<any> => ((await (await fetch(`${hub.url}/ready`)).json()) as any).embeddings;
  while (!(await ready()).available); // The thread reads them in a moment.
  expect(await ready()).toEqual({
    configured: true,
    available: true,
    model: MODEL,
    dims: 256,
    entries: 601,
    embedded: 601,
    fault: null,
  });
  const registered = await fetch(`${hub.url}/api/v1/agent/register/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "agent@example.org", tier: "free_testnet" }),
  });
  const { api_key: key } = (await registered.json()) as { api_key: string };
  const search = async (q: string): Promise<any> => {
    const response = await fetch(`${hub.url}/api/v1/agent/search/?q=${encodeURIComponent(q)}&explain=true`, {
      headers: { "x-api-key": key },
    });
    return response.json();
  };
  const asked = textsAsked(server);
  const found = await search("I have a headache");
  expect(found.ranked_by).toEqual(["words", "meaning"]);
  expect(found.results[0]).toMatchObject({ name: "Order medicine", why: [expect.stringContaining("near in meaning")] });
  expect(textsAsked(server) - asked).toBe(1);
  // Who has not paid costs no embedding.
  expect((await fetch(`${hub.url}/api/v1/agent/search/?q=headache`)).status).toBe(402);
  expect(textsAsked(server) - asked).toBe(1);

  server.script({ status: 500 });
  const byWords = await search("order medicine please");
  expect(byWords.ranked_by).toBeUndefined();
  expect(byWords.results[0].name).toBe("Order medicine");
  expect((await ready()).fault).toContain("goes by words alone");
}, 60_000);

test("says what is wrong with the settings and with the server, and never its key", async () => {
  using shelf = await smallShelf();
  await using server = await startEmbedder();
  const folder = dirname(shelf.path);
  const none = catalogCommand("embed", { HUB_DATA_DIR: folder });
  expect(await ended(none)).toBe(2);
  expect(none.out()).toContain("set EMBED_BASE_URL and EMBED_MODEL");
  server.script({ status: 401, body: "wrong key" });
  const refused = catalogCommand("embed", {
    HUB_DATA_DIR: folder,
    EMBED_BASE_URL: server.baseUrl,
    EMBED_MODEL: MODEL,
    EMBED_API_KEY: "sk-very-secret",
  });
  expect(await ended(refused)).toBe(1);
  expect(refused.out()).toContain("stopped at 0 of 11: The model's server answered with status 401");
  expect(refused.out()).not.toContain("sk-very-secret");
  const nameless = catalogCommand("embed", { HUB_DATA_DIR: folder, EMBED_BASE_URL: server.baseUrl });
  expect(await ended(nameless)).toBe(1);
  expect(nameless.out()).toContain("EMBED_MODEL: needs the name of the model");
}, 60_000);

test("an import embeds at its end, and is done though that fails", async () => {
  using shelf = await smallShelf();
  await using server = await startEmbedder();
  const folder = dirname(shelf.path);
  const file = join(folder, "own.json");
  const described = (summary: string) => ({
    openapi: "3.0.3",
    info: { title: "Own", version: "1" },
    servers: [{ url: "https://api.own.dev" }],
    paths: { "/one": { get: { summary, responses: { 200: { description: "Done" } } } } },
  });
  const env = { HUB_DATA_DIR: folder, EMBED_BASE_URL: server.baseUrl, EMBED_MODEL: MODEL };
  await writeFile(file, JSON.stringify(described("Water the plants")));
  const added = catalogCommand("add", env, file);
  expect(await ended(added)).toBe(0);
  expect(added.out()).toContain("12 of 12 texts embedded");
  server.script({ status: 403, body: "not any more" });
  await writeFile(file, JSON.stringify(described("Feed the fish")));
  const again = catalogCommand("add", env, file);
  expect(await ended(again)).toBe(0);
  expect(again.out()).toContain("Embeddings stopped at 11 of 12");
  const catalog = shelf.open();
  using _closed = catalog;
  expect(catalog.search({ text: "feed the fish" }).hits[0]?.entry.name).toBe("Feed the fish");
}, 60_000);
