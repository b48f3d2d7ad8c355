/** "USD, EUR and GBP", "to a@x.org and b@x.org": what takes several takes those that are joined to the first, too. */
import { textOf } from "../../text/foreign.ts";
import type { LongWork } from "../../text/long-work.ts";
import { fitOf } from "../fit/fit.ts";
import { PARTLY } from "../fit/kinds/scores.ts";
import { atRow, holderKey, rowKey } from "../slots/holders.ts";
import { ofType, type Slot, takesSeveral } from "../slots/slots.ts";
import type { Wish } from "../words/wish/wish.ts";
import type { Value } from "../words/value.ts";

export interface FilledSlot {
  readonly slot: Slot;
  sent: unknown;
  readonly score: number;
}

export interface JoiningState {
  readonly context: { readonly said: Wish };
  /** All there are. */
  readonly slots: readonly Slot[];
  /** What is filled, and is added to. */
  readonly values: FilledSlot[];
  readonly placed: Map<Value, number>;
  /** So many values are tried on all slots in one turn. */
  readonly valuesInTurn: number;
}

/** Adds to what is filled, to the items of its lists, and to `placed`. In steps: a run may be as long as the wish. */
export function* addJoined({ context, slots, values, placed, valuesInTurn }: JoiningState): LongWork<void> {
  const { said } = context;
  for (const one of values.slice()) {
    const isRow = isItem(one.slot, slots);
    if (!takesSeveral(one.slot) && !isRow) continue;
    const first = [...placed.keys()].find(({ text }) => text === String(firstOf(one.sent)));
    if (first === undefined) continue;
    const run = runOf(first, said);
    const more: Value[] = [];
    for (const [at, value] of run.entries()) {
      if (at % valuesInTurn === valuesInTurn - 1) yield;
      if (!placed.has(value) && !isNamedElsewhere(value, one.slot, slots, said)) more.push(value);
    }
    let at = 0;
    for (const value of more) {
      const sent = fitOf(one.slot, value, said)?.sent ?? value.text;
      const fitting = ofType(sent, one.slot.schema);
      if (fitting === undefined) continue;
      if (isRow) values.push({ ...one, slot: atRow(one.slot, ++at), sent: fitting });
      else if (Array.isArray(one.sent) && Array.isArray(fitting)) one.sent = sorted([...one.sent, ...fitting], run);
      else one.sent = sorted([...String(one.sent).split(separatorOf(one.slot)), sent], run).join(separatorOf(one.slot));
      placed.set(value, 0.9);
    }
  }
}

function firstOf(sent: unknown): unknown {
  return Array.isArray(sent) ? sent[0] : sent;
}

/** In the order in which they were said. */
function sorted(sent: readonly unknown[], run: readonly Value[]): unknown[] {
  const place = (one: unknown) => run.findIndex(({ text }) => text === String(one));
  return [...sent].sort((a, b) => place(a) - place(b));
}

/** The values that are joined to this one, with it, as they were said; of one kind those as well that a way leads to. */
export function runOf(value: Value, said: Pick<Wish, "text" | "values">): Value[] {
  return joinedRun(value, said, JOINT_OR_WAY);
}

/** Those that are joined by a comma or a conjunction alone. */
export function joinedTo(value: Value, said: Pick<Wish, "text" | "values">): Value[] {
  return joinedRun(value, said, JOINT);
}

function joinedRun(value: Value, { text, values }: Pick<Wish, "text" | "values">, ofOneKind: RegExp): Value[] {
  const at = values.indexOf(value);
  const isJoined = (one: Value | undefined, next: Value | undefined) => {
    if (one === undefined || next === undefined) return false;
    const between = text.slice(one.end, next.start);
    return one.kind === next.kind
      ? ofOneKind.test(between)
      : [one, next].every(({ kind }) => OPAQUE.has(kind)) && JOINT.test(between);
  };
  let from = at;
  while (isJoined(values[from - 1], values[from])) from--;
  let to = at;
  while (isJoined(values[to], values[to + 1])) to++;
  return values.slice(from, to + 1);
}

const JOINT = /^ {0,2}[)\]]? {0,2}(?:[,;&+] {0,2})?(?:(?:and|or|und|oder|y|o|et|ou|e) {1,2})?[([]?$/i;
const JOINT_OR_WAY = /^ {0,2}[)\]]? {0,2}(?:[,;&+] {0,2})?(?:(?:and|or|und|oder|y|o|et|ou|e|to) {1,2})?[([]?$/i;
const OPAQUE: ReadonlySet<Value["kind"]> = new Set(["id", "code", "number", "currency"]);

/** "genes TP53 and 20 per page": the second has a name of its own. */
function isNamedElsewhere(value: Value, own: Slot, slots: readonly Slot[], said: Wish): boolean {
  return slots.some((slot) => slot !== own && (fitOf(slot, value, said)?.score ?? 0) >= PARTLY);
}

/** Whether it takes all values that are joined: a list, and a field of the objects of one. */
export function takesJoined(slot: Slot, slots: readonly Slot[]): boolean {
  return takesSeveral(slot) || isItem(slot, slots);
}

/** A field of the objects of a list, which need nothing else. */
function isItem(slot: Slot, slots: readonly Slot[]): boolean {
  const row = rowKey(slot);
  if (row === undefined) return false;
  const holders = [row, holderKey(slot)];
  return slots.every((one) => one === slot || !one.required || !holders.includes(holderKey(one)));
}

function separatorOf({ schema }: Slot): string {
  const about = textOf(schema.description);
  if (/semi-?colon/i.test(about)) return ";";
  return /colon/i.test(about) ? ":" : /\bpipe/i.test(about) ? "|" : ",";
}
