/** Which actors do what a text asks for: those whose name, tags, description, inputs and examples say most of what it says. */
import type { Actor } from "../../runtime/actor.ts";
import { contentStems } from "../words/stems.ts";
import { withoutValues } from "./values.ts";

/** More of the words than this; "send an SMS" is not done by whoever sends something else. */
const LEAST_SAID = 0.5;
/** So many are shown beside entries: more would hide what else there is. */
export const SHOWN_ACTORS = 2;

/** The best first; the words in an actor's name or tags count double. */
export function actorsFor<Served extends { readonly actor: Actor }>(served: readonly Served[], text: string): Served[] {
  const asked = [...new Set(contentStems(withoutValues(text)))];
  const names = namesOf(served);
  if (!asked.some((stem) => names.has(stem))) return [];
  return served
    .map((one) => ({ one, ...saidBy(one.actor, asked) }))
    .filter(({ named, said }) => named > 0 && said > LEAST_SAID * asked.length)
    .sort((a, b) => b.said + b.named - (a.said + a.named) || (a.one.actor.slug < b.one.actor.slug ? -1 : 1))
    .map(({ one }) => one);
}

interface ActorWords {
  readonly names: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

/** What the names of any of them say: most questions say none of it. A list is another one whenever an actor is. */
function namesOf(served: readonly { readonly actor: Actor }[]): ReadonlySet<string> {
  const kept = allNames.get(served);
  if (kept !== undefined) return kept;
  const names = new Set(served.flatMap(({ actor }) => [...(known.get(actor) ?? stemsOf(actor)).names]));
  allNames.set(served, names);
  return names;
}

const allNames = new WeakMap<object, ReadonlySet<string>>();

/** An actor says the same as long as it is the same. */
const known = new WeakMap<Actor, ActorWords>();

function saidBy(actor: Actor, asked: readonly string[]) {
  const { names, all } = known.get(actor) ?? stemsOf(actor);
  const named = asked.filter((stem) => names.has(stem)).length;
  // Most are not named at all, and of those nothing else is asked.
  return { named, said: named === 0 ? 0 : asked.filter((stem) => all.has(stem)).length };
}

function stemsOf(actor: Actor): ActorWords {
  const { slug, name, tags, category, description, input, examples } = actor;
  const names = new Set(contentStems([slug, name, category, ...tags].join(" ")));
  const inputs = Object.entries(input.properties).map(
    ([field, schema]) => `${field} ${String(schema.description ?? "")}`,
  );
  const shown = JSON.stringify(examples);
  const said = { names, all: new Set([...names, ...contentStems([description, ...inputs, shown].join(" "))]) };
  known.set(actor, said);
  return said;
}
