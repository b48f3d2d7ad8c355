/** Lists of JSON whose elements are built a few at a time: all of them take many times the room of their text. */
import { collectorOfTexts } from "../../../src/text/collector.ts";
import { linesOf } from "../../../src/text/lines.ts";
import type { ListFacts, ListSpan } from "./scan.ts";

/** Can be gone through any number of times. */
export interface List extends ListFacts, Iterable<unknown> {}

export function listOf(values: readonly unknown[]): List {
  return { ...factsOf(values), [Symbol.iterator]: () => values[Symbol.iterator]() };
}

export function isList(value: unknown): value is JsonList | JsonLines {
  return value instanceof JsonList || value instanceof JsonLines;
}

/** The value itself, built where it was not. */
export function whole(value: unknown): unknown {
  return value instanceof JsonList ? value.built() : value;
}

/** A list in a long text. */
export class JsonList implements List {
  readonly count: number;
  readonly areObjects: boolean;
  readonly width: number | undefined;
  readonly #text: string;
  readonly #span: ListSpan;
  readonly #build: (part: string) => unknown;

  /** `build`: of valid JSON its value. */
  constructor(text: string, span: ListSpan, build: (part: string) => unknown) {
    ({ count: this.count, areObjects: this.areObjects, width: this.width } = span);
    this.#text = text;
    this.#span = span;
    this.#build = build;
  }

  /** All of it. */
  built(): readonly unknown[] {
    return this.#part(this.#span.start, this.#span.end);
  }

  *[Symbol.iterator](): Generator<unknown> {
    const leave = collectorOfTexts();
    let { start } = this.#span;
    for (const end of [...this.#span.cuts, this.#span.end]) {
      yield* this.#part(start, end);
      leave(end - start);
      start = end + 1;
    }
  }

  #part(start: number, end: number): readonly unknown[] {
    return this.#build(`[${this.#text.slice(start, end)}]`) as readonly unknown[]; // Of brackets.
  }
}

interface LineReader {
  first(line: string, number: number): unknown;
  /** A line that has been read before. */
  again(line: string): unknown;
}

/** A list whose elements stand on lines of their own. All of them are read once when it is made. */
export class JsonLines implements List {
  readonly count: number;
  readonly areObjects: boolean;
  readonly width: number | undefined;
  readonly #text: string;
  readonly #reader: LineReader;

  constructor(text: string, reader: LineReader) {
    this.#text = text;
    this.#reader = reader;
    function* values(): Generator<unknown> {
      for (const [line, number] of filledLines(text)) yield reader.first(line, number);
    }
    ({ count: this.count, areObjects: this.areObjects, width: this.width } = factsOf(values()));
  }

  *[Symbol.iterator](): Generator<unknown> {
    for (const [line] of filledLines(this.#text)) yield this.#reader.again(line);
  }
}

function factsOf(values: Iterable<unknown>): ListFacts {
  let count = 0;
  let areObjects = true;
  let areLists = true;
  let width: number | undefined;
  for (const value of values) {
    count++;
    if (Array.isArray(value)) {
      width ??= value.length;
      areLists &&= value.length === width;
    } else areLists = false;
    areObjects &&= typeof value === "object" && value !== null && !Array.isArray(value);
  }
  return { count, areObjects, width: areLists ? width : undefined };
}

/** Lines with something on them, and their numbers. */
function* filledLines(text: string): Generator<readonly [line: string, number: number]> {
  const leave = collectorOfTexts();
  let number = 0;
  for (const line of linesOf(text)) {
    number++;
    if (line.trim() !== "") yield [line, number];
    leave(line.length);
  }
}
