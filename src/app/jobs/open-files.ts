/**
 * How many files and connections the process has open, of those that the system allows it. Where all are taken nobody is
 * refused: who connects waits. So connections on which nothing goes on are closed before that, whoever's they are, and
 * where those are too few, what one address has beyond its share.
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

const LOOK_MS = 1_000;
const FEW_LEFT = 0.9;
/** A minute. Who opens as many again keeps the log from telling the same every few seconds. */
const CALM_LOOKS = 60;

export interface OpenFilesDeps {
  readonly read: ReadOpenFiles;
  /** Closes the connections that neither send a request nor wait for an answer, and says how many those were. */
  readonly closeIdle: () => number;
  /** Cuts what one address has beyond its share of so many, whatever goes on there, and says how many those were. */
  readonly cutBeyondShare: (most: number) => number;
  readonly log: Pick<Log, "warn" | "info">;
}

export function openFilesJob({ read, closeIdle, cutBeyondShare, log }: OpenFilesDeps): Job {
  /** Looks since there were few left, while the log has not told that there is room again. */
  let calmLooks: number | undefined;
  const look = async (): Promise<void> => {
    const files = await read();
    const isShort = files !== undefined && areMany(files.open, files.most);
    if (isShort) {
      const closed = closeIdle();
      const cut = areMany(files.open - closed, files.most) ? cutBeyondShare(files.most) : 0;
      if (calmLooks === undefined) log.warn(shortage(files, closed, cut));
      calmLooks = 0;
    } else if (calmLooks !== undefined && ++calmLooks === CALM_LOOKS) {
      calmLooks = undefined;
      log.info("There is room for files and connections again.");
    }
  };
  return { complaint: "Cannot look how many files are open", everyMs: LOOK_MS, run: look };
}

function areMany(open: number, most: number): boolean {
  return open >= most * FEW_LEFT;
}

function shortage({ open, most }: OpenFiles, closed: number, cut: number): string {
  return (
    `${open} of the ${most} files and connections that this process may have open are taken: when all are, whoever ` +
    `connects waits. Closed were ${closed} idle ones, and cut ${cut} of an address that had more than a quarter; more are ` +
    "while this lasts. Raise the limit (LimitNOFILE of systemd, `ulimit -n`), or have the proxy limit the connections " +
    "of one address."
  );
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
