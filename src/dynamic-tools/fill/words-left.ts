/**
 * Words that may be values though they look like none: names in small letters ("the colleague otto", "in rg-data"), and
 * words of English where only a name stands ("the log of bash", "ann's dashboard").
 */
import { isEnglish } from "../../catalog/words/english.ts";
import { LOAN_WORDS } from "../../catalog/words/loan-words.ts";
import { STOP_WORDS } from "../../catalog/words/stop-words.ts";
import { wordsOf } from "../../catalog/words/words.ts";
import { foldLetters } from "../../text/fold-letters.ts";
import { type TextRange, overlap } from "../../text/text-range.ts";
import type { Value } from "../words/value.ts";
import type { WishContext } from "../words/wish/wish-context.ts";
import type { FillState } from "./fill-state.ts";
import { spokenIn } from "./plain-words.ts";

/** Those that found no place. Where a word looks like a name, no other is one. */
export function wordsLeft(
  context: WishContext,
  { plainWords, words, names, topics }: Pick<FillState, "plainWords" | "words" | "names" | "topics">,
): Value[] {
  const { text } = context.said;
  const used = new Set([...words, ...topics].flatMap((one) => one.toLowerCase().split(" ")));
  const isForeign = spokenIn(text).length > 0 || wordsOf(text).some(isForeignAlone);
  const left = plainWords.filter(
    (one) => one.isPlain && !used.has(one.text.toLowerCase()) && !names.some((name) => overlap(name, one)),
  );
  const named = left.filter((one) => looksLikeName(one.text, isForeign));
  const meant = named.length > 0 ? named : left.filter((one) => !isForeign && standsLikeName(context, one));
  return meant.map(({ start, end: behind }) => {
    // "nightly_%" is a pattern.
    const end = behind + (/^[%*]+/.exec(text.slice(behind))?.[0].length ?? 0);
    return { kind: "word", text: text.slice(start, end), start, end };
  });
}

/** "rg-data", "nightly_1"; in English what is no word of a language that is known here, and elsewhere an English title. */
function looksLikeName(word: string, isForeign: boolean): boolean {
  const parts = word.toLowerCase().split("-");
  if (isForeign) return /^\p{Ll}.*[\d_-]/u.test(word) && !parts.some(isForeignWord);
  return !parts.every((part) => isEnglish(part) || STOP_WORDS.has(part) || isForeignWord(part));
}

/** "Rechnungen": a single one tells, where no function word does. */
function isForeignAlone(word: string): boolean {
  return word.length > 3 && !isEnglish(word) && isForeignWord(word);
}

function isForeignWord(word: string): boolean {
  return LOAN_WORDS.meanings.has(foldLetters(word)) || LOAN_WORDS.functionWords.some((words) => words.has(word));
}

/** What is said of a thing without an article is what it is called: "of bash", "in the team acme", "acme's app". */
function standsLikeName({ said: { text }, isUnspoken }: WishContext, { start, end }: TextRange): boolean {
  const behind = text.slice(end);
  if (/^['’]s\s/.test(behind)) return true;
  const [found, thing] = BEFORE.exec(text.slice(Math.max(0, start - LONGEST), start)) ?? [];
  return found !== undefined && BEHIND.test(behind) && (thing === undefined || !isUnspoken(thing));
}

const LONGEST = 40;
const BEFORE = /\b(?:of|for|by|in|on|to|from|at|via)\s(?:(?:the\s|my\s|our\s)?(\p{Ll}{3,20})\s)?$/iu;
const BEHIND = /^(?:$|[,.;:?!)]|\s(?:of|for|by|in|on|to|from|at|with|and|between|since|until|as|via|per|using)\b)/i;
