/** Which numbers keep every digit when they are read as doubles and written again. */
import { PLUS, MINUS, POINT, ZERO, NINE, LOWER_E } from "../../../src/text/json-codes.ts";

/** So many digits are held by any double. */
const SAFE_DIGITS = 15;

/** Behind the number that starts at `at` of valid JSON; negative, less one, where it would not be written so again. */
export function behindNumber(text: string, at: number): number {
  let end = at + 1;
  let isPlain = true;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code >= ZERO && code <= NINE) continue;
    if (code !== POINT && code !== PLUS && code !== MINUS && (code | 32) !== LOWER_E) break;
    isPlain = false;
  }
  const isShort = isPlain && end - at <= SAFE_DIGITS && text.charCodeAt(at) !== MINUS;
  return isShort || isExact(text.slice(at, end)) ? end : -end - 1;
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
