/** Which actors do what a text asks for: those whose name, tags, description, inputs and examples say most of what it says. */
import type { Actor } from "../../runtime/actor.ts";
import { contentStems } from "../stems.ts";
import { withoutValues } from "./values.ts";

/** More of the words than this; "send an SMS" is not done by whoever sends something else. */
const LEAST_SAID = 0.5;

/** The best first; the words in an actor's name or tags count double. */
export function actorsFor<Served extends { readonly actor: Actor }>(served: readonly Served[], text: string): Served[] {
  const asked = [...new Set(contentStems(withoutValues(text)))];
  if (asked.length === 0) return [];
  return served
    .map((one) => ({ one, ...saidBy(one.actor, asked) }))
    .filter(({ named, said }) => named > 0 && said > LEAST_SAID * asked.length)
    .sort((a, b) => b.said + b.named - (a.said + a.named) || (a.one.actor.slug < b.one.actor.slug ? -1 : 1))
    .map(({ one }) => one);
}

function saidBy({ slug, name, tags, category, description, input, examples }: Actor, asked: readonly string[]) {
  const names = new Set(contentStems([slug, name, category, ...tags].join(" ")));
  const inputs = Object.entries(input.properties).map(
    ([field, schema]) => `${field} ${String(schema.description ?? "")}`,
  );
  const shown = JSON.stringify(examples);
  const all = new Set([...names, ...contentStems([description, ...inputs, shown].join(" "))]);
  return {
    named: asked.filter((stem) => names.has(stem)).length,
    said: asked.filter((stem) => all.has(stem)).length,
  };
}
