/**
 * Whoever writes a file of the catalogue writes it under another name first, which ends in the number of its process. Where
 * that was killed, the next to write takes away what it has left.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const UNFINISHED = /\.(\d+)\.(?:new|copy)(?:-journal|-wal|-shm)?$/;

export function unfinishedName(path: string): string {
  return `${path}.${process.pid}.new`;
}

/** For what can be made again: it need not outlive a loss of power. */
export function putFile(path: string, content: string | Uint8Array): void {
  const unfinished = unfinishedName(path);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(unfinished, content);
    renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

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
