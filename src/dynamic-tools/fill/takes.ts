/** What a slot may take though no word beside the value speaks of it: what is left for elimination. */
import { textOf } from "../../text/foreign.ts";
import { isHowMany, isYear } from "../fit/kinds/counts.ts";
import { ID, isExcluded } from "../fit/excluded.ts";
import { isNoId, isOfOtherSort } from "../fit/fit.ts";
import { isOfOtherSide } from "../fit/sides.ts";
import { takesNumbers } from "../slots/schema.ts";
import type { Slot } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";
import { isNumber, type Value } from "../words/value.ts";
import type { Wish } from "../words/wish/wish.ts";

const OPAQUE: ReadonlySet<Value["kind"]> = new Set([
  "id",
  "code",
  "number",
  "handle",
  "domain",
  "repository",
  "hashtag",
  "word",
]);
const TEXT: ReadonlySet<Value["kind"]> = new Set([...OPAQUE, "name", "quoted"]);
const CALLING = /\b(?:ids?|uuid|guid|sid|gid|key|slug|reference|arn)$/;
/** What is written in a form of its own: `fit/by-kind.ts` knows the kinds of values that they take. */
const OF_OWN_FORM =
  /\b(?:date|time|day|month|country|currency|language|e ?mail|phone|mobile|url|uri|ip|latitude|longitude|lat|lon|lng|price|cost)\b/;

/** A single word is no text. */
const OF_PROSE =
  /\b(?:text|message|content|body|description|comment|notes?|subject|title|query|search|reason|instructions?|prompt|value|data|type|status|state)$|^[qs]$/;

function isOfYear({ schema }: Slot, word: string): boolean {
  return /\b(?:year|season|edition)\b/i.test(`${word} ${textOf(schema.description)}`);
}

/** Whether a slot may take a value that nothing names. */
export function takes(slot: Slot, value: Value, said: Wish): boolean {
  const word = spellOut(slot.name);
  if (isNoId(slot, word, value) || (word === "type" && value.kind === "id")) return false;
  if (isExcluded(slot, value, said) || isOfOtherSort(word, value) || isOfOtherSide(word, value, said)) return false;
  const isNumeric = takesNumbers(slot.schema);
  if (isNumber(value) && value.kind === "number") {
    // "flights in September 2024" cost no 2024.
    if (value.isOptional === true && !(isYear(value.text) && isOfYear(slot, word))) return false;
    if (isHowMany(value, said)) return false;
    return isNumeric || !OF_OWN_FORM.test(word) || isYear(value.text);
  }
  if (isNumeric) return isNumber(value) && (slot.inPath || ID.test(word));
  if (OF_OWN_FORM.test(word)) return false;
  // "the ticket for marketing" has another id.
  if (value.kind === "word" && (OF_PROSE.test(word) || (ID.test(word) && !/[\d_-]/.test(value.text)))) return false;
  if (CALLING.test(word) || slot.inPath)
    return OPAQUE.has(value.kind) || (value.kind === "name" && !/\s/.test(value.text));
  return TEXT.has(value.kind);
}
