/**
 * Operations that change a thing, of which nothing says what of it: "archive the card 5" by an update of the card that sends
 * no more than its id. What shall be changed is asked for then.
 */
import { withMeanings } from "../../catalog/words/loan-words.ts";
import { stemOf } from "../../catalog/words/stem.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import type { Entry } from "../../runtime/catalog.ts";
import { isOpaque } from "../slots/described.ts";
import { CALLED } from "../slots/names.ts";
import { isAside, type Slot } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";
import { effectOfOperation } from "../words/verbs/operation-effect.ts";
import type { Wish } from "../words/wish/wish.ts";

/** What says that a thing is changed, and not how. */
const CHANGES = new Set(
  "update updates edit modify modifies change changes set sets replace patch put post rename".split(" "),
);

interface Tried {
  readonly entry: Entry;
  readonly said: Wish;
}

/** Where in a call it belongs that nothing says; `undefined` where something does, or nothing is left to be said. */
export function unsaidChange(
  { entry, said }: Tried,
  slots: readonly Slot[],
  given: ReadonlySet<Slot>,
): readonly Slot[] | undefined {
  if (said.effect === "read" || said.effect === "compute" || said.effect === "create") return undefined;
  if (effectOfOperation(entry) === "read" || entry.method === "DELETE") return undefined;
  const verbs = withMeanings(said.verb);
  if (verbs.includes("rename")) return unsaidName(slots, given);
  if (!changesThing(entry)) return undefined;
  const open = slots.filter((slot) => !slot.inPath && !isAside(slot));
  const body = open.filter(({ place }) => place === "body");
  if (body.length === 0 || open.some((slot) => given.has(slot)) || body.some(({ needed }) => needed)) return undefined;
  // "PUT /cards/{id}/closed" closes nothing without its value.
  return isCalledAfter(verbs, entry) && !body.every(isOpaque) ? undefined : body;
}

function unsaidName(slots: readonly Slot[], given: ReadonlySet<Slot>): readonly Slot[] | undefined {
  const names = slots.filter(({ inPath, name, path }) => !inPath && path.length === 1 && CALLED.test(spellOut(name)));
  const isSaid = slots.some((slot) => !slot.inPath && CALLED.test(spellOut(slot.name)) && given.has(slot));
  return names.length === 0 || isSaid ? undefined : names.slice(0, 1);
}

/** "PUT /cards/{id}", "POST /prices/{price}" and whatever says that it updates. */
function changesThing({ method, name, path }: Entry): boolean {
  if (method === "PUT" || method === "PATCH") return true;
  const named = wordsOf(splitIdentifier(name));
  return method === "POST" && (path.endsWith("}") || CHANGES.has(named[0] ?? "") || CHANGES.has(named.at(-1) ?? ""));
}

/** "Lock an issue" needs no more said. */
function isCalledAfter(verbs: readonly string[], { name, path }: Entry): boolean {
  const own = wordsOf(splitIdentifier(`${name} ${path.replace(/\{[^{}]*\}/g, " ")}`));
  return verbs.some(
    (verb) => verb.length > 2 && !CHANGES.has(verb) && own.some((word) => word.startsWith(stemOf(verb))),
  );
}
