/** The first import, in a process of its own: it takes a core and memory that the serving process needs for itself. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Logger } from "../runtime/actor.ts";

const CLI = fileURLToPath(new URL("../cli.ts", import.meta.url));

/**
 * Starts it with these settings and no others, and tells the log how it goes. Ends early when `signal` aborts; the
 * catalogue is then as it was.
 */
export function importInBackground(settings: Readonly<Record<string, string>>, log: Logger, signal: AbortSignal): void {
  const child = spawn(process.execPath, [CLI, "catalog", "import"], {
    env: { PATH: process.env["PATH"] ?? "", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  log.info("The catalogue is empty: importing it in the background.");
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => log.info(`Catalogue import: ${line.trim()}`));
  }
  const stop = () => child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  child.on("error", (error) => log.warn(`The catalogue cannot be imported: ${error.message}`));
  child.on("close", (code) => {
    signal.removeEventListener("abort", stop);
    if (code !== 0 && !signal.aborted)
      log.warn("The catalogue was not imported; `bun run catalog import` tries again.");
  });
}
