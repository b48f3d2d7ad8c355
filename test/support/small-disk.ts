/** A disk of a few megabytes that a test may fill: a file system in memory, which only root may mount. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk extends Disposable {
  readonly folder: string;
  /** Leaves no room at all. */
  fill(): void;
  /** Makes the room again. */
  free(): void;
  /** From now on nothing on it can be changed. */
  protect(): void;
}

/** `undefined` where this process may not mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), "hub-disk-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  if (status !== 0) {
    rmdirSync(folder);
    console.warn("Skipping: this process may not mount a small disk.");
    return undefined;
  }
  const filler = join(folder, "filler");
  return {
    folder,
    fill() {
      for (const size of [65_536, 1]) {
        const block = Buffer.alloc(size);
        try {
          for (;;) writeFileSync(filler, block, { flag: "a" });
        } catch {
          // It is full to the last block of this size.
        }
      }
    },
    free: () => rmSync(filler, { force: true }),
    protect: () => void spawnSync("mount", ["-o", "remount,ro", folder]),
    [Symbol.dispose]() {
      spawnSync("umount", ["-l", folder]);
      rmdirSync(folder);
    },
  };
}
