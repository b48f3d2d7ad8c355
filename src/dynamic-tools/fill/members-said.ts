/** Members of a slot's list, spelled out in a wish in any writing. */
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import { listOf, objectOf } from "../../text/foreign.ts";
import type { Slot } from "../slots/slots.ts";

/** The member that is spelled out right before. */
export function memberBefore(
  slot: Slot,
  text: string,
  end: number,
): { readonly text: unknown; readonly start: number } | undefined {
  if (slot.schema.enum === undefined && objectOf(slot.schema.items)["enum"] === undefined) return undefined;
  const from = Math.max(0, end - 60);
  for (const { index } of text.slice(from, end).matchAll(/(?<![\p{L}\p{N}_])[\p{L}\p{N}]/gu)) {
    const member = memberAt(slot, text, from + index);
    if (member?.end === end) return { text: member.text, start: from + index };
  }
  return undefined;
}

/** What is spelled out there: of a list all members that are joined. */
export function membersAt(slot: Slot, text: string, at: number): ReturnType<typeof memberAt> {
  const first = memberAt(slot, text, at);
  if (first === undefined || ![slot.schema.type].flat().includes("array")) return first;
  const members = [first.text];
  let { end } = first;
  for (;;) {
    const joint = JOINT.exec(text.slice(end, end + 8))?.[0];
    const next = joint === undefined ? undefined : memberAt(slot, text, end + joint.length);
    if (next === undefined) return { text: members, end };
    members.push(next.text);
    ({ end } = next);
  }
}

const JOINT = /^(?:, ?(?:and |or )?| (?:and|or|und|oder|y|o|et|ou|e) )/i;

/** The longest member that is spelled out there, in any writing. */
export function memberAt(
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
