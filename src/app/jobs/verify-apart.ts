/**
 * `ledger verify` in a process of its own: on SQLite each of its statements would hold up all requests, half a second of
 * each 100,000 entries.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Logger } from "../../runtime/actor.ts";
import { OperatorError } from "../../runtime/errors.ts";
import type { Config } from "../settings/config.ts";

const CLI = fileURLToPath(new URL("../../cli.ts", import.meta.url));
const VERDICT = /: (?:everything adds up|(\d{1,9}) figure\(s\) differ)\.$/;

/** @throws {Error} where it came to no verdict. */
export async function verifyApart(config: Config, log: Logger, stop: AbortSignal): Promise<number> {
  if (stop.aborted) throw new Error("The hub stops");
  const { promise: ended, resolve: end, reject } = Promise.withResolvers<NodeJS.Signals | null>();
  const child = spawn(process.execPath, [CLI, "ledger", "verify"], {
    env: {
      PATH: process.env["PATH"] ?? "",
      HUB_DATA_DIR: config.HUB_DATA_DIR,
      ...(config.DATABASE_URL && { DATABASE_URL: config.DATABASE_URL }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => said.push(line));
  createInterface({ input: child.stderr }).on("line", (line) => log.info(`ledger verify: ${line.trim()}`));
  const kill = () => child.kill("SIGTERM");
  stop.addEventListener("abort", kill, { once: true });
  child.on("error", reject);
  child.on("close", (_code, signal) => end(signal));
  // A terminal and some that look after processes tell all of the hub's to end, not the hub alone.
  const signal = await ended.finally(() => stop.removeEventListener("abort", kill));
  if (signal !== null) throw new OperatorError(`Its process was ended by ${signal}`);
  const verdict = VERDICT.exec(said.at(-1) ?? "");
  if (verdict === null) throw new Error("It came to no verdict");
  const differences = Number(verdict[1] ?? 0);
  if (differences > 0) for (const line of said) log.warn(`ledger verify: ${line}`);
  return differences;
}
