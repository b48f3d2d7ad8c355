/** "remove bob from the team": the only place for who is removed, though a name in small letters is no value. */
import type { Slot } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";
import { doneTo, takenOut } from "../words/wish/taken-out.ts";
import type { WishContext } from "../words/wish/wish-context.ts";
import type { EliminatedSlot } from "./elimination.ts";
import { takenForm } from "./taken-form.ts";

const PERSON =
  /^(?:(?:user|member|collaborator|participant|assignee|reviewer) ?(?:name|login|id|slug|key)?|login|account|assignees|reviewers)$/;

/** `missing` are the slots that must be given and are not; some APIs say of none that it must: `open` are all that are empty. */
export function whomOf(
  { said, isUnspoken, lookup }: WishContext,
  missing: readonly Slot[],
  open: readonly Slot[] = [],
): EliminatedSlot[] {
  const someone = doneTo(said.text);
  const [who, ...more] = someone === undefined ? takenOut(said) : [someone];
  const personsOf = (slots: readonly Slot[]) =>
    slots.filter(({ name, path }) => path.length === 1 && PERSON.test(spellOut(name)));
  const needed = personsOf(missing);
  const [slot, ...others] = needed.length > 0 ? needed : personsOf(open);
  if (who === undefined || more.length > 0 || slot === undefined || others.length > 0 || !isUnspoken(who)) return [];
  const at = said.text.toLowerCase().indexOf(` ${who} `) + 1;
  const sent = takenForm(slot, [someone ?? said.text.slice(at, at + who.length)], lookup);
  return sent === undefined ? [] : [{ slot, sent }];
}
