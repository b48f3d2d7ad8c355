/** One operation tried on an utterance: filled in as far as the words go, and how far that is. */
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import type { Callee } from "../../proxy/operations.ts";
import type { ApiOperation } from "../../proxy/request/operation.ts";
import type { Entry } from "../../runtime/catalog.ts";
import type { LongWork } from "../../text/long-work.ts";
import { effectOfOperation } from "../words/verbs/operation-effect.ts";
import type { NamedBrands } from "../words/services/brands.ts";
import type { Constants } from "../slots/constants.ts";
import { constantsOf } from "../slots/constants.ts";
import type { Coverage } from "./coverage.ts";
import { eliminate } from "../fill/elimination.ts";
import { optionsSaid } from "../fill/options-said.ts";
import { onlyPlaces } from "../fill/only-place.ts";
import { whomOf } from "../fill/whom.ts";
import { withRepeated } from "../fill/repeated.ts";
import { isGiven, withEmptyBody, withRequired } from "../fill/required.ts";
import { fill } from "../fill/fill.ts";
import { saysMuch } from "../fill/fill-state.ts";
import { OF_KIND } from "../fit/kinds/scores.ts";
import type { WishContext } from "../words/wish/wish-context.ts";
import { isAside, isToBeSaid, type Slot, slotsOf } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";
import { isOfExcepted } from "./left-out.ts";
import { isOfMore, isOfUntold, isToOther } from "./id-unplaced.ts";
import { partAsked } from "./part-asked.ts";
import { isOfNobody, isOfOneself, isOfUnsaidPart, isSentNow, isTooEarly, takesOtherwise } from "./unsafe.ts";
import { unsaidChange } from "./unsaid-change.ts";
import { isTelling, type Wish } from "../words/wish/wish.ts";
import type { Value } from "../words/value.ts";

/** An entry that the search found for an utterance. */
export interface Candidate {
  readonly entry: Entry;
  readonly score: number;
  readonly said: Wish;
  readonly coverage: Coverage;
  readonly brands: NamedBrands;
}

export interface CandidateMatch extends Candidate {
  readonly operation: ApiOperation;
  readonly constants: Constants;
  /** How many of its values found their place by less than a name or a kind. */
  readonly guessed: number;
  /** What must be given still, keys and the like aside. */
  readonly missing: readonly Slot[];
  /** What of it must be asked for: the rest was found by elimination. */
  readonly asked: readonly Slot[];
  /** Where it belongs what shall be changed, of which nothing was said; `undefined` where something was, or it changes nothing. */
  readonly unsaidChange: readonly Slot[] | undefined;
  /** How many of them are of the path and name a thing that nobody spoke of, or spoke of many: "my customers". */
  readonly missingElsewhere: number;
  /** How much of the values that were said it takes: 0 to 1. */
  readonly placedShare: number;
  /** It does at once what shall be done later. */
  readonly isTooEarly: boolean;
  /** It would be done to what is excepted as well. */
  readonly isOfExcepted: boolean;
  /** It takes something away, and nothing tells it whom or what of those that were said. */
  readonly isOfNobody: boolean;
  /** It takes something away altogether that was only to be taken out of another. */
  readonly isOfMore: boolean;
  /** It would set what shall be taken out, or take away what that is taken out of. */
  readonly takesOtherwise: boolean;
  /** It takes away what the id that was said does not tell. */
  readonly isOfUntold: boolean;
  /** It does it to another thing than to the one that was told by its id. */
  readonly isToOther: boolean;
  /** It changes a part that nobody spoke of. */
  readonly isOfUnsaidPart: boolean;
  /** How much of the words that were said it is about or takes as values: 0 to 1. */
  readonly understood: number;
}

/** A word that is only searched for says less of what the operation is than one it speaks of, and nothing alone. */
const TAKEN_SHARE = 0.8;

/** A name may be a value, or say what is wanted. */
const OF_TELLING = 0.5;

/** In steps: a long wish has many values, and some operations hundreds of fields. */
export function* matchCandidate({ operation }: Callee, candidate: Candidate): LongWork<CandidateMatch> {
  yield;
  const { said, coverage, brands } = candidate;
  const slots = slotsOf(operation, candidate.entry.path);
  const brandWords = new Set(brands.known.flatMap(wordsOf));
  const { lookup } = operation;
  const context: WishContext = {
    said,
    lookup,
    own: new Set([...coverage.own, ...brands.known, ...brandWords]),
    // "gov" of "healthcare.gov" is the service's.
    isUnspoken: (word) => !brandWords.has(word.toLowerCase()) && coverage.isUnspoken(word),
    speaks: (words) => isSpoken(words, coverage),
  };
  const filled = yield* fill(context, slots);
  const isLong = saysMuch(said);
  if (isLong) yield;
  const given = new Set(filled.values.map(({ slot }) => slot));
  const isBegun = filled.values.some(({ slot }) => slot.place === "body");
  const missing = slots.filter(
    (slot) => (slot.needed || (isBegun && isOfBody(slot))) && !given.has(slot) && (slot.inPath || !isAside(slot)),
  );
  const whom = whomOf(context, missing, takesAway(candidate.entry) ? slots.filter((slot) => !given.has(slot)) : []);
  const options = optionsSaid(
    context,
    slots.filter((slot) => !given.has(slot) && whom.every((one) => one.slot !== slot)),
    filled,
  );
  const isFound = (slot: Slot) => [...whom, ...options].some((one) => one.slot === slot);
  const found = eliminate(
    context,
    missing.filter((slot) => !isFound(slot)),
    filled,
  );
  if (isLong) yield;
  const open = slots.filter((slot) => !slot.needed && !given.has(slot) && !isFound(slot));
  const eliminated = [...whom, ...options, ...found, ...(found.length === 0 ? onlyPlaces(context, open, filled) : [])];
  const spoken = withRepeated(constantsOf([...filled.values, ...eliminated]), slots, lookup);
  const isRead = effectOfOperation(candidate.entry) === "read";
  const constants = withRequired(isRead ? withEmptyBody(spoken, operation) : spoken, operation, said.text);
  const counted = said.values.filter(
    (value) =>
      filled.placed.has(value) || (value.isOptional !== true && (!isTelling(value) || !isSpoken(value.text, coverage))),
  );
  const weigh = (value: Value) => (isTelling(value) ? OF_TELLING : 1);
  const all = counted.reduce((sum, value) => sum + weigh(value), 0);
  const placed = counted.reduce((sum, value) => sum + weigh(value) * (filled.placed.get(value) ?? 0), 0);
  const taken = coverage.takenBy([
    ...filled.words,
    // What an operation takes says what it is about: "wave heights", "business class".
    ...slots.map(({ name }) => spellOut(name)),
    // So does the word before a value that found its place: "the hashtag #…", "the wallet 0x…".
    ...[...filled.placed.keys()].map(({ start, end }) => said.text.slice(wordBefore(said.text, start), end)),
  ]);
  const sought = coverage.takenBy(filled.topics);
  const asks = missing.some((slot) => !eliminated.some((one) => one.slot === slot));
  const takenWords = () => [...filled.words, ...[...filled.values, ...eliminated].map(({ sent }) => String(sent))];
  const isPlaced = (value: Value) =>
    filled.placed.has(value) || eliminated.some(({ sent }) => String(sent) === value.text);
  const parts = partAsked(candidate, slots);
  return {
    ...candidate,
    operation,
    constants,
    guessed: filled.values.filter(({ score }) => score < OF_KIND).length,
    missing,
    asked: slots.filter(
      (slot) => (missing.includes(slot) || isToBeSaid(slot) || parts.includes(slot)) && !isGiven(slot, constants),
    ),
    unsaidChange: unsaidChange(candidate, slots, new Set([...given, ...eliminated.map(({ slot }) => slot)])),
    missingElsewhere: missing.filter(
      (slot) =>
        slot.place === "params" &&
        operation.path.includes(`{${slot.name}}`) &&
        // What is made anew has no id yet.
        (operation.method === "POST" || !speaksOfOne(said.plain, slot.noun)),
    ).length,
    isTooEarly: isTooEarly(candidate, given) || isSentNow(candidate, slots),
    isOfExcepted: isOfExcepted(candidate, slots),
    isOfNobody: isOfNobody(
      candidate,
      () => [...filled.words, ...[...filled.values, ...whom].map(({ sent }) => String(sent))],
      missing.length > 0,
    ),
    isToOther: isToOther(candidate, isPlaced, asks),
    isOfUnsaidPart: isOfUnsaidPart(candidate, missing, given),
    isOfMore: isOfMore(candidate, isPlaced),
    takesOtherwise: takesOtherwise(candidate, [...filled.values, ...eliminated], missing),
    isOfUntold: isOfUntold(candidate, isPlaced, asks) || isOfOneself(candidate, takenWords, asks),
    placedShare: all === 0 ? 1 : placed / all,
    understood:
      coverage.all === 0
        ? 1
        : Math.min(1, (coverage.spoken + TAKEN_SHARE * (taken + Math.min(coverage.spoken, sought))) / coverage.all),
  };
}

/** What a body must have that may be left out as a whole: once it is begun, that is asked for. */
function isOfBody({ place, required, path }: Slot): boolean {
  return place === "body" && required && path.length === 1;
}

/** By its name: "conversations.kick". Another has a user who does it. */
function takesAway({ name }: Entry): boolean {
  return wordsOf(splitIdentifier(name)).some((word) => /^(?:remove|kick|delete|expel|unassign)$/.test(word));
}

/** Where the word begins that stands before; far away it says nothing of the value. */
function wordBefore(text: string, at: number): number {
  const near = text.slice(Math.max(0, at - MAX_WORD), at);
  return at - (/[\p{L}\p{N}-]+[^\p{L}\p{N}]*$/u.exec(near)?.[0].length ?? 0);
}

const MAX_WORD = 40;

/** It says what the operation is about: "Binance Smart Chain". */
function isSpoken(text: string, { speaks }: Coverage): boolean {
  return wordsOf(text).every(speaks);
}

function speaksOfOne(plain: string, noun: string | undefined): boolean {
  return (
    noun !== undefined &&
    wordsOf(plain).join(" ").includes(noun) &&
    !new RegExp(`${noun}e?s\\b`).test(plain.toLowerCase())
  );
}
