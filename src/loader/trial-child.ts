/** The process of a trial: imports each file of its arguments and reports one line for each, empty when it was fine. */
import { writeSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { shareHubPackages } from "./bun-resolve.ts";
import { importFault } from "./import-fault.ts";

const REPORTS = 3;

new Worker(new URL("trial-watch.ts", import.meta.url), { workerData: process.ppid });
shareHubPackages();

for (const file of process.argv.slice(2)) {
  let fault = "";
  try {
    await import(file);
  } catch (error) {
    fault = importFault(error);
  }
  writeSync(REPORTS, `${fault}\n`);
}
process.exit(0);
