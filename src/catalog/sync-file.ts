/**
 * What is written must be on the disk before it gets the name by which it is trusted, and readable for whom it is: a hub that
 * runs as the owner of its folder looks at what root puts there at once.
 */
import { closeSync, fchownSync, fstatSync, fsyncSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

export function syncFile(path: string): void {
  const file = openSync(path, "r+");
  try {
    if (process.getuid?.() === 0) giveFromRoot(file, dirname(path));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function giveFromRoot(file: number, folder: string): void {
  const { uid, gid } = statSync(folder);
  const made = fstatSync(file);
  if (uid === 0 || made.uid !== 0 || made.nlink !== 1) return;
  try {
    fchownSync(file, uid, gid);
  } catch {
    // A root without that right leaves it as it is.
  }
}
