/** `bun run new --package` writes an actor whose types and tests hold as they stand, wherever it lies. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readFolder } from "../../src/packages/folder.ts";
import { readManifest } from "../../src/packages/manifest.ts";
import { readRecorded } from "../../src/packages/recorded.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ENV = { PATH: process.env["PATH"] ?? "" };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "new-package-"));
});
afterEach(() => rm(folder, { recursive: true }));

const run = (command: string, args: readonly string[], cwd = folder) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env: ENV, encoding: "utf8" });
  return { code: status, out: stdout, err: stderr };
};
const create = (...args: string[]) => run(process.execPath, [join(ROOT, "src/cli.ts"), "new", ...args]);

test("a package has its README, test, licence, lock and recorded answers, and its own test and types pass", async () => {
  expect(create("tea-scores", "--package")).toMatchObject({ code: 0, err: "" });
  const files = await readFolder(join(folder, "tea-scores"));
  expect([...files.keys()]).toEqual([
    "LICENSE",
    "README.md",
    "index.test.ts",
    "index.ts",
    "npm-shrinkwrap.json",
    "package.json",
    "recorded.json",
    "tsconfig.json",
  ]);
  expect(readManifest(files)).toMatchObject({ name: "tea-scores", license: "MIT", actor: "index.ts" });
  expect(readRecorded(files, "recorded.json")).toHaveLength(1);

  const [own] = [join(folder, "tea-scores")];
  const tested = run(process.execPath, ["test"], own);
  expect({ ...tested, err: tested.err.includes("2 pass") && tested.err.includes("0 fail") }).toMatchObject({
    code: 0,
    err: true,
  });
  expect(run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "."], own)).toEqual({
    code: 0,
    out: "",
    err: "",
  });
}, 60_000);

test("it goes where it is told, and never over what is there", async () => {
  expect(create("tea", "--package", "--into", "mine").code).toBe(0);
  expect(await readdir(join(folder, "mine"))).toEqual(["tea"]);
  expect(create("tea", "--package", "--into", "mine")).toMatchObject({ code: 2 });
  expect(create("tea", "--into", "mine").err).toContain("--into goes with --package");
  expect(create("tea", "--package", "--folder").code).toBe(2);
});
