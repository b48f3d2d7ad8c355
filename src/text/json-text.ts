/**
 * JSON that is handed on as text: whole, or, where it is so large that nobody should have all of it in memory, in pieces
 * that are written as they are asked for.
 * Shaped by speed: `bun run bench proxy`.
 */

import { freeBytes } from "./bytes.ts";
import { createHeldBytes } from "./held-bytes.ts";
import { ownTurn } from "./long-work.ts";
import type { OpenScratch } from "./scratch-file.ts";

export type JsonText = string | JsonPieces;

/**
 * Can be gone through any number of times, and gives the same pieces each time; the first one is not empty. Disposing it
 * gives back at once what it is written from.
 */
export interface JsonPieces extends Disposable {
  [Symbol.iterator](): Iterator<string>;
  /** The same in UTF-8, where it is kept so: whoever sends it need not decode it first. */
  encoded?(): Iterator<Uint8Array>;
  /** No more characters than this, where that is known. */
  readonly maxChars?: number;
  /** How much memory what it is written from takes, where that is known; what is told twice is there once. */
  readonly heldChars?: number;
  /** Moves what it is written from into a file, where that can be done; what cannot be written stays where it is. */
  moveOut?(open: OpenScratch): Promise<void>;
}

/** The JSON of an object without its braces, or of a text without its quotes; what is undefined is left out. */
export function inner(value: object | string): string {
  return JSON.stringify(value).slice(1, -1);
}

export function wholeText(text: JsonText): string {
  return typeof text === "string" ? text : [...text].join("");
}

/** No text of more characters is told; without a bound where it is not known. */
export function maxChars(text: JsonText): number {
  return typeof text === "string" ? text.length : (text.maxChars ?? Number.POSITIVE_INFINITY);
}

/** As much as the longest of those that do not say it. */
const UNKNOWN_HELD = 10 * 1024 * 1024;

/** What it is written from takes about as many bytes. */
export function heldChars(text: JsonText): number {
  return typeof text === "string" ? text.length : (text.heldChars ?? UNKNOWN_HELD);
}

/** The pieces of a text; after as many as take a while, others have their turn. */
export async function* piecesInTurns(text: JsonText): AsyncGenerator<string> {
  let chars = 0;
  for (const piece of typeof text === "string" ? slicesOf(text) : text) {
    yield piece;
    chars += piece.length;
    if (chars < TURN_CHARS) continue;
    chars = 0;
    await ownTurn();
  }
}

/** The text as a JSON string. Never puts the pieces together but as a part of it. */
export function quote(text: JsonText): string {
  if (typeof text === "string") return JSON.stringify(text);
  let string = '"';
  for (const piece of text) string += inner(piece);
  return `${string}"`;
}

/** `text` between two others. */
export function between(before: string, text: JsonText, after: string): JsonText {
  if (typeof text === "string") return before + text + after;
  return rewritten(text, function* () {
    yield before;
    yield* text;
    yield after;
  });
}

/** Characters of a piece. */
const PIECE_CHARS = 64 * 1024;
/** To hash or to quote as many takes a few milliseconds. */
const TURN_CHARS = 1024 * 1024;

/** JSON that is kept in UTF-8. `free` gives a chunk of it back. */
export function piecesOf(chunks: readonly Uint8Array<ArrayBuffer>[], free = freeBytes): JsonPieces {
  const held = createHeldBytes(chunks, free);
  function* encoded(): Generator<Uint8Array> {
    for (let at = 0; at < held.length;) {
      const piece = held.from(at, PIECE_CHARS);
      at += piece.length; // It is gone once all of them are moved.
      yield piece;
    }
  }
  return {
    maxChars: held.length,
    heldChars: held.length,
    encoded,
    moveOut: held.moveOut,
    *[Symbol.iterator]() {
      const decoder = new TextDecoder();
      for (const piece of encoded()) yield decoder.decode(piece, { stream: true });
    },
    [Symbol.dispose]: held[Symbol.dispose],
  };
}

export function bytesOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

/** Several texts one after the other, none of which is put together with another. */
export function inPieces(texts: readonly JsonText[]): JsonPieces {
  return {
    maxChars: texts.reduce((sum, text) => sum + maxChars(text), 0),
    heldChars: [...new Set(texts)].reduce((sum, text) => sum + heldChars(text), 0),
    *[Symbol.iterator]() {
      for (const text of texts) yield* typeof text === "string" ? slicesOf(text) : text;
    },
    *encoded() {
      for (const text of texts) yield* encodedPieces(text);
    },
    async moveOut(open) {
      for (const text of new Set(texts)) if (typeof text !== "string") await text.moveOut?.(open);
    },
    [Symbol.dispose]() {
      for (const text of texts) if (typeof text !== "string") text[Symbol.dispose]();
    },
  };
}

/** In UTF-8, each piece as it is asked for. */
export function* encodedPieces(text: JsonText): Generator<Uint8Array> {
  if (typeof text !== "string" && text.encoded !== undefined) {
    yield* { [Symbol.iterator]: text.encoded };
    return;
  }
  const encoder = new TextEncoder();
  for (const piece of typeof text === "string" ? slicesOf(text) : text) yield encoder.encode(piece);
}

/** Slices of a text. No character is cut in two: each is written by itself. */
export function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const end = at + PIECE_CHARS;
    const isCut = (text.codePointAt(end - 1) ?? 0) > 0xffff;
    const next = isCut ? end - 1 : end;
    yield text.slice(at, next);
    at = next;
  }
}

/** An object with more members in front. */
export function withMembers(members: string, object: JsonText): JsonText {
  if (typeof object === "string") return `{${members},${object.slice(1)}`;
  return rewritten(object, function* () {
    let isFirst = true;
    for (const piece of object) {
      yield isFirst ? `{${members},${piece.slice(1)}` : piece;
      isFirst = false;
    }
  });
}

/** Pieces written from others. */
export function rewritten(pieces: JsonPieces, write: () => Iterator<string>): JsonPieces {
  return { [Symbol.iterator]: write, [Symbol.dispose]: () => pieces[Symbol.dispose]() };
}
