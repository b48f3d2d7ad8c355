/**
 * Imports files in a process of their own first, so that one that hangs, loops or exits while it loads is found out
 * without taking the hub with it. This guards against mistakes; an actor in this process is trusted code once it runs.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const CHILD = fileURLToPath(new URL("trial-child.ts", import.meta.url));
/** How long its process may take to start, on a machine that has much else to do. It is no file's time. */
const START_LIMIT_MS = 30_000;

/** Of a file that was not imported in time. It may be the machine's fault, which has much else to do. */
export function lateFault(limitMs: number): string {
  return `it did not finish loading within ${limitMs / 1000} s`;
}

/**
 * Why each file cannot be imported; files that can are not in the answer. `limitMs` is the time one file may take.
 * @throws where no process can be started at the moment, which says nothing of the files.
 */
export async function tryImports(files: readonly string[], limitMs: number): Promise<ReadonlyMap<string, string>> {
  const faults = new Map<string, string>();
  let left = files;
  while (left.length > 0) {
    const tried = await tryInOneProcess(left, limitMs, faults);
    left = left.slice(tried);
  }
  return faults;
}

/** Tries files in turn until one ends the process. Returns how many were tried. */
function tryInOneProcess(files: readonly string[], limitMs: number, faults: Map<string, string>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  // In the environment of the hub: an actor may refuse to load without its settings.
  const child = spawn(process.execPath, [CHILD, String(process.pid), ...files], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [, , , reports] = (child.stdio as typeof child.stdio | undefined) ?? [];
  if (reports === null || reports === undefined) {
    child.on("error", reject);
    return promise;
  }
  let tried = 0;
  let isUp = false;
  let isLate = false;
  const expire = () => {
    isLate = true;
    child.kill("SIGKILL");
  };
  let timer = setTimeout(expire, Math.max(limitMs, START_LIMIT_MS));
  const lines = createInterface({ input: reports as NodeJS.ReadableStream }); // The pipe asked for above.
  lines.on("line", (fault) => {
    if (isUp) {
      if (fault !== "") faults.set(files[tried] ?? "", fault);
      tried++;
    } else isUp = true; // The first line says nothing of a file.
    clearTimeout(timer);
    timer = setTimeout(expire, limitMs);
  });
  child.on("error", () => expire());
  lines.on("close", () => {
    clearTimeout(timer);
    if (!isUp) {
      for (const file of files) faults.set(file, "the process that tries to load it did not start");
      return resolve(files.length);
    }
    const culprit = files[tried];
    if (culprit === undefined) return resolve(tried);
    faults.set(culprit, isLate ? lateFault(limitMs) : "it ended the process while loading");
    resolve(tried + 1);
  });
  return promise;
}
