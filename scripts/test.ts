/**
 * Runs the tests and says in one line what came of them: "N passed, N failed, N skipped".
 * Arguments are handed on, for example: npm test -- test/actors
 *
 * Tests start processes, freeze databases and race; on a machine that others use one of them may miss its time. A few
 * files that fail are run a second time, alone. What passes then is told by name, as flaky: it wants to be mended.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failuresIn } from "./test/failures.ts";
import { timings } from "./test/timings.ts";

const args = process.argv.slice(2);
/** Files at once: while one waits for a killed process to be missed, another computes. With more, timed ones fail. */
const WORKERS = 2;
/** Milliseconds. What takes so long hangs; a test is not to fail because the machine is busy. */
const PATIENCE_MS = 30_000;
/** More failures than this are no accident. */
const MOST_FLAKY = 3;

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Outside any test: a file that cannot be loaded, a promise that nobody waited for. */
  readonly errors: number;
}

const folder = await mkdtemp(join(tmpdir(), "hub-tests-"));
const reportFile = join(folder, "report.xml");
const timingsFile = join(folder, "timings.json");
await writeFile(timingsFile, timings());
const first = await runTests([
  `--parallel=${WORKERS}`,
  "--no-isolate", // To load the hub anew, and compile it, took as long as all tests of most files.
  `--timings=${timingsFile}`,
  "--reporter=junit",
  `--reporter-outfile=${reportFile}`,
  ...args,
]);
const failures = first.failed > 0 ? failuresIn(await readFile(reportFile, "utf8").catch(() => "")) : [];
await rm(folder, { recursive: true });

let { passed, failed } = first;
if (failed > 0 && first.errors === 0 && failures.length === failed && failed <= MOST_FLAKY) {
  const files = [...new Set(failures.map(({ file }) => file))];
  console.log(`\nOnce more, alone: ${files.join(" ")}\n`);
  if ((await runTests(files)).failed === 0) {
    passed += failed;
    failed = 0;
    for (const { file, name } of failures)
      console.log(`flaky: ${name} (${file}) failed beside others and passed alone`);
  }
}
const { skipped } = first;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

async function runTests(options: readonly string[]): Promise<Outcome> {
  const child = spawn("bun", ["test", `--timeout=${PATIENCE_MS}`, ...options], {
    stdio: ["ignore", "inherit", "pipe"],
  });
  let report = "";
  child.stderr.on("data", (chunk: Buffer) => {
    process.stderr.write(chunk);
    report = (report + chunk.toString()).slice(-4000);
  });
  const [code] = (await once(child, "close")) as [number | null];
  const count = (word: string) => Number(new RegExp(`^ *(\\d+) ${word}$`, "m").exec(report)?.[1] ?? 0);
  // A run that ends badly has failed, whatever it counted.
  const failed = count("fail") || (code === 0 ? 0 : 1);
  return { passed: count("pass"), failed, skipped: count("skip"), errors: count("errors?") };
}
