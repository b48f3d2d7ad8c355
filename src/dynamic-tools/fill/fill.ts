/** Puts what was said where an operation takes it, each value once. What is doubtful is left for the caller. */
import type { LongWork } from "../../text/long-work.ts";
import type { WishContext } from "../words/wish/wish-context.ts";
import { holderKey, requiredIn } from "../slots/holders.ts";
import type { Slot } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";
import { isOwnAccount } from "../fit/own-account.ts";
import { isLimit } from "../fit/kinds/counts.ts";
import { NAMED } from "../fit/kinds/scores.ts";
import { assignmentsIn } from "./assignments.ts";
import { overlap } from "../../text/text-range.ts";
import { type NameSaid, namesOfValues, namesSaid } from "./names-said.ts";
import { describedFits } from "./described.ts";
import { type FillState, GUESSED, saysMuch, startFill } from "./fill-state.ts";
import { isLabel, isOwnName } from "./label.ts";
import { placeValues } from "./place-values.ts";
import { placeWords } from "./place-words.ts";
import { addRows } from "./rows.ts";
import { addJoined } from "./several.ts";
import { topicOf } from "./topics.ts";

export type FilledSlots = Pick<FillState, "values" | "placed" | "plainWords" | "words" | "names" | "topics">;

/** What found its place by a description is a guess. */
const BY_DESCRIPTION = 0.55;
/** A value that stands within what is looked for. */
const IN_TOPIC = 0.8;
/** What was said so plainly is kept, and what must stand beside it is asked for. */
const SURE = 0.85;

/** In steps: a long wish has many values, and some operations hundreds of fields. */
export function* fill(context: WishContext, slots: readonly Slot[]): LongWork<FilledSlots> {
  const first = yield* fillOnce(context, slots);
  // A long wish takes its time already.
  if (first.broken.length === 0 || saysMuch(context.said)) return first;
  // What stood in a part that cannot be sent may belong elsewhere.
  const second = yield* fillOnce(
    context,
    slots.filter((slot) => !first.broken.includes(slot)),
  );
  return second.values.length > first.values.length ? second : first;
}

interface FilledOnce extends FilledSlots {
  /** What was filled in and lacks what must stand beside it. */
  readonly broken: readonly Slot[];
}

function* fillOnce(context: WishContext, slots: readonly Slot[]): LongWork<FilledOnce> {
  const state = startFill(context, slots);
  const { values, placed, words, topics } = state;
  const isLong = saysMuch(context.said);
  const names = namesSaid(context.said, slots);
  placeAssignments(state, names);
  if (isLong) yield;
  yield* placeValues(state);
  if (isLong) yield;
  yield* addJoined(state);
  addRows(values, slots, context.said, placed);
  state.names.push(...namesOfValues(context.said, names, [...placed.keys()]));
  yield* placeWords(state);
  if (isLong) yield;
  yield* placeDescribed(state);
  yield* addJoined(state);
  placeTopics(state);
  turnOnHolders(state);
  const isKept = ({ slot, score }: (typeof values)[number]) => score >= SURE || isWhole(slot, slots, values);
  return {
    values: values.filter(isKept),
    broken: values.filter((one) => !isKept(one)).map(({ slot }) => slot),
    placed,
    plainWords: state.plainWords,
    words,
    names: state.names,
    topics,
  };
}

/** A value that stands in what is assigned is a part of it. */
function placeAssignments(
  { context, slots, open, placed, words, names, put }: FillState,
  all: readonly NameSaid[],
): void {
  const { said } = context;
  for (const { slot, forms, start, end } of assignmentsIn(said, slots, all)) {
    const isOpen = open.has(slot) || !slots.includes(slot); // That of a second row is made for it.
    const sent = isOpen ? forms.find((one) => put(slot, one, NAMED)) : undefined;
    if (sent === undefined) continue;
    const within = said.values.filter((value) => overlap(value, { start, end }));
    for (const value of within) placed.set(value, 1);
    if (within.length === 0) words.push(String(sent));
    names.push({ start, end });
  }
}

function* placeDescribed(state: FillState): LongWork<void> {
  const { context, open, placed, put } = state;
  const { said, speaks } = context;
  const left = said.values.filter(
    (one) =>
      !placed.has(one) && !isLabel(one, said) && !isOwnName(one, context) && !(one.kind === "code" && speaks(one.text)),
  );
  for (const { slot, value, sent } of yield* describedFits(state, left))
    if (open.has(slot) && !placed.has(value) && put(slot, sent, GUESSED)) placed.set(value, BY_DESCRIPTION);
}

function placeTopics({ context, open, values, placed, names, topics, put }: FillState): void {
  const { said } = context;
  for (const slot of open) {
    const isFirst = values.every(({ slot: one, sent }) => isOwnAccount(one, sent) || isLimit(one));
    const topic = topicOf(slot, context, [...placed.keys(), ...names], isFirst);
    if (topic === undefined || !put(slot, topic, GUESSED)) continue;
    topics.push(topic);
    for (const value of said.values)
      if (topic.includes(said.text.slice(value.start, value.end))) placed.set(value, IN_TOPIC);
  }
}

/** "expires on …" of `expiration`, which must tell that it is enabled: who says when wants it. */
function turnOnHolders({ slots, values, put }: FillState): void {
  for (const holder of new Set(values.flatMap(({ slot }) => (isInOptionalObject(slot) ? [holderKey(slot)] : [])))) {
    const lacking = requiredIn(holder, slots).filter((one) => values.every(({ slot }) => slot !== one));
    if (lacking.every(({ name, schema }) => schema.type === "boolean" && ENABLES.test(spellOut(name))))
      for (const slot of lacking) put(slot, true, GUESSED);
  }
}

const ENABLES = /^(?:is )?(?:enabled?|active|use|has)\b/;

function isInOptionalObject({ place, needed, path }: Slot): boolean {
  return place === "body" && !needed && path.filter((one) => one !== "0").length > 1;
}

/** A field of an optional object that lacks what must stand beside it would only make the request wrong. */
function isWhole(slot: Slot, slots: readonly Slot[], values: readonly { readonly slot: Slot }[]): boolean {
  if (!isInOptionalObject(slot)) return true;
  // What must be given anyway is begun, and the rest is asked for.
  return requiredIn(holderKey(slot), slots).every((one) => one.needed || values.some((filled) => filled.slot === one));
}
