/** What lies in a folder of actors: `<slug>.ts` or `<slug>/index.ts` is an actor, `_shared/` is what several share. */
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
  const shared = entries.filter(({ name }) => name.startsWith("_"));
  const helpers = await digest((await Promise.all(shared.map((entry) => filesOf(folder, entry)))).flat());

  const sources: ActorSource[] = [];
  for (const entry of entries.filter(({ name }) => !/^[._]/.test(name))) {
    const path = join(folder, entry.name);
    const label = `${basename(folder)}/${entry.name}`;
    if (entry.isDirectory()) {
      const paths = await filesOf(folder, entry);
      const file = join(path, "index.ts");
      if (!paths.includes(file)) continue;
      sources.push({ name: entry.name, label, file, fingerprint: await digest(paths, helpers) });
    } else if (entry.name.endsWith(".ts") && !/\.(?:d|test)\.ts$/.test(entry.name)) {
      const name = entry.name.slice(0, -".ts".length);
      sources.push({ name, label, file: path, fingerprint: await digest([path], helpers) });
    }
  }
  return sources;
}

/** The entry itself, or every file below it. */
async function filesOf(folder: string, entry: Dirent): Promise<string[]> {
  const path = join(folder, entry.name);
  if (!entry.isDirectory()) return [path];
  const files = (await list(path, true)).filter((file) => file.isFile());
  return files.map((file) => join(file.parentPath, file.name)).sort();
}

async function list(folder: string, recursive = false): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true, recursive });
  } catch {
    return []; // Gone, or not there yet: the watch sees it come.
  }
}

/** What a file held when it was read; one that vanished meanwhile is a change like any other. */
async function digest(paths: readonly string[], salt = ""): Promise<string> {
  const hash = createHash("sha256").update(salt);
  for (const path of paths) {
    const content = await readFile(path).catch(() => "gone");
    hash.update(path).update("\0").update(content).update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}
