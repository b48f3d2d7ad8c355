/** "the workspace acme": words that stand beside the name of what takes them. */
import { isForeignPlural } from "../../catalog/words/loan-words.ts";
import { wordsOf } from "../../catalog/words/words.ts";
import { isIdLike } from "../fit/by-name.ts";
import { fitOf } from "../fit/fit.ts";
import type { WishContext } from "../words/wish/wish-context.ts";
import { namesOf } from "../slots/names.ts";
import { isAside, type Slot, takesSeveral } from "../slots/slots.ts";
import { singular, spellOut } from "../slots/spelled-names.ts";
import { CALLED, TITLED } from "../words/introductions.ts";
import { namesThing } from "../words/wish/taken-out.ts";
import type { Wish } from "../words/wish/wish.ts";
import { isFiller, type PlainWord, spokenIn } from "./plain-words.ts";
import type { Value } from "../words/value.ts";

/** "the workspace acme": a word that the operation does not know stands beside the slot's name. */
export function neighbourOf(
  slot: Slot,
  { said, own }: WishContext,
  words: readonly PlainWord[],
  fields: ReadonlySet<string>,
): { sent: unknown; word: string } | undefined {
  if (slot.schema.enum !== undefined || isAside(slot)) return undefined;
  const name = spellOut(slot.name);
  const names = [...new Set(namesOf(slot).flatMap((one) => [one, one.split(" ").at(-1) ?? ""]))];
  // "tenant acme": where a tenant is taken as well as its id, the word is no id.
  if (name.endsWith(" id") && fields.has(name.slice(0, -3))) return undefined;
  const isOwn = (word: string) => [word, singular(word), `${word}s`].some((one) => own.has(one.toLowerCase()));
  const namesOperation = isOwn(name);
  const beside = new Set(
    words.filter(({ start, end }) => names.some((one) => isNamedBeside(one, said.text, start, end))),
  );
  for (const one of [...beside, ...words.filter((other) => !beside.has(other))]) {
    const { text, start, end, isPlain } = one;
    const isBeside = beside.has(one);
    if (!isPlain && !(isBeside && !isOwn(text))) continue;
    // "clear the due date": it goes on with the name.
    if (isBeside && (OF_NAMES.test(text) || !namesThing(text.toLowerCase()))) continue;
    if (!isBeside && (fields.has(text.toLowerCase()) || name.split(" ").includes(text.toLowerCase()))) continue;
    // "the server color …": what a thing is called stands right behind it, and is no other field.
    if (slot.thing !== undefined && fields.has(text.toLowerCase())) continue;
    if (
      slot.thing !== undefined &&
      !isCalling(said, start) &&
      !(isBeside && (/[\d_-]/.test(text) || isOfWholeName(slot, slot.thing, said.text, start, end)))
    )
      continue;
    // "the day weather": what the operation is called names no value behind another word.
    if (
      !isBeside &&
      !slot.needed &&
      namesOperation &&
      !said.text.slice(0, start).trimEnd().toLowerCase().endsWith(name)
    )
      continue;
    if (isIdLike(slot) && (isOfMany(said.text, start, end) || isDoing(said.text, start, end))) continue;
    if (isIdLike(slot) && names.some((one) => isSortOf(one, said.text, start, end))) continue;
    const word: Value = { kind: "word", text, start, end };
    const fit = fitOf(slot, word, said);
    if (fit === undefined || fit.score < 0.86) continue;
    const further = takesSeveral(slot) ? furtherWords(said.text.slice(end), spokenIn(said.text)) : [];
    return { sent: joined(slot, [fit.sent, ...further]), word: [text, ...further].join(" ") };
  }
  return undefined;
}

/** "in the project acme-prod at us-central1": a word right behind the slot's name, which is nobody else's, is what it takes. */
export function isToldByWord(slot: Slot, { text }: Wish, words: readonly PlainWord[]): boolean {
  if (!isIdLike(slot)) return false;
  const names = namesOf(slot);
  return words.some(
    ({ isPlain, start, end }) => isPlain && names.some((name) => isNamedBeside(name, text, start, end)),
  );
}

const OF_NAMES = /^(?:date|time|day|datetime|timestamp|number|value|field|setting)$/i;

/** "with username bob": more was said than what kind of thing it is. */
function isOfWholeName({ name }: Slot, thing: string, text: string, start: number, end: number): boolean {
  const whole = spellOut(name);
  return whole.length > thing.length && whole.startsWith(thing) && isNamedBeside(whole, text, start, end);
}

/** "elimina los clientes inactivos", "lösche die alten Karten": beside the plural of a thing stands no id of one. */
function isOfMany(text: string, start: number, end: number): boolean {
  const before = wordsOf(text.slice(Math.max(0, start - LONGEST_WORD), start)).at(-1) ?? "";
  const [behind = ""] = wordsOf(text.slice(end, end + LONGEST_WORD));
  return [before, behind].some(isForeignPlural);
}

/** "asteroids passing earth": what they do. */
function isDoing(text: string, start: number, end: number): boolean {
  return /^\p{Ll}{2,20}ing$/u.test(text.slice(start, end)) && /\p{Ll}{2}s $/u.test(text.slice(0, start));
}

const LONGEST_WORD = 40;

/** "electricity price", "show carbon intensity": small, and without an article, what stands before a name says of what sort it is. */
function isSortOf(name: string, text: string, start: number, end: number): boolean {
  const behind = text.slice(end, end + name.length + 2).toLowerCase();
  const isBefore = behind.startsWith(` ${name}`) && !/\p{L}$/u.test(behind.slice(name.length + 1));
  return (
    isBefore &&
    /^\p{Ll}+$/u.test(text.slice(start, end)) &&
    !ARTICLE.test(text.slice(Math.max(0, start - LONGEST_WORD), start))
  );
}

const ARTICLE =
  /(?<!\p{L})(?:the|my|our|your|this|that|of|in|on|from|to|for|der|die|das|den|dem|el|la|le|les|los|las|o|il|lo|mein\p{L}{0,2}|mi|mon|ma|meu|minha|mio|mia) {1,2}$/iu;

/** "the template welcome" is to be changed; "a calendar event" is another thing. */
function isCalling({ text, effect }: Wish, start: number): boolean {
  return effect === "change" || effect === "delete" || CALLING.test(text.slice(0, start));
}

const CALLING = new RegExp(`\\b(?:to|as|react with|${CALLED}|${TITLED}|labell?ed)\\s+$`, "iu");

/** "on the site stackoverflow": right behind the slot's own name, and nothing that goes on with it. */
function isNamedBeside(name: string, text: string, start: number, end: number): boolean {
  const own = name.replace(/ (?:id|name|slug|code|key)$/, "");
  const isBehind = (said: string) => {
    const before = text.slice(Math.max(0, start - said.length - 2), start).toLowerCase();
    return (
      /^\W$/.test(before.at(-1) ?? "") &&
      before.trimEnd().endsWith(said) &&
      /^\W+$/.test(before.slice(0, -said.length - 1) || " ")
    );
  };
  const isNamed = (own.length > 2 || own === "id") && (isBehind(own) || (own !== name && isBehind(name)));
  return isNamed && ENDS.test(text.slice(end));
}

const ENDS =
  /^\s*(?:$|[,.;)]|(?:and|in|of|on|for|with|from|to|at|by|as|is|has|gets?|shall|should|set|under|into|within|before|after|since|until|between|per|via|whose|who|which|that|where|using|named|called|titled|only|limit|page|sorted|und|mit|von|y|con|de|et|avec|e|com)\b)/i;

/** "bravery, heart and home": what follows the first of several. */
function furtherWords(after: string, foreign: readonly ReadonlySet<string>[]): string[] {
  const words: string[] = [];
  let rest = after;
  for (let found = NEXT.exec(rest); found !== null; found = NEXT.exec(rest)) {
    const [whole, word = ""] = found;
    rest = rest.slice(whole.length);
    // "tagged web, 50 per page": a number has a place of its own.
    if (/^\d+$/.test(word) || isFiller(word, foreign) || !ENDS.test(rest)) break;
    words.push(word);
  }
  return words;
}

const NEXT = /^\s*(?:,\s*(?:and\s+|or\s+)?|and\s+|und\s+|y\s+|et\s+|e\s+)([\p{L}\p{N}][\p{L}\p{N}_-]*)/iu;

function joined({ schema }: Slot, words: readonly unknown[]): unknown {
  return schema.type === "array" ? words : words.join(",");
}
