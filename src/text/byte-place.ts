/** Where a byte of a text in UTF-8 stands, as people count. Shaped by speed: `bun run bench doors`. */
import { CARRIAGE_RETURN, LINE_FEED } from "./json-codes.ts";
import { TURN_BYTES, type LongWork } from "./long-work.ts";

/** Of UTF-8: a byte within a character, the first of two or more, and the first of four, which is two of UTF-16. */
const CONTINUES = 0x80;
const LEADS = 0xc0;
const LEADS_FOUR = 0xf0;

export interface TextPlace {
  /** In characters of the text, as of line and column. */
  readonly index: number;
  readonly line: number;
  readonly column: number;
}

/** Where the character stands that begins at this byte, found in turns. */
export function* locate(bytes: Uint8Array, at: number): LongWork<TextPlace> {
  let index = 0;
  let line = 1;
  let start = 0;
  for (let from = 0; from < at; from += TURN_BYTES) {
    if (from > 0) yield;
    const piece = charactersOf(bytes, from, Math.min(from + TURN_BYTES, at));
    if (piece.lines > 0) start = index + piece.count - piece.last;
    index += piece.count;
    line += piece.lines;
  }
  return { index, line, column: index - start + 1 };
}

/** A function of its own, since loops of a generator are slow: how many characters and ends of lines, and how many after the last. */
function charactersOf(bytes: Uint8Array, from: number, to: number): { count: number; lines: number; last: number } {
  let count = 0;
  let lines = 0;
  let start = 0;
  for (let place = from; place < to; place++) {
    const code = bytes[place] ?? 0;
    if (code >= CONTINUES && code < LEADS) continue;
    count += code >= LEADS_FOUR ? 2 : 1;
    if (code !== LINE_FEED && (code !== CARRIAGE_RETURN || bytes[place + 1] === LINE_FEED)) continue;
    lines++;
    start = count;
  }
  return { count, lines, last: count - start };
}
