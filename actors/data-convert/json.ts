/** Reading JSON as it was written: numbers that would lose a digit, a zero or a sign are kept as text, and it is said. */
import { HubError, invalidInput } from "../../src/runtime/errors.ts";
import { countValues, endOfText, parseJson } from "../../src/runtime/json.ts";

/** What could not be kept, over all the JSON of one payload. */
export interface JsonLosses {
  numbers: number;
  repeated: number;
  firstNumber?: string;
  firstRepeated?: string;
}

const MAX_QUOTED = 40;
/** More rows than are let out, each with little in it: building them takes far more memory than their text. */
const MAX_VALUES = 1_500_000;
const MAY_BE_MANY = 2 * MAX_VALUES;
const NUMBER = /-?\d[\d.eE+-]*/y;
const OPENS = /[{[]/;

/**
 * @param firstLine the line of the payload that `text` starts at
 * @throws {HubError} `invalid_input` on "/payload" with line and column, or `too_deep`.
 */
export function readExactJson(text: string, firstLine: number, losses: JsonLosses): unknown {
  if (text.length > MAY_BE_MANY && countValues(text) > MAX_VALUES)
    throw invalidInput("/payload", `holds more than ${MAX_VALUES} values`);
  const value = parsed(text, firstLine);
  const exact = exactSource(text, firstLine, losses);
  return exact === undefined ? value : JSON.parse(exact);
}

export function lossWarnings({ numbers, repeated, firstNumber, firstRepeated }: JsonLosses): string[] {
  const warnings: string[] = [];
  if (numbers > 0) {
    warnings.push(
      `Numbers kept as text, which as numbers would lose a digit, a zero or a sign: ${numbers}, first ${firstNumber}.`,
    );
  }
  if (repeated > 0) {
    warnings.push(`Keys repeated within one object: ${repeated}, first ${firstRepeated}. The last value is kept.`);
  }
  return warnings;
}

function parsed(text: string, firstLine: number): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof HubError) || error.code !== "invalid_json") throw error;
    // Text nested by the ten thousand has no position; of JSON lines at least the line is known.
    const place = / at line (\d+)(, column \d+)/.exec(error.message);
    const isKnown = place !== null || firstLine > 1;
    const where = isKnown ? ` at line ${firstLine + Number(place?.[1] ?? 1) - 1}${place?.[2] ?? ""}` : "";
    throw invalidInput("/payload", `is not JSON${where}`);
  }
}

/** Valid JSON with such numbers in quotes; `undefined` when there are none. */
function exactSource(text: string, firstLine: number, losses: JsonLosses): string | undefined {
  const pieces: string[] = [];
  const open: (Set<string> | undefined)[] = [];
  let end = 0;
  let isKey = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '"') {
      const close = endOfText(text, at);
      const keys = open.at(-1);
      if (isKey && keys !== undefined) observeKey(text, at, close, keys, firstLine, losses);
      isKey = false;
      at = close;
    } else if (OPENS.test(character)) {
      open.push(character === "{" ? new Set() : undefined);
      isKey = character === "{";
    } else if (character === "}" || character === "]") open.pop();
    else if (character === ",") isKey = true;
    else if (character === "-" || (character >= "0" && character <= "9")) {
      NUMBER.lastIndex = at;
      const written = NUMBER.exec(text)?.[0] ?? character;
      if (!isExact(written)) {
        losses.firstNumber ??= `${written.slice(0, MAX_QUOTED)} at ${placeOf(text, at, firstLine)}`;
        losses.numbers++;
        pieces.push(text.slice(end, at), '"', written, '"');
        end = at + written.length;
      }
      at += written.length - 1;
    }
  }
  return pieces.length === 0 ? undefined : pieces.join("") + text.slice(end);
}

function observeKey(
  text: string,
  at: number,
  close: number,
  keys: Set<string>,
  firstLine: number,
  losses: JsonLosses,
): void {
  const written = text.slice(at, close + 1);
  const key = written.includes("\\") ? String(JSON.parse(written)) : written.slice(1, -1);
  if (keys.has(key)) {
    losses.firstRepeated ??= `${JSON.stringify(key.slice(0, MAX_QUOTED).toWellFormed())} at ${placeOf(text, at, firstLine)}`;
    losses.repeated++;
  }
  keys.add(key);
}

/** Whether writing the number again gives the same digits; an exponent may be written otherwise. */
export function isExact(written: string): boolean {
  const value = Number(written);
  const again = String(value);
  if (again === written) return true;
  if (!Number.isFinite(value) || !/[eE]/.test(written) || value === 0) return false;
  return digitsOf(written) === digitsOf(again);
}

function digitsOf(number: string): string {
  return number
    .replace(/[eE].*/, "")
    .replace(/\D/g, "")
    .replace(/^0+/, "")
    .replace(/(?<!0)0+$/, "");
}

function placeOf(text: string, at: number, firstLine: number): string {
  const lines = text.slice(0, at).split(/\r\n?|\n/);
  return `line ${firstLine + lines.length - 1}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
