/**
 * How long each file of tests takes, as Bun's runner reads it: whatever takes longest begins first. In the order of their
 * names the last one ran for two minutes while all else was done.
 */
import { existsSync, readdirSync } from "node:fs";

/** Seconds, on two cores. All others take less than twenty. */
export const SLOWEST: Readonly<Record<string, number>> = {
  "test/payment/sim/processes.test.ts": 80,
  "test/browser/acting.test.ts": 60,
  "test/main.test.ts": 55,
  "test/packages/installed.test.ts": 55,
  "test/runs/killed.test.ts": 50,
  "test/browser/every-page.test.ts": 35,
  "test/payment/interleaved.test.ts": 35,
  "test/catalog/releases/hubs.test.ts": 25,
  "test/app/process/workers.test.ts": 25,
  "test/faults/hub.test.ts": 25,
  "test/faults/start.test.ts": 25,
  "test/llm/every-actor.test.ts": 25,
  "test/build/executable.test.ts": 25,
  "test/proxy/large.test.ts": 25,
  "test/catalog/corpus.test.ts": 20,
  "test/cli/cli.test.ts": 20,
  "test/payers/black-box.test.ts": 20,
  "test/store/postgres.test.ts": 20,
  "test/accounts/processes.test.ts": 20,
  "test/accounts/interleaved.test.ts": 20,
  "test/store/leader.test.ts": 20,
  "test/browser/reading.test.ts": 20,
  "test/cli/demo.test.ts": 20,
  "test/store/postgres-start.test.ts": 15,
  "test/payment/sim/simulation.test.ts": 15,
  "test/dynamic-tools/everyday.test.ts": 15,
};

/** The runner orders nothing unless it knows all. In a folder without tests there is nothing to order. */
export function timings(): string {
  const paths = existsSync("test") ? readdirSync("test", { recursive: true, encoding: "utf8" }) : [];
  const files = paths.filter((path) => path.endsWith(".test.ts")).map((path) => `test/${path}`);
  return JSON.stringify({
    version: 1,
    files: Object.fromEntries(files.map((file) => [file, 1000 * (SLOWEST[file] ?? 1)])),
  });
}
