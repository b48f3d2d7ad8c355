/** What is written must be on the disk before it gets the name by which it is trusted. */
import { closeSync, fsyncSync, openSync } from "node:fs";

export function syncFile(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
