/** The files of the data folder are for their owner only: keys, accounts and payments are in them. */
import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Mends what an earlier version, or a copy, has left open to others; what is written from now on is not. */
export function keepPrivate(dataDir: string): void {
  process.umask(0o077);
  for (const name of names(dataDir)) {
    const path = join(dataDir, name);
    try {
      const found = statSync(path);
      if (found.isFile() && (found.mode & 0o077) !== 0) chmodSync(path, 0o600);
    } catch {
      // It is gone, or somebody else's: then it is for them to say who reads it.
    }
  }
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // The first start makes it.
  }
}
