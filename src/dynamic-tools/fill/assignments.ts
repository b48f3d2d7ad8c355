/**
 * "page_size=10", "where the sort is created_at:desc", "owner id ab12": a slot's own name with what is said of it right
 * behind, as programs and those who read their documents write it. Nothing else is meant by such words.
 */
import { overlap } from "../../text/text-range.ts";
import { isExcluded } from "../fit/excluded.ts";
import { formOf } from "../fit/form.ts";
import { takesNumbers } from "../slots/schema.ts";
import { type Slot, takesSeveral } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";
import type { Value } from "../words/value.ts";
import type { Wish } from "../words/wish/wish.ts";
import { type NameSaid, namesSaid, type SlotAssignment } from "./names-said.ts";
import { assignmentsOfObjects } from "./object-assignments.ts";
import { lineItemsIn } from "./line-items.ts";
import { memberBefore, membersAt } from "./members-said.ts";
import { isOfUnspokenHolder, wordsSaid } from "./rank.ts";
import { sentenceAt, tokenAt, usedBefore, type ValueLead, writtenTextAt } from "./written-values.ts";

export function assignmentsIn(
  said: Wish,
  slots: readonly Slot[],
  names: readonly NameSaid[] = namesSaid(said, slots),
): SlotAssignment[] {
  return [...assignmentsOfObjects(said.fields, slots), ...lineItemsIn(said, slots), ...assignmentsOfNames(said, names)];
}

function assignmentsOfNames(said: Wish, all: readonly NameSaid[]): SlotAssignment[] {
  const isSaid = wordsSaid(said.text);
  const names = all.filter((name) => !said.fields.some((one) => overlap(one, name)));
  const isList = names.filter(({ lead }) => lead.sign === "=").length > 1;
  const found: SlotAssignment[] = [];
  for (const [at, name] of names.entries()) {
    const { slot, words, start, lead } = name;
    // "sort: name:asc": a name within what is assigned is a part of it.
    if (slot === undefined || start < (found.at(-1)?.end ?? 0)) continue;
    // A single word names much: a description is rather that of the whole than that of a part.
    const isWritten = isList && lead.sign === "=";
    if (words === 1 && !isWritten && isOfUnspokenHolder(slot, isSaid)) continue;
    const next = names.slice(at + 1).find((one) => one.lead.sign !== "")?.start ?? said.text.length;
    const assignment = assigned(name, slot, said, { isList, next });
    if (assignment !== undefined) found.push(assignment);
  }
  return found;
}

/** Whether names are written as a list, and where the next one with a value stands. */
interface OtherNames {
  readonly isList: boolean;
  readonly next: number;
}

function assigned(name: NameSaid, slot: Slot, said: Wish, others: OtherNames): SlotAssignment | undefined {
  const { text } = said;
  const { lead } = name;
  // What stands between the two is of the thing.
  const start = lead.sign === "whose" ? lead.at : name.start;
  if (lead.at >= text.length) return undefined;
  if (lead.sign === "as") return assignedBefore(name, slot, said);
  // What the path says is whose it is, and stays so.
  if (lead.sign === "whose" && slot.inPath) return undefined;
  const value = said.values.find((one) => one.start === lead.at);
  const member = membersAt(slot, text, lead.at);
  const isPlain = member !== undefined || isPlainlyOf(slot, lead, value) || isCountOf(name, slot, said, value);
  if (name.words === 1 && !(isAlone(text.slice(0, name.start)) && isPlain)) return undefined;
  // Who writes a sign behind a name means that name.
  if (lead.sign !== "=" && value !== undefined && isExcluded(slot, value, said)) return undefined;
  if (member !== undefined) return { slot, forms: [member.text], start, end: member.end };
  if (value?.kind === "quoted") return { slot, forms: [value.text], start, end: value.end };
  const token = tokenAt(text, lead.at);
  const whole = others.isList ? writtenTextAt(text, lead) : undefined;
  if (whole !== undefined && whole.length > token.length)
    return { slot, forms: [whole], start, end: lead.at + whole.length };
  const end = lead.at + token.length;
  if (token === "" || isOfSeveral(slot, text, end)) return undefined;
  if (!ENDS.test(text.slice(end))) {
    const sentence = sentenceAt(text, name, lead, others.next);
    return sentence === undefined ? undefined : { slot, forms: [sentence], start, end: lead.at + sentence.length };
  }
  const isWhole = value !== undefined && value.end === end;
  const isVague = lead.sign === "" || lead.sign === "of";
  if (isVague && !(isWhole && value.kind !== "name" && value.kind !== "unit")) return undefined;
  const form = isWhole ? formOf(slot, spellOut(slot.name), value, said) : flagOf(slot, token);
  return { slot, forms: [form, token].filter((one) => one !== undefined), start, end };
}

/** "use u1 as the owner id". */
function assignedBefore({ lead, start, end, words }: NameSaid, slot: Slot, said: Wish): SlotAssignment | undefined {
  const { text, values } = said;
  const value = values.findLast((one) => one.end === lead.at || one.end === lead.at + 1);
  const token = usedBefore(text, lead.at);
  const from = lead.at - (token?.length ?? 0);
  if (words === 1 && !isAlone(text.slice(0, start))) return undefined;
  const member = memberBefore(slot, text, lead.at);
  if (member !== undefined) return { slot, forms: [member.text], start: member.start, end };
  if (value !== undefined && isExcluded(slot, value, said)) return undefined;
  const form = value && (value.kind === "quoted" ? value.text : formOf(slot, spellOut(slot.name), value, said));
  const forms = [form, value?.start === from || value === undefined ? token : undefined];
  const given = forms.filter((one) => one !== undefined);
  return given.length === 0 ? undefined : { slot, forms: given, start: value?.start ?? from, end };
}

/** A single word says much besides: only with a sign behind it, before what stands in quotation marks, or as an id. */
function isPlainlyOf({ name }: Slot, { sign }: ValueLead, value: Value | undefined): boolean {
  if (sign !== "" || value?.kind === "quoted") return true;
  return spellOut(name) === "id" && value !== undefined && /\d/.test(value.text);
}

/** "with priority 5". */
function isCountOf({ start }: NameSaid, slot: Slot, { text }: Wish, value: Value | undefined): boolean {
  return (
    value?.kind === "number" &&
    takesNumbers(slot.schema) &&
    /\b(?:with|mit|con|avec|com)\s$/i.test(text.slice(Math.max(0, start - 10), start))
  );
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
