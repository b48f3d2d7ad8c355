/** Which part of a postal address a slot takes. */
import { partsOfAddress } from "../words/addresses.ts";
import type { Slot } from "../slots/slots.ts";
import { countryForm, isOfCountry } from "./country.ts";
import { OF_KIND } from "./scores.ts";

const STREET = /\bstreet(?: address| name)?$|^(?:address )?line ?(?:1|one)?$|\baddress ?(?:1|one)$|\bline ?1$/;
const CITY = /\b(?:city|town|locality|suburb)(?: name)?$/;
const STATE = /\b(?:state|province|region|county)(?: code)?$/;
const POSTCODE = /\b(?:zip|postal ?code|post ?code)(?: code)?$/;
const WHOLE = /(?<!\b(?:e ?mail|ip|mac|wallet|contract|token|web|return|url|network) )\baddress(?:es)?$/;
/** Where something is, or what is looked for. */
const PLACE =
  /^(?:q|query|search|search (?:text|query|term)|text|input|location|place|near|origin|destination|from|to)$/;

/** `word` is the slot's name, spelled; `undefined` where it takes none of it, or the address has no such part. */
export function formOfAddress(slot: Slot, word: string, text: string): string | undefined {
  const { street, city, state, postcode, country } = partsOfAddress(text);
  if (STREET.test(word)) return street;
  if (isOfCountry(slot, word) || /\bcountry$/.test(word))
    return country === undefined ? undefined : countryForm(slot, word, country);
  if (CITY.test(word)) return city;
  if (STATE.test(word)) return state;
  if (POSTCODE.test(word)) return postcode;
  return text;
}

/** 0 to 1. */
export function addressScore(word: string): number {
  if ([STREET, CITY, STATE, POSTCODE].some((part) => part.test(word)) || /\bcountry(?: code)?$/.test(word))
    return OF_KIND;
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
