/** The elements of a long JSON list, built a few at a time: all of them take many times the room of their text. */
import { collectorOfTexts } from "../text/collector.ts";
import { parseJson } from "./json.ts";

/** Building as many at once costs nothing more than building them all. */
const BUILT_BYTES = 8 * 1024;

const [QUOTE, BACKSLASH, COMMA] = codesOf('"', "\\", ",");
const OPENING = new Set(codesOf("[", "{"));
const CLOSING = new Set(codesOf("]", "}"));
const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** `list` is valid JSON in UTF-8, without space around it. Numbers are read as `parseJson` does. */
export function* listElements(list: Uint8Array): Generator<unknown> {
  const end = list.length - 1;
  const leave = collectorOfTexts();
  let start = 1;
  let depth = 0;
  for (let at = 1; at < end; at++) {
    const code = list[at];
    if (code === QUOTE) at = endOfString(list, at);
    else if (OPENING.has(code)) depth++;
    else if (CLOSING.has(code)) depth--;
    else if (code === COMMA && depth === 0 && at - start >= BUILT_BYTES) {
      yield* built(list.subarray(start, at));
      leave(at - start);
      start = at + 1;
    }
  }
  yield* built(list.subarray(start, end));
}

function endOfString(bytes: Uint8Array, quote: number): number {
  let at = quote + 1;
  for (; bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
  return at;
}

function built(elements: Uint8Array): readonly unknown[] {
  return parseJson(`[${UTF8.decode(elements)}]`) as readonly unknown[];
}

function codesOf(...characters: string[]): (number | undefined)[] {
  return characters.map((character) => character.codePointAt(0));
}
