/** What a machine calls a thing by. */
import type { Slot } from "../../slots/slots.ts";
import { OF_KIND, POSSIBLE } from "./scores.ts";
import { SOUGHT } from "./text.ts";

/** As hexadecimal digits: of SHA-1, MD5, SHA-256 and longer ones. */
const DIGEST = /^(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{64}|[\da-f]{128})$/i;
const OF_DIGEST = /\b(?:sha ?\d*|md5|hash|digest|checksum|fingerprint)\b/;

export function idScore({ required, noun, schema }: Slot, word: string, text: string): number {
  if (DIGEST.test(text) && OF_DIGEST.test(word)) return OF_KIND;
  if (schema.enum !== undefined || /\b(?:date|time|year|month|days?|country|region|currency|type)\b/.test(word))
    return 0;
  if (
    /\b(?:ids?|identifiers?|arn|sid|gid|uuid|guid|vin|zip|code|barcode|ean|isbn|bin|iban|asin|number|no|postcode|postal code|tracking|address|hash|sku|isin|value|reference)\b\d*/.test(
      word,
    )
  )
    return required ? 0.7 : 0;
  return required && noun !== undefined ? POSSIBLE : SOUGHT.test(word) && required ? POSSIBLE : 0;
}
