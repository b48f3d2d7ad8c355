/**
 * JSON values that are written piece by piece: built, or as one text, they would take many times the room they need.
 * Shaped by speed: `bun run bench doors`.
 */
import { inner, slicesOf } from "./json-text.ts";

/** In characters. A longer text is written in pieces. */
const LONG = 64 * 1024;

export abstract class LongValue {
  /** Pieces of its JSON. Can be gone through any number of times. */
  abstract json(): Iterable<string>;

  /** The value itself, built. */
  toJSON(): unknown {
    return JSON.parse([...this.json()].join(""));
  }
}

/** A text that was put together of many; none of its characters is in two of them. */
export class LongText extends LongValue {
  readonly #parts: readonly string[];

  constructor(parts: readonly string[]) {
    super();
    this.#parts = parts;
  }

  *json(): Generator<string> {
    yield '"';
    for (const part of this.#parts) yield* innerPieces(part);
    yield '"';
  }

  override toJSON(): string {
    return this.#parts.join("");
  }
}

/** An object of which some values may be long. */
export class LongObject extends LongValue {
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(fields: Readonly<Record<string, unknown>>) {
    super();
    this.fields = fields;
  }

  *json(): Generator<string> {
    let before = "{";
    for (const name of Object.keys(this.fields)) {
      const value = this.fields[name];
      const json = isLong(value) ? longPieces(value) : JSON.stringify(value);
      if (json === undefined) continue; // As where an object is written whole.
      yield `${before}${JSON.stringify(name)}:`;
      if (typeof json === "string") yield json;
      else yield* json;
      before = ",";
    }
    yield before === "{" ? "{}" : "}";
  }
}

/** Whether it is better written in pieces. */
export function hasLongValues(fields: Readonly<Record<string, unknown>>): boolean {
  for (const name in fields) if (isLong(fields[name])) return true;
  return false;
}

/** The same object, its long values built. */
export function built<Fields extends Readonly<Record<string, unknown>>>(fields: Fields): Fields {
  return hasLongValues(fields) ? (new LongObject(fields).toJSON() as Fields) : fields;
}

function isLong(value: unknown): value is string | LongValue {
  return value instanceof LongValue || (typeof value === "string" && value.length > LONG);
}

function* longPieces(value: string | LongValue): Generator<string> {
  if (typeof value !== "string") {
    yield* value.json();
    return;
  }
  yield '"';
  yield* innerPieces(value);
  yield '"';
}

function* innerPieces(text: string): Generator<string> {
  for (const slice of slicesOf(text)) yield inner(slice);
}
