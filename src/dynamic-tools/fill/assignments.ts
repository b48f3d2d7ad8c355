/**
 * "page_size=10", "where the sort is created_at:desc", "owner id ab12": a slot's own name with what is said of it right
 * behind, as programs and those who read their documents write it. Nothing else is meant by such words.
 */
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import { listOf, objectOf } from "../../text/foreign.ts";
import { isExcluded } from "../fit/excluded.ts";
import { formOf } from "../fit/form.ts";
import { isCredential, type Slot, spellOut, takesSeveral } from "../slots/slots.ts";
import type { Value } from "../words/value.ts";
import type { Wish } from "../words/wish.ts";
import { isOfUnspokenHolder, wordsSaid } from "./rank.ts";
import { fieldsWrittenIn, type WrittenField } from "./written-objects.ts";
import { leadAt, type Lead, tokenAt, writtenTextAt } from "./written-values.ts";

/** A part of the text, from its first character to before its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Assignment extends Span {
  readonly slot: Slot;
  /** What may be sent, the likeliest first. */
  readonly forms: readonly unknown[];
}

/** A slot's name, where it was said. */
interface NameSaid extends Span {
  readonly words: number;
  /** Left out where several slots of one depth are called so. */
  readonly slot?: Slot;
}

const MAX_WORDS = 6;

export function assignmentsIn(said: Wish, slots: readonly Slot[]): Assignment[] {
  const fields = fieldsOf(said);
  return [...ofObjects(fields, slots), ...ofNames(said, slots, fields)];
}

function ofNames(said: Wish, slots: readonly Slot[], fields: readonly WrittenField[]): Assignment[] {
  const isSaid = wordsSaid(said.text);
  const names = namesSaid(said, slots).filter((name) => !fields.some((one) => overlap(one, name)));
  const isList = names.filter(({ end }) => leadAt(said.text, end).sign === "=").length > 1;
  const found: Assignment[] = [];
  for (const name of names) {
    const { slot, words, start, end } = name;
    // "sort: name:asc": a name within what is assigned is a part of it.
    if (slot === undefined || start < (found.at(-1)?.end ?? 0)) continue;
    // A single word names much: a description is rather that of the whole than that of a part.
    const isWritten = isList && leadAt(said.text, end).sign === "=";
    if (words === 1 && !isWritten && isOfUnspokenHolder(slot, isSaid)) continue;
    const assignment = assigned(name, slot, said, isList);
    if (assignment !== undefined) found.push(assignment);
  }
  return found;
}

/** Of several slots of a name the one that stands where the field does, else the highest. */
function ofObjects(fields: readonly WrittenField[], slots: readonly Slot[]): Assignment[] {
  return fields.flatMap(({ path, value, start, end }) => {
    const name = squeezed(path.findLast((one) => !IS_PLACE.test(one)) ?? "");
    const called = slots.filter((slot) => !isCredential(slot) && squeezed(slot.name) === name);
    const place = path.map((one) => (IS_PLACE.test(one) ? "0" : one)).join("\n");
    const there = called.filter((slot) => `\n${slot.path.join("\n")}`.endsWith(`\n${place}`));
    const slot = highestOf(there.length > 0 ? there : called);
    const forms = Array.isArray(value) ? [value, value.join(",")] : [value];
    return slot === undefined
      ? []
      : [
          {
            slot: ofRow(
              slot,
              path.filter((one) => IS_PLACE.test(one)),
            ),
            forms,
            start,
            end,
          },
        ];
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

function squeezed(name: string): string {
  return spellOut(name).replaceAll(" ", "");
}

/** The one that lies highest; none where several do. */
function highestOf(slots: readonly Slot[]): Slot | undefined {
  const least = Math.min(...slots.map(({ path }) => path.length));
  const highest = slots.filter(({ path }) => path.length === least);
  // The id of what is changed tells which it is, and is seldom changed itself.
  const [slot, second] = highest.some(isItsId) ? highest.filter(isItsId) : highest;
  return second === undefined ? slot : undefined;
}

/** Where names of slots stand that a value follows: these words say what the value is, and nothing more. */
export function namesOfValues(said: Wish, slots: readonly Slot[], values: Iterable<Value>): Span[] {
  const starts = new Set(Array.from(values, ({ start }) => start));
  return namesSaid(said, slots).filter(({ end }) => {
    const { at } = leadAt(said.text, end);
    return starts.has(at) || starts.has(at + 1);
  });
}

/** As they stand in the text. Of names within each other the longest: "per page 5" is of no page. */
function namesSaid(said: Wish, slots: readonly Slot[]): NameSaid[] {
  const runs = runsOf(said);
  const found = new Map<Span, Slot[]>();
  for (const slot of slots) {
    if (isCredential(slot)) continue;
    for (const run of runs.get(squeezed(slot.name)) ?? []) found.set(run, [...(found.get(run) ?? []), slot]);
  }
  const names = [...found].map(([span, all]) => {
    const slot = highestOf(all);
    const words = wordsOf(splitIdentifier(said.text.slice(span.start, span.end))).length;
    return { ...span, words, ...(slot !== undefined && { slot }) };
  });
  names.sort((a, b) => b.end - b.start - (a.end - a.start));
  const kept: NameSaid[] = [];
  for (const name of names) if (!kept.some((one) => overlap(one, name))) kept.push(name);
  return kept.sort((a, b) => a.start - b.start);
}

function isItsId({ name, inPath }: Slot): boolean {
  return inPath && /\bid$/.test(spellOut(name));
}

export function overlap(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

/** By wish: up to six words in a row, by their letters alone. */
const known = new WeakMap<Wish, ReadonlyMap<string, readonly Span[]>>();

function runsOf(said: Wish): ReadonlyMap<string, readonly Span[]> {
  const found = known.get(said) ?? readRuns(said);
  known.set(said, found);
  return found;
}

const written = new WeakMap<Wish, readonly WrittenField[]>();

function fieldsOf(said: Wish): readonly WrittenField[] {
  const found = written.get(said) ?? fieldsWrittenIn(said.text);
  written.set(said, found);
  return found;
}

function readRuns({ text, values }: Wish): ReadonlyMap<string, readonly Span[]> {
  // What stands in a text names nothing, and neither does the beginning of an address: "arn:aws:…".
  const texts = values.filter(({ kind, text: one }) => (kind === "quoted" ? /\s/.test(one) : OF_ADDRESS.test(one)));
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)]
    .map(({ 0: word, index }) => ({
      word: wordsOf(splitIdentifier(word)).join(""),
      start: index,
      end: index + word.length,
    }))
    .filter((word) => !texts.some((one) => overlap(one, word)));
  const runs = new Map<string, Span[]>();
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

function assigned(name: NameSaid, slot: Slot, said: Wish, isList: boolean): Assignment | undefined {
  const { text } = said;
  const { start } = name;
  const lead = leadAt(text, name.end);
  if (lead.at >= text.length) return undefined;
  const value = said.values.find((one) => one.start === lead.at);
  if (name.words === 1 && !(isAlone(text.slice(0, start)) && isPlainlyOf(slot, lead, value))) return undefined;
  // Who writes a sign behind a name means that name.
  if (lead.sign !== "=" && value !== undefined && isExcluded(slot, value, said)) return undefined;
  const member = memberAt(slot, text, lead.at);
  if (member !== undefined) return { slot, forms: [member.text], start, end: member.end };
  if (value?.kind === "quoted") return { slot, forms: [value.text], start, end: value.end };
  const token = tokenAt(text, lead.at);
  const whole = isList ? writtenTextAt(text, lead) : undefined;
  if (whole !== undefined && whole.length > token.length)
    return { slot, forms: [whole], start, end: lead.at + whole.length };
  const end = lead.at + token.length;
  if (token === "" || !ENDS.test(text.slice(end)) || isOfSeveral(slot, text, end)) return undefined;
  const isWhole = value !== undefined && value.end === end;
  if (lead.sign === "" && !(isWhole && value.kind !== "name" && value.kind !== "unit")) return undefined;
  const form = isWhole ? formOf(slot, spellOut(slot.name), value, said) : flagOf(slot, token);
  return { slot, forms: [form, token].filter((one) => one !== undefined), start, end };
}

/** A single word says much besides: only with a sign behind it, before what stands in quotation marks, or as an id. */
function isPlainlyOf({ name }: Slot, { sign }: Lead, value: Value | undefined): boolean {
  if (sign !== "" || value?.kind === "quoted") return true;
  return spellOut(name) === "id" && value !== undefined && /\d/.test(value.text);
}

const ALONE =
  /(?:^|[,;:({&?[\n]|[\n,;:]\s{0,4}[-*•]|\b(?:and|with|where|whose|by|of|for|the|its|a|an|set|to|in|on|or|if|when|und|mit|y|con|et|avec|e|com))\s{0,4}["'“`]?$/iu;

/** No noun stands before it: the name of a company is not `name`. */
function isAlone(before: string): boolean {
  return ALONE.test(before.slice(-40));
}

/** "true" where a flag is. */
function flagOf({ schema }: Slot, token: string): boolean | undefined {
  if (![schema.type].flat().includes("boolean")) return undefined;
  if (/^(?:true|yes|on)$/i.test(token)) return true;
  return /^(?:false|no|off)$/i.test(token) ? false : undefined;
}

/** What may stand behind a value. */
const ENDS =
  /^[\])}]?(?:\s*$|\s*[,;&)\]}\n]|[.!?](?:\s|$)|\s+(?:and|with|where|whose|for|of|in|on|from|to|by|at|or|as|sorted|ordered|using|und|mit|von|y|con|de|et|avec|e|com)\b)/iu;

/** The first of a list is not all of it. */
function isOfSeveral(slot: Slot, text: string, end: number): boolean {
  return takesSeveral(slot) && /^\s*(?:,|and\b|or\b|und\b|y\b|et\b|e\b)/i.test(text.slice(end, end + 10));
}

/** The longest member that is spelled out there, in any writing. */
function memberAt(
  { schema }: Slot,
  text: string,
  at: number,
): { readonly text: unknown; readonly end: number } | undefined {
  const words = [...text.slice(at, at + 80).matchAll(/[\p{L}\p{N}]+/gu)];
  let best: { readonly text: unknown; readonly end: number } | undefined;
  for (const one of listOf(schema.enum ?? objectOf(schema.items)["enum"])) {
    const letters = wordsOf(splitIdentifier(String(one))).join("");
    let said = "";
    // A quotation mark may stand before it.
    if (letters === "" || (words[0]?.index ?? 2) > 1) continue;
    for (const { 0: word, index } of words) {
      said += wordsOf(splitIdentifier(word)).join("");
      if (said.length > letters.length) break;
      const end = at + index + word.length;
      if (said === letters && (best === undefined || end > best.end)) best = { text: one, end };
    }
  }
  return best;
}
