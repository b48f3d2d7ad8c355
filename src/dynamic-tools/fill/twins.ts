/** "pickup floor 3 and dropoff floor 7": of fields that are called alike the one whose object was named last. */
import { stemOf } from "../../catalog/words/stem.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import { type Slot, spellOut } from "../slots/slots.ts";
import type { Value } from "../words/value.ts";
import type { Wish } from "../words/wish.ts";

/** More than a slot loses by lying a level deeper, and less than a name weighs. */
const NAMED_LAST = 0.03;

/** What is added to the rank of a slot for a value; 0 for all that have no twin. */
export function twinsOf(slots: readonly Slot[], { text }: Wish): (slot: Slot, value: Value) => number {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({ stem: stemOf(word.toLowerCase()), index })); // prettier-ignore
  const twins = new Map<string, { readonly slot: Slot; readonly stems: readonly string[] }[]>();
  for (const slot of slots) {
    if (slot.place !== "body" || slot.path.length < 2) continue;
    const name = spellOut(slot.name);
    twins.set(name, [...(twins.get(name) ?? []), { slot, stems: stemsOfHolders(slot) }]);
  }
  return (slot, { start }) => {
    const group = twins.get(spellOut(slot.name)) ?? [];
    if (group.length < 2 || slot.path.length < 2 || slot.place !== "body") return 0;
    const shared = group.map(({ stems }) => new Set(stems)).reduce((all, stems) => all.intersection(stems));
    const before = words.filter(({ index }) => index < start);
    const lastOf = (stems: readonly string[]) =>
      Math.max(-1, ...before.flatMap(({ stem, index }) => (stems.includes(stem) && !shared.has(stem) ? [index] : [])));
    const places = group.map(({ slot: other, stems }) => ({ other, last: lastOf(stems) }));
    const latest = Math.max(...places.map(({ last }) => last));
    const named = places.filter(({ last }) => last === latest);
    return latest >= 0 && named.length < group.length && named.some(({ other }) => other === slot) ? NAMED_LAST : 0;
  };
}

function stemsOfHolders({ path }: Slot): string[] {
  return path.slice(0, -1).flatMap((one) => wordsOf(splitIdentifier(one)).map(stemOf));
}
