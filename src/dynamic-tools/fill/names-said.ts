/** Where the names of slots stand in a wish. */
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import { isCredential, type Slot } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";
import { isNumber, type Value } from "../words/value.ts";
import type { Wish } from "../words/wish/wish.ts";
import { overlap, type TextRange } from "../../text/text-range.ts";
import { isOfUnspokenHolder, wordsSaid } from "./rank.ts";
import { leadAt, type ValueLead } from "./written-values.ts";

/** A name with what is said of it. */
export interface SlotAssignment extends TextRange {
  readonly slot: Slot;
  /** What may be sent, the likeliest first. */
  readonly forms: readonly unknown[];
}

/** A slot's name, where it was said. */
export interface NameSaid extends TextRange {
  readonly words: number;
  /** What stands between it and its value. */
  readonly lead: ValueLead;
  /** Left out where several slots of one depth are called so. */
  readonly slot?: Slot;
}

const MAX_WORDS = 6;

/** As they stand in the text. Of names within each other the longest: "per page 5" is of no page. */
export function namesSaid(said: Wish, slots: readonly Slot[]): NameSaid[] {
  const runs = runsOf(said);
  const isSaid = wordsSaid(said.text);
  const found = new Map<TextRange, Slot[]>();
  for (const slot of slots) {
    if (isCredential(slot)) continue;
    for (const run of runs.get(squeezed(slot.name)) ?? []) found.set(run, [...(found.get(run) ?? []), slot]);
  }
  const names = [...found].map(([range, all]) => {
    // "the show with slug …": of those that lie as deep the one whose object was said.
    const slot = highestOf(all) ?? highestOf(all.filter((one) => !isOfUnspokenHolder(one, isSaid)));
    const words = wordsOf(splitIdentifier(said.text.slice(range.start, range.end))).length;
    return { ...range, words, lead: leadAt(said.text, range), ...(slot !== undefined && { slot }) };
  });
  names.sort((a, b) => b.end - b.start - (a.end - a.start));
  const kept: NameSaid[] = [];
  for (const name of names) if (!kept.some((one) => overlap(one, name))) kept.push(name);
  return kept.sort((a, b) => a.start - b.start);
}

/** Where names of slots stand that a value follows: these words say what the value is, and nothing more. */
export function namesOfValues(said: Wish, names: readonly NameSaid[], values: readonly Value[]): TextRange[] {
  const starts = new Set(values.map(({ start }) => start));
  const ends = new Set(values.map(({ end }) => end));
  const named = names.filter(({ lead: { sign, at } }) =>
    sign === "as" ? ends.has(at) || ends.has(at + 1) : starts.has(at) || starts.has(at + 1),
  );
  return [...named, ...values.filter(isNumber).flatMap((value) => countsBefore(value, said))];
}

/** "skip the first 40", "limit 25". */
function countsBefore({ start }: Value, { text }: Wish): TextRange[] {
  const found = COUNTING.exec(text.slice(Math.max(0, start - 40), start))?.[0];
  return found === undefined ? [] : [{ start: start - found.length, end: start }];
}

const COUNTING = /\b(?:(?:skip|skipping|limit|offset|top|first|last|at most|up to)\s{1,2}(?:the\s{1,2})?){1,2}$/i;

/** The one that lies highest; none where several do. */
export function highestOf(slots: readonly Slot[]): Slot | undefined {
  const least = Math.min(...slots.map(({ path }) => path.length));
  const highest = slots.filter(({ path }) => path.length === least);
  // The id of what is changed tells which it is, and is seldom changed itself.
  const [slot, second] = highest.some(isItsId) ? highest.filter(isItsId) : highest;
  return second === undefined ? slot : undefined;
}

function isItsId({ name, inPath }: Slot): boolean {
  return inPath && /\bid$/.test(spellOut(name));
}

/** Its letters, however it is written. */
export function squeezed(name: string): string {
  return spellOut(name).replaceAll(" ", "");
}

/** By wish. */
const known = new WeakMap<Wish, ReadonlyMap<string, readonly TextRange[]>>();

/** Up to six words in a row, by their letters alone, and where they stand. */
export function runsOf(said: Wish): ReadonlyMap<string, readonly TextRange[]> {
  const found = known.get(said) ?? readRuns(said);
  known.set(said, found);
  return found;
}

function readRuns({ text, values }: Wish): ReadonlyMap<string, readonly TextRange[]> {
  // What stands in a text names nothing, and neither does the beginning of an address: "arn:aws:…".
  const texts = values.filter(({ kind, text: one }) => (kind === "quoted" ? /\s/.test(one) : OF_ADDRESS.test(one)));
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)]
    .map(({ 0: word, index }) => ({
      word: wordsOf(splitIdentifier(word)).join(""),
      start: index,
      end: index + word.length,
    }))
    .filter((word) => !texts.some((one) => overlap(one, word)));
  const runs = new Map<string, TextRange[]>();
  for (const [at, { start }] of words.entries()) {
    let letters = "";
    for (const [count, { word, start: from, end }] of words.slice(at, at + MAX_WORDS).entries()) {
      const last = words[at + count - 1];
      if (count > 0 && !/^(?:[ _.-]|\[|\]\[)$/.test(text.slice(last?.end ?? 0, from))) break;
      letters += word;
      const isWhole = !/[\p{L}\p{N}_]/u.test(text[start - 1] ?? " ") && !/[\p{L}\p{N}_]/u.test(text[end] ?? " ");
      if (isWhole) runs.set(letters, [...(runs.get(letters) ?? []), { start, end }]);
    }
  }
  return runs;
}

const OF_ADDRESS = /^(?:arn|urn|did|doi|[a-z][a-z\d+]{1,9}:\/)[:/]/i;
