/**
 * How many files and connections the process has open, of those that the system allows it. Where all are taken nobody is
 * refused: who connects waits, and nothing else would say why.
 */
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { Job } from "./jobs.ts";
import type { Log } from "../telemetry/log.ts";

export interface OpenFiles {
  readonly open: number;
  readonly most: number;
}

/** `undefined` where the system does not say. */
export type ReadOpenFiles = () => Promise<OpenFiles | undefined>;

const LOOK_MS = 2_000;
const FEW_LEFT = 0.9;

export function openFilesJob(read: ReadOpenFiles, log: Pick<Log, "warn" | "info">): Job {
  let isShort = false;
  const look = async (): Promise<void> => {
    const files = await read();
    const wasShort = isShort;
    isShort = files !== undefined && files.open >= files.most * FEW_LEFT;
    if (isShort === wasShort) return;
    if (files === undefined || !isShort) return log.info("There is room for files and connections again.");
    log.warn(
      `${files.open} of the ${files.most} files and connections that this process may have open are taken: when all are, ` +
        "whoever connects waits. Raise the limit (LimitNOFILE of systemd, `ulimit -n`), or have the proxy limit the " +
        "connections of one address.",
    );
  };
  return { complaint: "Cannot look how many files are open", everyMs: LOOK_MS, run: look };
}

/** Of this process, on Linux. */
export function readOpenFiles(): ReadOpenFiles {
  const most = mostOpen();
  return async () => {
    if (most === undefined) return undefined;
    try {
      return { open: (await readdir("/proc/self/fd")).length, most };
    } catch (error) {
      // To look takes one, too.
      return (error as NodeJS.ErrnoException).code === "EMFILE" ? { open: most, most } : undefined; // Only the system throws here.
    }
  };
}

function mostOpen(): number | undefined {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined; // A system that is not Linux.
  }
}
