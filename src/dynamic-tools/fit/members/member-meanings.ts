/** What a description says that the members of a list mean. */
import { stemOf } from "../../../catalog/words/stem.ts";
import { wordsOf } from "../../../catalog/words/words.ts";
import { textOf } from "../../../text/foreign.ts";
import { isAside, type Slot } from "../../slots/slots.ts";

/** "S" where the description says "S - scientific, I - imperial" and imperial was said. */
export function memberMeant(
  slot: Slot,
  members: readonly unknown[],
  said: ReadonlySet<string>,
  own: ReadonlySet<string>,
): { sent: unknown; word: string } | undefined {
  const about = textOf(slot.schema.description)
    .replace(/<[^<>]{1,40}>/g, " ")
    .slice(0, 900);
  if (about === "" || members.length < 2 || isAside(slot)) return undefined;
  const found = members.flatMap((member) => {
    const meaning = meaningOf(String(member), about);
    const words = wordsOf(meaning).filter((word) => word.length > 2 && !own.has(word));
    const [first] = words;
    return first !== undefined && words.slice(0, 2).every((word) => said.has(stemOf(word)))
      ? [{ sent: member, word: first }]
      : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** What stands behind a member and a dash, a colon or the like; "" where it is not explained. */
function meaningOf(member: string, about: string): string {
  if (member === "") return "";
  for (let at = about.indexOf(member); at >= 0; at = about.indexOf(member, at + 1)) {
    if (/[\p{L}\p{N}]$/u.test(about.slice(Math.max(0, at - 1), at))) continue;
    const [, meaning] = EXPLAINED.exec(about.slice(at + member.length, at + member.length + 60)) ?? [];
    if (meaning !== undefined) return meaning;
  }
  return "";
}

const EXPLAINED = /^[`'"*]{0,2}\s*(?:[-–—:=(]|for\b|means\b|is\b)\s*([^,;.\n)]{3,40})/u;
