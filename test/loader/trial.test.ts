/** A trial ends with the hub that asked for it, whatever the file does that it imports, and times files alone. */
import { afterAll, expect, jest, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { tryImports } from "../../src/loader/trial.ts";

const CHILD = fileURLToPath(new URL("../../src/loader/trial-child.ts", import.meta.url));
const TRIAL = fileURLToPath(new URL("../../src/loader/trial.ts", import.meta.url));
const FOLDER = mkdtempSync(join(tmpdir(), "hub-trial-"));
afterAll(() => rm(FOLDER, { recursive: true, force: true }));

test.each([
  ["loops", "for (;;);"],
  ["never ends to load", "await new Promise(() => setInterval(() => {}, 1000));"],
])(
  "a trial of a file that %s is over when its hub is killed",
  async (name, hangs) => {
    const [file, written] = [join(FOLDER, `${name}.ts`), join(FOLDER, `${name}.pid`)];
    const begin = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(written)}, String(process.pid));`;
    await writeFile(file, `${begin} ${hangs}`);
    const hub = spawn(process.execPath, [
      "-e",
      `import { watch } from "node:fs"; import { tryImports } from ${JSON.stringify(TRIAL)};
     watch(${JSON.stringify(FOLDER)}, (_, name) => name === ${JSON.stringify(`${name}.pid`)} && console.log("begun"));
     void tryImports([${JSON.stringify(file)}], 3_600_000);`,
    ]);
    for await (const line of createInterface({ input: hub.stdout })) if (line === "begun") break;
    let pid = 0;
    while (pid === 0) pid = Number(readFileSync(written, "utf8"));
    expect(isRunning(pid)).toBe(true);
    hub.kill("SIGKILL");
    while (isRunning(pid)) await setImmediate();
  },
  30_000,
);

test("a trial whose hub died before it began is over, too", async () => {
  const file = join(FOLDER, "begun late.ts");
  await writeFile(file, "for (;;);");
  const hub = spawn(process.execPath, ["-e", ""]);
  await once(hub, "exit");
  const child = spawn(process.execPath, [CHILD, String(hub.pid), file], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
}, 30_000);

test("a file finds the environment that it will have in the hub", async () => {
  const file = join(FOLDER, "keyed.ts");
  await writeFile(file, `if (process.env["TRIAL_KEY"] !== "set") throw new Error("no key"); export default 1;`);
  process.env["TRIAL_KEY"] = "set";
  try {
    expect([...(await tryImports([file], 20_000))]).toEqual([]);
  } finally {
    delete process.env["TRIAL_KEY"];
  }
}, 30_000);

test("the time that its process takes to start is no file's", async () => {
  const file = join(FOLDER, "fine.ts");
  await writeFile(file, "export default 1;");
  jest.useFakeTimers();
  try {
    const faults = tryImports([file], 1_000);
    jest.advanceTimersByTime(2_000); // Before the process can have said anything.
    expect(await faults).toEqual(new Map());
  } finally {
    jest.useRealTimers();
  }
}, 30_000);

/** One that has ended may still wait for somebody to ask how. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
