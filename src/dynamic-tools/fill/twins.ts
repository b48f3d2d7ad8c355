/** "pickup floor 3 and dropoff floor 7": of fields that are called alike the one whose object was named last. */
import { stemOf } from "../../catalog/words/stem.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import type { Slot } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";
import type { Value } from "../words/value.ts";
import type { Wish } from "../words/wish/wish.ts";

/** More than a slot loses by lying a level deeper, and less than a name weighs. */
const NAMED_LAST = 0.03;

interface Twin {
  readonly slot: Slot;
  readonly stems: readonly string[];
}

/** What is added to the rank of a slot for a value; 0 for all that have no twin. */
export function twinsOf(slots: readonly Slot[], { text }: Wish): (slot: Slot, value: Value) => number {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => {
    return { stem: stemOf(word.toLowerCase()), index };
  });
  const inObjects = slots.filter(({ place, path }) => place === "body" && path.length > 1);
  const groups = Map.groupBy(
    inObjects.map((slot): Twin => ({ slot, stems: stemsOfHolders(slot) })),
    ({ slot }) => spellOut(slot.name),
  );
  // Each twin asks for the same value.
  const known = new Map<string, ReadonlySet<Slot>>();
  return (slot, { start }) => {
    const name = spellOut(slot.name);
    const group = groups.get(name) ?? [];
    if (group.length < 2) return 0;
    const key = `${start} ${name}`;
    const named =
      known.get(key) ??
      namedLast(
        group,
        words.filter(({ index }) => index < start),
      );
    known.set(key, named);
    return named.has(slot) ? NAMED_LAST : 0;
  };
}

/** None where no object of theirs was named, or all alike. */
function namedLast(
  group: readonly Twin[],
  before: readonly { readonly stem: string; readonly index: number }[],
): ReadonlySet<Slot> {
  const shared = group.map(({ stems }) => new Set(stems)).reduce((all, stems) => all.intersection(stems));
  const lastOf = (stems: readonly string[]) =>
    before.findLast(({ stem }) => stems.includes(stem) && !shared.has(stem))?.index ?? -1;
  const places = group.map(({ slot, stems }) => ({ slot, last: lastOf(stems) }));
  const latest = places.reduce((most, { last }) => Math.max(most, last), -1);
  const named = places.filter(({ last }) => last === latest);
  return new Set(latest < 0 || named.length === group.length ? [] : named.map(({ slot }) => slot));
}

function stemsOfHolders({ path }: Slot): string[] {
  return path.slice(0, -1).flatMap((one) => wordsOf(splitIdentifier(one)).map(stemOf));
}
