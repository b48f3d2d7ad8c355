/** Words that are no values of a kind, and where an operation takes them: members of lists, neighbours of names, topics. */
import { LOAN_WORDS } from "../../catalog/search/loan-words.ts";
import { STOP_WORDS } from "../../catalog/stop-words.ts";
import { wordsOf } from "../../catalog/words.ts";
import { fitOf } from "../fit/fit.ts";
import type { Hearing } from "../words/hearing.ts";
import { namesOf } from "../slots/names.ts";
import { isAside, singular, type Slot, spellOut, takesSeveral } from "../slots/slots.ts";
import type { Utterance } from "../words/utterance.ts";
import { isContraction, type Value } from "../words/values.ts";
import { isVerb } from "../words/verbs.ts";

const { functionWords } = LOAN_WORDS;

const INTRODUCING =
  /^(?:called|named|titled|entitled|saying|says|about|with|for|from|contains|containing|includes|matching|starting|starts|equals|like|all|new|latest|current|my|our|your|some|any|since|until|before|after|between|during|most|least)$/i;

/** `foreign` are the function words of the languages that were spoken: "male" is one in Italian. */
function isFiller(word: string, foreign: readonly ReadonlySet<string>[]): boolean {
  // "booking class Y" is a value, whatever a single letter is in Spanish.
  if (/^[B-HJ-Z]$/.test(word)) return false;
  const folded = word
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  const languages = folded.length < 3 ? functionWords : foreign;
  return INTRODUCING.test(word) || STOP_WORDS.has(folded) || languages.some((words) => words.has(folded));
}

/** Of the languages more of whose function words were said than of English ones. */
function spokenIn(text: string): readonly ReadonlySet<string>[] {
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

/** Each is tried on each slot: a wish that somebody means has fewer. */
const MAX_WORDS = 100;

/** Those that may be values at all. */
export function plainWordsOf({ said, isUnspoken }: Hearing): PlainWord[] {
  const foreign = spokenIn(said.text);
  const words = [...said.text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}_-]*/gu)].flatMap((found) => {
    const [text] = found;
    const start = found.index;
    const end = start + text.length;
    const isTaken = said.values.some((value) => value.start < end && start < value.end);
    if (isTaken || isFiller(text, foreign) || OF_NAMES.test(text)) return [];
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

/** "the workspace acme": a word that the operation does not know stands beside the slot's name. */
export function neighbourOf(
  slot: Slot,
  { said, own }: Hearing,
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
    if (!isBeside && (fields.has(text.toLowerCase()) || name.split(" ").includes(text.toLowerCase()))) continue;
    // "the server color …": what a thing is called stands right behind it, and is no other field.
    if (slot.thing !== undefined && fields.has(text.toLowerCase())) continue;
    if (slot.thing !== undefined && !isCalling(said, start) && !(isBeside && /[\d_-]/.test(text))) continue;
    // "the day weather": what the operation is called names no value behind another word.
    if (
      !isBeside &&
      !slot.needed &&
      namesOperation &&
      !said.text.slice(0, start).trimEnd().toLowerCase().endsWith(name)
    )
      continue;
    const word: Value = { kind: "word", text, start, end };
    const fit = fitOf(slot, word, said);
    if (fit === undefined || fit.score < 0.86) continue;
    const further = takesSeveral(slot)
      ? furtherWords(said.text.slice(end), (one) => isFiller(one, spokenIn(said.text)))
      : [];
    return { sent: joined(slot, [fit.sent, ...further]), word: [text, ...further].join(" ") };
  }
  return undefined;
}

/** "the template welcome" is to be changed; "a calendar event" is another thing. */
function isCalling({ text, effect }: Utterance, start: number): boolean {
  return effect === "change" || effect === "delete" || CALLING.test(text.slice(0, start));
}

const CALLING = /\b(?:to|as|called|named|titled|labell?ed)\s+$/i;

const OF_TIME =
  /^(?:seconds?|minutes?|hours?|hourly|days?|daily|weeks?|weekly|months?|monthly|years?|yearly|now|today|tomorrow)$/i;

/** What fields are called by, and no value: "with location id ab1". */
const OF_NAMES = /^(?:ids?|keys?|names?|codes?|slugs?|uuid|guid|e-?mails?|urls?|uri|values?|numbers?|types?)$/i;

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
  /^\s*(?:$|[,.;)]|(?:and|in|of|on|for|with|from|to|at|by|as|is|has|gets?|shall|should|set|under|into|within|before|after|since|until|between|per|via|whose|who|which|that|where|using|only|limit|page|sorted|und|mit|von|y|con|de|et|avec|e|com)\b)/i;

/** "bravery, heart and home": what follows the first of several. */
function furtherWords(after: string, isFiller: (word: string) => boolean): string[] {
  const words: string[] = [];
  let rest = after;
  for (let found = NEXT.exec(rest); found !== null; found = NEXT.exec(rest)) {
    const [whole, word = ""] = found;
    rest = rest.slice(whole.length);
    if (isFiller(word) || !ENDS.test(rest)) break;
    words.push(word);
  }
  return words;
}

const NEXT = /^\s*(?:,\s*(?:and\s+|or\s+)?|and\s+|und\s+|y\s+|et\s+|e\s+)([\p{L}\p{N}][\p{L}\p{N}_-]*)/iu;

function joined({ schema }: Slot, words: readonly unknown[]): unknown {
  return schema.type === "array" ? words : words.join(",");
}

const SOUGHT =
  /^(?:q|query|search|search query|search term|search text|search for|keywords?|term|topic|text|phrase|tag|tags|post|word|prompt|message)$/;

const ABOUT =
  /\b(?:about|regarding|matching|contain(?:s|ing)?|mention(?:s|ing)?|with the words|named|called|über|sobre)\s{1,4}(?:an? |the )?/iu;

/** What is looked for without quotes: what stands after "about", else the words that the operation is silent on. */
export function topicOf(
  slot: Slot,
  { said, isUnspoken }: Hearing,
  placed: ReadonlyMap<Value, number>,
  isFirst: boolean,
): string | undefined {
  const word = spellOut(slot.name);
  if (!SOUGHT.test(word) || slot.schema.enum !== undefined) return undefined;
  const isSearch = /^(?:q|query|search|keywords?|term|tags?|search query|search term|search for)$/.test(word);
  // "10 videos about origami": what stands behind "about" is looked for, whatever else was said.
  const isAbout = isSearch && !word.startsWith("tag") && ABOUT.test(said.text);
  if (!slot.needed && !(isFirst && isSearch) && !isAbout) return undefined;
  if (said.effect === "change" || said.effect === "delete") return undefined;
  const taken = (start: number, end: number) => [...placed.keys()].some((one) => one.start < end && start < one.end);
  const runs = [...said.text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu)].map((found) => ({
    word: found[0],
    start: found.index,
    end: found.index + found[0].length,
  }));
  const about = ABOUT.exec(said.text);
  const from = about === null ? -1 : about.index + about[0].length;
  let best = "";
  let run: { start: number; end: number } | undefined;
  for (const one of runs) {
    const isOf =
      !taken(one.start, one.end) &&
      !isContraction(one.word) &&
      (from >= 0 ? one.start >= from && !/^(?:in|on|from|with|for|by)$/i.test(one.word) : isUnspoken(one.word));
    if (isOf && run !== undefined && /^\s+$/.test(said.text.slice(run.end, one.start))) run.end = one.end;
    else if (isOf) run = { start: one.start, end: one.end };
    else if (from >= 0 && run !== undefined) break;
    else run = undefined;
    const text = run === undefined ? "" : said.text.slice(run.start, run.end);
    if (text.length > best.length) best = text;
  }
  return best === "" ? undefined : best;
}
