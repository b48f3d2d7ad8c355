/** What lies in a folder of actors: `<slug>.ts` or `<slug>/index.ts` is an actor, in JavaScript too; what begins with "_" is none. */
import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { Sources } from "./closure.ts";
import { unlessPassing } from "./passing-fault.ts";

export interface ActorSource {
  /** The slug its name promises. */
  readonly name: string;
  /** How it is called in the log, for example "actors/weather.ts". */
  readonly label: string;
  /** The module to import, an absolute path. */
  readonly file: string;
  /** Changes with any byte it is made of, what it imports included. */
  readonly fingerprint: string;
}

/** In the order in which they are looked for: what is compiled lies beside its source. */
const ENDINGS = [".ts", ".mts", ".js", ".mjs"] as const;

/** Lists the actors of a folder by name. A folder that is not there holds none. @throws where it cannot be read at the moment. */
export async function readActorFolder(folder: string, sources: Sources): Promise<ActorSource[]> {
  const entries = (await list(folder)).filter(({ name }) => !/^[._]/.test(name));
  const names = new Set(entries.map(({ name }) => name));
  const found = await Promise.all(entries.map((entry) => actorIn(folder, entry, names)));
  return Promise.all(
    found
      .filter((actor) => actor !== undefined)
      .toSorted((a, b) => (a.label < b.label ? -1 : 1))
      .map(async (actor) => ({ ...actor, fingerprint: await sources.fingerprint(actor.file) })),
  );
}

async function actorIn(
  folder: string,
  entry: Dirent,
  beside: ReadonlySet<string>,
): Promise<Omit<ActorSource, "fingerprint"> | undefined> {
  const path = join(folder, entry.name);
  const label = `${basename(folder)}/${entry.name}`;
  if (entry.isDirectory()) {
    const files = new Set((await list(path)).filter((file) => file.isFile()).map(({ name }) => name));
    const index = scriptAmong(files, "index");
    return index === undefined ? undefined : { name: entry.name, label, file: join(path, index) };
  }
  const name = entry.name.slice(0, -extname(entry.name).length);
  if (/\.(?:d|test)$/.test(name) || scriptAmong(beside, name) !== entry.name) return undefined;
  if (!(await isReadable(path))) return undefined;
  return { name, label, file: path };
}

/** The one of several files of that name that is the actor. */
function scriptAmong(files: ReadonlySet<string>, name: string): string | undefined {
  return ENDINGS.map((ending) => name + ending).find((file) => files.has(file));
}

/** A pipe or a device would be waited for without end. */
async function isReadable(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => true, // A link that leads nowhere is refused like any file that cannot be read.
  );
}

async function list(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    return unlessPassing(error, []); // Gone, or not there yet: the watch sees it come.
  }
}
