/** Taking markup out of text while leaving alone what only looks like it: "a < b", "<ann@example.com>", "x <y and z> w". */

import type { TagFacts } from "./markup-evidence.ts";
import { GrowingText } from "./parts.ts";

/** Tags within a line of text: nothing takes their place. */
const INLINE = new Set(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);
const LINES = new Set("br dd dt li option tr".split(" "));
const BLOCKS = new Set(
  "address article aside blockquote body caption center dialog div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html main nav ol p pre section table tbody tfoot thead title ul".split(
    " ",
  ),
);
/** Elements whose blanks mean something. */
const PREFORMATTED = new Set(["pre", "code", "textarea"]);
/** Elements whose content is never text. */
const OPAQUE = new Set(["script", "style"]);
/** Words that may stand alone in a tag. Any others, as in "a <b and c> d", are prose. */
const BARE_ATTRIBUTES = new Set(
  "allowfullscreen async autofocus autoplay checked controls default defer disabled hidden inert ismap itemscope loop multiple muted nomodule nowrap novalidate open playsinline readonly required reversed selected".split(
    " ",
  ),
);

const OPENING = /<(?=[a-z/!?])/gi;
const NAME = /<\/?([a-z][\w.-]*(?::[\w.-]+)?)(?=[\s/>])/iy;

interface MarkupTag {
  readonly name: string;
  readonly isClosing: boolean;
  /** Where the text goes on. */
  readonly end: number;
}

/** What takes the place of markup, and where the text goes on. */
interface Replacement {
  readonly replacement: string;
  readonly end: number;
  readonly tag?: MarkupTag;
}

/** A text on its way through, and what is known of it so that nothing is searched twice. */
interface MarkupReading {
  readonly text: string;
  /** Behind which place a mark does not occur. */
  readonly absentFrom: Map<string, number>;
  /** How much may still be read in vain for tags that came to nothing. */
  budget: number;
  readonly isMarkup: (tag: TagFacts) => boolean;
}

/**
 * Text without tags, comments, scripts, styles, declarations and processing instructions. Takes time in proportion
 * to the text, whatever stands in it. The result can hold new markup where pieces of it were joined. Of what has the
 * form of a tag only what `isMarkup` is taken out.
 */
export function stripMarkup(text: string, isMarkup: (tag: TagFacts) => boolean = () => true): string {
  let at = opening(text, 0);
  if (at === -1) return text;
  const reading: MarkupReading = { text, absentFrom: new Map(), budget: 4 * text.length, isMarkup };
  const kept = new GrowingText();
  let last = "\n";
  const keep = (piece: string): void => {
    kept.add(piece);
    last = piece.at(-1) ?? last;
  };
  let isPreformatted = false;
  keep(text.slice(0, at));
  while (at !== -1) {
    const { replacement, end, tag } = markupAt(reading, at) ?? { replacement: "<", end: at + 1 };
    if (tag !== undefined && PREFORMATTED.has(tag.name)) isPreformatted = !tag.isClosing;
    // Neither the blanks that begin a line of markup mean anything, nor do those that part a first cell from nothing.
    const isBlank = replacement === " " && last === "\n";
    const beginsLine = isBlank || replacement.startsWith("\n");
    const begin = beginsLine && tag !== undefined && !isPreformatted ? behindBlanks(text, end) : end;
    const next = opening(text, begin);
    if (!isBlank) keep(replacement);
    keep(text.slice(begin, next === -1 ? undefined : next));
    at = next;
  }
  return kept.end();
}

function behindBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at++;
  return at;
}

/** The next "<" that can open markup, or -1. */
function opening(text: string, from: number): number {
  OPENING.lastIndex = from;
  return OPENING.exec(text)?.index ?? -1;
}

/** Nothing when no markup starts here. */
function markupAt(reading: MarkupReading, at: number): Replacement | undefined {
  const { text } = reading;
  if (text.startsWith("<![CDATA[", at)) {
    const end = behind(reading, "]]>", at + 9);
    return end === undefined ? undefined : { replacement: text.slice(at + 9, end - 3), end };
  }
  const close = closingMark(text.slice(at, at + 9));
  if (close !== undefined) {
    const end = behind(reading, close, at + 2);
    return end === undefined ? undefined : { replacement: "", end };
  }
  const tag = tagAt(reading, at);
  if (tag === undefined) return undefined;
  if (OPAQUE.has(tag.name) && !tag.isClosing)
    return { replacement: "", end: behindElement(reading, tag.name, tag.end) ?? tag.end };
  const replacement = INLINE.has(tag.name) ? "" : LINES.has(tag.name) ? "\n" : BLOCKS.has(tag.name) ? "\n\n" : " ";
  return { replacement, end: tag.end, tag };
}

/** How markup that is no tag ends, by its first characters. */
function closingMark(start: string): string | undefined {
  if (start.startsWith("<!--")) return "-->";
  if (/^<\?[a-z]/i.test(start)) return "?>";
  return /^<!doctype/i.test(start) ? ">" : undefined;
}

function tagAt(reading: MarkupReading, at: number): MarkupTag | undefined {
  NAME.lastIndex = at;
  const name = NAME.exec(reading.text)?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  const start = NAME.lastIndex;
  const end = behindTag(reading, start);
  if (end === undefined) return undefined;
  const attributes = reading.text.slice(start, end - 1);
  const isMarkup = attributes.includes("=") || OPAQUE.has(name) || attributes.split(/[\s/]+/).every(isBareAttribute);
  if (!isMarkup || !reading.isMarkup({ name, hasAttributes: attributes.includes("=") })) return undefined;
  return { name, isClosing: reading.text[at + 1] === "/", end };
}

function isBareAttribute(word: string): boolean {
  return word === "" || BARE_ATTRIBUTES.has(word.toLowerCase());
}

/**
 * The place behind the ">" of a tag. A quoted value may hold anything, the rest of a tag no "<". Hostile text could
 * make every "<" read through all quotes behind it: once that has cost too much, quotes no longer count.
 */
function behindTag(reading: MarkupReading, start: number): number | undefined {
  const { text } = reading;
  let at = start;
  for (; at < text.length; at++) {
    const character = text[at];
    if (character === ">") return at + 1;
    if (character === "<") break;
    if (character !== "=" || reading.budget < 0) continue;
    const quote = /^\s{0,8}(["'])/.exec(text.slice(at + 1, at + 10));
    const closed = quote?.[1] && behind(reading, quote[1], at + 1 + quote[0].length);
    if (closed) at = closed - 1;
  }
  reading.budget -= at - start;
  return undefined;
}

function behind(reading: MarkupReading, mark: string, from: number): number | undefined {
  if (from >= (reading.absentFrom.get(mark) ?? Infinity)) return undefined;
  const found = reading.text.indexOf(mark, from);
  if (found !== -1) return found + mark.length;
  reading.absentFrom.set(mark, from);
  return undefined;
}

/** The place behind the end tag of an element whose content is never text. */
function behindElement(reading: MarkupReading, name: string, from: number): number | undefined {
  const mark = `</${name}`;
  if (from >= (reading.absentFrom.get(mark) ?? Infinity)) return undefined;
  const endTag = new RegExp(`${mark}(?:[\\s/][^<>]*)?>`, "gi");
  endTag.lastIndex = from;
  if (endTag.test(reading.text)) return endTag.lastIndex;
  reading.absentFrom.set(mark, from);
  return undefined;
}
