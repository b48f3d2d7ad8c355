/** What an import tells, and what to do where nothing came of it. */
import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSummary, nothingAdded } from "../../src/cli/catalog/summary.ts";
import { emptyShelf } from "../catalog/support.ts";

test("a source is counted apart from the rest, the most frequent reason first", () => {
  const report = { entries: 3, own: 3, skipped: {}, folded: {} };
  expect(buildSummary(report, 1234)).toBe("3 entries in 1.2 s.");
  const skipped = { "broken operation": 1, "no server address": 4 };
  expect(buildSummary({ ...report, own: 1, skipped }, 50)).toBe(
    "1 entry of it, 3 in all, in 0.1 s.\n  skipped 4: no server address\n  skipped 1: broken operation",
  );
});

test("only remedies for what was met are told", () => {
  expect(nothingAdded({ "broken operation": 1 })).toBe("None of its operations can be called, so none was added.");
  expect(nothingAdded({ "local or private host": 2 })).toEndWith("NET_ALLOW=<host>:<port> allows a host of your own");
});

const DESCRIPTION = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/a": { get: {} } } };

/** Runs `catalog add` in the folder of a shelf. */
async function add(folder: string, from: string): Promise<{ code: number; told: string }> {
  const cli = join(import.meta.dir, "../../src/cli.ts");
  const env = { ...process.env, HUB_DATA_DIR: folder };
  const child = spawn(process.execPath, [cli, "catalog", "add", from], { cwd: folder, env });
  const closed = once(child, "close");
  let told = "";
  for await (const piece of child.stderr.setEncoding("utf8")) told += String(piece);
  const [code] = await closed;
  return { code: Number(code), told };
}

test("an addition that brings nothing fails, and says what to do", async () => {
  using shelf = emptyShelf();
  const folder = join(shelf.path, "..");
  writeFileSync(join(folder, "own.json"), JSON.stringify(DESCRIPTION));
  const { code, told } = await add(folder, "own.json");
  expect(code).toBe(1);
  expect(told).toContain("none was added.\n  no server address: name the address under `servers`");
});

const CANNOT = "an addition of a folder in which a file cannot be read is done in part, and says so";
test.skipIf(!existsSync("/proc/self/mem"))(CANNOT, async () => {
  using shelf = emptyShelf();
  const folder = join(shelf.path, "..");
  mkdirSync(join(folder, "own"));
  const servers = [{ url: "https://api.teashop.dev" }];
  writeFileSync(join(folder, "own/tea.json"), JSON.stringify({ ...DESCRIPTION, servers }));
  writeFileSync(join(folder, "own/compose.yaml"), "services: {}\n");
  expect(await add(folder, "own")).toMatchObject({ code: 0, told: expect.stringContaining("Left out ") });
  // Nobody reads that file, not even root.
  symlinkSync("/proc/self/mem", join(folder, "own/unread.json"));
  rmSync(shelf.path);
  expect(await add(folder, "own")).toMatchObject({ code: 3, told: expect.stringContaining("unread.json: EIO") });
});
