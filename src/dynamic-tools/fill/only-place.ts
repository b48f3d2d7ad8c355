/**
 * What need not be given, where an id or a number was said that nothing names and that has but one place: who says one
 * means no other.
 */
import { textOf } from "../../text/foreign.ts";
import { isHowMany } from "../fit/counts.ts";
import { isAside, type Slot, spellOut } from "../slots/slots.ts";
import type { Value } from "../words/value.ts";
import type { WishContext } from "../words/wish-context.ts";
import { type EliminatedSlot, isLeft, type Placed } from "./elimination.ts";
import { takenForm } from "./taken-form.ts";
import { takes } from "./takes.ts";

interface Sort {
  readonly kinds: ReadonlySet<Value["kind"]>;
  readonly isOf: (slot: Slot) => boolean;
}

/** What a thing is called by, and no place in a list. */
const CALLING =
  /^(?!.*\b(?:page|cursor|next|previous|request|after|before|session|continuation|event|version)\b).*\b(?:ids?|numbers?|no|keys?|slugs?|refs?|references?|symbols?|tickers?|codes?|skus?|arn|uuid|guid|hash|address)$/;
/** Where a list goes on. */
const OF_PAGES = /\b(?:page|offset|skip|start|cursor|from|after|before)\b/;

const SORTS: readonly Sort[] = [
  { kinds: new Set(["id", "code"]), isOf: ({ name }) => CALLING.test(spellOut(name)) },
  { kinds: new Set(["number"]), isOf: (slot) => isNumeric(slot) && !OF_PAGES.test(spellOut(slot.name)) },
];

/** `open` are the slots that are empty. Of several nothing is guessed, and nothing is deleted on a guess. */
export function onlyPlaces(context: WishContext, open: readonly Slot[], filled: Placed): EliminatedSlot[] {
  const { said, lookup } = context;
  if (said.effect === "delete") return [];
  const left = said.values.filter((value) => isLeft(value, context, filled) && !isHowMany(value, said));
  return SORTS.flatMap(({ kinds, isOf }) => {
    const [value, ...more] = left.filter(({ kind }) => kinds.has(kind));
    if (value === undefined || more.length > 0) return [];
    const places = open
      .filter((slot) => slot.path.length === 1 && isOf(slot) && !isAside(slot))
      .flatMap((slot) => {
        const sent = takes(slot, value, said) ? takenForm(slot, [value.text], lookup) : undefined;
        return sent === undefined ? [] : [{ slot, sent }];
      });
    return places.length === 1 ? places : [];
  });
}

function isNumeric({ schema }: Slot): boolean {
  return [schema.type]
    .flat()
    .map(textOf)
    .some((one) => one === "integer" || one === "number");
}
