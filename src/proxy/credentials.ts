/**
 * Upstream credentials on their way through the stages: in nobody's fingerprint, log or store, and yet the same call
 * with other credentials is another call.
 */
import { type JsonPieces, type JsonText, rewritten } from "../text/json-text.ts";
import { endOfText } from "../text/json-fault.ts";
import { atOnce, type LongWork, TURN_BYTES } from "../text/long-work.ts";
import type { Credentials } from "./request/security.ts";
import { LRUCache } from "lru-cache";
import { searchFor } from "./reveals.ts";
import { isOwnWord, isTelling, spellingsOf } from "./spellings.ts";
import { canonicalJson } from "../runtime/canonical-json.ts";
import { secretsOfLogin } from "../runtime/http/basic-login.ts";

/** A keyed digest: without the hub's secret nobody can try passwords against it. */
export type KeyedDigest = (text: string) => string;

export class SealedCredentials {
  /** All that is to be seen of them. */
  readonly digest: string;
  readonly #given: Credentials;

  constructor(given: Credentials, seal: KeyedDigest) {
    this.#given = given;
    this.digest = seal(canonicalJson(given));
  }

  open(): Credentials {
    return this.#given;
  }
}

/** How a secret may be written. */
export type Spell = (secret: string) => readonly string[];

const REMEMBERED = { max: 200, ttl: 60_000 };

/**
 * Spellings that are kept for a minute, of credentials that the hub keeps anyway: making them takes a millisecond, and
 * they are needed with every answer. Those that come with a call are not remembered.
 */
export function rememberedSpellings(): Spell {
  const known = new LRUCache<string, readonly string[]>(REMEMBERED);
  return (secret) => {
    const found = known.get(secret) ?? spellingsOf(secret);
    known.set(secret, found);
    return found;
  };
}

const MASK = "***";
/** Answers of more characters are not searched for spellings within spellings, and so many are looked at in one. */
const SEARCHED_CHARS = 1_000_000;

export interface MaskedAnswer {
  readonly json: JsonText;
  /** Whether nothing is left of the secrets for certain. Where it is not, the answer is not kept. */
  readonly isCertain: boolean;
}

/**
 * The text, a JSON document or members of one, without the credentials that an upstream repeated in it. In steps: a long
 * answer full of them takes seconds.
 */
export function* withoutSecrets(
  json: JsonText,
  secrets: readonly string[],
  spell: Spell = spellingsOf,
): LongWork<MaskedAnswer> {
  const given = secrets.filter((secret) => secret !== "");
  if (given.length === 0) return { json, isCertain: true };
  const spellings = [...new Set(given.flatMap((secret) => spell(secret)))].sort((a, b) => b.length - a.length);
  if (typeof json !== "string") return { json: maskedPieces(json, spellings), isCertain: false };
  return yield* withoutTexts(yield* masked(yield* withoutNumbers(json, given), spellings), given);
}

/** A text in which a secret is spelled in a way that nobody thought of beforehand is masked as a whole. */
function* withoutTexts(json: string, given: readonly string[]): LongWork<MaskedAnswer> {
  const sought = given.filter(isTelling);
  if (sought.length === 0) return { json, isCertain: given.length === 0 };
  if (json.length > SEARCHED_CHARS) return { json, isCertain: false };
  const find = searchFor(sought, 2 * SEARCHED_CHARS);
  let isCertain = sought.length === given.length;
  const left = yield* replaced(json, textsIn(json), function* (token) {
    if (isOwnWord(token)) return token;
    const finding = yield* find(token.includes("\\") ? String(JSON.parse(token)) : token.slice(1, -1));
    if (finding === "too long to say") isCertain = false;
    return finding === "yes" ? `"${MASK}"` : token;
  });
  return { json: left, isCertain };
}

/** Where something begins, and where it has ended. */
type Place = readonly [start: number, end: number];

/** The texts in JSON with their quotes; one that breaks off ends with it. A pattern takes seconds for a long one. */
function* textsIn(json: string): Generator<Place> {
  for (let start = json.indexOf('"'); start !== -1;) {
    const quote = endOfText(json, start);
    const end = quote === -1 ? json.length : quote + 1;
    yield [start, end];
    start = json.indexOf('"', end);
  }
}

/** The numbers in JSON that are no part of a text. */
function* numbersIn(json: string): Generator<Place> {
  let after = 0;
  for (const [start, end] of textsIn(json)) {
    yield* numbersBetween(json, after, start);
    after = end;
  }
  yield* numbersBetween(json, after, json.length);
}

function* numbersBetween(json: string, from: number, to: number): Generator<Place> {
  for (const { 0: written, index } of json.slice(from, to).matchAll(/-?\d[\d.eE+-]*/g))
    yield [from + index, from + index + written.length];
}

/** What a replacement makes of what stands in some places, one by one. */
function* replaced(
  text: string,
  places: Iterable<Place>,
  replacement: (token: string, at: number) => LongWork<string> | string,
): LongWork<string> {
  const parts: string[] = [];
  const turn = createTurn();
  let end = 0;
  for (const [start, stop] of places) {
    const token = text.slice(start, stop);
    const made = replacement(token, start);
    const by = typeof made === "string" ? made : yield* made;
    if (by !== token) {
      parts.push(text.slice(end, start), by);
      end = stop;
    }
    if (turn.isOver(STEP_CHARS + token.length)) yield;
  }
  return end === 0 ? text : parts.join("") + text.slice(end);
}

/** What finding something costs beside looking at it, in characters that are only looked at. */
const STEP_CHARS = 100;

/** Counts what is done, and says when others may have their turn. */
function createTurn() {
  let done = 0;
  return {
    isOver(chars: number): boolean {
      done += chars;
      if (done < TURN_BYTES) return false;
      done = 0;
      return true;
    },
  };
}

/** What no answer may hold. */
export function secretsOf({ apiKey, bearer, basic }: Credentials): string[] {
  const keys = typeof apiKey === "object" ? Object.values(apiKey) : [apiKey];
  return [...keys, bearer, ...(basic ? secretsOfLogin(basic) : [])].filter((one) => one !== undefined);
}

/** A key of digits may come back as a number, rounded as most programs read it. */
function* withoutNumbers(json: string, secrets: readonly string[]): LongWork<string> {
  const digits = secrets.filter((secret) => /^\d{4,}$/.test(secret));
  if (digits.length === 0) return json;
  return yield* replaced(json, numbersIn(json), (token, at) => {
    if (OWN_NUMBER.test(json.slice(Math.max(0, at - 20), at))) return token;
    const isOne = digits.some((secret) => token.includes(secret) || Math.abs(Number(token)) === Number(secret));
    return isOne ? `"${MASK}"` : token;
  });
}

const OWN_NUMBER = /"(?:duration_ms|status|retry_after_ms)":\d*$/;

function* masked(text: string, spellings: readonly string[]): LongWork<string> {
  const turn = createTurn();
  let left = text;
  for (const one of spellings) {
    // To look for one is a thousand times as fast as to decode.
    if (turn.isOver(left.length / 10)) yield;
    let at = left.indexOf(one);
    if (at === -1) continue;
    const parts: string[] = [];
    let end = 0;
    for (; at !== -1; at = left.indexOf(one, at + one.length)) {
      if (turn.isOver(STEP_CHARS)) yield;
      if (isInEscape(left, at) || OWN_NUMBER.test(left.slice(Math.max(0, at - 40), at))) continue;
      parts.push(left.slice(end, at), one.startsWith('"') ? `"${MASK}"` : one.endsWith('"') ? `${MASK}"` : MASK);
      end = at + one.length;
    }
    if (end > 0) left = parts.join("") + left.slice(end);
  }
  return left;
}

/** Of each piece so much is kept back that a spelling which goes on in the next one is seen whole. */
function maskedPieces(pieces: JsonPieces, spellings: readonly string[]): JsonPieces {
  const tail = Math.max(1, ...spellings.map(({ length }) => length)) - 1;
  return rewritten(pieces, function* () {
    let kept = "";
    for (const piece of pieces) {
      const text = atOnce(masked(kept + piece, spellings));
      const end = boundary(text, text.length - tail);
      if (end > 0) yield text.slice(0, end);
      kept = text.slice(end);
    }
    yield kept;
  });
}

/** Where the text may be cut at or before an index, so that neither a character nor an escape is divided. */
function boundary(text: string, index: number): number {
  let at = Math.max(0, index);
  while (at > 0 && (/[\udc00-\udfff]/.test(text.charAt(at)) || isInEscape(text, at))) at--;
  return at;
}

/** Of a place in a JSON document: whether an escape such as `\n` or `\u00e9` has begun before it and goes on. */
function isInEscape(text: string, at: number): boolean {
  const begun = /\\(?:u[\da-f]{0,3})?$/i.exec(text.slice(Math.max(0, at - 5), at))?.[0];
  if (begun === undefined) return false;
  const backslash = at - begun.length;
  let first = backslash;
  while (text[first - 1] === "\\") first--;
  return (backslash - first) % 2 === 0; // Else it is itself the end of one.
}
