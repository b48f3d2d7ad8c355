/** "as an editor", "business class": words that are among the few values a slot takes. */
import { describedMembers } from "./described-members.ts";
import { isEnglish } from "../../catalog/words/english.ts";
import { stemOf } from "../../catalog/words/stem.ts";
import { withMeanings } from "../../catalog/words/loan-words.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import { STOP_WORDS } from "../../catalog/words/stop-words.ts";
import { listOf, objectOf, textOf } from "../../text/foreign.ts";
import type { WishContext } from "../words/wish-context.ts";
import { isAside, type Slot, spellOut } from "../slots/slots.ts";
import { stateMeant } from "./outcomes.ts";
import { isVerb } from "../words/verbs.ts";

/** Common verbs and nouns that are members of many lists and say nothing. */
const NO_MEMBER =
  /^(?:get|create|list|all|new|json|xml|csv|name|date|order|id|add|update|delete|none|any|other|default|true|false|asc|desc|read|write|post|put)$/;

/** Of the words, and of what foreign ones mean. A single letter is the stem of "AED", too. */
export function stemsSaid(text: string): ReadonlySet<string> {
  return new Set(
    wordsOf(text)
      .flatMap(withMeanings)
      .map((one) => stemOf(one))
      .filter((stem) => stem.length > 1),
  );
}

/** `all` are the stems that were said. */
export function memberOf(
  slot: Slot,
  { said: { text, effect, verb }, own }: WishContext,
  all: ReadonlySet<string>,
): { sent: unknown; word: string } | undefined {
  const listed = listOf(slot.schema.enum ?? objectOf(slot.schema.items)["enum"]);
  const declared = listed.length > 0 ? listed : describedMembers(slot);
  if (declared.length === 0) return undefined;
  const members = declared.filter((one): one is string => typeof one === "string" && one.length > 2);
  // "as csv", "in XML".
  const manner = /\b(?:as|in|format|als)\s+(?:an?\s+)?(\w+)/.exec(text.toLowerCase())?.[1];
  const isManner = members.some((one) => one.toLowerCase() === manner);
  const written = members.find((one) => isCode(one) && isWritten(one, text));
  if (written !== undefined) return { sent: written, word: written };
  const figured = declared.find((one) => /^(?:\d{1,4}\p{L}{1,2}|\p{L}{1,2}\d{1,4})$/u.test(String(one)) && isWritten(String(one), text)); // prettier-ignore
  if (figured !== undefined) return { sent: figured, word: String(figured) };
  const short = declared.find((one) => /^[A-Z]{1,3}$/.test(String(one)) && isCalledSo(String(one), text));
  if (short !== undefined) return { sent: short, word: String(short) };
  const named = memberNamed(slot, declared, text);
  if (named !== undefined) return named;
  const meant = memberMeant(slot, declared, all, own);
  if (meant !== undefined) return meant;
  if (members.length === 0 || (isAside(slot) && !isManner)) return undefined;
  const isState = (effect === "change" || effect === "delete") && /\b(?:state|status)\b/.test(spellOut(slot.name));
  const done = isState ? doneBy(text, members) : undefined;
  if (done !== undefined) return { sent: done, word: done };
  // "open an issue" asks to open one, and says nothing of its state.
  // "pause the subscription" pauses it, and says nothing of what a trial ends with.
  const asks = !(slot.needed || OF_DEED.test(spellOut(slot.name))) || effect !== "change";
  const asking = asks && effect !== "none" && effect !== "run" && effect !== "compute" ? stemOf(verb) : "";
  // What is made is the thing itself, and of no kind that is called as all such things are.
  const isMade = (word: string) => effect === "create" && own.has(`${word}s`);
  // "merge requests" are in no state "merged".
  const isOfOwn = (word: string) => !isExact(word, text) && [...own].some((one) => stemOf(one) === stemOf(word));
  const areCodes = isListOfCodes(members);
  const isOwnWord = (word: string) => own.has(word) || isOfOwn(word) || isMade(word);
  const found = members.filter((one) => {
    if (areCodes && !isCodeSaid(one, text)) return false;
    const words = wordsOf(splitIdentifier(one)).filter((word) => word !== "id");
    const isSaid =
      (words.every((word) => all.has(stemOf(word)) && (isManner || !NO_MEMBER.test(word))) &&
        (!words.some((word) => STOP_WORDS.has(word)) || isTogether(one, text))) ||
      (words.length > 1 && all.has(stemOf(one.toLowerCase()))) ||
      isInTwo(one, text);
    const isAsking = words.length === 1 && asking !== "" && stemOf(words[0] ?? "") === asking;
    return words.length > 0 && isSaid && !isAsking && (!words.every(isOwnWord) || slot.needed);
  });
  // "in safe search mode": of "safe" and "safe search" the one that says more.
  const isListing = (effect === "read" || effect === "none") && !found.some((one) => isExact(one, text));
  const state = isListing ? stateMeant(slot, members, text) : undefined;
  if (state !== undefined) return state;
  const widest = found.filter((one) => !found.some((other) => other !== one && holds(other, one)));
  const together = widest.filter((one) => isTogether(one, text));
  const exact = together.filter((one) => isExact(one, text));
  const nearest = exact.length > 0 ? exact : together;
  const several = slot.schema.type !== "array" && nearest.length > 0 ? nearest : widest;
  // "paid by card that are outstanding": the first says how.
  const others = several.filter((one) => !isDoneWith(one, text));
  const longest = several.length > 1 && others.length === 1 ? others : several;
  const [member] = longest;
  if (member === undefined || wordsOf(slot.name).includes(member)) return undefined;
  if (longest.length > 1 && slot.schema.type === "array") return { sent: longest, word: longest.join(" ") };
  return longest.length === 1 ? { sent: member, word: member } : undefined;
}

/** What takes a deed, or what comes of one. */
export const OF_DEED = /\b(?:state|status|action|type|operation|command|mode|rating|reaction|vote|event|verb|power)$/;

/** "order: asc", "type is daily": right behind the slot's own name, whatever else the word may mean. */
function memberNamed(
  { name }: Slot,
  members: readonly unknown[],
  text: string,
): { sent: unknown; word: string } | undefined {
  const own = spellOut(name);
  const words = wordsOf(text).join(" ");
  // "to write permissions".
  const before = members.find(
    (one) => own.length > 3 && ` ${words} `.includes(` to ${String(one).toLowerCase()} ${own} `),
  );
  if (before !== undefined) return { sent: before, word: String(before) };
  const at = own.length < 2 ? -1 : ` ${words} `.indexOf(` ${own} `);
  if (at < 0) return undefined;
  const rest = `${words} `.slice(at + own.length + 1).replace(/^(?:is|as|to|of|ist|es|est|e) /, "");
  const found = members.filter((one) => rest.startsWith(`${wordsOf(splitIdentifier(String(one))).join(" ")} `));
  const [longest] = found.toSorted((a, b) => String(b).length - String(a).length);
  return longest === undefined || longest === "" ? undefined : { sent: longest, word: String(longest) };
}

/** "S" where the description says "S - scientific, I - imperial" and imperial was said. */
function memberMeant(
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

function holds(longer: string, shorter: string): boolean {
  const words = wordsOf(splitIdentifier(longer));
  const [first = ""] = words;
  // "tollfree" holds "toll", too.
  return (
    wordsOf(splitIdentifier(shorter)).every((word) => words.includes(word)) ||
    (words.length === 1 && shorter.length > 2 && first.startsWith(shorter.toLowerCase()))
  );
}

/** What only a machine writes: "deal.propertyChange", "ALL_TIME". */
function isCode(member: string): boolean {
  return member.length > 4 && /[a-z][A-Z]|[\w][._:/-][\w]/.test(member);
}

const MANY_CODES = 20;

/** Currencies, countries and languages by their codes, with perhaps one that is none. */
function isListOfCodes(members: readonly string[]): boolean {
  return members.length > MANY_CODES && members.filter((one) => /^[A-Z]{3}$/.test(one)).length > members.length * 0.9;
}

/** As it is, or in small letters that are no word: "Bob" is no boliviano, and "try" no lira. */
function isCodeSaid(code: string, text: string): boolean {
  const small = code.toLowerCase();
  return isWritten(code, text) || (isWritten(small, text) && !isEnglish(small));
}

/** "an A record", "of type MX". */
function isCalledSo(member: string, text: string): boolean {
  return ["a", "an", "the", "type"].some((lead) => {
    const at = ` ${text}`.indexOf(` ${lead} ${member} `);
    return at >= 0 && /^\p{Ll}/u.test(text.slice(at + lead.length + member.length + 2));
  });
}

/** As it is, and not within a longer word. */
function isWritten(member: string, text: string): boolean {
  const at = text.indexOf(member);
  return at >= 0 && !/[\w./:-]$/.test(text.slice(0, at)) && !/^(?:[\w/-]|[.:]\w)/.test(text.slice(at + member.length));
}

/** "toll-free" of `tollfree`. */
function isInTwo(member: string, text: string): boolean {
  const words = wordsOf(text);
  const whole = member.toLowerCase();
  return (
    whole.length > 5 &&
    words.some(
      (word, at) => word.length > 2 && `${word}${words[at + 1] ?? ""}` === whole && words[at + 1] !== undefined,
    )
  );
}

/** Its words stand beside each other, in their order. */
function isTogether(member: string, text: string): boolean {
  const stems = (words: readonly string[]) => ` ${words.map((word) => stemOf(word)).join(" ")} `;
  return stems(wordsOf(text)).includes(stems(wordsOf(splitIdentifier(member))));
}

/** "cancelled", and not what only has its stem: "pull requests" have no state "requested". */
function isExact(member: string, text: string): boolean {
  return ` ${wordsOf(text).join(" ")} `.includes(` ${wordsOf(splitIdentifier(member)).join(" ")} `);
}

/** "paid by card". */
function isDoneWith(member: string, text: string): boolean {
  const words = ` ${wordsOf(text).join(" ")} `;
  return ["by", "via", "with"].some((how) => words.includes(` ${member.toLowerCase()} ${how} `));
}

/** "close the issue": its state is to be "closed". */
function doneBy(text: string, members: readonly string[]): string | undefined {
  const verbs = new Set(
    wordsOf(text.replaceAll("ß", "ss"))
      .filter(isVerb)
      .flatMap(withMeanings)
      .map((word) => stemOf(word)),
  );
  const found = members.filter((one) => verbs.has(stemOf(one.toLowerCase())));
  return found.length === 1 ? found[0] : undefined;
}
