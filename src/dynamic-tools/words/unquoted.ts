/**
 * What is said without quotation marks: a message up to its end, a title or a name of several words up to the next
 * preposition, what a thing is renamed to, and what is translated. Any other single word, and a name with capitals, are
 * found without.
 */
import { foldLetters } from "../../text/fold-letters.ts";
import { languageCode } from "./code-names.ts";
import { CALLED, SAYING, TITLED } from "./introductions.ts";
import type { Value } from "./value.ts";

export type Unquoted = Pick<Value, "text" | "start" | "end">;

/** What stood in quotation marks is blank already: more than two spaces. */
const MESSAGE = new RegExp(
  `\\b(?:${SAYING}|that (?:says|reads)|with [^"“”]{1,80} and (?:the )?(?:text|message|body)|with (?:the )?(?:text|message|body)) {1,2}(?=[\\p{L}\\p{N}])`,
  "iu",
);
const TITLE = new RegExp(
  `\\b(?:${CALLED}|${TITLED}|(?:with|and) (?:the |an? )?(?:title|name|subject)|rename\\b[^"“”]{1,80}\\sto) {1,2}(?=[\\p{L}\\p{N}])`,
  "giu",
);

/** Into a language. */
const TRANSLATED =
  /^(?:please )?(?:translate|übersetze?|traduce|traduis|traduz|traduci) (?!(?:the|this|that|an?|my|text|it|to|into|from|den|das|die|el|la|le|o|il)\b)([\p{L}][^"“”„«»\n;]{1,150}?) (?:to|into|in|ins|nach|al|a|en|para(?: o)?) (\p{L}{4,20})(?= (?:with|using|via|mit|con|avec|com) |[.?!]?$)/diu;

const MARKS = /["“”„«»\n;]/;
const LONGEST = 200;
const MOST_WORDS = 6;

/** Whom a message is for stands behind it, too: "saying hi there to #general". */
const FOR_WHOM = / (?:to|in|an|auf|en|a|à|para|al|su) (?:the |den |die |das |el |la |le |o |il )?(?=[#@+]|\S{1,60}@)/iu;
/** A further value of the same thing. */
const FURTHER = / (?:and|with|und|mit|y|con|et|avec|e|com) (?:the |an? )?(?:title|text|subject|message|body|name)\b/iu;

const ENDS_TITLE = new Set(
  (
    "in on at with for to from by of and or under into due using via as that who which tomorrow today next this starting until between " +
    "im auf mit für zu von und oder bei am um ab bis unter en con para por de y o a al avec dans pour sur et ou com em no na e " +
    "nel nella su per di"
  )
    .split(" ")
    .map(foldLetters),
);

export function unquotedIn(text: string): readonly Unquoted[] {
  const translated = TRANSLATED.exec(text);
  if (translated !== null && languageCode(translated[2] ?? "") !== undefined) {
    const { 1: said = "", indices } = translated;
    const start = indices?.[1]?.[0] ?? 0;
    return [{ text: said, start, end: start + said.length }];
  }
  const message = messageIn(text);
  const before = message === undefined ? text : text.slice(0, message.start);
  return [...[...before.matchAll(TITLE)].map((found) => titleBehind(found, before)), message].filter(
    (one) => one !== undefined,
  );
}

function messageIn(text: string): Unquoted | undefined {
  const found = MESSAGE.exec(text);
  if (found === null) return undefined;
  const start = found.index + found[0].length;
  const rest = text.slice(start);
  if (rest.length > LONGEST || MARKS.test(rest)) return undefined;
  const ends = [FOR_WHOM.exec(rest)?.index, FURTHER.exec(rest)?.index].filter((one) => one !== undefined);
  const said = rest
    .slice(0, Math.min(rest.length, ...ends))
    .trimEnd()
    .replace(/[.,]$/, "");
  return said.includes(" ") ? { text: said, start, end: start + said.length } : undefined;
}

function titleBehind(found: RegExpExecArray, text: string): Unquoted | undefined {
  const start = found.index + found[0].length;
  const words: string[] = [];
  for (const word of text.slice(start, start + LONGEST).split(" ")) {
    const plain = foldLetters(word.replace(/[.,:;!?]$/, ""));
    if (MARKS.test(word) || !/^[\p{L}\p{N}][\p{L}\p{N}'’&-]*[.,:!?]?$/u.test(word) || ENDS_TITLE.has(plain)) break;
    words.push(word);
    if (/[.,:!?]$/.test(word)) break;
  }
  const said = words.join(" ").replace(/[.,:]$/, "");
  const isName = words.every((word) => /^\p{Lu}/u.test(word));
  const least = /^rename/i.test(found[0]) ? 1 : 2;
  return words.length < least || words.length > MOST_WORDS || isName
    ? undefined
    : { text: said, start, end: start + said.length };
}
