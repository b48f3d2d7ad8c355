/** "Alabama and Auburn" of `team1` and `team2`: what is numbered takes what is joined, in the order in which it was said. */
import type { Slot } from "../slots/slots.ts";
import type { Value } from "../words/value.ts";
import type { Wish } from "../words/wish/wish.ts";
import { runOf } from "./several.ts";

/** For each of several slots that are called alike but for a number, its value; none where there are more of one than of the other. */
export function numberedPairs<Pair extends { readonly slot: Slot; readonly value: Value }>(
  pairs: readonly Pair[],
  said: Wish,
): readonly Pair[] {
  const series = Map.groupBy(
    new Set(pairs.map(({ slot }) => slot)),
    ({ path }) => /^(.*\D)\d$/.exec(path.join("."))?.[1] ?? "",
  );
  return [...series].flatMap(([name, slots]) => {
    if (name === "" || slots.length < 2) return [];
    const first = pairs.find(({ slot }) => slot === slots[0]);
    const run = first === undefined ? [] : runOf(first.value, said);
    if (run.length !== slots.length) return [];
    const inOrder = slots.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const found = run.flatMap(
      (value, at) => pairs.find((pair) => pair.value === value && pair.slot === inOrder[at]) ?? [],
    );
    return found.length === run.length ? found : [];
  });
}
