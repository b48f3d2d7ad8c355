/**
 * Operations that do the opposite of what was said: "power on" is never the answer to "power off", "resume" none to "pause",
 * and "untrash" none to "move it to the trash".
 */
import { wordsOf, splitIdentifier } from "../../../catalog/words/words.ts";
import { LOAN_WORDS } from "../../../catalog/words/loan-words.ts";
import { STOP_WORDS } from "../../../catalog/words/stop-words.ts";
import { foldLetters } from "../../../text/fold-letters.ts";
import type { Wish } from "./wish.ts";

/** Wherever they stand in a wish. */
const PAIRS =
  "poweron/poweroff enable/disable activate/deactivate lock/unlock follow/unfollow mute/unmute archive/unarchive star/unstar " +
  "like/unlike subscribe/unsubscribe block/unblock assign/unassign publish/unpublish install/uninstall attach/detach " +
  "pause/resume approve/reject accept/decline encode/decode encrypt/decrypt";

/**
 * Where they are the verb of a wish, for many of them are nouns as well: "at the end", "the close price". Each stands in
 * names of the catalogue beside its opposite: what begins a thing or lets it go on, and what ends or holds it.
 */
const VERBS: readonly (readonly [string, string])[] = [
  [
    "create add make start boot poweron begin launch open reopen resume unpause continue enable activate reactivate restore",
    "stop shut shutdown poweroff end finish halt close pause suspend hold freeze disable deactivate terminate cancel",
  ],
  ["create add insert save restore recover", "delete remove removal"],
  ["approve accept confirm allow", "reject decline deny"],
  ["join", "leave"],
  ["connect", "disconnect"],
  ["associate", "disassociate"],
  ["register", "deregister unregister"],
  ["provision", "deprovision"],
  ["allocate", "deallocate"],
  ["authorize", "deauthorize"],
  ["import", "export"],
  ["upgrade", "downgrade"],
  ["increase", "decrease"],
  ["deposit", "withdraw"],
  ["buy", "sell"],
  ["hold", "release"],
];

/** What has been, and what is to come. */
const TIMES = ["past historical history", "forecast upcoming"];

/** Of a verb the pairs that it is in: the first of a pair is a positive number, the other the same negative one. */
type Sides = ReadonlyMap<string, readonly number[]>;

const OF_TEXT = sidesOf([...PAIRS.split(" ").map((pair) => pair.split("/")), TIMES]);
const OF_VERB = sidesOf(VERBS);

function sidesOf(pairs: readonly (readonly string[])[]): Sides {
  const sides = new Map<string, number[]>();
  for (const [at, pair] of pairs.entries())
    for (const [side, verbs] of pair.entries())
      for (const form of verbs.split(" ").flatMap(formsOf))
        sides.set(form, [...(sides.get(form) ?? []), side === 0 ? at + 1 : -at - 1]);
  return sides;
}

/** And what was done, as a noun: "cancellation", "suspension". */
function formsOf(verb: string): string[] {
  const stem = verb.replace(/e$/, "");
  const noun = stem.replace(/nd$/, "ns").replace(/el$/, "ell");
  return [verb, `${verb}s`, `${stem}es`, `${stem}ed`, `${stem}ing`, `${noun}ion`, `${noun}ation`];
}

/** "my paused subscription" says how it is, and not what to do. */
const AS_IT_IS = /(?<=(?:^|\s)(?:my|the|our|this|that|an?|all|any)\s)\p{L}{2,20}ed(?=\s\p{L})/giu;

/** `name` is the operation's. Who says both, or neither, is not understood here. */
export function isOpposite(name: string, { text, verb }: Pick<Wish, "text" | "verb">): boolean {
  const named = wordsIn(name);
  const said = wordsIn(text.replace(AS_IT_IS, " ")).flatMap(inEnglish);
  const does = inEnglish(verb);
  return (
    isOtherSide(sidesIn(OF_TEXT, said), sidesIn(OF_TEXT, said), sidesIn(OF_TEXT, named)) ||
    isOtherSide(sidesIn(OF_VERB, does), ends(sidesIn(OF_VERB, said)), sidesIn(OF_VERB, named)) ||
    isUndone(said, named) ||
    isUndone(named, does) ||
    isMadeInstead(named, verb)
  );
}

/** `asked` is what shall be done; `excused` may stand in the name all the same. */
function isOtherSide(asked: ReadonlySet<number>, excused: ReadonlySet<number>, named: ReadonlySet<number>): boolean {
  return [...asked].some((side) => named.has(-side) && !named.has(side) && !excused.has(-side));
}

/** "add a hold to the order" holds it; "stop it, I shall resume it later" resumes nothing now. */
function ends(sides: ReadonlySet<number>): ReadonlySet<number> {
  return new Set([...sides].filter((side) => side < 0));
}

/** One of the words with "un" before it is among the others, which do not say it themselves. */
function isUndone(words: readonly string[], others: readonly string[]): boolean {
  return words.some(
    (word) =>
      !STOP_WORDS.has(word) && others.includes(`un${word}`) && !words.includes(`un${word}`) && !others.includes(word),
  );
}

/** "Add assignees" to "unassign bob". */
function isMadeInstead(named: readonly string[], verb: string): boolean {
  return MAKES.has(named[0] ?? "") && saysUndone(named, verb);
}

/** "assign" of "unassign"; "units" undo nothing. */
export function undoneBy(verb: string): string | undefined {
  return /^un(?!i|der)(\p{L}{3,})(?<!s)$/u.exec(verb)?.[1];
}

/** Whether one of the words is made of what the verb undoes: "assignees" for "unassign". Too many begin with "ban". */
export function saysUndone(words: readonly string[], verb: string): boolean {
  const done = undoneBy(verb) ?? "";
  return done.length > 3 && words.some((word) => word.startsWith(done.replace(/e$/, "")));
}

const MAKES = new Set("add create set put insert".split(" "));

function sidesIn(sides: Sides, words: readonly string[]): ReadonlySet<number> {
  return new Set(words.flatMap((word) => sides.get(word) ?? []));
}

function wordsIn(text: string): string[] {
  return wordsOf(
    splitIdentifier(text)
      .replace(/\b(?:power|turn|switch)(?:ed|s)? (on|off)\b/gi, "power$1")
      .replace(/\bshut(?:s|ting)? ?down\b/gi, "shutdown"),
  );
}

/** A word of another language is read as the verbs it may stand for, and as itself: "resume" is English as well. */
function inEnglish(word: string): readonly string[] {
  return [word, ...(LOAN_WORDS.meanings.get(word) ?? LOAN_WORDS.meanings.get(foldLetters(word)) ?? [])];
}
