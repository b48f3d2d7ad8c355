/** Where words stand together in a clause, in any form: "stop at the first failure" holds "stop" and "failure". */
import { LRUCache } from "lru-cache";
import { stemOf } from "../../../catalog/words/stem.ts";
import { wordsOf } from "../../../catalog/words/words.ts";
import { isVerb } from "../../words/verbs/verbs.ts";

/** Words that stand together, and what stands around them, with a blank around each. */
export interface Phrase {
  /** "send the guests no updates". */
  readonly isDenied: boolean;
  readonly word: string;
  readonly before: string;
  readonly behind: string;
}

const SENTENCE_END = /[,;:.!?()](?=\s|$)|\s(?:but|aber|pero|mais|mas)(?=\s)/iu;
const CLAUSE_END = new RegExp(`${SENTENCE_END.source}|\\s(?:and|und|y|et|e)(?=\\s)`, "iu");

/** Of the last wishes: every slot of every operation that is tried asks for the same. */
const known = {
  clauses: new LRUCache<string, Clauses>({ max: 64 }),
  sentences: new LRUCache<string, Clauses>({ max: 64 }),
};

/** The words of each, without articles. */
type Clauses = readonly (readonly string[])[];

/** Joined things stay together: "with the driver and the owner". */
export function sentencesOf(text: string): Clauses {
  return split(text, SENTENCE_END, known.sentences);
}

export function clausesOf(text: string): Clauses {
  return split(text, CLAUSE_END, known.clauses);
}

function split(text: string, end: RegExp, before: LRUCache<string, Clauses>): Clauses {
  const clauses =
    before.get(text) ?? text.split(end).map((clause) => wordsOf(clause).filter((word) => !ARTICLE.test(word)));
  before.set(text, clauses);
  return clauses;
}

const ARTICLE = /^(?:the|an?|its|their|my|our|your|any|all)$/;
/** So many other words may stand among those that are sought. */
const MAX_GAP = 2;

/** `all` are the words that it must hold, in any form. */
export function phraseIn(clauses: Clauses, all: readonly string[]): Phrase | undefined {
  for (const clause of clauses) {
    const found = togetherIn(clause, all);
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
      isDenied: between.some((word) => NO.test(word)),
      before: side(clause.slice(0, from)),
      word: between.join(" "),
      behind: side(clause.slice(from + between.length)),
    };
  }
  return undefined;
}

const NO = /^(?:no|not|never|kein\w{0,3})$/;

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
export function isAkin(one: string, other: string): boolean {
  // Most words differ in their first letter, and are told apart without their stems.
  if (one[0] !== other[0]) return false;
  const [a, b] = [stemOf(one), stemOf(other)];
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= LONG_STEM && long.length - short.length <= MAX_ENDING && long.startsWith(short);
}
