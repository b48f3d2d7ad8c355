/** One text made clean: no markup, no entities, no invisible characters, composed (NFC), plain white space. */
import { decodeHTMLStrict } from "entities";
import { stripMarkup } from "../../src/text/markup.ts";
import { markupJudge } from "../../src/text/markup-evidence.ts";
import { changeInParts, GrowingText } from "../../src/text/parts.ts";

/** How often each step changed something. */
export interface TextTally {
  characters: number;
  markup: number;
  entities: number;
  unicode: number;
  whitespace: number;
}

/** Only text with one of these can need anything. */
const SUSPECT = /[^ -~]|[<&]|^ | $| {2}/;

/** Nothing in it is invisible. */
const PLAIN = /^[ -~]*$/;
/** White space that is not just one space between two words. */
const ODD_SPACE = /[^\S ]| {2}/;

/** Control and format characters, but no white space, no Arabic number signs, no joiners and no tags of flags. */
const INVISIBLE =
  /[[\p{Cc}\p{Cf}]--[\t-\r\x85\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u200c-\u200d\u{e0020}-\u{e007f}]]/gv;
/** Joiners mean something within emoji and in the scripts that join their letters; elsewhere they hide. */
const STRAY_JOINER =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]|[[\p{L}\p{M}]--[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Inherited}]])[\u200c\u200d]/gv;
/** Tag characters spell regions in flags; elsewhere they smuggle text. The first alternative is kept. */
const FLAG_OR_TAG = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f})|[\u{e0020}-\u{e007f}]/gu;

const INDENTED = /[\r\n][^\S\r\n]/;

/** With digits and signs of ASCII. The parts of Hangul's syllables compose. */
const LETTER = /[[\p{L}\p{N}!-~]--[\u1100-\u11ff]]/v;
const BEFORE_LETTER = /[^\s\x85]|\n/;

/** "&" however often it was escaped: "&amp;amp;lt;" takes one step to "&lt;". */
const ESCAPED_AMPERSAND = /&(?:amp;|#0*38;|#x0*26;)+/gi;

/** Each pass can lay bare what the next one removes. Text that needs more was built to. */
const MAX_PASSES = 5;

const STEPS: readonly (readonly [keyof TextTally, (text: string) => string])[] = [
  ["characters", withoutInvisible],
  ["markup", withoutMarkup],
  ["entities", decodeEntities],
  ["unicode", composedText],
  ["whitespace", plainWhitespace],
];

/** Cleaning clean text changes nothing. Time is in proportion to the text. */
export function cleanText(text: string, tally: TextTally): string {
  let current = text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    if (!SUSPECT.test(current)) return current;
    const next = cleanOnce(current, tally);
    if (next === current) return current;
    current = next;
  }
  // What still opens markup or an entity is broken apart, so that it stays text for ever.
  return cleanOnce(current.replace(/<(?=[a-z/!?])|&(?=[a-z#])/gi, "$& "), tally);
}

function cleanOnce(text: string, tally: TextTally): string {
  let current = text;
  for (const [step, change] of STEPS) {
    const next = change(current);
    if (next !== current) tally[step]++;
    current = next; // The text as it was before is held no longer.
  }
  return current;
}

/**
 * Whether nothing that is changed here reaches across this place: a letter, which neither composes with what stands
 * before it nor is white space, after what is no white space, or at the beginning of a line.
 */
function isBeforeLetter(text: string, at: number): boolean {
  return LETTER.test(text.charAt(at)) && BEFORE_LETTER.test(text.charAt(at - 1));
}

/** No reference has a blank in it. */
function isBehindBlank(text: string, at: number): boolean {
  return text[at - 1] === " " || text[at - 1] === "\n";
}

function withoutInvisible(text: string): string {
  if (PLAIN.test(text)) return text;
  return changeInParts(text.toWellFormed(), isBeforeLetter, (part) =>
    part.replace(INVISIBLE, "").replace(STRAY_JOINER, "").replace(FLAG_OR_TAG, "$1"),
  );
}

function composedText(text: string): string {
  return PLAIN.test(text) ? text : changeInParts(text, isBeforeLetter, (part) => part.normalize("NFC"));
}

/** White space around the lines of markup means nothing, but in what is preformatted it does. */
function withoutMarkup(text: string): string {
  if (!text.includes("<")) return text;
  const isMarkup = markupJudge(text);
  const stripped = stripMarkup(text, isMarkup);
  return stripped === text || !INDENTED.test(text) ? stripped : stripMarkup(withoutIndentation(text), isMarkup);
}

/** Plain search: a pattern would look for the end of every beginning anew. */
function withoutIndentation(text: string): string {
  const flowing = new GrowingText();
  let end = 0;
  const lowered = text.toLowerCase();
  const lower = lowered.length === text.length ? lowered : text;
  for (const { 1: name = "", index } of text.matchAll(/<(pre|code|textarea)\b/gi)) {
    if (index < end) continue;
    const close = lower.indexOf(`</${name.toLowerCase()}`, index);
    if (close === -1) break;
    flowing.add(flat(text.slice(end, index)));
    flowing.add(text.slice(index, close));
    end = close;
  }
  flowing.add(flat(text.slice(end)));
  return flowing.end();
}

function flat(text: string): string {
  return changeInParts(text, isBeforeLetter, (part) => part.replace(/([\r\n])[^\S\r\n]+/g, "$1"));
}

/** What was escaped to be no markup stays escaped where it would now be taken for some. */
function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  const decoded = changeInParts(text, isBehindBlank, (part) => decodeHTMLStrict(part.replace(ESCAPED_AMPERSAND, "&")));
  return withoutMarkup(decoded) === decoded
    ? decoded
    : decoded.replace(/<(\/?[a-z!?][^<>]*)>/gi, "&lt;$1&gt;").replace(/<(?=[a-z/!?])/gi, "&lt;");
}

/** One kind of space, never two in a row but at the start of a line; one kind of line end, at most one empty line in a row. */
function plainWhitespace(text: string): string {
  if (!ODD_SPACE.test(text)) return text.trim();
  const lines = changeInParts(text, isBeforeLetter, plainLines).trimEnd().replace(/^\n+/, "");
  // The first line of code is indented where the others are; anywhere else a blank in front is a slip.
  return /^[ \t].*\n+[ \t]/.test(lines) ? lines : lines.trimStart();
}

function plainLines(part: string): string {
  return part
    .replace(/\r\n?|[\v\f\x85\u2028\u2029]/g, "\n")
    .replace(/[^\S\n\t]/g, " ")
    .replace(/(\S)[ \t]+/g, "$1 ")
    .replace(/^[ \t]+$| $/gm, "")
    .replace(/\n{3,}/g, "\n\n");
}
