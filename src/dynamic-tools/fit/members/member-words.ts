/** How a member of a list stands in a wish: whole, in two words, as a code. */
import { isEnglish } from "../../../catalog/words/english.ts";
import { stemOf } from "../../../catalog/words/stem.ts";
import { splitIdentifier, wordsOf } from "../../../catalog/words/words.ts";

export function holds(longer: string, shorter: string): boolean {
  const words = wordsOf(splitIdentifier(longer));
  const [first = ""] = words;
  // "tollfree" holds "toll", too.
  return (
    wordsOf(splitIdentifier(shorter)).every((word) => words.includes(word)) ||
    (words.length === 1 && shorter.length > 2 && first.startsWith(shorter.toLowerCase()))
  );
}

/** What only a machine writes: "deal.propertyChange", "ALL_TIME". */
export function isCode(member: string): boolean {
  return member.length > 4 && /[a-z][A-Z]|[\w][._:/-][\w]/.test(member);
}

const MANY_CODES = 20;

/** Currencies, countries and languages by their codes, with perhaps one that is none. */
export function isListOfCodes(members: readonly string[]): boolean {
  return members.length > MANY_CODES && members.filter((one) => /^[A-Z]{3}$/.test(one)).length > members.length * 0.9;
}

/** As it is, or in small letters that are no word: "Bob" is no boliviano, and "try" no lira. */
export function isCodeSaid(code: string, text: string): boolean {
  const small = code.toLowerCase();
  return isWritten(code, text) || (isWritten(small, text) && !isEnglish(small));
}

/** "an A record", "of type MX". */
export function isCalledSo(member: string, text: string): boolean {
  return ["a", "an", "the", "type"].some((lead) => {
    const at = ` ${text}`.indexOf(` ${lead} ${member} `);
    return at >= 0 && /^\p{Ll}/u.test(text.slice(at + lead.length + member.length + 2));
  });
}

/** As it is, and not within a longer word. */
export function isWritten(member: string, text: string): boolean {
  const at = text.indexOf(member);
  return at >= 0 && !/[\w./:-]$/.test(text.slice(0, at)) && !/^(?:[\w/-]|[.:]\w)/.test(text.slice(at + member.length));
}

/** "toll-free" of `tollfree`, "only audio" of `audioonly`. */
export function isInTwo(member: string, text: string): boolean {
  const whole = member.toLowerCase();
  if (whole.length < 6) return false;
  const words = wordsOf(text);
  return words.some((word, at) => {
    const next = words[at + 1];
    return (
      next !== undefined && ((word.length > 2 && word + next === whole) || (word === "only" && next + word === whole))
    );
  });
}

/** Its words stand beside each other, in their order. */
export function isTogether(member: string, text: string): boolean {
  const stems = (words: readonly string[]) => ` ${words.map((word) => stemOf(word)).join(" ")} `;
  return stems(wordsOf(text)).includes(stems(wordsOf(splitIdentifier(member)))) || isInOne(member, text);
}

/** "cancelled", and not what only has its stem: "pull requests" have no state "requested". */
export function isExact(member: string, text: string): boolean {
  return (
    ` ${wordsOf(text).join(" ")} `.includes(` ${wordsOf(splitIdentifier(member)).join(" ")} `) || isInOne(member, text)
  );
}

/** "voicemail" of `voiceMail`. */
function isInOne(member: string, text: string): boolean {
  return /[a-z][A-Z]/.test(member) && wordsOf(text).includes(member.toLowerCase());
}

/** "paid by card". */
export function isDoneWith(member: string, text: string): boolean {
  const words = ` ${wordsOf(text).join(" ")} `;
  return ["by", "via", "with"].some((how) => words.includes(` ${member.toLowerCase()} ${how} `));
}

const MAX_INITIALS = 5;
const FEW_INITIALS = 2;

/** "orders in council" of `oic`, "New Horizons" of `NH`: of two words both must be names. `own` are the words of the operation, which is called so. */
export function isInitials(member: string, text: string, own: ReadonlySet<string>): boolean {
  if (!/^\p{L}{2,5}$/u.test(member) || member.length > MAX_INITIALS) return false;
  const wanted = member.toLowerCase();
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.some((_, at) => {
    const said = words.slice(at, at + wanted.length);
    const isName = said.every((word) => /^\p{Lu}\p{Ll}/u.test(word));
    return (
      said.map((word) => word[0]?.toLowerCase()).join("") === wanted &&
      !said.every((word) => own.has(word.toLowerCase())) &&
      (isName || (wanted.length > FEW_INITIALS && said.every((word) => word.length > 1)))
    );
  });
}
