/** Flags in other words than their own: "stop at the first failure" of `stop_on_failure`, "can be reused" of `reusable`. */
import { stemOf } from "../../../catalog/words/stem.ts";
import { STOP_WORDS } from "../../../catalog/words/stop-words.ts";
import { wordsOf } from "../../../catalog/words/words.ts";
import type { WishContext } from "../../words/wish/wish-context.ts";
import { effectOfVerb } from "../../words/verbs/verb-effects.ts";
import { isVerb } from "../../words/verbs/verbs.ts";
import { isDenied, signOf } from "./flag-polarity.ts";
import { LEAVING_OUT } from "./flags-said.ts";
import { clausesOf, isAkin, phraseIn, sentencesOf } from "./phrases.ts";

export interface FlagSaid {
  readonly is: boolean;
  /** What was said. */
  readonly word: string;
}

/** `name` is a flag's, in words. */
export function inOtherWords(name: string, { said, own }: WishContext, text: string): FlagSaid | undefined {
  const all = wordsOf(name.replace(IS, ""));
  const words = all.filter((word) => !STOP_WORDS.has(word));
  const unspoken = words.filter((word) => !own.has(word));
  const [first = ""] = all;
  const object = words.filter((word) => word !== first);
  const isDone = isVerb(first) || DOES.test(first);
  const clauses = clausesOf(text);
  // "generate the notes" of `generate_release_notes`, where a release is what is made. One word says too little alone.
  const whole = [unspoken.length > 0 ? words : [], isDone && unspoken[0] === first ? unspoken : []]
    .filter((one) => one.length > 1)
    .map((one) => phraseIn(clauses, one))
    .find((one) => one !== undefined);
  if (whole !== undefined) return { is: !whole.isDenied && !isDenied(whole.before, whole.behind), word: whole.word };
  if (all.length === 1) return doneToIt(first, said.verb, text);
  if (all.length === 2 && ENABLES.test(first)) return doneToIt(all[1] ?? "", said.verb, text);
  if (LEAVING_OUT.test(name)) return leftOut(object, text);
  if (!isDone || effectOfVerb(first) === "delete") return undefined;
  // "with notes" of `generate_notes`, "in compact form" of `use_compact_notes`.
  const thing = object.filter((word) => ![...own].some((one) => stemOf(one) === stemOf(word)));
  return thing.length === 0 ? undefined : shownIn(thing, text);
}

const IS = /^(?:f )?(?:is|are|has|have) /;
const ENABLES = /^(?:enabled?|allows?)$/;
/** What is done by a flag and by hardly anything else. */
const DOES = /^(?:allow|allows|enabled|use|uses|keep|want|wants)$/;

function shownIn(words: readonly string[], text: string): FlagSaid | undefined {
  const found = phraseIn(sentencesOf(text), words);
  const is = found === undefined ? undefined : signOf(found.before, found.behind);
  return found === undefined || is === undefined ? undefined : { is, word: found.word };
}

/** "garbage time left out" of `exclude_garbage_time`. */
function leftOut(words: readonly string[], text: string): FlagSaid | undefined {
  const found = shownIn(words, text);
  return found === undefined || found.is ? undefined : { is: true, word: found.word };
}

const MAY = new Set("can may could shall should must will does do".split(" "));
const NOT = new Set("not never n t cannot".split(" "));
const HAVE = new Set("have get be being".split(" "));
/** So many words may stand between: "have the next call recorded". */
const MAX_BETWEEN = 5;

/** "have the call recorded" of `record`, "can be reused" of `reusable`, "shall expire" of `expiration`. */
function doneToIt(name: string, verb: string, text: string): FlagSaid | undefined {
  if (isInTwo(name, text)) return { is: true, word: name };
  const done = name.replace(/[ai]ble$/, "ed");
  for (const words of clausesOf(text)) {
    for (const [at, word] of words.entries()) {
      if (word === verb || !isAkin(done, word)) continue;
      const before = words.slice(Math.max(0, at - MAX_BETWEEN), at);
      const lead = before.findLast((one) => !NOT.has(one) && one !== "be") ?? "";
      const isTold =
        MAY.has(lead) || before.includes("cannot") || (word.endsWith("ed") && before.some((one) => HAVE.has(one)));
      if (isTold) return { is: !before.some((one) => NOT.has(one)), word };
    }
  }
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
