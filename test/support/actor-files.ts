/** The actors as they lie in their folder. Runs on any runtime. */
import { readdir } from "node:fs/promises";

const ACTORS = new URL("../../actors/", import.meta.url);

/** The slugs of all files in `actors/` that are an actor, sorted. */
export async function actorSlugs(): Promise<string[]> {
  const names = await readdir(ACTORS);
  const files = names.filter((name) => name.endsWith(".ts") && !name.startsWith("_"));
  return files.map((name) => name.slice(0, -".ts".length)).toSorted();
}

/** What the file of that slug exports. */
export async function loadActor(slug: string): Promise<unknown> {
  return (await import(new URL(`${slug}.ts`, ACTORS).href)).default;
}
