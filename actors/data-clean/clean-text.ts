/** One text made clean: no markup, no entities, no invisible characters, composed (NFC), plain white space. */
import { decodeHTMLStrict } from "entities";
import { stripMarkup } from "../../src/text/markup.ts";

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

/** Control and format characters, but no white space, no Arabic number signs, no joiners and no tags of flags. */
const INVISIBLE =
  /[[\p{Cc}\p{Cf}]--[\t-\r\x85\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u200c-\u200d\u{e0020}-\u{e007f}]]/gv;
/** Joiners mean something within emoji and in the scripts that join their letters; elsewhere they hide. */
const STRAY_JOINER =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]|[[\p{L}\p{M}]--[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Inherited}]])[\u200c\u200d]/gv;
/** Tag characters spell regions in flags; elsewhere they smuggle text. The first alternative is kept. */
const FLAG_OR_TAG = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f})|[\u{e0020}-\u{e007f}]/gu;

/** "&" however often it was escaped: "&amp;amp;lt;" takes one step to "&lt;". */
const ESCAPED_AMPERSAND = /&(?:amp;|#0*38;|#x0*26;)+/gi;

/** Each pass can lay bare what the next one removes. Text that needs more was built to. */
const MAX_PASSES = 5;

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
  const visible = counted("characters", text, withoutInvisible(text), tally);
  const stripped = counted("markup", visible, stripMarkup(visible), tally);
  const decoded = counted("entities", stripped, decodeEntities(stripped), tally);
  const composed = counted("unicode", decoded, decoded.normalize("NFC"), tally);
  return counted("whitespace", composed, plainWhitespace(composed), tally);
}

function counted(step: keyof TextTally, before: string, after: string, tally: TextTally): string {
  if (after !== before) tally[step]++;
  return after;
}

function withoutInvisible(text: string): string {
  return text.toWellFormed().replace(INVISIBLE, "").replace(STRAY_JOINER, "").replace(FLAG_OR_TAG, "$1");
}

function decodeEntities(text: string): string {
  return text.includes("&") ? decodeHTMLStrict(text.replace(ESCAPED_AMPERSAND, "&")) : text;
}

/** One kind of space, never two in a row; one kind of line end, at most one empty line in a row. */
function plainWhitespace(text: string): string {
  return text
    .replace(/\r\n?|[\v\f\x85\u2028\u2029]/g, "\n")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
