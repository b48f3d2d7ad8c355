/** The actors a hub lists, for those that send a caller on to another; what is not written yet stands as its row. */
import { type Actor, type ActorDirectory, Type } from "../../src/runtime/actor.ts";
import { inputValidator } from "../../src/runtime/schema.ts";
import { SPECIFICATION, type SpecifiedInput } from "../contract/specification.ts";
import { actorSlugs, loadActor } from "./actor-files.ts";

type Listed = ReturnType<ActorDirectory["list"]>[number];

export function directoryOf(actors: readonly Listed[]): ActorDirectory {
  const validators = new Map(actors.map(({ slug, input }) => [slug, inputValidator(input)]));
  return { list: () => actors, validate: (slug, input) => validators.get(slug)?.(input) };
}

/** All eighteen of the specification: the actor itself, or a stub with its specified inputs. */
export async function specifiedActors(): Promise<Listed[]> {
  const written = new Set(await actorSlugs());
  const slugs = Object.keys(SPECIFICATION).toSorted();
  // A file that cannot be loaded is another test's matter.
  const listed = (slug: string) =>
    loadActor(slug).then(
      (actor) => actor as Actor,
      () => stubOf(slug),
    );
  return Promise.all(slugs.map((slug) => (written.has(slug) ? listed(slug) : stubOf(slug))));
}

function stubOf(slug: string): Listed {
  const { category = "", inputs = {} } = SPECIFICATION[slug] ?? {};
  const input = Type.Object(Object.fromEntries(Object.entries(inputs).map(([name, one]) => [name, fieldOf(one)])));
  return { slug, name: slug, description: `Stands in for ${slug}.`, category, tags: [], input };
}

function fieldOf({ type, required, default: value, enum: choices }: SpecifiedInput) {
  const options = { ...(value !== undefined && { default: value }), ...(choices !== undefined && { enum: choices }) };
  const schema = {
    string: () => Type.String(options),
    number: () => Type.Number(options),
    integer: () => Type.Integer(options),
    boolean: () => Type.Boolean(options),
    array: () => Type.Array(Type.Unknown(), options),
  }[type]();
  return required === true ? schema : Type.Optional(schema);
}
