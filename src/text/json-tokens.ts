/**
 * Space, numbers, literals and texts of JSON (RFC 8259) in bytes of UTF-8: where each ends, or where its fault is.
 * Shaped by speed: `bun run bench doors`.
 */
import {
  BACKSLASH,
  LOWER_E,
  LOWER_F,
  LOWER_N,
  LOWER_T,
  LOWER_U,
  MINUS,
  NINE,
  PLUS,
  POINT,
  QUOTE,
  ZERO,
} from "./json-codes.ts";
import { TURN_BYTES, type LongWork } from "./long-work.ts";

const TRUE = Buffer.from("true");
const FALSE = Buffer.from("false");
const NULL = Buffer.from("null");
/** Behind a backslash, beside "u" and four digits. */
const ESCAPED = new Set([...'"\\/bfnrt'].map((character) => character.charCodeAt(0)));

export function afterSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at < bytes.length; at++) {
    const code = codeAt(bytes, at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break;
  }
  return at;
}

/** Index behind a number or a literal; where there is none, the complement of `at`. */
export function afterScalar(bytes: Uint8Array, at: number): number {
  const code = codeAt(bytes, at);
  if (code === LOWER_T) return isWord(bytes, TRUE, at) ? at + 4 : ~at;
  if (code === LOWER_F) return isWord(bytes, FALSE, at) ? at + 5 : ~at;
  if (code === LOWER_N) return isWord(bytes, NULL, at) ? at + 4 : ~at;
  return afterNumber(bytes, at);
}

/** As much of it as is a number: what cannot follow one is no part of it. */
function afterNumber(bytes: Uint8Array, from: number): number {
  let at = codeAt(bytes, from) === MINUS ? from + 1 : from;
  if (!isDigit(codeAt(bytes, at))) return ~from;
  at = codeAt(bytes, at) === ZERO ? at + 1 : afterDigits(bytes, at);
  if (codeAt(bytes, at) === POINT && isDigit(codeAt(bytes, at + 1))) at = afterDigits(bytes, at + 1);
  if ((codeAt(bytes, at) | 32) !== LOWER_E) return at;
  const sign = codeAt(bytes, at + 1);
  const digits = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
  return isDigit(codeAt(bytes, digits)) ? afterDigits(bytes, digits) : at;
}

function afterDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isDigit(codeAt(bytes, at))) at++;
  return at;
}

/** -1 behind the end. */
export function codeAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? -1;
}

function isWord(bytes: Uint8Array, word: Uint8Array, at: number): boolean {
  for (let index = 0; index < word.length; index++) if (bytes[at + index] !== word[index]) return false;
  return true;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isHexDigit(code: number): boolean {
  return isDigit(code) || ((code | 32) >= 97 && (code | 32) <= LOWER_F);
}

/** Where a text is looked at: within it, behind its end, or at its fault. */
export interface TextCursor {
  at: number;
}

/** Looks at a text from within it, no longer than a turn. */
export function scanText(bytes: Uint8Array, cursor: TextCursor): "end" | "fault" | "more" {
  const stop = Math.min(bytes.length, cursor.at + TURN_BYTES);
  let at = cursor.at;
  for (; at < stop; at++) {
    const code = codeAt(bytes, at);
    if (code === QUOTE) {
      cursor.at = at + 1;
      return "end";
    }
    if (code < 32) break;
    if (code !== BACKSLASH) continue;
    const escaped = codeAt(bytes, at + 1);
    if (ESCAPED.has(escaped)) at++;
    else if (escaped === LOWER_U && isHex4(bytes, at + 2)) at += 5;
    else break;
  }
  cursor.at = at;
  return at < stop || at === bytes.length ? "fault" : "more";
}

export function* restOfText(bytes: Uint8Array, cursor: TextCursor): LongWork<"end" | "fault"> {
  for (;;) {
    yield;
    const scanned = scanText(bytes, cursor);
    if (scanned !== "more") return scanned;
  }
}

function isHex4(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < from + 4; at++) if (!isHexDigit(codeAt(bytes, at))) return false;
  return true;
}
