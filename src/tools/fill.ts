/** Puts what was said where an operation takes it, each value once. What is doubtful is left for the caller. */
import { RULES } from "./fill-rules.ts";
import type { Said } from "./listen.ts";
import { ofType, type Slot } from "./slots.ts";

/** A wish, as one operation hears it. */
export interface Heard {
  readonly said: Said;
  /** The values that have found their place, and how surely: 0 to 1. */
  readonly used: Map<unknown, number>;
  /** Whether the operation is silent on a word that was asked: such a word is a value rather than what is done. */
  isUnspoken(word: string): boolean;
}

/** The values of the slots that the words fill. */
export function fill(heard: Heard, slots: readonly Slot[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const order = [...slots].sort((a, b) => Number(b.required) - Number(a.required));
  for (const [rule, sureness] of RULES) {
    for (const slot of order) {
      if (Object.hasOwn(values, slot.name)) continue;
      const value = rule(slot, heard);
      const fitting = value === undefined ? undefined : ofType(value, slot.schema);
      if (fitting === undefined) continue;
      values[slot.name] = fitting;
      heard.used.set(value, sureness);
    }
  }
  return values;
}
