/** Units of measure: which is given, and which is wanted. */
import { OF_KIND, POSSIBLE } from "./scores.ts";

/** The abbreviations are those of the SI and of the avoirdupois and imperial systems. */
export const UNIT_WORDS = [
  "lb lbs pound pounds",
  "kg kilogram kilograms kilo kilos",
  "oz ounce ounces",
  "mi mile miles",
  "km kilometer kilometers kilometre kilometres",
  "ft foot feet",
  "cm centimeter centimeters centimetre centimetres",
  "mm millimeter millimeters millimetre millimetres",
  "m meter meters metre metres",
  "c celsius",
  "f fahrenheit",
  "k kelvin",
  "s sec secs second seconds",
  "min mins minute minutes",
  "h hr hrs hour hours",
].map((words) => new Set(words.split(" ")));

/** Bytes, watts and watt hours, with what multiplies them (SI, IEC 80000-13); for patterns. */
export const MACHINE_UNIT = "(?:[kKMGTP]i?B|[kMG]?Wh?)";

const IS_MACHINE_UNIT = new RegExp(`^${MACHINE_UNIT}$`);

/** "GB" of "100 GB"; `before` is what was said up to it. */
export function isMachineUnit(text: string, before: string): boolean {
  return IS_MACHINE_UNIT.test(text) && /\d\s?$/.test(before);
}

/** "km" as "KM" or "kilometers", whichever is among the members. */
export function unitFor(text: string, members: readonly string[]): string | undefined {
  const same = UNIT_WORDS.find((words) => words.has(text.toLowerCase())) ?? new Set([text.toLowerCase()]);
  return members.find((one) => same.has(one.toLowerCase()));
}

/** `isPair` where a unit is said to come from and another to go to. */
export function unitScore(word: string, before: string, isPair: boolean): number {
  // "how many kelvin are 25 degrees celsius": the number is of what is given.
  const isOfNumber = /\d\s*(?:degrees?\s+)?$/i.test(before);
  const isTarget = /\b(?:to|in|into|as|how many)\s+$/i.test(before) || (isPair && !isOfNumber);
  if (/\b(?:value|amount|date|id)\b/.test(word)) return 0;
  if (/^(?:to|target|to unit|to type|unit to)\b/.test(word)) return isTarget ? OF_KIND : 0;
  if (!isPair && /^(?:from|source|to|target)s?$/.test(word)) return 0;
  if (/^(?:from|source|from unit|from type|unit from)\b/.test(word)) return isTarget ? 0 : OF_KIND;
  if (!isPair && /^(?:\w+ )?units?$|^uom$/.test(word)) return OF_KIND - 0.1;
  return /\bunits?\b/.test(word) && !isTarget ? POSSIBLE : 0;
}
