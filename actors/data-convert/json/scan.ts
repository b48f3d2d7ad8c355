/** One look over valid JSON: what of it could not be kept, and where the lists stand whose elements may be rows. */
import { endOfText } from "../../../src/runtime/json.ts";
import {
  QUOTE,
  COMMA,
  OPEN_LIST,
  CLOSE_LIST,
  OPEN_OBJECT,
  CLOSE_OBJECT,
  MINUS,
  ZERO,
  NINE,
  LOWER_F,
  LOWER_N,
  LOWER_T,
} from "../../../src/text/json-codes.ts";
import { behindNumber } from "./number.ts";

/** What could not be kept, over all the JSON of one payload. */
export interface JsonLosses {
  numbers: number;
  repeated: number;
  firstNumber?: string;
  firstRepeated?: string;
}

/** What is known of a list without its elements. */
export interface ListFacts {
  readonly count: number;
  readonly areObjects: boolean;
  /** The length of its elements, where all are lists of one. */
  readonly width: number | undefined;
}

/** A list that was not built. */
export interface ListSpan extends ListFacts {
  /** Behind its bracket. */
  readonly start: number;
  /** Of the bracket that closes it. */
  readonly end: number;
  /** The commas to part it at, into parts that are built quickly. */
  readonly cuts: readonly number[];
}

export interface JsonScan {
  /** Numbers that have to become text. */
  readonly inexact: number;
  /** The list that the text is. */
  readonly list?: ListSpan;
  /** The long lists in the object that the text is, by their names; of those with one name the last counts. */
  readonly members: ReadonlyMap<string, ListSpan>;
}

const MAX_QUOTED = 40;
/** In characters. */
const PART = 8 * 1024;
/** A list of no more characters is built with the object that it stands in. */
const SHORT_LIST = 64 * 1024;

/** A list whose end was not met yet. */
interface OpenList {
  readonly name: string | undefined;
  readonly level: number;
  readonly start: number;
  readonly cuts: number[];
  partStart: number;
  count: number;
  areObjects: boolean;
  areLists: boolean;
  /** Of the first element and of the one that is being read. */
  firstWidth: number | undefined;
  width: number;
}

/** `firstLine`: the line of the payload that `text` starts at. */
export function scanJson(text: string, firstLine: number, losses: JsonLosses): JsonScan {
  const members = new Map<string, ListSpan>();
  /** Of each level that is open: whether it is an object, and the keys it has. */
  const isObject: boolean[] = [];
  const keys: Set<string>[] = [];
  let level = 0;
  let isKey = false;
  let name: string | undefined;
  let open: OpenList | undefined;
  let list: ListSpan | undefined;
  let inexact = 0;

  const beginValue = (code: number): void => {
    if (open === undefined) return;
    if (level === open.level) {
      open.count++;
      open.areObjects &&= code === OPEN_OBJECT;
      open.areLists &&= code === OPEN_LIST;
    } else if (level === open.level + 1) open.width++;
  };
  const enter = (code: number, at: number): void => {
    if (open !== undefined && level === open.level) open.width = 0;
    isObject[level] = code === OPEN_OBJECT;
    isKey = code === OPEN_OBJECT;
    if (isKey) (keys[level] ??= new Set()).clear();
    level++;
    if (code !== OPEN_LIST || (level !== 1 && (level !== 2 || isObject[0] !== true))) return;
    open = {
      name: level === 1 ? undefined : name,
      level,
      start: at + 1,
      cuts: [],
      partStart: at + 1,
      count: 0,
      areObjects: true,
      areLists: true,
      firstWidth: undefined,
      width: 0,
    };
  };
  const leave = (at: number): void => {
    if (open !== undefined && level === open.level + 1 && open.areLists) {
      open.firstWidth ??= open.width;
      open.areLists = open.width === open.firstWidth;
    } else if (open !== undefined && level === open.level) {
      const { start, cuts, count, areObjects, areLists, firstWidth } = open;
      const span = { start, end: at, cuts, count, areObjects, width: areLists ? firstWidth : undefined };
      if (open.name === undefined) list = span;
      else if (at - start > SHORT_LIST) members.set(open.name, span);
      open = undefined;
    }
    level--;
  };

  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const close = endOfText(text, at);
      if (isKey && isObject[level - 1] === true) {
        const key = keyAt(text, at, close);
        if (level === 1) name = key;
        const known = keys[level - 1] as Set<string>; // Made when the object began.
        if (known.has(key)) {
          if (level === 1) members.delete(key);
          losses.firstRepeated ??= `${quoted(key)} at ${placeOf(text, at, firstLine)}`;
          losses.repeated++;
        } else known.add(key);
      } else beginValue(code);
      isKey = false;
      at = close;
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      beginValue(code);
      enter(code, at);
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) leave(at);
    else if (code === COMMA) {
      isKey = true;
      if (open === undefined || level !== open.level || at - open.partStart < PART) continue;
      open.cuts.push(at);
      open.partStart = at + 1;
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      beginValue(code);
      const end = behindNumber(text, at);
      const behind = end < 0 ? -end - 1 : end;
      if (end < 0) {
        losses.firstNumber ??= `${text.slice(at, Math.min(behind, at + MAX_QUOTED))} at ${placeOf(text, at, firstLine)}`;
        losses.numbers++;
        inexact++;
      }
      at = behind - 1;
    } else if (code === LOWER_T || code === LOWER_F || code === LOWER_N) {
      beginValue(code);
      at += 3; // No other letter of a literal begins one.
    }
  }
  return { inexact, members, ...(list && { list }) };
}

/** Part of valid JSON, with numbers that would be written otherwise in quotes. */
export function exactly(text: string): string {
  const pieces: string[] = [];
  let written = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = behindNumber(text, at);
      const behind = end < 0 ? -end - 1 : end;
      if (end < 0) {
        pieces.push(text.slice(written, at), '"', text.slice(at, behind), '"');
        written = behind;
      }
      at = behind - 1;
    }
  }
  return pieces.length === 0 ? text : pieces.join("") + text.slice(written);
}

function keyAt(text: string, at: number, close: number): string {
  const written = text.slice(at, close + 1);
  return written.includes("\\") ? String(JSON.parse(written)) : written.slice(1, -1);
}

function quoted(key: string): string {
  return JSON.stringify(key.slice(0, MAX_QUOTED).toWellFormed());
}

function placeOf(text: string, at: number, firstLine: number): string {
  let line = firstLine;
  let start = 0;
  for (let end = 0; end < at; end++) {
    const code = text.charCodeAt(end);
    if (code !== 10 && (code !== 13 || text.charCodeAt(end + 1) === 10)) continue;
    line++;
    start = end + 1;
  }
  return `line ${line}, column ${at - start + 1}`;
}
