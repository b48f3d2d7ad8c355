/** The actors a hub lists, for those that send a caller on to another. */
import type { Actor, ActorDirectory, ListedActor } from "../../src/runtime/actor.ts";
import { inputValidator } from "../../src/runtime/schema.ts";
import { actorSlugs, loadActor } from "./actor-files.ts";

export function directoryOf(actors: readonly ListedActor[]): ActorDirectory {
  const validators = new Map(actors.map(({ slug, input }) => [slug, inputValidator(input)]));
  return { list: async () => actors, validate: async (slug, input) => validators.get(slug)?.(input) };
}

/** All that stand in the folder of actors; a file that cannot be loaded is another test's matter. */
export async function writtenActors(): Promise<ListedActor[]> {
  const loaded = await Promise.allSettled((await actorSlugs()).map(loadActor));
  return loaded.flatMap((one) => (one.status === "fulfilled" ? [one.value as Actor] : []));
}
