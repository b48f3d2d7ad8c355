/**
 * Whoever writes a file of the catalogue writes it under another name first, which ends in the number of its process. Where
 * that was killed, the next to write takes away what it has left.
 */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const UNFINISHED = /\.(\d+)\.(?:new|copy)(?:-journal|-wal|-shm)?$/;

/** Of the files in a folder whose names begin so. */
export function removeUnfinished(folder: string, beginning = ""): void {
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder)) {
    const pid = file.startsWith(beginning) ? UNFINISHED.exec(file)?.[1] : undefined;
    if (pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid))))
      rmSync(join(folder, file), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
