/** What an operator reads when the hub cannot start, or something it was given is not as it should be. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { asOperatorError } from "../../src/runtime/files/system-faults.ts";
import { openStore } from "../../src/store/drivers/open.ts";
import { startHttp } from "../support/http-server.ts";
import { MAIN, startHubProcess } from "../support/hub-process.ts";
import { mountSmallDisk } from "../support/small-disk.ts";

const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hub-start-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a hub that is expected to say why it cannot. */
function refusal(env: Readonly<Record<string, string>>): { readonly status: number | null; readonly stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, [MAIN], {
    env: { PATH: process.env["PATH"] ?? "", CATALOG_AUTO_IMPORT: "false", PORT: "0", ...env },
    encoding: "utf8",
    timeout: 20_000,
  });
  return { status, stderr };
}

/** The processes that were started with this data folder. */
function processesOf(data: string): readonly string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) && readFileSync(join("/proc", pid, "environ"), "utf8").includes(`HUB_DATA_DIR=${data}\0`)
      );
    } catch {
      return false; // It has ended meanwhile.
    }
  });
}

test("a hub that is named a ledger and no wallet says what is missing, and sells nothing for play money", () => {
  const { status, stderr } = refusal({ HUB_DATA_DIR: join(folder, "no-wallet"), XRPL_NETWORK: "mainnet" });
  expect(stderr).toBe(
    "Cannot start, 1 setting(s) cannot be used:\n  XRPL_WALLET_ADDRESS: needs the wallet to be paid into on the " +
      "ledger of XRPL_NETWORK; for play money leave both out\n",
  );
  expect(status).toBe(2);
  expect(existsSync(join(folder, "no-wallet"))).toBeFalse();
}, 30_000);

describe("a hub that cannot start says so in one line", () => {
  test("when its data folder is a file", () => {
    const file = join(folder, "a-file");
    writeFileSync(file, "");
    for (const path of [file, join(file, "below")]) {
      const { status, stderr } = refusal({ HUB_DATA_DIR: path });
      expect(stderr).toMatch(/^Cannot use \/[^\n]+a-file[^\n]*: [^\n]+ \(E[A-Z]+\)\n$/);
      expect(status).toBe(2);
    }
  });

  test("when its database is no database, or damaged", () => {
    const data = join(folder, "corrupt");
    mkdirSync(data);
    const path = join(data, "hub.sqlite");
    writeFileSync(path, "no database, though it is long enough to be taken for one".repeat(100));
    expect(refusal({ HUB_DATA_DIR: data })).toEqual({
      status: 2,
      stderr: `Cannot use ${path}: it is no SQLite database (SQLITE_NOTADB)\n`,
    });
  });

  test.each([
    ["--port", 2, "", 'There is no option "--port": the settings stand in the environment.\n'],
    ["--help", 0, "Usage: npm start\n", ""],
  ])("when it is given %s", (word, status, begins, stderr) => {
    const ended = spawnSync(process.execPath, [MAIN, word], { encoding: "utf8", timeout: 20_000 });
    expect([ended.status, ended.stdout.startsWith(begins), ended.stderr]).toEqual([status, true, stderr]);
  });

  test.each(["999.1.1.1", "10.255.255.254", "no-such-host.invalid", "fe80::1"])(
    "when it is to listen on %s",
    (HOST) => {
      const { status, stderr } = refusal({ HUB_DATA_DIR: join(folder, "elsewhere"), HOST, PORT: "3999" });
      const why = "no interface of this machine has this address";
      expect(stderr).toStartWith(`Cannot listen on ${HOST}, port 3999 (HOST, PORT): ${why} (E`);
      expect(status).toBe(2);
    },
  );

  test("when its port is taken, and its import of the catalogue ends with it", async () => {
    await using taken = await startHttp((_request, response) => response.end());
    const data = join(folder, "taken");
    const { status, stderr } = refusal({
      HUB_DATA_DIR: data,
      PORT: String(taken.port),
      CATALOG_AUTO_IMPORT: "true",
    });
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining(`Cannot listen on 127.0.0.1, port ${taken.port} (HOST, PORT): another process`),
    ]);
    if (!existsSync("/proc/self/environ")) return; // Only Linux tells whose processes are left.
    for (let tries = 0; tries < 200 && processesOf(data).length > 0; tries++) await pause(25);
    expect(processesOf(data)).toEqual([]);
  }, 30_000);

  test("when its data folder is nowhere, or its database is a folder", () => {
    expect(refusal({ HUB_DATA_DIR: "/proc/nothing" })).toEqual({
      status: 2,
      stderr: "Cannot use /proc/nothing: there is no such file or folder (ENOENT)\n",
    });
    const data = join(folder, "folders");
    mkdirSync(join(data, "hub.sqlite"), { recursive: true });
    expect(refusal({ HUB_DATA_DIR: data })).toEqual({
      status: 2,
      stderr: `Cannot use ${join(data, "hub.sqlite")}: the database cannot be opened: it is none, or this user may not write it and its folder (SQLITE_CANTOPEN)\n`,
    });
  });

  test.each([
    ["is empty", () => undefined],
    ["was in use", (data: string) => writeFileSync(join(data, "secret"), "0".repeat(64), { mode: 0o600 })],
  ])("when its data folder is read-only and %s", (_, prepare) => {
    using disk = mountSmallDisk(1);
    if (disk === undefined) return;
    prepare(disk.folder);
    disk.protect();
    const { status, stderr } = refusal({ HUB_DATA_DIR: disk.folder });
    expect(stderr).toMatch(/^Cannot use \/[^\n]+: [^\n]*(?:read-only|cannot be opened)[^\n]* \([A-Z_]+\)\n$/);
    expect(stderr).toContain(disk.folder);
    expect(status).toBe(2);
  });

  test("when its disk has become full since it ended", async () => {
    using disk = mountSmallDisk(4);
    if (disk === undefined) return;
    await (await openStore(undefined, disk.folder))[Symbol.asyncDispose]();
    disk.fill();
    const refused = await openStore(undefined, disk.folder).catch((error: unknown) => error);
    expect(asOperatorError(refused, disk.folder)?.message).toMatch(
      /^Cannot use \/[^\n]+: the disk is full \([A-Z_]+\)$/,
    );
  });

  test("when the disk is full while a catalogue is built, and leaves nothing half done", () => {
    using disk = mountSmallDisk(1);
    if (disk === undefined) return;
    const operations = { get: { operationId: "op", responses: { 200: { description: "" } } } };
    const api = { openapi: "3.0.0", info: { title: "A", version: "1" }, servers: [{ url: "https://a.example.com" }] };
    const file = join(folder, "api.json");
    writeFileSync(file, JSON.stringify({ ...api, paths: { "/a": operations } }));
    disk.fill();
    const { status, stderr } = spawnSync(process.execPath, [CLI, "catalog", "add", file], {
      env: { PATH: process.env["PATH"] ?? "", HUB_DATA_DIR: disk.folder },
      encoding: "utf8",
      timeout: 20_000,
    });
    expect(stderr).toBe(`Cannot use ${join(disk.folder, "catalog.sqlite")}: the disk is full (SQLITE_FULL)\n`);
    expect(status).toBeGreaterThan(0);
    expect(readdirSync(disk.folder).filter((name) => name.endsWith(".sqlite"))).toEqual([]);
  });

  test("when the disk is full", () => {
    using disk = mountSmallDisk(1);
    if (disk === undefined) return;
    disk.fill();
    const { status, stderr } = refusal({ HUB_DATA_DIR: disk.folder });
    expect(stderr).toMatch(/^Cannot [^\n]+: the disk is full \(E?[A-Z_]+\)\n$/);
    expect(status).toBe(2);
  });
});

test("a hub warns of misspelt settings and actors that do not compile, skips pipes, and keeps its files to itself", async () => {
  const data = join(folder, "data");
  const actors = join(folder, "actors");
  mkdirSync(data);
  mkdirSync(actors);
  writeFileSync(join(data, "hub.sqlite"), "");
  chmodSync(join(data, "hub.sqlite"), 0o644);
  writeFileSync(join(actors, "torn.ts"), "export default {\n  slug: 'torn',\n  run() { return ((1 }\n};\n");
  writeFileSync(join(actors, "thrower.ts"), 'const read: any = JSON.parse("{}");\n\nread.call();\n');
  spawnSync("mkfifo", [join(actors, "pipe.ts")]);
  await using hub = await startHubProcess({
    HUB_DATA_DIR: data,
    HUB_ACTORS_DIR: actors,
    HUB_DATADIR: "/elsewhere",
    LIMIT_ANON_PER_MINTUE: "3",
  });
  const log = hub.log();
  expect(log).toContain("HUB_DATADIR: there is no such setting; did you mean HUB_DATA_DIR?");
  expect(log).toContain("LIMIT_ANON_PER_MINTUE: there is no such setting; did you mean LIMIT_ANON_PER_MINUTE?");
  const warnings = log.split("\n").flatMap((line) => (line.includes("is refused") ? [JSON.parse(line).msg] : []));
  expect(warnings.find((line) => line.includes("torn.ts"))).toMatch(/torn\.ts:3.*run\(\) \{ return \(\(1 \}/);
  expect(warnings.find((line) => line.includes("thrower.ts"))).toContain("TypeError");
  expect(warnings.filter((line) => line.includes("pipe"))).toEqual([]);
  const ready = await (await fetch(`${hub.url}/ready`)).text();
  expect(ready).toContain("thrower.ts");
  expect(ready).not.toContain(folder);

  const files = readdirSync(data).filter((name) => statSync(join(data, name)).isFile());
  expect(files).toContain("hub.sqlite");
  const modes = files.map((name) => (statSync(join(data, name)).mode & 0o777).toString(8));
  expect(new Set(modes)).toEqual(new Set(["600"]));
}, 30_000);

test("a hub says in a sentence that its catalogue is damaged and that its folder of actors is not there, and serves", async () => {
  const data = join(folder, "no-catalogue");
  const path = join(data, "catalog.sqlite");
  mkdirSync(path, { recursive: true });
  const actors = join(folder, "nowhere");
  await using hub = await startHubProcess({ HUB_DATA_DIR: data, HUB_ACTORS_DIR: actors });
  const warnings = hub
    .log()
    .split("\n")
    .filter((line) => /"level":"(?:warn|error)"/.test(line))
    .map((line) => JSON.parse(line).msg);
  expect(warnings).toContain(`Cannot use ${path}: it is a folder (EISDIR)`);
  expect(warnings).toContain(
    `HUB_ACTORS_DIR: there is no folder ${actors}; its actors are served as soon as there is one.`,
  );
  expect(warnings.filter((line) => line.includes("catalogue is empty"))).toEqual([]);
  expect(hub.log()).not.toContain('"stack"');
}, 30_000);
