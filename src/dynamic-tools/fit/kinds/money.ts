/** Currencies and other codes in capitals: which is given, and which is wanted. */
import { textOf } from "../../../text/foreign.ts";
import { isStateCode } from "../../words/names/code-names.ts";
import { currencyOf, isCurrencyCode } from "../../words/numbers/currencies.ts";
import { codeOf, isOfCountry } from "./country.ts";
import type { Slot } from "../../slots/slots.ts";
import type { Wish } from "../../words/wish/wish.ts";
import { OF_KIND, POSSIBLE } from "./scores.ts";
import { SOUGHT } from "./text.ts";
import { isMachineUnit } from "./units.ts";
import type { Value } from "../../words/value.ts";

/** "st", "state": of a federal country, in two letters. */
function isOfState(word: string, about: string): boolean {
  return (
    /^(?:st|state|state code|province|province code|us state|state province|region code)$/.test(word) &&
    (word !== "state" || !/\b(?:status|open|closed|active)\b/i.test(about))
  );
}

/** "to", "convert to", "target currency", and no "source transaction". */
const TARGET =
  /^(?:(?:convert|currency|exchange) )?(?:to|target|quote|destination|want)(?: (?:asset|coin|symbol|code|iso))?$/;
const SOURCE = /^(?:(?:convert|currency|exchange) )?(?:from|source|base|have)(?: (?:asset|coin|symbol|code|iso))?$/;
const OF_CURRENCY = /\bcurrenc(?:y|ies)\b/;

/** Whether a slot takes the currency that is wanted, or the one that is given; `undefined` where it takes any or none. */
function sideTaken(word: string): "target" | "source" | undefined {
  const isCurrency = OF_CURRENCY.test(word);
  if (TARGET.test(word) || (isCurrency && /\b(?:to|target|quote|destination|want)\b/.test(word))) return "target";
  return SOURCE.test(word) || (isCurrency && /\b(?:from|source|base|have)\b/.test(word)) ? "source" : undefined;
}

export function currencyScore(word: string, before: string, { values }: Wish, value: Value): number {
  const isTarget =
    /\b(?:to|in|into|nach|zu|a|en|em|para)\s+(?:the\s+)?$/i.test(before) &&
    values.some(
      ({ kind, start }) => (kind === "currency" && start < value.start) || (kind === "amount" && start < value.start),
    );
  const side = sideTaken(word);
  if (side === "target") return isTarget ? OF_KIND : 0;
  // Of one currency alone "source" is where the money comes from: a card.
  if (/^(?:from|source|have)$/.test(word) && !values.some((one) => one !== value && isMoneyCode(one))) return 0;
  if (side === "source") return isTarget ? 0 : OF_KIND;
  return /\b(?:currency|currencies|symbols?|vs currenc(?:y|ies))\b/.test(word) ? OF_KIND - 0.1 : 0;
}

export function isMoneyCode({ kind, text }: Value): boolean {
  return kind === "currency" || (kind === "code" && isCurrencyCode(text));
}

/** "20 USD", "USD 20": surely money, and neither a sender nor an airport. */
function isBesideAmount({ start, end }: Value, { text, values }: Wish): boolean {
  return values.some(
    (one) =>
      (one.kind === "amount" || one.kind === "number") &&
      ((one.end <= start && /^\s?$/.test(text.slice(one.end, start))) ||
        (end <= one.start && /^\s?$/.test(text.slice(end, one.start)))),
  );
}

/** Where a page begins. */
const OF_PAGES = /\bsize|skip|offset|how many|initial/i;
/** "an SMS" has a sender, and is none. */
const SENDER = /\bsender|\bsent (?:from|by)\b/i;

export function codeScore(slot: Slot, word: string, before: string, said: Wish, value: Value): number {
  const { text, start } = value;
  if (/\b(?:date|time|email|phone|id)\b/.test(word)) return 0;
  const { schema, place, required } = slot;
  if (isMachineUnit(text, before)) return /^(?:\w+ )?units?$|^uom$/.test(word) ? OF_KIND : 0;
  if (isCurrencyCode(text) && isBesideAmount(value, said)) return currencyScore(word, before, said, value);
  const isCurrency = /^[A-Z]{3}$/.test(text);
  const first = !said.values.some((one) => one.kind === "code" && one.start < start);
  // "from airport LHR to airport CDG": a noun may stand between.
  const isTarget =
    /\b(?:to|into|nach|à|para)\s+(?:(?:the\s+)?\p{Ll}{3,15}\s+)?$/iu.test(before) ||
    (!first && /\b(?:in|and)\s+$/i.test(before));
  if (isCurrency && /\b(?:to|target|quote|destination|arrival)\b/.test(word) && !/recipient/.test(word))
    return isTarget ? OF_KIND : 0;
  if (isCurrency && /\b(?:from|source|base|have|origin|departure)\b/.test(word)) {
    const description = textOf(schema.description);
    // "an SMS" is a thing, and nothing comes from it.
    if (/\b(?:an?|another)\s+$/i.test(before) && !isCurrencyCode(text)) return 0;
    if (isTarget || textOf(schema.type) === "integer" || OF_PAGES.test(description)) return 0;
    return SENDER.test(description) && !/\bfrom\s+$/i.test(before) ? 0 : OF_KIND;
  }
  if (/^[a-z]{2}$/.test(text)) {
    if (/^(?:to|target|destination)\b/.test(word)) return isTarget ? OF_KIND : 0;
    return /^(?:from|source|origin)\b/.test(word) && !isTarget ? OF_KIND : 0;
  }
  // "hotels in PAR": where, and no money.
  if (/\bcurrenc(?:y|ies)\b/.test(word) && /\b(?:in|near|at)\s+$/i.test(before) && currencyOf(text) === undefined)
    return 0;
  if (/\b(?:currency|currencies|symbols?|ticker|rate)\b/.test(word)) return isTarget ? POSSIBLE : OF_KIND - 0.05;
  if (/\bcountry\b|\bregion\b/.test(word)) return text.length === 2 || codeOf(text) !== undefined ? OF_KIND : 0;
  if (isOfCountry(slot, word) && codeOf(text) !== undefined) return OF_KIND - 0.1;
  if (/\b(?:carrier|airline)s?\b/.test(word)) return text.length === 2 ? OF_KIND : 0;
  if (isOfState(word, textOf(schema.description))) return isStateCode(text) ? OF_KIND : 0;
  const isAny = /\b(?:code|iata|icao)\b/.test(word) || (SOUGHT.test(word) && place === "params");
  return isAny && required ? POSSIBLE : 0;
}
