/** A hub in a process of its own, on a free port of this machine, with none of this process's settings. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { OperatorError } from "../../runtime/errors.ts";

const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));
const POLL_MS = 50;
const SAYS_WHERE = /listens on (http:\/\/[\d.]+:\d+)/;

export interface HubProcess extends AsyncDisposable {
  readonly url: string;
}

/**
 * Resolves when it is ready: it listens before it has read its ledger and can quote a price. It is killed at the end: nothing in its data directory is worth waiting for.
 * @throws {OperatorError} when it ends before.
 */
export async function startHubProcess(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<HubProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env["PATH"] ?? "",
      PORT: "0",
      HUB_DATA_DIR: dataDir,
      CATALOG_AUTO_IMPORT: "false",
      LOG_FORMAT: "json",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const outcome = once(child, "exit");
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [, found] = SAYS_WHERE.exec(line) ?? [];
      if (found !== undefined) untilReady(found).then(() => resolve(found), reject);
    });
    void outcome.then(() => reject(new OperatorError("The hub ended before it was ready.")));
  });
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await outcome;
    },
  };
}

async function untilReady(url: string): Promise<void> {
  while (!(await fetch(`${url}/ready`)).ok) await wait(POLL_MS);
}
