/**
 * Runs the tests and says in one line what came of them: "N passed, N failed, N skipped".
 * Arguments are handed on, for example: npm test -- test/actors
 */
import { spawn } from "node:child_process";
import { once } from "node:events";

const args = process.argv.slice(2);
/** Files at once: while one waits for a killed process to be missed, another computes. With more, timed ones fail. */
const WORKERS = 2;
/** Milliseconds. What takes so long hangs; a test is not to fail because the machine is busy. */
const PATIENCE_MS = 30_000;
const child = spawn("bun", ["test", `--parallel=${WORKERS}`, `--timeout=${PATIENCE_MS}`, ...args], {
  stdio: ["ignore", "inherit", "pipe"],
});

let report = "";
child.stderr.on("data", (chunk: Buffer) => {
  process.stderr.write(chunk);
  report = (report + chunk.toString()).slice(-4000);
});
const [code] = (await once(child, "close")) as [number | null];

const count = (word: string) => Number(new RegExp(`^ *(\\d+) ${word}$`, "m").exec(report)?.[1] ?? 0);
const passed = count("pass");
// A file that cannot be loaded fails without a test of its own being counted.
const failed = count("fail") || (code === 0 ? 0 : 1);
const skipped = count("skip");
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
