/** The actors as they lie in their folder. Runs on any runtime. */
import { readdir } from "node:fs/promises";

const ACTORS = new URL("../../actors/", import.meta.url);

/** The slugs of all files and folders in `actors/` that are an actor, sorted. */
export async function actorSlugs(): Promise<string[]> {
  return [...(await actorFiles()).keys()].toSorted();
}

/** What the file of that slug exports. */
export async function loadActor(slug: string): Promise<unknown> {
  const file = (await actorFiles()).get(slug);
  if (file === undefined) throw new Error(`No actor "${slug}" in actors/.`);
  return (await import(file.href)).default;
}

async function actorFiles(): Promise<ReadonlyMap<string, URL>> {
  const entries = await readdir(ACTORS, { withFileTypes: true });
  return new Map(
    entries
      .filter(({ name }) => !/^[._]/.test(name))
      .map((entry) =>
        entry.isDirectory()
          ? [entry.name, new URL(`${entry.name}/index.ts`, ACTORS)]
          : [entry.name.slice(0, -".ts".length), new URL(entry.name, ACTORS)],
      ),
  );
}
