/** Numbers of a JSON text that a double cannot hold stay the text that they were written as. */
import { isObject, listOf } from "./foreign.ts";
import { endOfText } from "./json-fault.ts";

/** Only such text can hold a number that a double cannot: 16 digits, or a long exponent. */
const MAY_LOSE = /\d{16}|[\d.]{16}[eE]|\d[eE][+-]?\d{2}/;

/** Shorter ones are held by a double. */
const LONGER_NUMBER = /-?\d[\d.eE+-]{3,}/g;

/** No double is written with so many characters; a longer text is not worth comparing. */
const LONGEST_NUMBER = 100;

/** What was parsed, with the numbers that a double cannot hold as they were written. */
export function withNumbers(source: string, value: unknown): unknown {
  if (!MAY_LOSE.test(source)) return value;
  const quoted = withLossyNumbersQuoted(source);
  if (quoted === source) return value;
  const kept: unknown = JSON.parse(quoted);
  noteMembers(value, kept);
  for (const [index, item] of listOf(kept).entries()) noteMembers(listOf(value)[index], item);
  return kept;
}

/** The members of an object that are such numbers, where it is the whole text or an item of the list that the text is. */
const membersAsText = new WeakMap<object, ReadonlySet<string>>();

/** Whether a member that is text now was written as a number. */
export function wasNumber(object: object, name: string): boolean {
  return membersAsText.get(object)?.has(name) === true;
}

function noteMembers(parsed: unknown, kept: unknown): void {
  if (!isObject(parsed) || !isObject(kept)) return;
  const names = Object.keys(parsed).filter((name) => typeof parsed[name] !== typeof kept[name]);
  if (names.length > 0) membersAsText.set(kept, new Set(names));
}

/** Puts the numbers of a JSON text that a double cannot hold into quotes. */
function withLossyNumbersQuoted(source: string): string {
  const pieces: string[] = [];
  let end = 0;
  let quote = source.indexOf('"');
  for (const { 0: written, index } of source.matchAll(LONGER_NUMBER)) {
    let textEnd = -1;
    while (quote !== -1 && quote < index && (textEnd = endOfText(source, quote)) < index)
      quote = source.indexOf('"', textEnd + 1);
    const isInText = quote !== -1 && quote < index;
    if (isInText || !isLossy(written)) continue;
    pieces.push(source.slice(end, index), '"', written, '"');
    end = index + written.length;
  }
  return pieces.length === 0 ? source : pieces.join("") + source.slice(end);
}

/** Whether a double would change the number that is written so. */
export function isLossy(written: string): boolean {
  const value = Number(written);
  if (value === 0) return /^[^eE]*[1-9]/.test(written);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return false;
  const isInteger = /^-?\d+$/.test(written);
  return isInteger || !Number.isFinite(value) || isRounded(written, value);
}

/** The double is the nearest to what was written, so they are equal when their digits are. */
function isRounded(written: string, value: number): boolean {
  return written.length > LONGEST_NUMBER || significant(written) !== significant(String(value));
}

function significant(number: string): string {
  return number
    .replace(/[eE].*/, "")
    .replace(/\D/g, "")
    .replace(/^0+|(?<!0)0+$/g, "");
}
