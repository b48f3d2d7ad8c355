/** Puts what was said where an operation takes it, each value once. What is doubtful is left for the caller. */
import { dateForms } from "./date-forms.ts";
import { describedFits } from "./described.ts";
import { addJoined, type Filled } from "./several.ts";
import { isLabel } from "./label.ts";
import { speakingOf } from "./rank.ts";
import { takenForm } from "./taken-form.ts";
import { wordListOf } from "./word-list.ts";
import { neighbourOf, plainWordsOf, topicOf, withNeighbours } from "./words.ts";
import { type Fit, fitOf } from "../fit/fit.ts";
import { flagOf } from "../fit/flags.ts";
import { NAMED, OF_KIND, POSSIBLE } from "../fit/scores.ts";
import { SOUGHT } from "../fit/text.ts";
import { knownWordOf } from "../fit/known-words.ts";
import { languageOf } from "../fit/language.ts";
import { memberOf, stemsSaid } from "../fit/members.ts";
import { orderOf } from "../fit/order.ts";
import type { Hearing } from "../words/hearing.ts";
import { type Slot, spellOut } from "../slots/slots.ts";
import type { LongWork } from "../../text/long-work.ts";
import { withoutQuotes } from "../words/utterance.ts";
import type { Value } from "../words/values.ts";

export interface FilledSlots {
  readonly values: readonly { readonly slot: Slot; readonly sent: unknown; readonly score: number }[];
  /** Of each value that was said, how surely it found its place: 0 to 1. */
  readonly placed: ReadonlyMap<Value, number>;
  /** Words that found a place without being values of a kind of their own. */
  readonly words: readonly string[];
  /** What is only looked for. */
  readonly topics: readonly string[];
}

/** What fits less is no place for it. */
const LEAST = 0.5;
/** What found its place by a description is a guess. */
const BY_DESCRIPTION = 0.55;
const GUESSED = 0.6;
/** What was said so plainly is kept, and what must stand beside it is asked for. */
const SURE = 0.85;

/** Values on slots that are tried in one turn: some milliseconds. */
const TRIED_IN_TURN = 1_000;

export function* fill(hearing: Hearing, slots: readonly Slot[]): LongWork<FilledSlots> {
  const { said } = hearing;
  const values: Filled[] = [];
  const placed = new Map<Value, number>();
  const words: string[] = [];
  const topics: string[] = [];
  const open = new Set(slots);
  const put = (slot: Slot, sent: unknown, score: number): boolean => {
    const fitting = takenForm(slot, dateForms(slot, sent), hearing.lookup);
    if (fitting === undefined) return false;
    values.push({ slot, sent: fitting, score });
    open.delete(slot);
    return true;
  };
  const plainWords = plainWordsOf(hearing);
  const slotsInTurn = Math.ceil(TRIED_IN_TURN / (1 + said.values.length + plainWords.length));
  // The surest pair first; of equals what must be given, then what lies higher.
  const isSaidOf = speakingOf(said.text);
  const pairs: Pair[] = [];
  for (const [at, slot] of slots.entries()) {
    if (at % slotsInTurn === slotsInTurn - 1) yield;
    const isOwn = isSaidOf(slot);
    for (const value of said.values) {
      const fit = fitOf(slot, value, said);
      if (!isOwnWord(value, fit, hearing)) pairs.push(...pairOf(slot, value, fit, isOwn));
    }
  }
  pairs.sort((a, b) => b.rank - a.rank);
  const halves = new Set<string>();
  for (const { slot, value, fit } of pairs) {
    const half = `${said.values.indexOf(value)} ${String(fit.sent)}`;
    const isPart =
      String(fit.sent) !== value.text &&
      (value.kind === "point" ||
        value.kind === "extent" ||
        value.kind === "repository" ||
        isPoint(slot) ||
        (value.kind === "name" && value.text.includes(String(fit.sent))));
    const isFree = isPart
      ? !halves.has(half) && !halves.has(`${said.values.indexOf(value)} whole`)
      : !placed.has(value);
    const sent = isSought(slot, value, fit) ? withNeighbours(value, plainWords, said.text) : fit.sent;
    if (!open.has(slot) || !isFree || !put(slot, sent, fit.score)) continue;
    placed.set(value, Math.min(1, fit.score + 0.2));
    halves.add(half);
    if (!isPart) halves.add(`${said.values.indexOf(value)} whole`);
  }
  addJoined(values, slots, said, placed);
  // Two lists may have the same member: the one whose name was said too takes it.
  const whole = said.text.toLowerCase();
  const spoken = new Set(
    slots.filter(({ name }) =>
      spellOut(name)
        .split(" ")
        .some((word) => word.length > 3 && whole.includes(word)),
    ),
  );
  const unquoted = withoutQuotes(said);
  const lower = unquoted.toLowerCase();
  const stems = stemsSaid(said.text);
  const fields = new Set(slots.map(({ name }) => spellOut(name)));
  const inOrder = [...open].sort(
    (a, b) => Number(spoken.has(b)) - Number(spoken.has(a)) || a.path.length - b.path.length,
  );
  for (const [at, slot] of inOrder.entries()) {
    if (at % slotsInTurn === slotsInTurn - 1) yield;
    const sent =
      orderOf(slot, unquoted) ??
      languageOf(slot, unquoted) ??
      (isOfLongerName(slot, slots, lower) ? undefined : flagOf(slot, hearing, unquoted)) ??
      memberOf(slot, hearing, stems) ??
      knownWordOf(slot, unquoted) ??
      neighbourOf(slot, hearing, plainWords, fields);
    if (sent !== undefined && !words.includes(sent.word) && put(slot, sent.sent, GUESSED) && sent.word !== "")
      words.push(sent.word);
  }
  const listed = wordListOf(open, plainWords, said.text);
  if (listed !== undefined && put(listed.slot, listed.sent, GUESSED)) words.push(listed.words.join(" "));
  for (const { slot, value, sent } of describedFits(
    hearing,
    open,
    said.values.filter(
      (one) => !placed.has(one) && !isLabel(one, said) && !(one.kind === "code" && hearing.speaks(one.text)),
    ),
  ))
    if (open.has(slot) && !placed.has(value) && put(slot, sent, GUESSED)) placed.set(value, BY_DESCRIPTION);
  addJoined(values, slots, said, placed);
  for (const slot of open) {
    const topic = topicOf(slot, hearing, placed, values.length === 0);
    if (topic !== undefined && put(slot, topic, GUESSED)) {
      topics.push(topic);
      for (const value of said.values)
        if (topic.includes(said.text.slice(value.start, value.end))) placed.set(value, 0.8);
    }
  }
  return {
    values: values.filter(({ slot, score }) => score >= SURE || isWhole(slot, slots, values)),
    placed,
    words,
    topics,
  };
}

/**
 * "the SMS template", "the country of the IP": letters that the operation itself speaks of say what is wanted, unless they
 * are of the kind that the slot takes, or stand behind its name.
 */
function isOwnWord({ kind, text }: Value, fit: Fit | undefined, { speaks }: Hearing): boolean {
  if (kind !== "code" || fit === undefined || !speaks(text)) return false;
  return fit.score <= POSSIBLE || (fit.score > OF_KIND && fit.score < NAMED);
}

/** A name alone is seldom all that is looked for: "tide tables Brest". */
function isSought(slot: Slot, { kind, text }: Value, { sent, score }: Fit): boolean {
  return kind === "name" && sent === text && score <= OF_KIND && SOUGHT.test(spellOut(slot.name));
}

/** "the hosted page title …" names `hosted_page_title`, and says nothing of `hosted_page`. */
function isOfLongerName({ name, schema }: Slot, slots: readonly Slot[], text: string): boolean {
  if (![schema.type].flat().includes("boolean")) return false;
  const own = `${spellOut(name)} `;
  return slots.some((other) => {
    const longer = spellOut(other.name);
    return longer.startsWith(own) && text.includes(longer);
  });
}

interface Pair {
  readonly slot: Slot;
  readonly value: Value;
  readonly fit: Fit;
  readonly rank: number;
}

function pairOf(slot: Slot, value: Value, fit: Fit | undefined, own: number): Pair[] {
  if (fit === undefined || fit.score < LEAST) return [];
  const rank =
    fit.score +
    (slot.needed ? 0.08 : slot.required ? 0.03 : 0) -
    0.02 * slot.path.length +
    own -
    (isId(slot) && !/\d/.test(value.text) ? NO_ID : 0);
  return [{ slot, value, fit, rank }];
}

/** What has no digit is rather a thing's name than its id, where it may be either. */
const NO_ID = 0.01;

function isId({ name, inPath }: Slot): boolean {
  return !inPath && /\b(?:ids?|uuid|guid)$/.test(spellOut(name));
}

function isPoint({ name }: Slot): boolean {
  return /^(?:lat|lon|lng|latitude|longitude)$/i.test(name);
}

/** A field of an optional object that lacks what must stand beside it would only make the request wrong. */
function isWhole(slot: Slot, slots: readonly Slot[], values: readonly { readonly slot: Slot }[]): boolean {
  if (slot.place === "params" || slot.needed || slot.path.filter((one) => one !== "0").length === 1) return true;
  const holder = slot.path.slice(0, -1).join("\n");
  // What must be given anyway is begun, and the rest is asked for.
  return slots.every(
    (one) =>
      one.place === "params" ||
      !one.required ||
      one.needed ||
      one.path.slice(0, -1).join("\n") !== holder ||
      values.some((filled) => filled.slot === one),
  );
}
