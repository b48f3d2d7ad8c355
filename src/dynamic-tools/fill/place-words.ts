/** Puts words that are no values of a kind of their own: orders, languages, flags, members of lists, neighbours of names. */
import { wordsOf } from "../../catalog/words/words.ts";
import { blanked, overlap } from "../../text/text-range.ts";
import type { LongWork } from "../../text/long-work.ts";
import { comparedOf } from "../fit/compared.ts";
import { describedFlags } from "../fit/flags/described-flags.ts";
import { flagOf } from "../fit/flags/flags.ts";
import { colorOf } from "../fit/kinds/color-words.ts";
import { knownWordOf } from "../fit/members/known-words.ts";
import { languageOf } from "../fit/language.ts";
import { memberOf, OF_DEED, stemsSaid } from "../fit/members/members.ts";
import { rangeOf } from "../fit/ranges.ts";
import { ownAccountOf } from "../fit/own-account.ts";
import { orderOf } from "../fit/members/order.ts";
import { isDeprecated, type Slot } from "../slots/slots.ts";
import { singular, spellOut } from "../slots/spelled-names.ts";
import { glossOf } from "../words/languages/gloss.ts";
import { withoutForbidden } from "../words/verbs/negation.ts";
import { type Wish, withoutQuotes } from "../words/wish/wish.ts";
import { type FillState, GUESSED } from "./fill-state.ts";
import type { Value } from "../words/value.ts";
import { neighbourOf } from "./neighbours.ts";
import { wordListOf } from "./word-list.ts";

export function* placeWords({ context, slots, open, plainWords: all, names, ...state }: FillState): LongWork<void> {
  const { words, slotsInTurn, put } = state;
  // What is blank says nothing, and all else stands where it stood.
  const said = names.length === 0 ? context.said : { ...context.said, text: blanked(context.said.text, names) };
  const plainWords = all.filter((word) => !names.some((name) => overlap(name, word)));
  const unquoted = withoutQuotes(said);
  const lower = withoutQuotes(context.said).toLowerCase();
  // A word of a title says nothing of a list: "Weekly sync" makes nothing weekly.
  const untitled = withoutTitles(said);
  // What another language says of flags and lists, it says in English, too.
  const gloss = glossOf(unquoted, context.said.text);
  const ofAll = readingsOf(untitled, gloss);
  // "…, but do not close it" sets no state.
  const allowed = withoutForbidden(untitled.text);
  const ofDeeds =
    allowed === untitled.text ? ofAll : readingsOf({ ...untitled, text: allowed }, glossOf(allowed, context.said.text));
  const fields = new Set(slots.map(({ name }) => spellOut(name)));
  const member = (slot: Slot): SaidWord | undefined => {
    for (const { said, stems } of OF_DEED.test(spellOut(slot.name)) ? ofDeeds : ofAll) {
      const found = memberOf(slot, { ...context, said }, stems);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  for (const [at, slot] of spokenFirst([...open], said.text).entries()) {
    if (at % slotsInTurn === slotsInTurn - 1) yield;
    const sent =
      orderOf(slot, unquoted) ??
      languageOf(slot, unquoted) ??
      (isOfLongerName(slot, slots, lower) ? undefined : flagOf(slot, context, unquoted)) ??
      (gloss === "" ? undefined : flagOf(slot, context, gloss)) ??
      comparedOf(slot, unquoted) ??
      rangeOf(slot, unquoted) ??
      member(slot) ??
      knownWordOf(slot, unquoted) ??
      colorOf(slot, unquoted) ??
      ownAccountOf(slot, untitled) ??
      unused(neighbourOf(slot, { ...context, said }, plainWords, fields), words);
    if (sent !== undefined && !isTaken(sent.word, words) && put(slot, sent.sent, GUESSED) && sent.word !== "")
      words.push(sent.word);
  }
  for (const { slot, sent, word } of describedFlags(open, context, gloss === "" ? unquoted : gloss)) {
    const isFree = words.every((one) => !overlapsInWords(one, word));
    if (isFree && put(slot, sent, GUESSED)) words.push(word);
  }
  const listed = wordListOf(open, plainWords, said.text);
  if (listed !== undefined && put(listed.slot, listed.sent, GUESSED)) words.push(listed.words.join(" "));
}

/** A wish as it was said, and in English where that is another language; each with its stems. */
function readingsOf(said: Wish, inEnglish: string) {
  const wishes = inEnglish === "" ? [said] : [said, { ...said, text: inEnglish }];
  return wishes.map((one) => ({ said: one, stems: stemsSaid(one.text) }));
}

function isTaken(word: string, words: readonly string[]): boolean {
  return words.some((one) => one.toLowerCase() === word.toLowerCase());
}

function overlapsInWords(one: string, other: string): boolean {
  const words = wordsOf(other);
  return wordsOf(one).some((word) => words.includes(word));
}

type SaidWord = { readonly sent: unknown; readonly word: string };

/** "with a waiting room" turns the waiting room on, and calls no room "waiting". */
function unused(found: SaidWord | undefined, words: readonly string[]): SaidWord | undefined {
  return found !== undefined && words.some((one) => one.split(" ").includes(found.word)) ? undefined : found;
}

const ADDRESSES: ReadonlySet<Value["kind"]> = new Set(["domain", "email", "url"]);

/** Nor does a part of an address. A single word in quotation marks may be a member that is meant. */
function withoutTitles(said: Wish): Wish {
  const titles = said.values
    .filter(({ kind, text }) => ADDRESSES.has(kind) || (kind === "quoted" && /\s/.test(text)))
    .map((one) => ({ ...one, kind: "quoted" }) as const);
  return { ...said, text: withoutQuotes({ text: said.text, values: titles }) };
}

/** Two lists may have the same member: the one whose name was said too takes it. */
function spokenFirst(slots: readonly Slot[], text: string): readonly Slot[] {
  const whole = text.toLowerCase();
  const isSaid = (name: string) =>
    spellOut(name)
      .split(" ")
      .some((word) => word.length > 3 && whole.includes(word));
  const isNameSaid = ({ name }: Slot) => isSaid(name);
  // "the show with slug …" is one of the shows.
  const isHolderSaid = ({ path }: Slot) => path.slice(0, -1).some((one) => isSaid(one) || isSaid(singular(one)));
  const said = new Set(slots.filter(isNameSaid));
  return slots.toSorted(
    (a, b) =>
      Number(isDeprecated(a)) - Number(isDeprecated(b)) ||
      Number(said.has(b)) - Number(said.has(a)) ||
      Number(isHolderSaid(b)) - Number(isHolderSaid(a)) ||
      a.path.length - b.path.length,
  );
}

/** "the hosted page title …" names `hosted_page_title`, and says nothing of `hosted_page`. */
function isOfLongerName({ name, schema }: Slot, slots: readonly Slot[], text: string): boolean {
  if (![schema.type].flat().includes("boolean")) return false;
  const own = `${spellOut(name)} `;
  return slots.some((other) => {
    const longer = spellOut(other.name);
    return longer.startsWith(own) && text.includes(longer);
  });
}
