/** Notices that something in a folder has changed: by a watch, and by a poll that catches what the watch misses. */
import { watch } from "node:fs";

const SETTLE_MS = 100;
/** The net under the watch: it misses a watched folder that is deleted and made again, and some network drives. */
const POLL_MS = 2_000;

/** Calls `scan` whenever something changes, and every two seconds, until aborted. */
export function watchFolders(folders: readonly string[], scan: () => void, signal: AbortSignal): void {
  let settling: ReturnType<typeof setTimeout> | undefined;
  const poll = setInterval(scan, POLL_MS);
  const watchers = folders.flatMap((folder) => {
    try {
      return watch(folder, { recursive: true }, () => {
        clearTimeout(settling);
        settling = setTimeout(scan, SETTLE_MS);
      });
    } catch {
      return []; // Not there yet: the poll finds it when it comes.
    }
  });
  signal.addEventListener("abort", () => {
    clearInterval(poll);
    clearTimeout(settling);
    for (const watcher of watchers) watcher.close();
  });
}
