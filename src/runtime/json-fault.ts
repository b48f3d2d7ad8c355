/** Looks over the text of JSON without building anything: how deep it nests, and where its first fault is. */

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

const ESCAPE = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/;
const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/;
/** Longer ones are looked at once more. */
const SCALAR_CHARS = 64;

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
  /** As `firstFault` tells. */
  readonly fault: number;
  readonly depth: number;
  /** Arrays and objects. */
  readonly containers: number;
}

/** Characters that are looked at in one go. */
const TURN_CHARS = 64 * 1024;

/**
 * The index of the first character that cannot stand there in JSON (RFC 8259); the length of the text where it ends too
 * early; -1 where it is JSON. Stops at the first fault, and remembers one bit for each level.
 */
export function firstFault(text: string): number {
  const looking = lookOver(text);
  let turn = looking.next();
  while (turn.done !== true) turn = looking.next();
  return turn.value.fault;
}

/** Looks over a long text in turns, so that others can have theirs in between. */
export function* lookOver(text: string): Generator<undefined, Shape> {
  const levels = nesting();
  const found = (fault: number): Shape => ({ fault, depth: levels.deepest(), containers: levels.entered() });
  let turnEnd = TURN_CHARS;
  let expects: "value" | "item" | "name" | "anotherName" | "rest" = "value";
  for (let at = afterSpace(text, 0); at < text.length; at = afterSpace(text, at)) {
    if (at > turnEnd) {
      turnEnd = at + TURN_CHARS;
      yield;
    }
    const code = text.charCodeAt(at);
    const inObject = levels.inObject();
    if (expects === "rest") {
      if (inObject === undefined) return found(at);
      if (code === COMMA) expects = inObject ? "anotherName" : "value";
      else if (code === (inObject ? CLOSE_OBJECT : CLOSE_LIST)) levels.leave();
      else return found(at);
      at++;
    } else if ((expects === "name" && code === CLOSE_OBJECT) || (expects === "item" && code === CLOSE_LIST)) {
      levels.leave();
      expects = "rest";
      at++;
    } else if (expects === "name" || expects === "anotherName") {
      const end = code === QUOTE ? afterText(text, at) : ~at;
      if (end < 0) return found(~end);
      at = afterSpace(text, end);
      if (text.charCodeAt(at) !== COLON) return found(at);
      expects = "value";
      at++;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      levels.enter(code === OPEN_OBJECT);
      expects = code === OPEN_OBJECT ? "name" : "item";
      at++;
    } else {
      const end = code === QUOTE ? afterText(text, at) : afterScalar(text, at);
      if (end < 0) return found(~end);
      expects = "rest";
      at = end;
    }
  }
  return found(expects === "rest" && levels.inObject() === undefined ? -1 : text.length);
}

/** Which of the open levels are objects. */
function nesting() {
  let bits = new Uint8Array(64);
  let depth = 0;
  let deepest = 0;
  let entered = 0;
  return {
    deepest: () => deepest,
    entered: () => entered,
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
      depth++;
      entered++;
      if (depth > deepest) deepest = depth;
    },
    leave(): void {
      depth--;
    },
  };
}

function afterSpace(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break;
  }
  return at;
}

/** Index behind a number or a literal; where there is none, the complement of `at`. */
function afterScalar(text: string, at: number): number {
  const near = SCALAR.exec(text.slice(at, at + SCALAR_CHARS))?.[0];
  if (near === undefined) return ~at;
  // A number of so many characters may go on.
  return at + (near.length < SCALAR_CHARS - 3 ? near : (SCALAR.exec(text.slice(at))?.[0] ?? near)).length;
}

/** Index behind the text that begins at `from`; of a faulty one the complement of where its fault is. */
function afterText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code < 32) return ~at;
    if (code !== BACKSLASH) continue;
    const escape = ESCAPE.exec(text.slice(at, at + 6))?.[0];
    if (escape === undefined) return ~at;
    at += escape.length - 1;
  }
  return ~text.length;
}
