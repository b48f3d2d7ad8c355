import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { buildCatalog } from "../../src/catalog/import/build.ts";
import { openSqlite } from "../../src/store/drivers/sqlite/sqlite.ts";
import { described, NOW } from "../catalog/support.ts";
import { openTestAccount } from "../support/accounts.ts";
import { startHttp } from "../support/http-server.ts";
import { startHub } from "../support/hub.ts";
import { browser, codeIn, connectKey, KEY_API, LIST, send, startEchoWorld } from "../connections/support.ts";

const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));

test("bun run connect shows a link, takes the code and says what is connected", async () => {
  await using world = await startEchoWorld(KEY_API);
  const env = { PATH: process.env["PATH"] ?? "", HUB_URL: world.hub.url, HUB_API_KEY: world.key };
  const child = spawn(process.execPath, [CLI, "connect", LIST, "--label", "shell", "--get-only"], { env });
  let out = "";
  const link = new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk) => {
      out += chunk;
      const url = /http:\S+\/connect\/\S+/.exec(out)?.[0];
      if (url !== undefined) resolve(url);
    });
  });
  const given = await browser().submit(await link, { key_0: "sk_from_the_shell_1234" });
  child.stdin.end(`${codeIn(given.html)}\n`);
  const [code] = await once(child, "close");
  expect([code, out]).toEqual([0, expect.stringContaining('Connected as "shell"')]);
  expect((await send(world, "GET", "connections/shell/")).json).toMatchObject({ state: "active", get_only: true });
}, 30_000);

test("bun run connect asks again where the code is wrong, or none was made yet, and ends with the last try", async () => {
  await using world = await startEchoWorld(KEY_API);
  const env = { PATH: process.env["PATH"] ?? "", HUB_URL: world.hub.url, HUB_API_KEY: world.key };
  const begin = async () => {
    const child = spawn(process.execPath, [CLI, "connect", LIST], { env });
    let told = "";
    const waiting: (() => void)[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        told += chunk;
        for (const look of waiting) look();
      });
    const seen = (what: RegExp) =>
      new Promise<string>((resolve) => {
        const look = () => {
          const found = what.exec(told)?.[0];
          if (found !== undefined) resolve(found);
        };
        waiting.push(look);
        look();
      });
    return { child, seen, link: await seen(/http:\S+\/connect\/\S+/) };
  };
  const first = await begin();
  first.child.stdin.write("AAAA-AAAA\n");
  await first.seen(/Nothing waits to be confirmed/);
  const given = await browser().submit(first.link, { key_0: "sk_from_the_shell_1234" });
  first.child.stdin.write("AAAA-AAAA\n");
  await first.seen(/4 tries are left/);
  first.child.stdin.end(`${codeIn(given.html)}\n`);
  expect(await once(first.child, "close")).toEqual([0, null]);

  const second = await begin();
  await browser().submit(second.link, { key_0: "sk_from_the_shell_1234" });
  second.child.stdin.end("AAAA-AAAA\n".repeat(9));
  expect(await once(second.child, "close")).toEqual([1, null]);
  await second.seen(/that was the last try/);
}, 30_000);

test("bun run connect ends where nobody can type the code", async () => {
  await using world = await startEchoWorld(KEY_API);
  const env = { PATH: process.env["PATH"] ?? "", HUB_URL: world.hub.url, HUB_API_KEY: world.key };
  const child = spawn(process.execPath, [CLI, "connect", LIST], { env, stdio: ["ignore", "ignore", "pipe"] });
  let err = "";
  child.stderr.on("data", (chunk) => (err += chunk));
  const [code] = await once(child, "close");
  expect([code, err]).toEqual([1, "Not connected: no code was typed. Begin again where one can be typed.\n"]);
}, 30_000);

test("bun run connect says what is wrong with HUB_URL, and takes the key nowhere else", async () => {
  await using other = await startHttp((_request, response) => void response.end("<h1>It works!</h1>"));
  const keys: unknown[] = [];
  await using safe = await startHttp((request, response) => {
    keys.push(request.headers["x-api-key"]);
    response.setHeader("content-type", "application/json");
    response.end(`{"connections":[]}`);
  });
  const moved = `${safe.origin}/api/v1/agent/connections/`;
  await using old = await startHttp((_request, response) => void response.writeHead(301, { location: moved }).end());
  const told = async (HUB_URL: string) => {
    const env = { PATH: process.env["PATH"] ?? "", HUB_URL, HUB_API_KEY: "hub_live_x" };
    const child = spawn(process.execPath, [CLI, "connect", LIST], { env });
    let err = "";
    child.stderr.on("data", (chunk) => (err += chunk));
    const [code] = await once(child, "close");
    return [code, err.split("\n")[0]];
  };
  expect(await told("hub.example")).toEqual([2, "HUB_URL is no address of a hub: it begins with http:// or https://."]);
  expect(await told(other.origin)).toEqual([1, `No hub answers at ${other.origin} (status 200): set HUB_URL`]);
  expect(await told(old.origin)).toEqual([1, `${old.origin} points to ${moved}: set HUB_URL to the hub's own address`]);
  expect(keys).toEqual([]);
}, 30_000);

test("bun run call uses a connection of the account whose key is in HUB_API_KEY", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-connect-"));
  await using upstream = await startHttp((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ hasKey: request.headers["x-echo-key"] === "sk_from_the_store_1" }));
  });
  const place = `127.0.0.1:${upstream.port}`;
  const path = join(folder, "catalog.sqlite");
  const source = {
    name: "test",
    documents: [described("echo.dev", { servers: [{ url: upstream.origin }], ...KEY_API })],
  };
  await buildCatalog({ path, now: NOW, allow: new Set([place]), source });
  const store = await openSqlite(join(folder, "hub.sqlite"));
  const catalog = openCatalog(path, () => 0);
  try {
    const hub = await startHub({ catalog, store, allow: [place] });
    const { key } = await openTestAccount(hub.services, "pro");
    await connectKey({ hub, key }, "sk_from_the_store_1", { label: "mine" });
    await hub[Symbol.asyncDispose]();
    const env = {
      PATH: process.env["PATH"] ?? "",
      HUB_DATA_DIR: folder,
      HUB_SECRET: "a secret of the tests, long enough",
      NET_ALLOW: place,
    };
    const run = async (more: Record<string, string>, ...args: string[]) => {
      const child = spawn(process.execPath, [CLI, "call", LIST, ...args], { env: { ...env, ...more } });
      let out = "";
      child.stdout.on("data", (chunk) => (out += chunk));
      const [code] = await once(child, "close");
      return { code, out };
    };
    const called = await run({ HUB_API_KEY: key }, "--connection", "mine");
    expect(JSON.parse(called.out)).toMatchObject({ data: { hasKey: true }, connection: { label: "mine" } });
    expect(called.out).not.toContain("sk_from_the_store_1");
    expect((await run({}, "--connection", "mine")).code).toBe(2);
  } finally {
    catalog.close();
    await rm(folder, { recursive: true });
  }
}, 60_000);
