/**
 * What must be given still, by elimination: the only words that nothing explains go where alone a text is missing. It is
 * done last and told apart, so that no operation seems meant more for having room for words it knows nothing of.
 */
import { wordsOf } from "../../catalog/words.ts";
import { isLabel } from "./label.ts";
import { plainWordsOf } from "./words.ts";
import type { Hearing } from "../words/hearing.ts";
import { isAside, type Slot, spellOut } from "../slots/slots.ts";
import type { Value } from "../words/values.ts";

/** What stands before them says that they are a value. */
const LEADING =
  /(?:^|[\s,(])(?:of|for|in|from|by|about|on|at|to|near|with|called|named|against|vs\.?|and|von|für|in|bei|de|del|para|pour|à|em|do|da)\s+(?:the\s+|a\s+|an\s+|(?:the|my|our)\s\p{Ll}{3,15}\s)?$|:\s*$/iu;
const NO_TEXT =
  /\b(?:ids?|uuid|guid|sid|gid|date|time|month|days?|year|country|region|currency|type|version|ext|format|language|email|phone|url|number|amount|count|status|state|order)\b/;
const TWIN = /^(.*?) ?([12ab])$/;

export interface LateValue {
  readonly slot: Slot;
  readonly sent: unknown;
}

/** `missing` are the slots that must be given and are not. */
export function lateValues(
  hearing: Hearing,
  missing: readonly Slot[],
  placed: ReadonlyMap<Value, number>,
  taken: readonly string[] = [],
): LateValue[] {
  const open = missing.filter(takesText);
  if (open.length === 0 || open.length > 2) return [];
  const runs = runsOf(hearing, placed, new Set(taken.flatMap(wordsOf)));
  if (open.length === 1 && missing.length === 1 && runs.length === 1)
    return [{ slot: open[0] as Slot, sent: runs[0] as string }]; // Their lengths were just looked at.
  const [one, two] = open;
  const [first, second] = runs;
  if (one === undefined || two === undefined || first === undefined || second === undefined) return [];
  return runs.length === 2 && areTwins(one, two)
    ? [
        { slot: one, sent: first },
        { slot: two, sent: second },
      ]
    : [];
}

function takesText(slot: Slot): boolean {
  const type = [slot.schema.type].flat();
  const isText = type.includes("string") || type.includes(undefined);
  return isText && slot.schema.enum === undefined && !isAside(slot) && !NO_TEXT.test(spellOut(slot.name));
}

/** "team1" and "team2". */
function areTwins(one: Slot, two: Slot): boolean {
  const [, name, which] = TWIN.exec(spellOut(one.name)) ?? [];
  const [, other, whichOther] = TWIN.exec(spellOut(two.name)) ?? [];
  return name !== undefined && name === other && (which ?? "") < (whichOther ?? "");
}

/** Names that found no place, and words on which the operation is silent, behind a word that leads to a value. */
function runsOf(hearing: Hearing, placed: ReadonlyMap<Value, number>, taken: ReadonlySet<string>): string[] {
  const { text, values } = hearing.said;
  const names = values
    .filter((one) => (one.kind === "name" || one.kind === "code") && !placed.has(one) && !isLabel(one, hearing.said))
    .map(({ start, end }) => ({ start, end }));
  const words = plainWordsOf(hearing)
    .filter(({ isPlain, text: word }) => isPlain && !taken.has(word.toLowerCase()))
    .map(({ start, end }) => ({ start, end }));
  const runs: { start: number; end: number }[] = [];
  for (const one of [...names, ...words].sort((a, b) => a.start - b.start)) {
    const last = runs.at(-1);
    if (last !== undefined && /^[ \t]$/.test(text.slice(last.end, one.start))) last.end = one.end;
    else runs.push({ ...one });
  }
  return runs
    .filter(({ start }) => LEADING.test(text.slice(0, start)))
    .map(({ start, end }) => text.slice(start, end).replace(/'s$/, ""));
}
