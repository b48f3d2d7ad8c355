/** How far an operation is filled in, while it is. */
import type { Slot } from "../slots/slots.ts";
import type { WishContext } from "../words/wish/wish-context.ts";
import type { TextRange } from "../../text/text-range.ts";
import { dateForms } from "./date-forms.ts";
import { type PlainWord, plainWordsOf } from "./plain-words.ts";
import type { FilledSlot } from "./several.ts";
import { takenForm } from "./taken-form.ts";
import type { Value } from "../words/value.ts";
import type { Wish } from "../words/wish/wish.ts";

export interface FillState {
  readonly context: WishContext;
  readonly slots: readonly Slot[];
  readonly plainWords: readonly PlainWord[];
  /** Slots that have nothing yet. */
  readonly open: Set<Slot>;
  readonly values: FilledSlot[];
  /** Of each value that was said, how surely it found its place: 0 to 1. */
  readonly placed: Map<Value, number>;
  /** Words that found a place without being values of a kind of their own. */
  readonly words: string[];
  /** What is only looked for. */
  readonly topics: string[];
  /** Where the names of slots stand, said to tell what a value is: these words are no values. */
  readonly names: TextRange[];
  /** So many slots are tried in one turn. */
  readonly slotsInTurn: number;
  /** So many values are tried on all slots in one turn. */
  readonly valuesInTurn: number;
  /** False where the slot takes no such value. */
  put(slot: Slot, sent: unknown, score: number): boolean;
}

/** What is put by less than a name or a kind. */
export const GUESSED = 0.6;

/** Of a wish that says more, each part of the work has a step of its own. */
const FEW_VALUES = 20;

/** Whether a wish says so much that what is done once for each of its values takes a while. */
export function saysMuch({ values }: Pick<Wish, "values">): boolean {
  return values.length > FEW_VALUES;
}

/** Values on slots that are tried in one turn: some milliseconds. */
const TRIED_IN_TURN = 1_000;

export function startFill(context: WishContext, slots: readonly Slot[]): FillState {
  const values: FilledSlot[] = [];
  const open = new Set(slots);
  const plainWords = plainWordsOf(context);
  return {
    context,
    slots,
    plainWords,
    open,
    values,
    placed: new Map(),
    words: [],
    topics: [],
    names: [],
    slotsInTurn: Math.ceil(TRIED_IN_TURN / (1 + context.said.values.length + plainWords.length)),
    valuesInTurn: Math.ceil(TRIED_IN_TURN / (1 + slots.length)),
    put(slot, sent, score) {
      const fitting = takenForm(slot, dateForms(slot, sent), context.lookup);
      if (fitting === undefined) return false;
      values.push({ slot, sent: fitting, score });
      open.delete(slot);
      return true;
    },
  };
}
