/** Names: of cities, countries and languages, of people and companies. */
import { wordsOf } from "../../../catalog/words/words.ts";
import { foldLetters } from "../../../text/fold-letters.ts";
import { isCity, placeIn } from "../../../text/places.ts";
import { isCompany } from "../../words/names/companies.ts";
import { countryCode, countryOfPeople, languageCode, stateCode } from "../../words/names/code-names.ts";
import { holderName } from "../../slots/holders.ts";
import type { Slot } from "../../slots/slots.ts";
import { spellOut } from "../../slots/spelled-names.ts";
import { isLatitude, isLongitude } from "../../slots/coordinates.ts";
import { isOfCountry } from "./country.ts";
import { OF_KIND, POSSIBLE } from "./scores.ts";
import { SOUGHT } from "./text.ts";

const GOAL = /\bdestination\b|^(?:to|end|arrival)$/;
const WHERE = /\b(?:city|town|address)\b|^(?:place|location|area|q|query|near|search|where|city name)$/;

const IN = /\b(?:in|near|at|around|bei|en|em|à)\s+$/i;
const AROUND = /\b(?:in|near|at|around|of|for|bei|en|em|à)\s+$/i;

const LED_TO = /\b(?:to|on|in|via|with)\s+$/i;
/** "set the resource 42 to Ann Lee". */
const SET_TO = /\b(?:set|change|update)\s(?:\S{1,40}\s){1,6}to\s+$/i;

const OF_PERSON =
  /^(?:full |display |legal |holder |cardholder |(?:contact |customer |recipient |payee |beneficiary |guest |patient )?(?:first |last |given |family )?)?name$|^(?:surname|forename)$/;
const RECEIVER = /\b(?:recipients?|receiver|ship(?:ping|ment)?|deliver(?:y|ies)|consignee|contacts?|to)\b/;

/** "ship it to Ann Lee": who stands behind "to" receives it. */
function isOfReceiver({ path }: Slot): boolean {
  return path.slice(0, -1).some((one) => RECEIVER.test(spellOut(one)));
}

/** What a work is called by: "the lyrics of Yesterday by the Beatles". */
const OF_WORK = /^(?:q )?(?:track|song|title|album|book|film|movie|work)(?: (?:name|title))?$/;

export function nameOfPlaceScore(slot: Slot, word: string, before: string, text: string, behind = ""): number {
  if (OF_WORK.test(word) && /^ (?:by|von|de|par|por|di) (?:the )?\p{Lu}/u.test(behind)) return OF_KIND - 0.1;
  const country = countryCode(text);
  const language = languageCode(text);
  if (/\blang(?:uage)?\b(?! model)|^(?:to|target)$/.test(word) && language !== undefined && country === undefined)
    return /\b(?:from|source)\b/.test(word) === /\b(?:from|von|de)\s+$/i.test(before) ? OF_KIND : 0;
  if (
    /^(?:st|state|state code|province|us state|jurisdiction|state province)$/.test(word) &&
    stateCode(text) !== undefined
  )
    return OF_KIND;
  if (/\bcountry\b|\bregion\b|^nation$/.test(word)) {
    // "the Swedish company" is where, "in Swedish" is how.
    const isHow = /\b(?:in|auf|en|em)\s+$/i.test(before);
    return country !== undefined ? OF_KIND : countryOfPeople(text) !== undefined && !isHow ? OF_KIND - 0.1 : 0;
  }
  if (country !== undefined && isOfCountry(slot, word)) return OF_KIND - 0.1;
  if (isLatitude(word) || isLongitude(word))
    return placeIn(wordsOf(text)) === undefined || country !== undefined ? 0 : OF_KIND - 0.1;
  if (slot.schema.enum !== undefined) return OF_KIND - 0.1;
  if (/\b(?:code|id|guid)s?$/.test(word)) return 0;
  const isFrom = /\b(?:from|von|desde|de|depuis)\s+$/i.test(before);
  if (/^(?:from|origin|departure|source|start)\b/.test(word)) return isFrom ? OF_KIND : 0;
  if (GOAL.test(word))
    return isFrom ? 0 : /\b(?:to|nach|a|à|para)\s+$/i.test(before) && isKnownPlace(text) ? OF_KIND : 0;
  if (/^(?:species|organism)\b/.test(word)) return OF_KIND;
  const isOfCompany = /\b(?:company|organi[sz]ation|employer)\b/.test(
    word === "name" ? (holderName(slot) ?? "") : word,
  );
  if (isCompany(text) && (isOfCompany || OF_PERSON.test(word)))
    return isOfCompany ? OF_KIND : word === "name" ? OF_KIND - 0.1 : 0;
  // One word alone is whose first or last name only if it is said to be.
  if (!/\s/.test(text) && /\b(?:last|family) ?name$|^surname$/.test(word)) return 0;
  // "concerts of Radiohead in Berlin": who made it, or plays.
  if (/^(?:artist|band|author|performer|composer|creator|director)(?: name)?$/.test(word) && !isKnownPlace(text))
    return /\b(?:by|of|von|de|do|da|du|del|di)\s+$/i.test(before) ? OF_KIND - 0.1 : slot.required ? POSSIBLE : 0;
  if (/^(?:full )?name$/.test(word) && /\bto\s+$/i.test(before) && isOfReceiver(slot) && !isKnownPlace(text))
    return OF_KIND - 0.1;
  if (word === "name" && slot.place === "body" && SET_TO.test(before)) return OF_KIND - 0.1;
  if (/^(?:artist|author|team|player|company|brand|name|title)\b/.test(word)) return slot.required ? POSSIBLE : 0;
  if (!isKnownPlace(text) && OF_PERSON.test(word)) {
    const isLed = LED_TO.test(before) && !(/\bto\s+$/i.test(before) && isOfReceiver(slot));
    return (slot.place === "body" || slot.needed) && !isLed ? OF_KIND - 0.1 : 0;
  }
  if (!isKnownPlace(text) && /\b(?:company|organi[sz]ation|employer)\b/.test(word))
    return /\b(?:at|of|from|bei)\s+$/i.test(before) ? OF_KIND - 0.1 : 0;
  if (slot.needed && /^local(?:e|ity)$/.test(word)) return isKnownPlace(text) ? OF_KIND - 0.1 : 0;
  // "weather in France": a country is no town, unless one is called so, too.
  if (country !== undefined && /\b(?:city|town)\b/.test(word) && !isCity(foldLetters(text))) return 0;
  if (!WHERE.test(word)) return 0;
  if (isKnownPlace(text)) return SOUGHT.test(word) || /\baddress\b/.test(word) ? OF_KIND - 0.1 : OF_KIND - 0.05;
  return (/\b(?:city|town|address)\b/.test(word) ? IN : AROUND).test(before)
    ? POSSIBLE + 0.1
    : SOUGHT.test(word) && !/\babout\b/i.test(before)
      ? POSSIBLE
      : 0;
}

function isKnownPlace(text: string): boolean {
  return countryCode(text) !== undefined || placeIn(wordsOf(text)) !== undefined;
}
