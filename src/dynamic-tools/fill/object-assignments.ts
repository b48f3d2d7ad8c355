/** "create an issue {"title": "Login"}": a slot for each field of an object that stands in a wish. */
import { isCredential, type Slot } from "../slots/slots.ts";
import { type SlotAssignment, highestOf, squeezed } from "./names-said.ts";
import type { WrittenField } from "../words/values/written-objects.ts";

/** The fields of objects of JSON. Of several slots of a name the one that stands where the field does, else the highest. */
export function assignmentsOfObjects(fields: readonly WrittenField[], slots: readonly Slot[]): SlotAssignment[] {
  return fields.flatMap(({ path, value, start, end }) => {
    const name = squeezed(path.findLast((one) => !IS_PLACE.test(one)) ?? "");
    const called = slots.filter((slot) => !isCredential(slot) && squeezed(slot.name) === name);
    const place = path.map((one) => (IS_PLACE.test(one) ? "0" : one)).join("\n");
    const there = called.filter((slot) => `\n${slot.path.join("\n")}`.endsWith(`\n${place}`));
    const slot = name === "" ? undefined : highestOf(there.length > 0 ? there : called);
    if (slot === undefined) return [];
    const rows = path.filter((one) => IS_PLACE.test(one));
    const forms = Array.isArray(value) ? [value, value.join(",")] : [value];
    return [{ slot: ofRow(slot, rows), forms, start, end }];
  });
}

const IS_PLACE = /^\d+$/;

/** The second of several things has a slot of its own, as the first has. */
function ofRow(slot: Slot, rows: readonly string[]): Slot {
  if (rows.every((one) => one === "0")) return slot;
  const left = [...rows];
  const path = slot.path.toReversed().map((one) => (one === "0" ? (left.pop() ?? one) : one));
  return { ...slot, path: path.toReversed() };
}
