/**
 * Looks over the text of JSON without building anything: how deep it nests, and where its first fault is.
 * Shaped by speed: `bun run bench doors`.
 */
import { BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE } from "./json-codes.ts";
import { afterScalar, afterSpace, codeAt, type TextCursor, restOfText, scanText } from "./json-tokens.ts";
import { locate } from "./byte-place.ts";
import { atOnce, TURN_BYTES, type LongWork } from "./long-work.ts";

/** Whether arrays and objects nest deeper than `limit`. Looks no further than that. */
export function nestsDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfText(text, at);
      if (at === -1) return false; // It is not JSON, and a parser stops here.
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > limit) return true;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
  }
  return false;
}

/** Index of the quote that ends the text which begins at `from`, or -1. */
export function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let first = at;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((at - first) % 2 === 0) return at;
  }
  return -1;
}

/** What a look at the whole of a text has found. */
export interface Shape {
  /** As `firstFault` tells, in bytes. */
  readonly fault: number;
  readonly depth: number;
  /** Arrays and objects. */
  readonly containers: number;
  /** Those, texts, numbers and literals; not the names of members. */
  readonly values: number;
  /** Characters of the longest. */
  readonly number: number;
  /** Of the object that has the most. */
  readonly members: number;
  /** Of the list that the text is. */
  readonly items: number;
  /** Of the object that the text is, in the order they came; of no more than are asked for. */
  readonly top: readonly JsonMember[];
}

/** Where a member stands in its text: its name with the quotes, and its value with the space behind it. */
export interface JsonMember {
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly start: number;
  readonly end: number;
}

/**
 * The index of the first character that cannot stand there in JSON (RFC 8259); the length of the text where it ends too
 * early; -1 where it is JSON. Stops at the first fault, and remembers little of each level.
 */
export function firstFault(text: string): number {
  const bytes = Buffer.from(text);
  const { fault } = atOnce(lookOver(bytes));
  return fault === -1 ? -1 : atOnce(locate(bytes, fault)).index;
}

/**
 * Looks over a long text, in UTF-8, in turns, so that others can have theirs in between. It is bytes, for those can be
 * given back at once: what has to wait for the collector adds up.
 */
export function* lookOver(bytes: Uint8Array, maxTop = 0): LongWork<Shape> {
  const levels = nesting();
  const top: JsonMember[] = [];
  let values = 0;
  let items = 0;
  let number = 0;
  let nameStart = 0;
  let nameEnd = 0;
  let start = 0;
  const found = (fault: number): Shape => ({ fault, values, items, number, top, ...levels.counted() });
  const cursor: TextCursor = { at: 0 };
  let turnEnd = TURN_BYTES;
  let expects: "value" | "item" | "name" | "anotherName" | "rest" = "value";
  for (let at = afterSpace(bytes, 0); at < bytes.length; at = afterSpace(bytes, at)) {
    if (at > turnEnd) {
      turnEnd = at + TURN_BYTES;
      yield;
    }
    const code = codeAt(bytes, at);
    if (expects === "rest") {
      const inObject = levels.inObject();
      if (inObject === undefined) return found(at);
      const isLast = code === (inObject ? CLOSE_OBJECT : CLOSE_LIST);
      if (code !== COMMA && !isLast) return found(at);
      if (!inObject && levels.depth() === 1) items++;
      if (inObject && levels.depth() === 1 && top.length < maxTop) top.push({ nameStart, nameEnd, start, end: at });
      if (isLast) levels.leave();
      else expects = inObject ? "anotherName" : "value";
      at++;
    } else if ((expects === "name" && code === CLOSE_OBJECT) || (expects === "item" && code === CLOSE_LIST)) {
      levels.leave();
      expects = "rest";
      at++;
    } else if (expects === "name" || expects === "anotherName") {
      if (code !== QUOTE) return found(at);
      cursor.at = at + 1;
      let scanned = scanText(bytes, cursor);
      if (scanned === "more") scanned = yield* restOfText(bytes, cursor);
      if (scanned === "fault") return found(cursor.at);
      const end = cursor.at;
      const isTop = levels.depth() === 1;
      if (isTop) [nameStart, nameEnd] = [at, end];
      at = afterSpace(bytes, end);
      if (codeAt(bytes, at) !== COLON) return found(at);
      levels.countMember();
      expects = "value";
      at++;
      if (isTop) start = at;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values++;
      levels.enter(code === OPEN_OBJECT);
      expects = code === OPEN_OBJECT ? "name" : "item";
      at++;
    } else {
      values++;
      expects = "rest";
      if (code === QUOTE) {
        cursor.at = at + 1;
        let scanned = scanText(bytes, cursor);
        if (scanned === "more") scanned = yield* restOfText(bytes, cursor);
        if (scanned === "fault") return found(cursor.at);
        at = cursor.at;
      } else {
        const end = afterScalar(bytes, at);
        if (end < 0) return found(~end);
        if (end - at > number) number = end - at;
        at = end;
      }
    }
  }
  return found(expects === "rest" && levels.inObject() === undefined ? -1 : bytes.length);
}

/** Which of the open levels are objects, and how much there was of what. */
function nesting() {
  let bits = new Uint8Array(64);
  let depth = 0;
  let deepest = 0;
  let containers = 0;
  let most = 0;
  /** Of each open level; deeper ones are refused for their depth. */
  const members = new Uint32Array(MEMBER_LEVELS);
  return {
    counted: () => ({ depth: deepest, containers, members: most }),
    depth: () => depth,
    /** `undefined` outside of all. */
    inObject(): boolean | undefined {
      return depth === 0 ? undefined : ((bits[(depth - 1) >> 3] ?? 0) & (1 << ((depth - 1) & 7))) !== 0;
    },
    enter(isObject: boolean): void {
      const place = depth >> 3;
      if (place === bits.length) {
        const longer = new Uint8Array(2 * place);
        longer.set(bits);
        bits = longer;
      }
      const bit = 1 << (depth & 7);
      bits[place] = isObject ? (bits[place] ?? 0) | bit : (bits[place] ?? 0) & ~bit;
      members[depth] = 0;
      depth++;
      containers++;
      if (depth > deepest) deepest = depth;
    },
    countMember(): void {
      const count = (members[depth - 1] ?? 0) + 1;
      members[depth - 1] = count;
      if (count > most) most = count;
    },
    leave(): void {
      depth--;
    },
  };
}

/** More levels than are let in. */
const MEMBER_LEVELS = 256;
