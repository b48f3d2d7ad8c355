/** What holds a slot: the object that it is a field of, and the list that such objects may stand in. */
import type { Slot } from "./slots.ts";

/** Alike for all fields of one object. */
export function holderKey({ path }: Pick<Slot, "path">): string {
  return path.slice(0, -1).join("\n");
}

/** The nearest name around it; `undefined` where none is. */
export function holderName({ path }: Pick<Slot, "path">): string | undefined {
  return path.slice(0, -1).findLast((one) => one !== "0");
}

/** Of the fields of an object in the body those that it must have. */
export function requiredIn(holder: string, slots: readonly Slot[]): Slot[] {
  return slots.filter((one) => one.place === "body" && one.required && holderKey(one) === holder);
}

/** Whether it is a field of the first object of a list. */
export function isInRow({ place, path }: Pick<Slot, "place" | "path">): boolean {
  return place === "body" && path.at(-2) === "0";
}

/** Alike for all fields of one object of a list, at any depth below it; `undefined` where the slot is of none. */
export function rowKey({ place, path }: Pick<Slot, "place" | "path">): string | undefined {
  const at = rowAt(path);
  return place === "params" || at < 0 ? undefined : path.slice(0, at + 1).join("\n");
}

/** Where the position of the innermost object stands; -1 where none does. */
function rowAt(path: readonly string[]): number {
  return path.slice(0, -1).lastIndexOf("0");
}

/** The same field of another object of the list; the first is 0. */
export function atRow(slot: Slot, row: number): Slot {
  return row === 0 ? slot : { ...slot, path: slot.path.with(rowAt(slot.path), String(row)) };
}
