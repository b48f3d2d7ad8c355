/** Reading JSON from strangers: bounded in depth, and no number silently changes its value. */
import { HubError } from "./errors.ts";
import { freePiece } from "../text/bytes.ts";
import { LongJson } from "../text/long-json.ts";
import { endOfText, firstFault, lookOver, type JsonMember, nestsDeeperThan } from "../text/json-fault.ts";
import { locate } from "../text/byte-place.ts";
import { atOnce, inTurns, type LongWork } from "../text/long-work.ts";
import { wasNumber, withNumbers } from "../text/json-numbers.ts";

export { endOfText, wasNumber };

/** How deeply foreign JSON may nest. `JSON.parse` would take more, `JSON.stringify` of the answer would not. */
export const MAX_DEPTH = 200;

/** In characters. What a shorter text can nest to is soon built. */
export const LONG_PART = 16 * 1024;
/** Of one long text, built where everybody else waits meanwhile. */
const MAX_VALUES = 200_000;
/** Of one object: the engine takes longer for each the more there are. */
export const MAX_MEMBERS = 5_000;
/** In characters. It is compared with what a double can hold, and kept as text. */
const MAX_NUMBER = 1_000;
/** Of one long text whose parts are built in a thread. Each takes more memory than it takes text. */
const MAX_CONTAINERS = 400_000;
/** Of the members that are built here, in characters, where the others have many values. */
const MAX_SHORT = 128 * 1024;

/**
 * Parses JSON. A leading byte order mark is dropped, of duplicate keys the last one wins, and a number that a double
 * cannot hold, beyond 2^53 or beyond the range of doubles, is kept as the text it was written as. A fraction below
 * 2^53 becomes the nearest double.
 * @throws {HubError} `invalid_json` with line and column, or `too_deep`.
 */
export function parseJson(text: string): unknown {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  // The engine builds every level before anybody can count them.
  if (source.length > LONG_PART && nestsDeeperThan(source, MAX_DEPTH))
    throw firstFault(source) === -1 ? tooDeep() : faultOf(source);
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    throw faultOf(source);
  }
  // Depth first: the reviver below recurses.
  if (isTooDeep(source, value)) throw tooDeep();
  return withNumbers(source, value);
}

/** As `parseJson`; `undefined` where that refuses the text. */
export function boundedJsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Whether what a text was parsed as nests too deep. A level takes two characters: a short text has too few. */
export function isTooDeep(text: string, value: unknown): boolean {
  return text.length > 2 * MAX_DEPTH && isDeeperThan(value, MAX_DEPTH);
}

/** The engine's own message is no use: JavaScriptCore's names no place. */
function faultOf(text: string): HubError {
  const bytes = Buffer.from(text);
  return atOnce(notJson(bytes, atOnce(lookOver(bytes)).fault));
}

function* notJson(bytes: Uint8Array, fault: number): LongWork<HubError> {
  const { line, column } = yield* locate(bytes, fault);
  const where = fault === -1 ? "" : ` at line ${line}, column ${column}`;
  return new HubError("invalid_json", `The text is not JSON${where}.`, {
    issues: [{ pointer: "", detail: "is not JSON" }],
  });
}

/**
 * Parses a text of a stranger, in UTF-8, that may be long: it is looked over in turns before anything is built of it, and
 * others have theirs in between. Where long parts may stay text, an object's members of more than 16 KiB become
 * `LongJson`: parts of the very same bytes. A list of more than `maxItems` is refused unbuilt, with a `LongListError`.
 * @throws {HubError} as `parseJson`, and `payload_too_large` for more values than one request may have built.
 */
export async function parseLongJson(
  text: Uint8Array<ArrayBuffer>,
  mayStayText = false,
  maxItems = MAX_VALUES,
): Promise<unknown> {
  const source = hasMark(text) ? text.subarray(3) : text;
  const looked = await inTurns(lookOver(source, mayStayText ? MAX_MEMBERS : 0));
  const { fault, depth, containers, values, items, number, members, top } = looked;
  if (fault !== -1) throw await inTurns(notJson(source, fault));
  if (depth > MAX_DEPTH) throw tooDeep();
  if (members > MAX_MEMBERS) throw tooMuch(`an object with more than ${MAX_MEMBERS} members`);
  if (items > maxItems) throw new LongListError(maxItems);
  if (number > MAX_NUMBER) throw tooMuch(`a number of more than ${MAX_NUMBER} characters`);
  const short = top.reduce((sum, part) => sum + (isLong(part) ? 0 : part.end - part.nameStart), 0);
  if (!top.some(isLong) || (values > MAX_VALUES && short > MAX_SHORT)) {
    if (values > MAX_VALUES) throw tooMuch(`more than ${MAX_VALUES} values`);
    return built(source);
  }
  if (containers > MAX_CONTAINERS) throw tooMuch(`more than ${MAX_CONTAINERS} arrays and objects`);
  return withLongParts(source, top);
}

/** A long text that is judged before anything is built of it. */
export interface JsonVerdict {
  /** That it holds, up to its fault. */
  readonly values: number;
  /** What `parseJson` would throw. */
  readonly refusal?: HubError;
}

export function judgeJson(text: string): JsonVerdict {
  const bytes = Buffer.from(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  const { values, fault, depth } = atOnce(lookOver(bytes));
  const refusal = fault !== -1 ? atOnce(notJson(bytes, fault)) : depth > MAX_DEPTH ? tooDeep() : undefined;
  freePiece(bytes);
  return { values, ...(refusal && { refusal }) };
}

/** A byte order mark. */
function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** Each member for itself; of those with one name the last wins. */
function withLongParts(source: Uint8Array<ArrayBuffer>, members: readonly JsonMember[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const { nameStart, nameEnd, start, end } of members) {
    const bytes = withoutSpace(source.subarray(start, end));
    // No number or literal is as long.
    const value = bytes.length > LONG_PART ? new LongJson(bytes) : built(bytes);
    const name = built(source.subarray(nameStart, nameEnd)) as string;
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

/** Of a text that has been looked over. */
function built(bytes: Uint8Array): unknown {
  const text = UTF8.decode(bytes);
  return withNumbers(text, JSON.parse(text));
}

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

function withoutSpace(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  let [start, end] = [0, bytes.length];
  while (isSpace(bytes[start])) start++;
  while (isSpace(bytes[end - 1])) end--;
  return bytes.subarray(start, end);
}

function isSpace(code: number | undefined): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

function isLong({ start, end }: JsonMember): boolean {
  return end - start > LONG_PART;
}

/** A list of more items than its reader takes: none of them was built. */
export class LongListError extends HubError {
  constructor(maxItems: number) {
    super("payload_too_large", `The JSON holds a list of more than ${maxItems} items.`);
  }
}

function tooMuch(what: string): HubError {
  return new HubError("payload_too_large", `The JSON holds ${what}.`);
}

function tooDeep(): HubError {
  return new HubError("too_deep", `The JSON nests deeper than ${MAX_DEPTH} levels.`);
}

/** Whether a JSON value nests more than `limit` arrays and objects. Recurses to there and no deeper, so it survives what it measures. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (!isNode(value)) return false;
  if (limit <= 0) return true;
  if (Array.isArray(value)) return value.some((element) => isNode(element) && isDeeperThan(element, limit - 1));
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(fields))
    if (isNode(fields[name]) && isDeeperThan(fields[name], limit - 1)) return true;
  return false;
}

/**
 * Whether a JSON value has more than `limit` characters in its texts and names, each value counting as one more. Looks no
 * further than that.
 */
export function isLongerThan(value: unknown, limit: number): boolean {
  return charsLeft(value, limit) < 0;
}

function charsLeft(value: unknown, limit: number): number {
  let left = limit - (typeof value === "string" ? value.length : 0) - 1;
  if (!isNode(value)) return left;
  if (Array.isArray(value)) {
    for (const part of value) if ((left = charsLeft(part, left)) < 0) return left;
    return left;
  }
  for (const [name, part] of Object.entries(value)) if ((left = charsLeft(part, left - name.length)) < 0) return left;
  return left;
}

export function isNode(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
