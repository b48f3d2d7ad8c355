/** Flags in other words than their own: "stop at the first failure" of `stop_on_failure`, "can be reused" of `reusable`. */
import { stemOf } from "../../catalog/words/stem.ts";
import { STOP_WORDS } from "../../catalog/words/stop-words.ts";
import { wordsOf } from "../../catalog/words/words.ts";
import type { WishContext } from "../words/wish-context.ts";
import { effectOfVerb, isVerb } from "../words/verbs.ts";
import { isDenied, signOf } from "./flag-polarity.ts";
import { LEAVING_OUT } from "./flags-said.ts";

export interface FlagSaid {
  readonly is: boolean;
  /** What was said. */
  readonly word: string;
}

/** Words that stand together, and what stands around them, with a blank around each. */
interface Phrase extends Pick<FlagSaid, "word"> {
  readonly before: string;
  readonly behind: string;
}

const SENTENCE_END = /[,;:.!?()](?=\s|$)|\s(?:but|aber|pero|mais|mas)(?=\s)/iu;
const CLAUSE_END = new RegExp(`${SENTENCE_END.source}|\\s(?:and|und|y|et|e)(?=\\s)`, "iu");
const ARTICLE = /^(?:the|an?|its|their|my|our|your|any|all)$/;
/** So many other words may stand among those of a flag. */
const MAX_GAP = 2;

/** `name` is a flag's, in words. */
export function inOtherWords(name: string, { said, own }: WishContext, text: string): FlagSaid | undefined {
  const all = wordsOf(name.replace(IS, ""));
  const words = all.filter((word) => !STOP_WORDS.has(word));
  const unspoken = words.filter((word) => !own.has(word));
  const [first = ""] = all;
  const object = words.filter((word) => word !== first);
  const isDone = isVerb(first) || DOES.test(first);
  const clauses = text.split(CLAUSE_END);
  // "generate the notes" of `generate_release_notes`, where a release is what is made. One word says too little alone.
  const whole = [unspoken.length > 0 ? words : [], isDone && unspoken[0] === first ? unspoken : []]
    .filter((one) => one.length > 1)
    .map((one) => phraseIn(clauses, one))
    .find((one) => one !== undefined);
  if (whole !== undefined) return { is: !isDenied(whole.before, whole.behind), word: whole.word };
  if (all.length === 1) return doneToIt(first, said.verb, text);
  if (all.length === 2 && ENABLES.test(first)) return doneToIt(all[1] ?? "", said.verb, text);
  if (LEAVING_OUT.test(name)) return leftOut(object, text);
  if (!isDone || effectOfVerb(first) === "delete") return undefined;
  // "with notes" of `generate_notes`, "in compact form" of `use_compact_notes`.
  const thing = object.filter((word) => !own.has(word));
  return thing.length === 0 ? undefined : shownIn(thing, text);
}

const IS = /^(?:f )?(?:is|are|has|have) /;
const ENABLES = /^(?:enabled?|allows?)$/;
/** What is done by a flag and by hardly anything else. */
const DOES = /^(?:allow|allows|enabled|use|uses|keep|want|wants)$/;

function shownIn(words: readonly string[], text: string): FlagSaid | undefined {
  const found = phraseIn(text.split(SENTENCE_END), words);
  const is = found === undefined ? undefined : signOf(found.before, found.behind);
  return found === undefined || is === undefined ? undefined : { is, word: found.word };
}

/** "garbage time left out" of `exclude_garbage_time`. */
function leftOut(words: readonly string[], text: string): FlagSaid | undefined {
  const found = shownIn(words, text);
  return found === undefined || found.is ? undefined : { is: true, word: found.word };
}

function phraseIn(clauses: readonly string[], all: readonly string[]): Phrase | undefined {
  for (const clause of clauses) {
    const found = togetherIn(
      wordsOf(clause).filter((word) => !ARTICLE.test(word)),
      all,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function togetherIn(clause: readonly string[], all: readonly string[]): Phrase | undefined {
  for (let from = 0; from + all.length <= clause.length; from++) {
    const near = clause.slice(from, from + all.length + (all.length > 1 ? MAX_GAP : 0));
    const places = all.map((word) => near.findIndex((one) => isSame(word, one, all.length)));
    if (places.includes(-1) || Math.min(...places) > 0 || new Set(places).size < places.length) continue;
    const between = near.slice(0, Math.max(...places) + 1);
    // "the email of the customer" mails nobody, and "customer email" neither; "no charging of the card" charges none.
    if (between.includes("of") && !between[0]?.endsWith("ing")) continue;
    if (!isInOrder(places) && !mayBeTurned(all, between)) continue;
    const side = (words: readonly string[]) => ` ${words.join(" ")} `;
    return {
      before: side(clause.slice(0, from)),
      word: between.join(" "),
      behind: side(clause.slice(from + between.length)),
    };
  }
  return undefined;
}

function isInOrder(places: readonly number[]): boolean {
  return places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
}

/** "post automatically" of `auto_post`: what is done stands first. */
function mayBeTurned(all: readonly string[], [first = ""]: readonly string[]): boolean {
  const last = all.at(-1) ?? "";
  return !isVerb(all[0] ?? "") && isVerb(last) && isAkin(last, first);
}

const SHORTENED = 4;

/** Beside others a word may stand in short for what was said: "auto" for "automatically". */
function isSame(word: string, said: string, of: number): boolean {
  return isAkin(word, said) || (of > 1 && word.length >= SHORTENED && said.startsWith(word));
}

const LONG_STEM = 5;
const MAX_ENDING = 2;

/** "synonymy" and "synonyms", "notify" and "notifications": one stem, or one that goes on for a letter or two. */
function isAkin(one: string, other: string): boolean {
  const [a = "", b = ""] = [stemOf(one), stemOf(other)].toSorted((x, y) => x.length - y.length);
  return a === b || (a.length >= LONG_STEM && b.startsWith(a) && b.length - a.length <= MAX_ENDING);
}

/** "have the call recorded" of `record`, "can be reused" of `reusable`, "shall expire" of `expiration`. */
const DONE = /(?<!\p{L})(?:have|get|be|being)(?: (not|never))?((?: [\p{L}\d_+-]+){0,5}?) (\p{L}{3,}ed)(?!\p{L})/giu;
const MAY_BE = /(?<!\p{L})(?:can|may|could|should|must)( ?not|n['’]t)?(?: be)? (\p{L}{3,}(?:ed|en|d))(?!\p{L})/giu;
const SHALL = /(?<!\p{L})(?:shall|should|must|will|does|do)( not| never|n['’]t)? (\p{L}{4,})(?!\p{L})/giu;

function doneToIt(name: string, verb: string, text: string): FlagSaid | undefined {
  const done = name.replace(/[ai]ble$/, "ed");
  const found = (matches: Iterable<RegExpMatchArray>) =>
    [...matches].find((one) => (one.at(-1) ?? "") !== verb && isAkin(done, (one.at(-1) ?? "").toLowerCase()));
  const able = /[ai]ble$/.test(name) ? found(text.matchAll(MAY_BE)) : undefined;
  const told = able ?? found(text.matchAll(SHALL)) ?? (isVerb(name) ? found(text.matchAll(DONE)) : undefined);
  if (isInTwo(name, text)) return { is: true, word: name };
  if (told !== undefined) return { is: told[1] === undefined, word: told.at(-1) ?? "" };
  return shownIn([name], text);
}

/** "read only" of `readonly`. */
function isInTwo(name: string, text: string): boolean {
  const words = wordsOf(text);
  return (
    name.length >= LONG_NAME && words.some((word, at) => word !== name && `${word}${words[at + 1] ?? ""}` === name)
  );
}

const LONG_NAME = 6;
