/** Writing a file that must outlive a loss of power, and that nobody may find half-written. */
import { randomBytes } from "node:crypto";
import { type FileHandle, link, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { toldOf } from "./system-faults.ts";

/**
 * Writes it beside what has its name, and renames it: whoever reads it finds the one or the other. When this comes back it
 * is on the disk.
 */
export function replaceFile(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  return withDraft(path, content, mode, (draft) => rename(draft, path));
}

/**
 * The same where it is to be there only if nothing is yet: a link is made at once or not at all. Of several who do so at
 * once the first one's content stays.
 */
export function createFile(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  return withDraft(path, content, mode, (draft) =>
    link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    }),
  );
}

/** Written under a name of its own first, which only a process that is killed leaves behind, and which ends in ".new". */
async function withDraft(
  path: string,
  content: string | Uint8Array,
  mode: number,
  use: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${path}.${randomBytes(8).toString("hex")}.new`;
  try {
    await writeFile(draft, content, { mode, flag: "wx", flush: true }).catch(toldOf(path));
    await use(draft);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(path));
}

/** So that a name in it outlives a loss of power. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, "r");
    await handle.sync();
  } catch {
    // Some file systems cannot: they keep names in order by themselves.
  } finally {
    await handle?.close();
  }
}
