/** What is looked for, said or titled. */
import { holderOf } from "../../slots/names.ts";
import { isSender } from "../../slots/sender.ts";
import { isAside, type Slot } from "../../slots/slots.ts";
import { OF_KIND, POSSIBLE } from "./scores.ts";
import type { Value } from "../../words/value.ts";

const FREE_TEXT =
  /^(?:title|name|text|texts|message|body|subject|topic|summary|content|caption|prompt|status|note|comment|description|phrase|input|data|document text|text list)\b|\b(?:text|message|prompt|title)$/;
export const SOUGHT =
  /^(?:q|query|search|search (?:query|term|text|string|phrase|value|words?)|term|keywords?|expression|word|phrase|text)$/;

/** What is written as no free text. */
export const NO_TEXT =
  /\b(?:date|time|year|month|week|season|days?|country|region|currency|language|type|version|ext|email|phone|url|number|num|count|code|hash|ids?|uuid|guid)\b|(?:id|count|number)$/;

/** Of what stands in quotation marks. */
export function quotedScore(slot: Slot, word: string, value: Value): number {
  const [holder] = OPAQUE.test(word) ? holderOf(slot.path) : [];
  const own = ownScore(slot, word, value);
  if (holder === undefined) return own;
  const isOther = MARKED_UP.test(word) && !value.text.includes("<");
  return Math.max(own, ownScore(slot, holder, value) - (isOther ? 2 : 1) * OF_HOLDER);
}

/** What somebody says is written so only where it looks so. */
const MARKED_UP = /^(?:html|markup)$/;

/** "content.raw": what holds it says what it is. */
const OPAQUE = /^(?:raw|value|plain|html|markdown|markup|string|data|text|body)$/;
const OF_HOLDER = 0.01;

function ownScore(slot: Slot, word: string, value: Value): number {
  if (slot.schema.enum !== undefined) return OF_KIND;
  // A title is no id.
  if (isAside(slot) || /\b(?:ids?|uuid|guid)$/.test(word)) return 0;
  // A sentence is no name.
  if (/\b(?:name|title|label)$/.test(word) && /^\p{Ll}/u.test(value.text) && value.text.split(" ").length > 3)
    return POSSIBLE;
  // Looked for in what is listed, rather than the subject of what is sent.
  if (SOUGHT.test(word))
    return OF_KIND + (slot.place === "params" ? 0.01 : /^(?:keywords?|term|expression)$/.test(word) ? -0.03 : 0);
  // A few words are a title rather than a description.
  const isShort =
    slot.place === "body" && /^(?:title|summary|subject|name|topic)$/.test(word) && value.text.split(" ").length < 6;
  if (FREE_TEXT.test(word)) return OF_KIND + (isShort ? 0.01 : 0) - 0.02 * (word.split(" ").length - 1);
  if (/^(?:q )?(?:song|track|album|movie|film|book|show|series|episode|playlist|podcast|game)$/.test(word))
    return OF_KIND - 0.05;
  if (/\b(?:name|title)$/.test(word) && !/\b(?:first|last|user|file|middle|given|family|host)\b/.test(word))
    return OF_KIND - 0.1;
  return slot.needed && !NO_TEXT.test(word) && !isSender(word) ? POSSIBLE : 0;
}
