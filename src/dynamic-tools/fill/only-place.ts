/**
 * What need not be given, where a value was said that nothing names and that has but one place: who says one means no
 * other.
 */
import { isHowMany, isLimit, isOfGuests, isYear } from "../fit/kinds/counts.ts";
import { isLikeExample } from "../fit/examples.ts";
import { isExcluded } from "../fit/excluded.ts";
import { takesNumbers } from "../slots/schema.ts";
import { isAside, type Slot } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";
import type { Value } from "../words/value.ts";
import type { WishContext } from "../words/wish/wish-context.ts";
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
  { kinds: new Set(["id", "code"]), isOf: (slot) => CALLING.test(spellOut(slot.name)) && !isAside(slot) },
  {
    kinds: new Set(["number"]),
    isOf: (slot) => takesNumbers(slot.schema) && !OF_PAGES.test(spellOut(slot.name)) && !isAside(slot),
  },
];

/** `open` are the slots that are empty. Of several nothing is guessed, and nothing is deleted on a guess. */
export function onlyPlaces(context: WishContext, open: readonly Slot[], filled: Placed): EliminatedSlot[] {
  const { said, lookup } = context;
  if (said.effect === "delete") return [];
  const left = said.values.filter((value) => isLeft(value, context, filled) && !isHowMany(value, said));
  const field = onlyField(open, left, context);
  if (field !== undefined) return [field];
  return SORTS.flatMap(({ kinds, isOf }) => {
    const [value, ...more] = left.filter(({ kind }) => kinds.has(kind));
    if (value === undefined || more.length > 0) return [];
    const taking = open
      // "for 2 guests" says nothing of how many are listed.
      .filter((slot) => takes(slot, value, said) && !(isLimit(slot) && (isOfGuests(value, said) || isYear(value.text))))
      .flatMap((slot) => {
        const sent = takenForm(slot, [value.text], lookup);
        return sent === undefined ? [] : [{ slot, sent }];
      });
    const alike = taking.filter(({ slot }) => isLikeExample(slot, value.text));
    const places = alike.length > 0 ? alike : taking.filter(({ slot }) => slot.path.length === 1 && isOf(slot));
    return places.length === 1 ? places : [];
  });
}

/** "change its query to …": of all that may be sent one field is empty, and one value is left. */
function onlyField(
  open: readonly Slot[],
  left: readonly Value[],
  { said, lookup }: WishContext,
): EliminatedSlot | undefined {
  const [slot, ...others] = open.filter(({ place }) => place === "body");
  const [value, ...more] = left;
  if (slot === undefined || others.length > 0 || value === undefined || more.length > 0) return undefined;
  const sent = isExcluded(slot, value, said) ? undefined : takenForm(slot, [value.text], lookup);
  return sent === undefined ? undefined : { slot, sent };
}
