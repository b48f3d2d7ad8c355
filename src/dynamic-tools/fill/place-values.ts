/** Puts the values that were said where they fit best, the surest pair of a value and a slot first. */
import { withMeanings } from "../../catalog/words/loan-words.ts";
import type { LongWork } from "../../text/long-work.ts";
import { isOfParts, streetOf } from "../fit/kinds/addresses.ts";
import { sideTaken } from "../fit/kinds/extent.ts";
import { type Fit, fitOf } from "../fit/fit.ts";
import { NAMED, OF_KIND, PARTLY, POSSIBLE } from "../fit/kinds/scores.ts";
import { SOUGHT } from "../fit/kinds/text.ts";
import type { WishContext } from "../words/wish/wish-context.ts";
import { holderName, isInRow } from "../slots/holders.ts";
import type { Slot } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";
import type { FillState } from "./fill-state.ts";
import { isLabel, isOfOwnName, isOwnName } from "./label.ts";
import { isToldByWord } from "./neighbours.ts";
import { withNeighbours } from "./plain-words.ts";
import { twinsOf } from "./twins.ts";
import { placeUnitBeside } from "./unit-beside.ts";
import { speakingOf, wordsSaid } from "./rank.ts";
import { joinedTo, takesJoined } from "./several.ts";
import { textBefore, type Value } from "../words/value.ts";
import type { Wish } from "../words/wish/wish.ts";

/** What fits less is no place for it. */
const LEAST = 0.5;

/** Some milliseconds of them. */
const PAIRS_IN_TURN = 250;

/** Of a value in two parts, where only one of them found its place. */
const HALF = 0.5;

interface Pair {
  readonly slot: Slot;
  readonly value: Value;
  readonly fit: Fit;
  readonly rank: number;
}

export function* placeValues(state: FillState): LongWork<void> {
  const { context, slots, open, placed, plainWords, put } = state;
  const { said } = context;
  // Who was named for one field is not taken apart for others.
  const named = [...placed.keys()].filter(({ kind }) => kind === "name");
  const listed = new Set<Value>();
  const isOfOthersList = othersLists(said, listed);
  const halves = new Set(named.map((value) => `${said.values.indexOf(value)} whole`));
  const pairs = yield* pairsOf(state);
  for (const [at, { slot, value, fit }] of pairs.entries()) {
    if (at % PAIRS_IN_TURN === PAIRS_IN_TURN - 1) yield;
    const place = said.values.indexOf(value);
    const half = `${place} ${nameOfPart(slot, value, fit)}`;
    const isPart = isPartOf(slot, value, fit);
    const isFree = isPart ? !halves.has(half) && !halves.has(`${place} whole`) : !placed.has(value);
    if (!open.has(slot) || !isFree || isOfOthersList(value, fit)) continue;
    const hasPlace = (one: Value) =>
      placed.has(one) || pairs.some((pair) => pair.value === one && pair.slot !== slot && pair.fit.score >= OF_KIND);
    const work = isSoughtWork(slot, value, fit) ? workIn(said, value) : undefined;
    const whole = work !== undefined && !work.some((one) => one !== value && hasPlace(one)) ? work : undefined;
    const alone = isSought(slot, value, fit) ? withNeighbours(value, plainWords, said.text) : fit.sent;
    const sent = whole === undefined ? alone : whole.map(({ text }) => text).join(" ");
    if (!put(slot, sent, fit.score)) continue;
    for (const one of whole ?? []) placed.set(one, Math.min(1, fit.score + 0.2));
    if (takesJoined(slot, slots)) listed.add(value);
    // Who stars "acme/web" is asked of both: its owner alone is half of it.
    const isOwnerAlone = isPart && value.kind === "repository" && !placed.has(value);
    placed.set(value, isOwnerAlone ? HALF : Math.min(1, fit.score + 0.2));
    halves.add(half);
    if (!isPart) halves.add(`${place} whole`);
    placeUnitBeside(state, slot, value);
  }
}

/** "to a@x.org and b@x.org": what is joined to one that a list has taken goes there, too, unless another field is named. */
function othersLists(said: Wish, listed: ReadonlySet<Value>): (value: Value, fit: Fit) => boolean {
  // It is asked for each field that is still open.
  const joined = new Map<Value, readonly Value[]>();
  return (value, { score }) => {
    if (score >= PARTLY || listed.size === 0) return false;
    const others = joined.get(value) ?? joinedTo(value, said).filter((one) => one !== value && one.kind === value.kind);
    joined.set(value, others);
    return others.some((one) => listed.has(one));
  };
}

/** The surest first; of equals what must be given, then what lies higher. */
function* pairsOf({ context, slots, slotsInTurn, plainWords }: FillState): LongWork<Pair[]> {
  const { said } = context;
  const isSaidOf = speakingOf(said.text);
  const isWordSaid = wordsSaid(said.text);
  const words = slots.map(({ name }) => spellOut(name));
  const ofTwins = twinsOf(slots, said);
  const pairs: Pair[] = [];
  const goal = slots.find((slot) => slot.needed && GOAL.test(spellOut(slot.name)));
  for (const [at, slot] of slots.entries()) {
    if (at % slotsInTurn === slotsInTurn - 1) yield;
    const isOwn = isSaidOf(slot);
    const isTold = isToldByWord(slot, said, plainWords);
    for (const value of said.values) {
      if (goal !== undefined && slot !== goal && slot.inPath && isMovedTo(value, said)) continue;
      const fit = inParts(value, fitOf(slot, value, said), words[at] ?? "", words);
      // "VIN 1FT…": what only says what the next value is goes nowhere by its kind; "flight LH 438" has the code of an airline.
      if (fit !== undefined && fit.score < PARTLY && !/\bcode$/.test(words[at] ?? "") && isLabel(value, said)) continue;
      if (fit !== undefined && fit.score < PARTLY && (isTold || isOfOwnName(value, said, context))) continue;
      if (fit !== undefined && fit.score < PARTLY && isVague(slot, words[at] ?? "", isWordSaid)) continue;
      if (!isOwnWord(value, fit, context))
        pairs.push(...pairOf(slot, value, fit, isOwn + (fit === undefined ? 0 : ofTwins(slot, value))));
    }
  }
  return pairs.sort((a, b) => b.rank - a.rank);
}

/** The `value` of one of several objects of which nobody spoke may be anything. */
function isVague(slot: Slot, word: string, isWordSaid: (word: string) => boolean): boolean {
  const holder = holderName(slot);
  if (!isInRow(slot) || slot.needed || holder === undefined) return false;
  return /^(?:value|content|data)$/.test(word) && !spellOut(holder).split(" ").some(isWordSaid);
}

/** What says where a thing goes that is somewhere else still. */
const GOAL = /^(?:destination|target|to|new)\b/;
const MOVES = /^(?:move|transfer|copy)$/;
const TO =
  /\s(?:to|into|onto|nach|in|zu[mr]?|ins?|an?|al|aux?|vers|dans|para|ao|all[ao]?|nell[ao]|nel)\s(?:\p{L}{1,20}\s){0,3}$/iu;

/** "move the event ev1 to the calendar c2": it is not in c2. */
function isMovedTo(value: Value, { text, verb }: Wish): boolean {
  return withMeanings(verb).some((one) => MOVES.test(one)) && TO.test(textBefore(value, text));
}

/** Half of a point, one side of an extent: the rest of the value may go elsewhere. */
function isPartOf(slot: Slot, { kind, text }: Value, { sent }: Fit): boolean {
  const part = String(sent);
  if (part === text) return false;
  if (kind === "date") return slot.isOfDay === true || /^\d{1,2}$/.test(part);
  return OF_PARTS.has(kind) || isPoint(slot) || (kind === "name" && text.includes(part));
}

/** Of an address the street alone, where its city has a slot of its own. */
function inParts({ kind, text }: Value, fit: Fit | undefined, word: string, words: readonly string[]): Fit | undefined {
  return kind === "address" && fit?.sent === text && isOfParts(word, words) ? { ...fit, sent: streetOf(text) } : fit;
}

/** The sides of a square are two, however equal. */
function nameOfPart({ name }: Slot, { kind }: Value, { sent }: Fit): string {
  // The third of March is both of them.
  if (kind === "date") return spellOut(name);
  const side = kind === "extent" ? sideTaken(spellOut(name)) : undefined;
  return side ?? String(sent);
}

const OF_PARTS: ReadonlySet<Value["kind"]> = new Set(["address", "point", "extent", "repository"]);

/**
 * "the SMS template", "the country of the IP": letters that the operation itself speaks of say what is wanted, unless they
 * are of the kind that the slot takes, or stand behind its name.
 */
function isOwnWord(value: Value, fit: Fit | undefined, context: WishContext): boolean {
  const { kind, text } = value;
  if (fit !== undefined && fit.score < NAMED && isOwnName(value, context)) return true;
  const isShort = kind === "code" || (kind === "id" && /^\p{L}{1,3}\d$/u.test(text));
  if (!isShort || fit === undefined || !context.speaks(text)) return false;
  return fit.score <= POSSIBLE || (fit.score > OF_KIND && fit.score < NAMED);
}

/** A name alone is seldom all that is looked for: "tide tables Brest". */
function isSought(slot: Slot, { kind, text }: Value, { sent, score }: Fit): boolean {
  return kind === "name" && sent === text && score <= OF_KIND && SOUGHT.test(spellOut(slot.name));
}

function isSoughtWork(slot: Slot, { kind, text }: Value, { sent }: Fit): boolean {
  return (kind === "name" || kind === "quoted") && sent === text && SOUGHT.test(spellOut(slot.name));
}

/** "the album Discovery by Daft Punk": a work and who made it are looked for together. */
function workIn({ text, values }: Wish, value: Value): readonly [Value, Value] | undefined {
  const at = values.indexOf(value);
  return [[values[at - 1], value] as const, [value, values[at + 1]] as const].flatMap(([work, maker]) =>
    work !== undefined && maker?.kind === "name" && MADE_BY.test(text.slice(work.end, maker.start))
      ? [[work, maker] as const]
      : [],
  )[0];
}

const MADE_BY = /^["”»]? (?:by|from|von|de|par|por|di|of) $/;

function pairOf(slot: Slot, value: Value, fit: Fit | undefined, own: number): Pair[] {
  if (fit === undefined || fit.score < LEAST) return [];
  const rank =
    fit.score +
    (slot.needed ? 0.08 : slot.required ? 0.03 : 0) -
    0.02 * slot.path.length +
    own -
    (isId(slot) === /\d/.test(value.text) ? 0 : NO_ID);
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
