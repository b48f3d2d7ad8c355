/** Which part of a postal address a slot takes. */
import { type AddressParts, partsOfAddress } from "../../words/names/addresses.ts";
import type { Slot } from "../../slots/slots.ts";
import { countryForm, isOfCountry } from "./country.ts";
import { OF_KIND } from "./scores.ts";

const STREET =
  /\bstreet(?: ?1| address| name| and number)?$|^(?:address )?line ?(?:1|one)?$|\baddress ?(?:1|one)$|\bline ?1$/;
const CITY = /\b(?:city|town|locality|suburb)(?: name)?$/;
const STATE = /\b(?:state|province|region|county)(?: code)?$/;
const POSTCODE = /\b(?:zip|postal ?code|post ?code)(?: code)?$/;
const WHOLE = /(?<!\b(?:e ?mail|ip|mac|wallet|contract|token|web|return|url|network) )\baddress(?:es)?$/;
/** Where something is, or what is looked for. */
const PLACE =
  /^(?:q|query|search|search (?:text|query|term)|text|input|location|place|near|origin|destination|from|to)$/;

/** Which part a slot takes, by its name. */
const PARTS: readonly (readonly [RegExp, keyof AddressParts])[] = [
  [STREET, "street"],
  [/\bcountry(?: code)?$/, "country"],
  [CITY, "city"],
  [STATE, "state"],
  [POSTCODE, "postcode"],
];

/** `word` is the slot's name, spelled; `undefined` where it takes a part that the address does not have. */
export function formOfAddress(slot: Slot, word: string, text: string): string | undefined {
  const named = PARTS.find(([pattern]) => pattern.test(word))?.[1];
  const part = named !== "street" && isOfCountry(slot, word) ? "country" : named;
  if (part === undefined) return text;
  const said = partsOfAddress(text)[part];
  return said !== undefined && part === "country" ? countryForm(slot, word, said) : said;
}

/** 0 to 1. */
export function addressScore(word: string): number {
  if (PARTS.some(([pattern]) => pattern.test(word))) return OF_KIND;
  return WHOLE.test(word) ? OF_KIND - 0.01 : PLACE.test(word) ? OF_KIND - 0.1 : 0;
}

/** "address" beside "city" is the street alone. */
export function isOfParts(word: string, others: readonly string[]): boolean {
  return (
    WHOLE.test(word) &&
    others.some((one) => CITY.test(one)) &&
    others.some((one) => POSTCODE.test(one) || STATE.test(one))
  );
}

export function streetOf(text: string): string {
  return partsOfAddress(text).street;
}
