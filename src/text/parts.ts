/** Long texts changed part by part: each change of a whole leaves a text of its length to the collector. */
import { freePiece } from "./bytes.ts";
import { collectorOfTexts } from "./collector.ts";

/** In characters. */
const PART = 64 * 1024;

/**
 * What `change` makes of the parts of a text, one after the other; of a short one, of the whole. `isCut` tells whether
 * what it does is the same when the text is parted before this place.
 */
export function changeInParts(
  text: string,
  isCut: (text: string, at: number) => boolean,
  change: (part: string) => string,
): string {
  if (text.length <= PART) return change(text);
  const parts: string[] = [];
  const leave = collectorOfTexts();
  let isChanged = false;
  for (let start = 0; start < text.length;) {
    const end = cutFrom(text, start + PART, isCut);
    const part = text.slice(start, end);
    const changed = change(part);
    isChanged ||= changed !== part;
    parts.push(changed === part ? part : narrow(changed));
    leave(part.length);
    start = end;
  }
  return isChanged ? parts.join("") : text;
}

const LATIN = /^[\0-\xff]*$/;

/** What once stood beside a wide character takes two bytes for each of its own, until it is written anew. */
function narrow(text: string): string {
  if (!LATIN.test(text)) return text;
  const bytes = Buffer.from(text, "latin1");
  const narrowed = bytes.toString("latin1");
  freePiece(bytes);
  return narrowed;
}

/** The next place to cut at; the end of the text, where there is none near. */
function cutFrom(text: string, from: number, isCut: (text: string, at: number) => boolean): number {
  for (let at = from; at < Math.min(from + PART, text.length); at++) if (isCut(text, at)) return at;
  return text.length;
}

/** A text that is put together of many pieces. */
export class GrowingText {
  readonly #parts: string[] = [];
  readonly #leave = collectorOfTexts();
  #last = "";

  add(piece: string): void {
    this.#last += piece;
    if (this.#last.length < PART) return;
    this.#parts.push(inOnePiece(this.#last));
    this.#leave(this.#last.length);
    this.#last = "";
  }

  end(): string {
    return this.#parts.length === 0 ? this.#last : this.#parts.join("") + this.#last;
  }
}

/** The engine keeps what was put together as its pieces, which take many times its room, until it is read as a whole. */
export function inOnePiece(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
