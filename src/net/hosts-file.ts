/** The hosts file of a machine, which may be long: it is read once, and again when it has changed. */
import { readFile, stat } from "node:fs/promises";

/** The words in the file, in small letters: its names, and what stands beside them. None where it cannot be read. */
export function hostsFile(path: string): () => Promise<ReadonlySet<string>> {
  let known: { readonly stamp: string; readonly words: ReadonlySet<string> } | undefined;
  return async () => {
    try {
      // It is looked at before it is read: what is written in between shows the next time.
      const { ino, size, ctimeNs } = await stat(path, { bigint: true });
      const stamp = [ino, size, ctimeNs].join(" ");
      if (known?.stamp !== stamp)
        known = { stamp, words: new Set((await readFile(path, "utf8")).toLowerCase().split(/\s+/)) };
      return known.words;
    } catch {
      return new Set(); // Not every system has one there.
    }
  };
}
