/** What lies in a folder of actors: `<slug>.ts` or `<slug>/index.ts` is an actor, `_name.ts` is what several share. */
import { createHash } from "node:crypto";
import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";

export interface ActorSource {
  /** The slug its name promises. */
  readonly name: string;
  /** How it is called in the log, for example "actors/weather.ts". */
  readonly label: string;
  /** The module to import, an absolute path. */
  readonly file: string;
  /** Changes with any byte it may be made of, shared helpers included. */
  readonly fingerprint: string;
}

/** Lists the actors of a folder by name. A folder that is not there holds none. */
export async function readActorFolder(folder: string): Promise<ActorSource[]> {
  const entries = (await list(folder)).sort((a, b) => (a.name < b.name ? -1 : 1));
  const helpers = await digest(
    folder,
    entries.filter((entry) => entry.isFile() && entry.name.startsWith("_")).map((entry) => entry.name),
  );

  const sources: ActorSource[] = [];
  for (const { name: entry, isFolder } of entries.map((each) => ({ name: each.name, isFolder: each.isDirectory() }))) {
    if (/^[._]/.test(entry)) continue;
    const label = `${basename(folder)}/${entry}`;
    if (isFolder) {
      const files = (await list(join(folder, entry), true)).filter((file) => file.isFile());
      const paths = files.map((file) => join(file.parentPath, file.name)).sort();
      const file = join(folder, entry, "index.ts");
      if (!paths.includes(file)) continue;
      sources.push({ name: entry, label, file, fingerprint: await digest("", paths, helpers) });
    } else if (/\.ts$/.test(entry) && !/\.(?:d|test)\.ts$/.test(entry)) {
      const fingerprint = await digest(folder, [entry], helpers);
      sources.push({ name: entry.slice(0, -3), label, file: join(folder, entry), fingerprint });
    }
  }
  return sources;
}

async function list(folder: string, recursive = false): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true, recursive });
  } catch {
    return []; // Gone, or not there yet: the watch sees it come.
  }
}

async function digest(folder: string, files: readonly string[], salt = ""): Promise<string> {
  const hash = createHash("sha256").update(salt);
  for (const file of files) {
    const content = await readFile(join(folder, file)).catch(() => "gone");
    hash.update(file).update("\0").update(content).update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}
