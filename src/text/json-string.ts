/**
 * A long text out of its JSON, built part by part: the engine, given the whole of it, makes room several times over.
 * Shaped by speed: `bun run bench doors`.
 */
import { collectorOfTexts } from "./collector.ts";
import { BACKSLASH, LOWER_U } from "./json-codes.ts";

/** In bytes. */
const PART = 64 * 1024;
const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * `json` is a valid string of JSON in UTF-8, with its quotes and nothing around them. `over` is called when it has been
 * read, before its parts are put together.
 */
export function textOfJson(json: Uint8Array, over: () => void = () => undefined): string {
  const parts: string[] = [];
  const leave = collectorOfTexts();
  const last = json.length - 1;
  for (let start = 1; start < last;) {
    const end = cutFrom(json, start, last);
    parts.push(JSON.parse(`"${UTF8.decode(json.subarray(start, end))}"`) as string); // As its quotes say.
    leave(end - start);
    start = end;
  }
  over();
  return parts.join("");
}

/** The next place that is neither within an escape nor within a character. The halves of a pair are put together again. */
function cutFrom(json: Uint8Array, start: number, last: number): number {
  let at = start;
  while (at < last && (at - start < PART || isWithin(json[at] as number))) {
    if (json[at] !== BACKSLASH) at++;
    else at += json[at + 1] === LOWER_U ? 6 : 2;
  }
  return at;
}

/** A character's second byte, or a later one. */
function isWithin(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
