/**
 * "Bob Ray (bob@x.org) and Cy Poe (cy@x.org)": what fills several fields of the first object of a list is followed by the
 * same for the next one.
 */
import { fitOf } from "../fit/fit.ts";
import { atRow, requiredIn, rowKey } from "../slots/holders.ts";
import { ofType, type Slot } from "../slots/slots.ts";
import type { Value } from "../words/value.ts";
import type { Wish } from "../words/wish/wish.ts";
import { type FilledSlot, joinedTo } from "./several.ts";

interface Field {
  readonly filled: FilledSlot;
  readonly value: Value;
}

/** What stands between two rows. */
const BETWEEN =
  /^[)\]"”']{0,2}\s?(?:[,;]\s?(?:(?:and|und|y|et|e)\s)?|(?:and|und|y|et|e|plus)\s)(?:(?:an?|the|another)\s)?(?:\p{L}{1,20}\s){0,2}["“(]?$/iu;

/** Adds to what is filled and to `placed`. `slots` are all there are. */
export function addRows(filled: FilledSlot[], slots: readonly Slot[], said: Wish, placed: Map<Value, number>): void {
  const rows = new Set(filled.flatMap(({ slot }) => rowKey(slot) ?? []));
  for (const key of rows) {
    const own = filled.filter(({ slot }) => rowKey(slot) === key);
    if (!isWhole(key, own, slots)) continue;
    const fields = own
      .flatMap((one) => {
        const value = [...placed.keys()].find(
          (other) => String(fitOf(one.slot, other, said)?.sent) === String(one.sent),
        );
        return value === undefined ? [] : [{ filled: one, value }];
      })
      .sort((a, b) => a.value.start - b.value.start);
    const first = [...new Set(fields.map(({ value }) => value))];
    // A name alone may be of several fields; one field takes what is joined to its value without this.
    if (fields.length < 2) continue;
    let last: readonly Value[] = first;
    for (let row = 1; ; row++) {
      const next = first.length === 1 ? nextOf(last, said) : rowBehind(last, said);
      const sent = next === undefined ? undefined : sentOf(fields, first, next, said);
      if (next === undefined || sent === undefined || next.some((one) => placed.has(one))) break;
      for (const { slot, score, value } of sent) filled.push({ slot: atRow(slot, row), sent: value, score });
      for (const one of next) placed.set(one, 0.9);
      last = next;
    }
  }
}

/** What lacks a field cannot be sent, and a second one without it neither. */
function isWhole(row: string, own: readonly FilledSlot[], slots: readonly Slot[]): boolean {
  return requiredIn(row, slots).every(({ name }) => own.some(({ slot }) => slot.name === name));
}

/** Of a row of one value, what is joined to it. */
function nextOf([value]: readonly Value[], said: Wish): readonly Value[] | undefined {
  const run = value === undefined ? [] : joinedTo(value, said);
  const next = run[run.findIndex((one) => one === value) + 1];
  return next === undefined ? undefined : [next];
}

/** As many values, of the same kinds, said in the same way. */
function rowBehind(row: readonly Value[], { text, values }: Wish): readonly Value[] | undefined {
  const from = values.findIndex((one) => one === row.at(-1)) + 1;
  const next = values.slice(from, from + row.length);
  const [first] = next;
  const last = row.at(-1);
  if (first === undefined || last === undefined || next.length < row.length) return undefined;
  const isAlike = row.every((one, at) => {
    const other = next[at];
    const [before, beforeOther] = [row[at - 1], next[at - 1]];
    if (other === undefined || one.kind !== other.kind) return false;
    return (
      before === undefined ||
      beforeOther === undefined ||
      leadOf(text, before, one) === leadOf(text, beforeOther, other)
    );
  });
  return isAlike && BETWEEN.test(text.slice(last.end, first.start)) ? next : undefined;
}

/** The last word or sign between two values. */
function leadOf(text: string, { end }: Value, { start }: Value): string {
  return /\p{L}{1,30}$|\S$|^$/u.exec(text.slice(end, start).trimEnd().toLowerCase())?.[0] ?? "";
}

function sentOf(fields: readonly Field[], first: readonly Value[], next: readonly Value[], said: Wish) {
  const sent = fields.map(({ filled: { slot, score }, value }) => {
    const other = next[first.indexOf(value)];
    const form = other === undefined ? undefined : (fitOf(slot, other, said)?.sent ?? other.text);
    return { slot, score, value: ofType(form, slot.schema) };
  });
  return sent.some(({ value }) => value === undefined) ? undefined : sent;
}
