/**
 * "page_size=10", "where the sort is created_at:desc", "owner id ab12": a slot's own name with what is said of it right
 * behind, as programs and those who read their documents write it. Nothing else is meant by such words.
 */
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import { listOf, objectOf } from "../../text/foreign.ts";
import { overlap } from "../../text/text-range.ts";
import { isExcluded } from "../fit/excluded.ts";
import { formOf } from "../fit/form.ts";
import { type Slot, spellOut, takesSeveral } from "../slots/slots.ts";
import type { Value } from "../words/value.ts";
import type { Wish } from "../words/wish.ts";
import { type NameSaid, namesSaid, type SlotAssignment } from "./names-said.ts";
import { assignmentsOfObjects } from "./object-assignments.ts";
import { isOfUnspokenHolder, wordsSaid } from "./rank.ts";
import { type ValueLead, tokenAt, writtenTextAt } from "./written-values.ts";

export function assignmentsIn(
  said: Wish,
  slots: readonly Slot[],
  names: readonly NameSaid[] = namesSaid(said, slots),
): SlotAssignment[] {
  return [...assignmentsOfObjects(said.fields, slots), ...assignmentsOfNames(said, names)];
}

function assignmentsOfNames(said: Wish, all: readonly NameSaid[]): SlotAssignment[] {
  const isSaid = wordsSaid(said.text);
  const names = all.filter((name) => !said.fields.some((one) => overlap(one, name)));
  const isList = names.filter(({ lead }) => lead.sign === "=").length > 1;
  const found: SlotAssignment[] = [];
  for (const name of names) {
    const { slot, words, start, lead } = name;
    // "sort: name:asc": a name within what is assigned is a part of it.
    if (slot === undefined || start < (found.at(-1)?.end ?? 0)) continue;
    // A single word names much: a description is rather that of the whole than that of a part.
    const isWritten = isList && lead.sign === "=";
    if (words === 1 && !isWritten && isOfUnspokenHolder(slot, isSaid)) continue;
    const assignment = assigned(name, slot, said, isList);
    if (assignment !== undefined) found.push(assignment);
  }
  return found;
}

function assigned(name: NameSaid, slot: Slot, said: Wish, isList: boolean): SlotAssignment | undefined {
  const { text } = said;
  const { start, lead } = name;
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
function isPlainlyOf({ name }: Slot, { sign }: ValueLead, value: Value | undefined): boolean {
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
