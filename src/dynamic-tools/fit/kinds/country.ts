/** Countries: by their code where a slot takes one, else as they were said. */
import { textOf } from "../../../text/foreign.ts";
import type { Slot } from "../../slots/slots.ts";
import { countryCode, countryOfPeople, isCountryCode } from "../../words/names/code-names.ts";

/** A part of a country, and what is dialled for one. */
const NO_COUNTRY = /\b(?:sub ?divisions?|prefix|calling|dial(?:ing)?|phone)\b/;
const ISO = /\b(?:iso[ -]?3166|alpha-2 country code)/i;

/** "market" by its description, for it is called otherwise. `word` is the slot's name, spelled. */
export function isOfCountry({ schema }: Slot, word: string): boolean {
  return !NO_COUNTRY.test(word) && (/\bcountry\b/.test(word) || ISO.test(textOf(schema.description).slice(0, 200)));
}

const TWO_LETTERS = /\biso\b|iso[ -]?3166|alpha.?2|(?:two|2).(?:letter|char)|(?:country|territory) code/i;
const THREE_LETTERS = /alpha.?3|(?:three|3).(?:letter|char|digit)/i;

/** What is sent of a name or of letters; `undefined` where the slot takes a code and there is none: a wrong one is worse. */
export function countryForm({ schema }: Slot, word: string, text: string): string | undefined {
  const about = textOf(schema.description);
  if (schema.maxLength === 3 || THREE_LETTERS.test(about)) return /^(?!UAE)[A-Z]{3}$/.test(text) ? text : undefined;
  const takesCode = schema.maxLength === 2 || /\b(?:code|iso|iso2)\b/.test(word) || TWO_LETTERS.test(about);
  return takesCode ? codeOf(text) : text;
}

/** The codes that may be meant, as a list of members may have them. */
export function codeOf(text: string): string | undefined {
  return isCountryCode(text) ? text : (countryCode(text) ?? countryOfPeople(text));
}
