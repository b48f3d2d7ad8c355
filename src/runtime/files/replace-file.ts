/** Writing a file that must outlive a loss of power, and that nobody may find half-written. */
import { type FileHandle, open, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes it beside what has its name, and renames it: whoever reads it finds the one or the other. When this comes back it
 * is on the disk. Whoever is killed meanwhile leaves a file whose name ends in ".new".
 */
export async function replaceFile(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  const draft = `${path}.new`;
  await writeFile(draft, content, { mode, flush: true });
  await rename(draft, path);
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
