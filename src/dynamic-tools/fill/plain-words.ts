/** Words that are no values of a kind of their own, and may be values all the same. */
import { LOAN_WORDS } from "../../catalog/words/loan-words.ts";
import { STOP_WORDS } from "../../catalog/words/stop-words.ts";
import { wordsOf } from "../../catalog/words/words.ts";
import { isIntroducing } from "../words/introductions.ts";
import type { WishContext } from "../words/wish/wish-context.ts";
import { isVerb } from "../words/verbs/verbs.ts";
import { foldLetters } from "../../text/fold-letters.ts";
import type { Value } from "../words/value.ts";

const { functionWords } = LOAN_WORDS;

const LEADING =
  /^(?:entitled|about|with|for|from|contains|containing|includes|matching|starting|starts|equals|like|all|new|latest|current|my|our|your|some|any|every|each|both|another|several|many|few|since|until|before|after|between|during|most|least|per|under|over|below|above|near|nearby|around|along|within|than|only|just|ordered|sorted|ascending|descending|skipping|limited)$/i;
/** "Rechnungen aller Kunden": of all of them none is called so. */
const OF_ALL =
  /^(?:alle[rnms]?|jede[rnms]?|s[äa]mtliche[rnm]?|beide[rn]?|todos|todas|cada|ambos|ambas|tous|toutes|chaque|tutti|tutte|ogni)$/i;

/** `foreign` are the function words of the languages that were spoken: "male" is one in Italian. */
export function isFiller(word: string, foreign: readonly ReadonlySet<string>[]): boolean {
  // "booking class Y" is a value, whatever a single letter is in Spanish.
  if (/^[B-HJ-Z]$/.test(word)) return false;
  const folded = foldLetters(word);
  const languages = folded.length < 3 ? functionWords : foreign;
  return (
    isIntroducing(word) ||
    LEADING.test(word) ||
    OF_ALL.test(word) ||
    STOP_WORDS.has(folded) ||
    languages.some((words) => words.has(folded))
  );
}

/** Of the languages more of whose function words were said than of English ones. */
export function spokenIn(text: string): readonly ReadonlySet<string>[] {
  const said = [...new Set(wordsOf(text))];
  const count = (words: ReadonlySet<string>) => said.filter((word) => words.has(word)).length;
  const english = count(STOP_WORDS);
  return functionWords.filter((words) => count(words) > english);
}

/** A word that is no value of a kind of its own. */
export interface PlainWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The operation is silent on it, and it asks for nothing. */
  readonly isPlain: boolean;
}

/** Each is tried on each slot: of 8,500 wishes that somebody might mean none has more than 20. */
const MAX_WORDS = 40;

/** Those that may be values at all. */
export function plainWordsOf({ said, isUnspoken }: WishContext): PlainWord[] {
  const foreign = spokenIn(said.text);
  const words = [...said.text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}_-]*(?::[\p{L}\p{N}_-]+)?/gu)].flatMap((found) => {
    const [text] = found;
    const start = found.index;
    const end = start + text.length;
    const isTaken = said.values.some((value) => value.start < end && start < value.end);
    const isField = OF_NAMES.test(text) && !OF_FIELD.test(said.text.slice(0, start));
    if (isTaken || isFiller(text, foreign) || isField || isDone(text, said.text.slice(end))) return [];
    return [{ text, start, end, isPlain: isUnspoken(text) && !isVerb(text) && !OF_TIME.test(text) }];
  });
  return words.slice(0, MAX_WORDS);
}

/** "tide tables Brest", "Quercus robur": a name with the words beside it on which the operation is silent. */
export function withNeighbours(value: Value, words: readonly PlainWord[], text: string): string {
  let { start, end } = value;
  const isBeside = (from: number, to: number) => from < to && text.slice(from, to) === " ";
  for (const word of words.toReversed()) if (word.isPlain && isBeside(word.end, start)) start = word.start;
  for (const word of words) if (word.isPlain && isBeside(end, word.start)) end = word.end;
  return text.slice(start, end);
}

/** "files modified after 2024", "repositories written in Rust": what was done, and when or how. */
function isDone(word: string, behind: string): boolean {
  return (
    /^\p{Ll}{2,20}ed$|^(?:written|made|sent|built|taken|sold|held|drawn|shot)$/u.test(word) && HOW_OR_WHEN.test(behind)
  );
}

const HOW_OR_WHEN = /^ (?:after|before|since|until|between|during|in|on|by|with|from|at|to|for)(?!\p{L})/u;

const OF_TIME =
  /^(?:seconds?|minutes?|hours?|hourly|days?|daily|weeks?|weekly|months?|monthly|years?|yearly|now|today|tomorrow)$/i;

/** "the column email". */
const OF_FIELD = /\b(?:column|field|attribute|property|parameter)s?\s+$/i;
/** What fields are called by, and no value: "with location id ab1". */
const OF_NAMES = /^(?:ids?|keys?|names?|codes?|slugs?|uuid|guid|e-?mails?|urls?|uri|values?|numbers?|types?)$/i;
