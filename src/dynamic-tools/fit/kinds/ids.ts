/** What a machine calls a thing by. */
import type { Slot } from "../../slots/slots.ts";
import { POSSIBLE } from "./scores.ts";
import { SOUGHT } from "./text.ts";

export function idScore({ required, noun, schema }: Slot, word: string): number {
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
