/**
 * What must be given still, by elimination: values that found no place, and slots that must be given and have none,
 * belong together. The words beside a value decide, by the names and descriptions of the slots; what is left then is
 * taken where one value and one slot fit nothing else.
 */
import { isLikeExample } from "../fit/examples.ts";
import { isMachineUnit } from "../fit/kinds/units.ts";
import type { Slot } from "../slots/slots.ts";
import { isNegated } from "../words/verbs/negation.ts";
import type { WishContext } from "../words/wish/wish-context.ts";
import { evidenceFor } from "./described.ts";
import type { FillState } from "./fill-state.ts";
import { isLabel } from "./label.ts";
import { numberedPairs } from "./numbered.ts";
import { runOf } from "./several.ts";
import { takenForm } from "./taken-form.ts";
import { takes } from "./takes.ts";
import { isNumber, type Value } from "../words/value.ts";
import { wordsLeft } from "./words-left.ts";

/** What is told apart, so that no operation seems meant more for having room for it. */
export interface EliminatedSlot {
  readonly slot: Slot;
  readonly sent: unknown;
}

/** What found its place. */
export type Placed = Pick<FillState, "placed" | "plainWords" | "words" | "names" | "topics">;

interface Pair {
  readonly slot: Slot;
  readonly value: Value;
  readonly sent: unknown;
  /** How much the words beside the value speak of the slot; 0 where they are silent. */
  readonly evidence: number;
}

/** A word of a slot's description, or half of its name, that another slot says as well. */
const LEAST_EVIDENCE = 0.5;
/** As much as a word of a slot's description that no other slot says. */
const LIKE_EXAMPLE = 1;

/** `missing` are the slots that must be given and are not. */
export function eliminate(context: WishContext, missing: readonly Slot[], filled: Placed): EliminatedSlot[] {
  if (missing.length === 0) return [];
  const left = [
    ...context.said.values.filter((value) => isLeft(value, context, filled)),
    ...wordsLeft(context, filled),
  ];
  const all = pairsOf(context, missing, left);
  const numbered = numberedPairs(all, context.said);
  const found: EliminatedSlot[] = numbered.map(({ slot, sent }) => ({ slot, sent }));
  let pairs = all.filter(({ slot, value }) => !numbered.some((one) => one.slot === slot || one.value === value));
  // Nothing is deleted on a guess.
  const mayGuess = context.said.effect !== "delete";
  for (let next = surest(pairs, mayGuess); next !== undefined; next = surest(pairs, mayGuess)) {
    const { slot, value, sent } = next;
    // "options Pizza, Sushi and Salad": a list takes all that are joined.
    const joined = Array.isArray(sent) ? runOf(value, context.said) : [value];
    const own = joined.flatMap((one) => pairs.find((pair) => pair.slot === slot && pair.value === one) ?? []);
    found.push({ slot, sent: own.length > 1 ? own.flatMap((pair) => pair.sent) : sent });
    pairs = pairs.filter((one) => one.slot !== slot && !joined.includes(one.value));
  }
  return found;
}

/** Letters that the operation speaks of say what is wanted; a number says nothing of it. */
export function isLeft(value: Value, { said, speaks }: WishContext, { placed, words }: Placed): boolean {
  if (value.kind === "code" && isMachineUnit(value.text, said.text.slice(0, value.start))) return false;
  if (placed.has(value) || isLabel(value, said) || words.includes(value.text) || isNegated(value, said.text))
    return false;
  return isNumber(value) || !speaks(said.text.slice(value.start, value.end));
}

function pairsOf(context: WishContext, missing: readonly Slot[], left: readonly Value[]): Pair[] {
  const evidence = evidenceFor(context, missing);
  const beside = left.map((value) => ({ value, evidenceOf: evidence(value) }));
  return missing.flatMap((slot) =>
    beside.flatMap(({ value, evidenceOf }) => {
      const sent = takes(slot, value, context.said) ? takenForm(slot, [value.text], context.lookup) : undefined;
      const likeness = isLikeExample(slot, value.text) ? LIKE_EXAMPLE : 0;
      return sent === undefined ? [] : [{ slot, value, sent, evidence: evidenceOf(slot) + likeness }];
    }),
  );
}

/** The pair with more evidence than any other of its slot or its value; else, as a guess, one that stands alone for both. */
function surest(pairs: readonly Pair[], mayGuess: boolean): Pair | undefined {
  const slots = rivalsBy(pairs, ({ slot }) => slot);
  const values = rivalsBy(pairs, ({ value }) => value);
  const groupsOf = ({ slot, value }: Pair) => [slots.get(slot), values.get(value)];
  const isClear = (one: Pair) =>
    one.evidence >= LEAST_EVIDENCE &&
    groupsOf(one).every((group) => group?.most === one.evidence && group.withMost === 1);
  const [best] = pairs.filter(isClear).sort((a, b) => b.evidence - a.evidence);
  return best ?? (mayGuess ? pairs.find((one) => groupsOf(one).every((group) => group?.size === 1)) : undefined);
}

/** Of pairs that exclude each other: how many there are, the most evidence of one, and how many have as much. */
interface Rivals {
  size: number;
  most: number;
  withMost: number;
}

/** In one pass: a wish may have hundreds of values. */
function rivalsBy<Key>(pairs: readonly Pair[], keyOf: (pair: Pair) => Key): ReadonlyMap<Key, Rivals> {
  const groups = new Map<Key, Rivals>();
  for (const pair of pairs) {
    const key = keyOf(pair);
    const group = groups.get(key) ?? { size: 0, most: -1, withMost: 0 };
    groups.set(key, group);
    group.size++;
    if (pair.evidence > group.most) Object.assign(group, { most: pair.evidence, withMost: 1 });
    else if (pair.evidence === group.most) group.withMost++;
  }
  return groups;
}
