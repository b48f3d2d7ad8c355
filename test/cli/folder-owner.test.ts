/** What root's commands leave in a data folder that is somebody else's. Only root can try it. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, linkSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const OWNER = 65_534;

const DESCRIPTION = {
  openapi: "3.0.3",
  info: { title: "Tides", version: "1.0.0", description: "When the sea is high." },
  servers: [{ url: "https://api.tidesalmanac.org" }],
  paths: {
    "/tides": {
      get: { operationId: "tides", summary: "Tides of a harbour", responses: { 200: { description: "ok" } } },
    },
  },
};

describe.skipIf(process.getuid?.() !== 0)("commands of root on the folder of a hub that is not root's", () => {
  let folder = "";
  let data = "";

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "hub-owner-"));
    data = join(folder, "data");
    mkdirSync(data, { mode: 0o700 });
    chownSync(data, OWNER, OWNER);
    writeFileSync(join(folder, "tides.json"), JSON.stringify(DESCRIPTION));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const shell = (...args: string[]): string => {
    const env = { PATH: process.env["PATH"] ?? "", HUB_DATA_DIR: data };
    const { stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], { env, encoding: "utf8" });
    return stdout + stderr;
  };
  const ownerOf = (path: string): number => statSync(path).uid;

  test("what they make is the owner's: the hub can read its secret and its catalogue", () => {
    shell("admin", "issue", "a@b.example", "pro", "--reason", "a present");
    shell("admin", "secret", "rotate", "--reason", "it was seen");
    shell("catalog", "add", join(folder, "tides.json"));
    // A second catalogue keeps the first one under another name.
    shell("catalog", "add", join(folder, "tides.json"));
    const made = readdirSync(data, { recursive: true, encoding: "utf8" });
    expect(made).toEqual(expect.arrayContaining(["secret", "secret.previous", "hub.sqlite", "catalog.sqlite"]));
    expect(made.map((name) => [name, ownerOf(join(data, name))])).toEqual(made.map((name) => [name, OWNER]));
  });

  test("one that fails gives what it has made, too", () => {
    expect(shell("admin", "grant", "hub_live_nobody", "--xrp", "1", "--reason", "x")).not.toBe("");
    expect(ownerOf(join(data, "hub.sqlite"))).toBe(OWNER);
  });

  test("what lay there before, or only seems to lie there, stays root's", async () => {
    writeFileSync(join(data, "settings.json"), "of the operator, on purpose", { mode: 0o600 });
    const outside = join(folder, "outside");
    mkdirSync(outside);
    for (const name of ["linked", "pointed"]) writeFileSync(join(outside, name), "of root");
    symlinkSync(join(outside, "pointed"), join(data, "pointed"));
    symlinkSync(outside, join(data, "folder"));
    const child = spawn(process.execPath, [CLI, "catalog", "add", join(folder, "tides.json")], {
      env: { PATH: process.env["PATH"] ?? "", HUB_DATA_DIR: data },
      stdio: ["ignore", "ignore", "pipe"],
    });
    // As its owner may do while a command runs: it has begun, and says how far it is.
    await once(child.stderr, "data");
    linkSync(join(outside, "linked"), join(data, "linked"));
    await once(child, "exit");
    expect(ownerOf(join(data, "catalog.sqlite"))).toBe(OWNER);
    expect(["linked", "pointed"].map((name) => ownerOf(join(outside, name)))).toEqual([0, 0]);
    expect([ownerOf(outside), ownerOf(join(data, "settings.json"))]).toEqual([0, 0]);
  });

  test("a folder of root's own is left as it is, and none is made", () => {
    chownSync(data, 0, 0);
    shell("admin", "accounts");
    expect(ownerOf(join(data, "hub.sqlite"))).toBe(0);
    const env = { PATH: process.env["PATH"] ?? "", HUB_DATA_DIR: join(folder, "none") };
    const { stderr, status } = spawnSync(process.execPath, [CLI, "help"], { env, encoding: "utf8" });
    expect([stderr, status, existsSync(join(folder, "none"))]).toEqual(["", 0, false]);
  });
});
