/** Units of measure, as they are written out and shortened. */
import { currencyOf } from "./currencies.ts";

const UNITS =
  "miles?|kilomet(?:er|re)s?|met(?:er|re)s?|yards?|feet|foot|inch(?:es)?|centimet(?:er|re)s?|millimet(?:er|re)s?|kilograms?|grams?|pounds?|ounces?|lit(?:er|re)s?|gallons?|celsius|fahrenheit|kelvin|km|cm|mm|mi|kg|lbs?|oz|ft|mph|km/h";

export const UNIT = new RegExp(`(?<![\\p{L}_-])(?:${UNITS})(?![\\p{L}\\d_-])`, "giu");

/** "Miles Davis", "Ezra Pound": what is written like a name beside a name is one, whatever else the word means. */
export function isOfName({ 0: word, index, input }: RegExpExecArray): boolean {
  if (!/^\p{Lu}\p{Ll}+$/u.test(word)) return false;
  const next = /^ (\p{Lu}\p{Ll}+)/u.exec(input.slice(index + word.length))?.[1];
  const before = /(?<=\p{L}\s)(\p{Lu}\p{Ll}{1,30}) $/u.exec(input.slice(Math.max(0, index - 34), index))?.[1];
  return [next, before].some((one) => one !== undefined && currencyOf(one) === undefined && !IS_UNIT.test(one));
}

const IS_UNIT = new RegExp(`^(?:${UNITS})$`, "i");
