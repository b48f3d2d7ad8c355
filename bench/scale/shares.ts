/** Shares of a processor for processes, by Linux' control groups (version 1, as root): so a small machine plays a large one. */
import { accessSync, constants, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = "/sys/fs/cgroup/cpu";
/** Short, so that a process is never stopped for long. */
const PERIOD_US = 10_000;
/** Before others: what is measured takes no more than its share, and should get that. */
const WEIGHT = 16_384;

export const canShare = isWritable();

/** All of them together get so much of one processor, and so do the processes that they start later. */
export function limitTo(share: number, pids: readonly number[]): Disposable {
  const folder = join(ROOT, `hub-scale-${crypto.randomUUID().slice(0, 8)}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "cpu.cfs_period_us"), String(PERIOD_US));
  writeFileSync(join(folder, "cpu.cfs_quota_us"), String(Math.round(share * PERIOD_US)));
  writeFileSync(join(folder, "cpu.shares"), String(WEIGHT));
  for (const pid of pids) move(pid, folder);
  return {
    [Symbol.dispose]() {
      for (const pid of readFileSync(join(folder, "cgroup.procs"), "utf8").trim().split("\n").map(Number))
        if (pid > 0) move(pid, ROOT);
      rmdirSync(folder);
    },
  };
}

function move(pid: number, folder: string): void {
  try {
    writeFileSync(join(folder, "cgroup.procs"), String(pid));
  } catch {
    // It has ended by itself.
  }
}

function isWritable(): boolean {
  try {
    accessSync(join(ROOT, "cgroup.procs"), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
