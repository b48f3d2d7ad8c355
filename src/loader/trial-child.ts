/**
 * The process of a trial: reports an empty line when it is up, then imports each file of its arguments and reports one line
 * for each, empty when it was fine. The first argument is the number of the hub's process: asked here, the parent may be
 * another already.
 */
import { writeSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { shareHubPackages } from "./bun-resolve.ts";
import { importFault } from "./import-fault.ts";

const REPORTS = 3;

const [hub, ...files] = process.argv.slice(2);
new Worker(new URL("trial-watch.ts", import.meta.url), { workerData: Number(hub) });
shareHubPackages();
writeSync(REPORTS, "\n");

for (const file of files) {
  let fault = "";
  try {
    await import(file);
  } catch (error) {
    fault = importFault(error);
  }
  writeSync(REPORTS, `${fault}\n`);
}
process.exit(0);
