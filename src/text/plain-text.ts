/** Text as a person sees it: without the characters that show nothing or show something else. Pure. */

/** What a reader does not see, grouped by why it is there. */
const UNSEEN = new RegExp(
  [
    "[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]", // controls, but tab and newline
    "[\\u00ad\\u034f\\u061c\\u180b-\\u180f\\u200b-\\u200f\\u2060-\\u206f\\ufeff]", // joiners, marks of direction, fillers of width zero
    "[\\u202a-\\u202e\\u2066-\\u2069]", // overrides of direction
    "[\\u115f\\u1160\\u17b4\\u17b5\\u3164\\uffa0]", // letters that are blank
    "[\\ufe00-\\ufe0f\\ufff9-\\ufffc]", // variants and annotations
    "[\\u{e0000}-\\u{e0fff}]", // tags and further variants
  ].join("|"),
  "gu",
);

/** A flag that spells its region in tags, or one character that a reader does not see. */
const FLAG_OR_UNSEEN = new RegExp(
  String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}|${UNSEEN.source}`,
  "gu",
);
const VARIANT = /[\ufe0e\ufe0f]/;
const BEFORE_VARIANT = /[\p{Extended_Pictographic}\d#*]$/u;
const JOINER = /[\u200c\u200d]/;
const EMOJI_BEFORE = /(?:\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})$/u;
const EMOJI_BEHIND = /^\p{Extended_Pictographic}/u;
/** Letters of the scripts that join theirs, such as Arabic and Devanagari. */
const JOINED = String.raw`[[\p{L}\p{M}]--[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Inherited}]]`;
const JOINED_BEFORE = new RegExp(`${JOINED}$`, "v");
const JOINED_BEHIND = new RegExp(`^${JOINED}`, "v");

/** What shapes its neighbours is seen: it makes one emoji of several, and parts letters that would join. */
function withoutUnseen(found: string, at: number, text: string): string {
  if (found.length > 2) return found; // A flag.
  const before = text.slice(Math.max(0, at - 3), at);
  const behind = text.slice(at + 1, at + 3);
  if (VARIANT.test(found)) return BEFORE_VARIANT.test(before) ? found : "";
  if (!JOINER.test(found)) return "";
  const isOfEmoji = found === "\u200d" && EMOJI_BEFORE.test(before) && EMOJI_BEHIND.test(behind);
  return isOfEmoji || (JOINED_BEFORE.test(before) && JOINED_BEHIND.test(behind)) ? found : "";
}

/** In Unicode's composed form, with "\n" for every line end, without lone surrogates and without what is not seen. */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(FLAG_OR_UNSEEN, withoutUnseen)
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd")
    .normalize("NFC");
}

/** The same characters but for those that are not seen. */
export function seenText(text: string): string {
  return ALL_SEEN.test(text) ? text : text.replace(UNSEEN, "");
}

/** Most text is printable ASCII, and needs no second look. */
const ALL_SEEN = /^[\t\n\u0020-\u007e]*$/;

/** In one line, with single blanks. */
export function oneLine(text: string): string {
  return plainText(text).replace(/\s+/g, " ").trim();
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** At most so many characters, ended at a word where one ends nearby. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const cut = text.slice(0, maxChars).replace(/[\ud800-\udbff]$/, "");
  const blank = cut.search(/\s\S*$/);
  return `${(blank > maxChars * 0.8 ? cut.slice(0, blank) : cut).trimEnd()} …`;
}
