/**
 * JSON that is handed on as text: whole, or, where it is so large that nobody should have all of it in memory, in pieces
 * that are written as they are asked for.
 * Shaped by speed: `bun run bench proxy`.
 */

export type JsonText = string | JsonPieces;

/**
 * Can be gone through any number of times, and gives the same pieces each time; the first one is not empty. Disposing it
 * gives back at once what it is written from.
 */
export interface JsonPieces extends Disposable {
  [Symbol.iterator](): Iterator<string>;
}

/** The JSON of an object without its braces, or of a text without its quotes; what is undefined is left out. */
export function inner(value: object | string): string {
  return JSON.stringify(value).slice(1, -1);
}

export function wholeText(text: JsonText): string {
  return typeof text === "string" ? text : [...text].join("");
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
