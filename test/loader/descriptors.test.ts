/** A process that has used up its file descriptors still knows its actors. */
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const LOADER = new URL("../../src/loader/", import.meta.url).pathname;

/** Reads a folder before, while and after there are none left. */
const SCRIPT = `
  const { closeSync, openSync } = await import("node:fs");
  const { createSourceReader } = await import(${JSON.stringify(`${LOADER}closure.ts`)});
  const { readActorFolder } = await import(${JSON.stringify(`${LOADER}folder.ts`)});
  const look = createSourceReader(() => false);
  const list = () => readActorFolder(process.env.FOLDER, look()).then((found) => found.length, (error) => error.code);
  const print = () => look().fingerprint(process.env.FOLDER + "/one.ts").catch((error) => error.code);
  const told = [await list()];
  const before = await print();
  const taken = [];
  try {
    for (;;) taken.push(openSync("/dev/null"));
  } catch {}
  told.push(await list(), await print());
  taken.forEach((each) => closeSync(each));
  told.push(await list(), (await print()) === before);
  console.log(JSON.stringify(told));
`;

test("an actor is not gone because its folder cannot be read for want of a descriptor", async () => {
  const folder = await mkdtemp(join(tmpdir(), "descriptors-"));
  try {
    await writeFile(join(folder, "one.ts"), "export default 1;");
    const { stdout } = spawnSync("bash", ["-c", 'ulimit -n 64; exec "$0" -e "$1"', process.execPath, SCRIPT], {
      env: { ...process.env, FOLDER: folder },
      encoding: "utf8",
    });
    expect(JSON.parse(stdout)).toEqual([1, "EMFILE", "EMFILE", 1, true]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Tries a file while there are none left, and after that. */
const TRIAL = `
  const { closeSync, openSync } = await import("node:fs");
  const { tryImports } = await import(${JSON.stringify(`${LOADER}trial.ts`)});
  const attempt = () => tryImports([process.env.FILE], 20_000).then((faults) => [...faults], (error) => error.code);
  const taken = [];
  try {
    for (;;) taken.push(openSync("/dev/null"));
  } catch {}
  const told = [await attempt()];
  taken.forEach((each) => closeSync(each));
  console.log(JSON.stringify([...told, await attempt()]));
`;

test("a file is not refused because no process to try it can be started for want of a descriptor", async () => {
  const folder = await mkdtemp(join(tmpdir(), "descriptors-"));
  try {
    const file = join(folder, "one.ts");
    await writeFile(file, "export default 1;");
    const { stdout, stderr } = spawnSync("bash", ["-c", 'ulimit -n 64; exec "$0" -e "$1"', process.execPath, TRIAL], {
      env: { ...process.env, FILE: file },
      encoding: "utf8",
    });
    expect([JSON.parse(stdout || "[]"), stderr]).toEqual([["EMFILE", []], ""]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
