/** Commands that take away what they have made, told to stop. */
import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";

const SOURCE = new URL("../../src/cli/end-by-signal.ts", import.meta.url).href;
const COMMAND = `(await import(${JSON.stringify(SOURCE)})).endBySignal(); console.log("up"); process.stdin.on("data", () => console.log("still"));`;

test.each<[string, string, number]>([
  ["ends with its terminal", "", 129],
  ["outlives its terminal where nohup has started it", "trap '' HUP; ", 143],
])("a command %s", async (_, before, code) => {
  const child = spawn("sh", ["-c", `${before}exec "$0" -e "$1"`, process.execPath, COMMAND]);
  await once(child.stdout, "data");
  const ended = once(child, "exit");
  child.kill("SIGHUP");
  child.stdin.on("error", () => undefined).write("?");
  if (code !== 129) {
    await Promise.race([once(child.stdout, "data"), ended]);
    child.kill("SIGTERM");
  }
  expect(await ended).toEqual([code, null]);
});
