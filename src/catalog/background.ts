/** Commands of the catalogue in a process of their own: they take a core and memory that the serving one needs for itself. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Logger } from "../runtime/actor.ts";

const CLI = fileURLToPath(new URL("../cli.ts", import.meta.url));

export interface Background {
  /** The settings it runs with, and no others. */
  readonly settings: Readonly<Record<string, string>>;
  readonly log: Logger;
  /** Ends it early; the catalogue is then as it was. */
  readonly signal: AbortSignal;
}

/** The first import. */
export function importInBackground(background: Background): void {
  background.log.info("The catalogue is empty: importing it in the background.");
  void runInBackground("import", background).then((code) => {
    if (code !== 0 && !background.signal.aborted)
      background.log.warn("The catalogue was not imported; `bun run catalog import` tries again.");
  });
}

/** Reads what the directory has that is newer. */
export async function refreshInBackground(background: Background): Promise<void> {
  await runInBackground("refresh", background);
}

/** Takes the release that is the present one where the settings say, unless it was taken already. */
export async function fetchInBackground(background: Background): Promise<number | null> {
  return runInBackground("fetch", background, ["--keep"]);
}

/** Tells the log how it goes. @returns its exit code, null where it was ended or cannot be started. */
async function runInBackground(
  name: "import" | "refresh" | "fetch",
  { settings, log, signal }: Background,
  args: readonly string[] = [],
): Promise<number | null> {
  if (signal.aborted) return null;
  const { promise: ended, resolve: end } = Promise.withResolvers<number | null>();
  const child = spawn(process.execPath, [CLI, "catalog", name, ...args], {
    env: { PATH: process.env["PATH"] ?? "", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => log.info(`Catalogue ${name}: ${line.trim()}`));
  }
  const stop = () => child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  child.on("error", (error) => {
    log.warn(`The command "catalog ${name}" cannot be run: ${error.message}`);
    end(null);
  });
  child.on("close", end);
  const code = await ended;
  signal.removeEventListener("abort", stop);
  return code;
}
