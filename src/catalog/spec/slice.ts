/**
 * Cuts a JSON text into the texts of its members without parsing it as a whole.
 * A description of 47 MB takes some 400 MB once parsed; cut into path items and components it takes what one of them takes.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COLON = 0x3a;
const COMMA = 0x2c;
const SPACE = 0x20;

/** Where a value stands in the bytes: `end` is exclusive. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

const decoder = new TextDecoder();

export function decodeSlice(bytes: Uint8Array, { start, end }: Slice): string {
  return decoder.decode(bytes.subarray(start, end));
}

/**
 * The members of the object that starts at `start`, in one pass; none when another kind of value stands there.
 * @throws {SyntaxError} when the text ends early or is not JSON at this level.
 */
export function membersOf(bytes: Uint8Array, start = 0): Map<string, Slice> {
  const members = new Map<string, Slice>();
  let at = skipBlank(bytes, start);
  if (bytes[at] !== OPEN_BRACE) return members;
  at = skipBlank(bytes, at + 1);
  while (bytes[at] !== CLOSE_BRACE) {
    if (bytes[at] !== QUOTE) throw new SyntaxError(`Expected a member name at byte ${at}`);
    const keyEnd = endOfString(bytes, at);
    const key = String(JSON.parse(decodeSlice(bytes, { start: at, end: keyEnd })));
    at = skipBlank(bytes, keyEnd);
    if (bytes[at] !== COLON) throw new SyntaxError(`Expected ":" at byte ${at}`);
    const valueStart = skipBlank(bytes, at + 1);
    const end = endOfValue(bytes, valueStart);
    members.set(key, { start: valueStart, end });
    at = skipBlank(bytes, end);
    if (bytes[at] === COMMA) at = skipBlank(bytes, at + 1);
    else if (bytes[at] !== CLOSE_BRACE) throw new SyntaxError(`Expected "," or "}" at byte ${at}`);
  }
  return members;
}

function endOfValue(bytes: Uint8Array, start: number): number {
  const first = bytes[start];
  if (first === QUOTE) return endOfString(bytes, start);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return endOfNest(bytes, start);
  let at = start;
  while (at < bytes.length && !endsScalar(bytes[at] ?? SPACE)) at++;
  if (at === start) throw new SyntaxError(`Expected a value at byte ${at}`);
  return at;
}

function endOfNest(bytes: Uint8Array, start: number): number {
  const length = bytes.length;
  let depth = 0;
  for (let at = start; at < length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at) - 1;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 0) return at + 1;
  }
  throw new SyntaxError("The text ends within an object or array");
}

function endOfString(bytes: Uint8Array, start: number): number {
  const length = bytes.length;
  for (let at = start + 1; at < length; at++) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at++;
    else if (byte === QUOTE) return at + 1;
  }
  throw new SyntaxError("The text ends within a string");
}

function skipBlank(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && (bytes[at] ?? 0) <= SPACE) at++;
  return at;
}

function endsScalar(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte <= SPACE;
}
