/** A log that nobody reads. */
import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const LINES = 60_000;
const LOG = fileURLToPath(new URL("../../../src/app/telemetry/log.ts", import.meta.url));
/** Says on its other output that all are written, and ends with its input. */
const WRITER = `
  const { createLog } = await import(${JSON.stringify(LOG)});
  const log = createLog("info", "json");
  const text = "x".repeat(1_000);
  for (let at = 0; at < ${LINES}; at++) log.info(text);
  process.stderr.write("written");
  process.stdin.resume();
`;

test("is held up to a bound; whoever reads again is told how many lines are missing", async () => {
  const writer = spawn("bun", ["-e", WRITER], { stdio: ["pipe", "pipe", "pipe"] });
  await once(writer.stderr, "data");
  let read = 0;
  let dropped = 0;
  for await (const line of createInterface({ input: writer.stdout })) {
    const { msg, level } = JSON.parse(line) as { msg: string; level: string };
    if (level === "info") read++;
    else dropped += Number(/^(\d+) lines of this log were dropped/.exec(msg)?.[1]);
    if (read + dropped === LINES) writer.stdin.end();
  }
  expect([read + dropped, dropped > LINES / 2]).toEqual([LINES, true]);
}, 30_000);
