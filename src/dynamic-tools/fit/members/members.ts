/** "as an editor", "business class": words that are among the few values a slot takes. */
import { describedMembers } from "./described-members.ts";
import { stemOf } from "../../../catalog/words/stem.ts";
import { withMeanings } from "../../../catalog/words/loan-words.ts";
import { splitIdentifier, wordsOf } from "../../../catalog/words/words.ts";
import { STOP_WORDS } from "../../../catalog/words/stop-words.ts";
import { listOf, objectOf } from "../../../text/foreign.ts";
import type { WishContext } from "../../words/wish/wish-context.ts";
import { isAside, type Slot } from "../../slots/slots.ts";
import { spellOut } from "../../slots/spelled-names.ts";
import { memberMeant } from "./member-meanings.ts";
import {
  holds,
  isCalledSo,
  isCode,
  isCodeSaid,
  isDoneWith,
  isExact,
  isInitials,
  isInTwo,
  isListOfCodes,
  isTogether,
  isWritten,
} from "./member-words.ts";
import { memberBySign, memberInPart, SHOWS } from "./member-signs.ts";
import { stateMeant } from "./outcomes.ts";
import { CALLED, TITLED } from "../../words/introductions.ts";
import { isVerb } from "../../words/verbs/verbs.ts";

/** Common verbs and nouns that are members of many lists and say nothing. */
const NO_MEMBER =
  /^(?:get|create|list|all|new|json|xml|csv|name|date|order|id|add|update|delete|none|any|other|default|true|false|asc|desc|read|write|post|put)$/;

/** Among so many some are the initials of anything. */
const MANY = 24;
const OF_DAY = /\bdate$/;
/** "4k", "p95". */
const IN_FIGURES = /^(?:\d{1,4}\p{L}{1,2}|\p{L}{1,2}\d{1,4})$/u;

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
  context: WishContext,
  all: ReadonlySet<string>,
): { sent: unknown; word: string } | undefined {
  const { own } = context;
  const { text, effect, verb } = context.said;
  const listed = listOf(slot.schema.enum ?? objectOf(slot.schema.items)["enum"]);
  // What is told of a day may speak of what else is dated.
  const declared = listed.length > 0 ? listed : OF_DAY.test(spellOut(slot.name)) ? [] : describedMembers(slot);
  if (declared.length === 0) return undefined;
  const members = declared.filter((one): one is string => typeof one === "string" && one.length > 2);
  // "as csv", "in XML".
  const manner = /\b(?:as|in|into|format|als)\s+(?:an?\s+)?(\w+)/.exec(text.toLowerCase())?.[1];
  const isManner = members.some((one) => one.toLowerCase() === manner);
  const written = members.find((one) => isCode(one) && isWritten(one, text));
  if (written !== undefined) return { sent: written, word: written };
  const figured = declared.find((one) => IN_FIGURES.test(String(one)) && isWritten(String(one), text));
  if (figured !== undefined) return { sent: figured, word: String(figured) };
  const short = declared.find((one) => /^[A-Z]{1,3}$/.test(String(one)) && isCalledSo(String(one), text));
  if (short !== undefined) return { sent: short, word: String(short) };
  const initials = declared.length > MANY ? [] : declared.map(String).filter((one) => isInitials(one, text, own));
  if (initials.length === 1 && !isAside(slot)) return { sent: initials[0], word: String(initials[0]) };
  const named = memberNamed(slot, declared, text);
  if (named !== undefined) return named;
  const signed = memberBySign(
    slot,
    declared.filter((one) => typeof one === "string"),
    context,
  );
  // What only a description lists, and is shown beside the thing, is asked for plainly or not at all.
  if (signed !== undefined || (listed.length === 0 && SHOWS.test(spellOut(slot.name)))) return signed;
  // "end the meeting 5" says nothing of encryption from end to end.
  const takesDeed = slot.needed || OF_DEED.test(spellOut(slot.name));
  const isOfSort = !slot.needed && !/\b(?:state|status|action|operation|command|verb)$/.test(spellOut(slot.name));
  const meant = memberMeant(slot, declared, isOfSort ? all.difference(new Set([stemOf(verb)])) : all, own);
  if (meant !== undefined) return meant;
  if (members.length === 0 || (isAside(slot) && !isManner)) return undefined;
  const isState = (effect === "change" || effect === "delete") && /\b(?:state|status)\b/.test(spellOut(slot.name));
  const done = isState ? doneBy(text, members) : undefined;
  if (done !== undefined) return { sent: done, word: done };
  // "open an issue" asks to open one, and says nothing of its state.
  // "pause the subscription" pauses it, and says nothing of what a trial ends with.
  const asks = !takesDeed || effect !== "change";
  const asking = asks && effect !== "none" && effect !== "run" && effect !== "compute" ? stemOf(verb) : "";
  // What is made is the thing itself, and of no kind that is called as all such things are.
  const isMade = (word: string) => effect === "create" && own.has(`${word}s`);
  // "merge requests" are in no state "merged".
  const isOfOwn = (word: string) => !isExact(word, text) && [...own].some((one) => stemOf(one) === stemOf(word));
  const areCodes = isListOfCodes(members);
  const isOwnWord = (word: string) => own.has(word) || isOfOwn(word) || isMade(word) || isOfBrand(word, text, own);
  const found = members.filter((one) => {
    if (areCodes && !isCodeSaid(one, text)) return false;
    const words = wordsOf(splitIdentifier(one)).filter((word) => word !== "id");
    // `a doc titled "Minutes"` says nothing of a style "TITLE".
    if (words.length === 1 && isIntroducing(words[0] ?? "", text)) return false;
    // "a 14 day trial" is no day.
    if (isOfNumber(one, text) && !/\bunits?$/.test(spellOut(slot.name))) return false;
    const isSaid =
      (words.every((word) => all.has(stemOf(word)) && (isManner || !NO_MEMBER.test(word))) &&
        (!words.some((word) => STOP_WORDS.has(word)) || isTogether(one, text))) ||
      (words.length > 1 && all.has(stemOf(one.toLowerCase()))) ||
      isInTwo(one, text);
    // "merge requests that are merged": the second is no verb.
    const isAsking =
      words.length === 1 && asking !== "" && stemOf(words[0] ?? "") === asking && !(isExact(one, text) && one !== verb);
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
  if (found.length === 0) return memberInPart(slot, members, context);
  if (member === undefined || wordsOf(slot.name).includes(member)) return undefined;
  if (longest.length > 1 && slot.schema.type === "array") return { sent: longest, word: longest.join(" ") };
  return longest.length === 1 ? { sent: member, word: member } : undefined;
}

const LASTING = /\d[ -](second|minute|hour|day|week|month|quarter|year)/gi;

/** It is what a number counts, each time it is said. */
function isOfNumber(member: string, text: string): boolean {
  return [...text.matchAll(LASTING)].some(([, unit = ""]) => unit.toLowerCase() === member.toLowerCase());
}

const INTRODUCING = new RegExp(`(?<!\\p{L})(?:${CALLED}|${TITLED})(?!\\p{L})`, "giu");

/** It was only said to tell what something is called. */
function isIntroducing(member: string, text: string): boolean {
  const stem = stemOf(member);
  const introduces = (text.match(INTRODUCING) ?? []).some((one) => wordsOf(one).some((word) => stemOf(word) === stem));
  return introduces && !isExact(member, text);
}

/** "open states" of the service "openstates": it asks for no state. */
function isOfBrand(word: string, text: string, own: ReadonlySet<string>): boolean {
  const words = wordsOf(text);
  return words.some((one, at) => {
    const next = words[at + 1] ?? "";
    return own.has(one + next) && [one, next].some((part) => stemOf(part) === stemOf(word));
  });
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
