/** Puts what was said where an operation takes it, each value once. What is doubtful is left for the caller. */
import { faultsOf, type Judge } from "../proxy/request/schema.ts";
import { type Hearing, RULES, surenessOf } from "./fill-rules.ts";
import { ofType, type Slot } from "./slots.ts";

/** The values of the slots that the words fill, as far as the proxy would send them. */
export function fill(hearing: Hearing, slots: readonly Slot[], judge: Judge): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const order = [...slots].sort((a, b) => Number(b.required) - Number(a.required));
  for (const rule of RULES) {
    for (const slot of order) {
      if (Object.hasOwn(values, slot.name)) continue;
      const value = rule(slot, hearing);
      const fitting = value === undefined ? undefined : ofType(value, slot.schema);
      if (fitting === undefined || faultsOf(fitting, slot.schema, "", judge).length > 0) continue;
      values[slot.name] = fitting;
      hearing.used.set(value, surenessOf(rule));
    }
  }
  return values;
}
