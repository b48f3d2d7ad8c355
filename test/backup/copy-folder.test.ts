/** The copy of the store that is not sealed: it stays nowhere, however the process that made it ends. */
import { afterAll, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { naming } from "../../src/runtime/files/system-faults.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import { openCopyFolder } from "../../src/backup/copy-folder.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "hub-copy-folder-"));
afterAll(() => rm(FOLDER, { recursive: true }));

const SOURCE = (name: string) => new URL(`../../src/${name}.ts`, import.meta.url).href;

/** A process that has such a copy under way, and says so. */
async function copying(prefix: string) {
  const child = spawn(process.execPath, [
    "-e",
    `const { openCopyFolder } = await import(${JSON.stringify(SOURCE("backup/copy-folder"))});
     (await import(${JSON.stringify(SOURCE("cli/end-by-signal"))})).endBySignal();
     const { path } = await openCopyFolder(${JSON.stringify(prefix)});
     await Bun.write(path + "/hub.sqlite", "what is not sealed");
     console.log("under way");
     setInterval(() => undefined, 60_000);`,
  ]);
  child.stderr.pipe(process.stderr);
  await once(child.stdout, "data");
  return child;
}

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("%s takes it away", async (signal, code) => {
  const folder = mkdtempSync(join(FOLDER, "signal-"));
  const child = await copying(join(folder, "monday.backup.copy-"));
  expect(await readdir(folder)).toHaveLength(1);
  child.kill(signal);
  expect(await once(child, "exit")).toEqual([code, null]);
  expect(await readdir(folder)).toEqual([]);
});

test("what a killed process has left the next one takes away, and nobody else's", async () => {
  const folder = mkdtempSync(join(FOLDER, "kill-"));
  const [alive, killed] = await Promise.all([
    copying(join(folder, "restore-")),
    copying(join(folder, "monday.backup.check-")),
  ]);
  mkdirSync(join(folder, "my.copy-of2024"));
  writeFileSync(join(folder, "my.copy-of2024", "hub.sqlite"), "somebody's own");
  killed.kill("SIGKILL");
  await once(killed, "exit");
  expect(await readdir(folder)).toHaveLength(3);
  {
    await using _ = await openCopyFolder(join(folder, "tuesday.backup.copy-"));
    const names = (await readdir(folder)).toSorted();
    expect(names.map((name) => name.slice(0, 8))).toEqual(["my.copy-", "restore-", "tuesday."]);
  }
  expect(await readdir(folder)).toHaveLength(2);
  alive.kill("SIGKILL");
  await once(alive, "exit");
});

test("a disk that is full is left as it was", async () => {
  using disk = mountSmallDisk(1);
  if (disk === undefined) return;
  disk.fill();
  const opened = naming(disk.folder, () => openCopyFolder(join(disk.folder, "one.backup.copy-")));
  await expect(opened).rejects.toThrow(`Cannot use ${disk.folder}: the disk is full`);
  expect(await readdir(disk.folder)).toEqual(["filler"]);
});

test("a folder that is not there is told by its own name", async () => {
  const missing = join(tmpdir(), "hub-no-such-folder");
  const opened = naming("unused", () => openCopyFolder(join(missing, "one.backup.copy-")));
  await expect(opened).rejects.toThrow(`Cannot use ${missing}: there is no such file or folder`);
});
