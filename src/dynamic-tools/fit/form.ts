/** What a slot is sent of a value: a country's code where codes are taken, half of a point where a latitude is. */
import { wordsOf } from "../../catalog/words/words.ts";
import { listOf, textOf } from "../../text/foreign.ts";
import { placeIn } from "../../text/places.ts";
import { countryCode, countryOfPeople, languageCode, stateCode } from "../words/names/code-names.ts";
import type { Slot } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";
import { isLatitude, isLongitude } from "../slots/coordinates.ts";
import { formOfAddress } from "./kinds/addresses.ts";
import { codeOf, countryForm, isOfCountry } from "./kinds/country.ts";
import { epochForm, isOfMoment, partOfDay, takesUnit, unitForm } from "./kinds/dates.ts";
import { describedMembers } from "./members/described-members.ts";
import { durationForm } from "./kinds/durations.ts";
import { phoneForm } from "./kinds/phones.ts";
import { SOUGHT } from "./kinds/text.ts";
import { inSmallestUnit } from "./kinds/smallest-unit.ts";
import { unitFor } from "./kinds/units.ts";
import { sentOfExtent } from "./kinds/extent.ts";
import type { Value } from "../words/value.ts";
import type { Wish } from "../words/wish/wish.ts";

const HONORIFIC = /^(?:Mrs?|Ms|Mx|Miss|Dr|Prof|Herr|Frau|Señora?|Monsieur|Madame)\.?\s(?=\S)/u;
/** Six letters may be a tag as well. */
const HEX = /^(?:[\da-f]{6}|[\da-f]{3})$/i;
const OWNER = /^(?:repo(?:sitory)? )?(?:owner|workspace|namespace|org|organization|user|user ?name|account)\b/;

const CODE = /^[A-Z]{3}$/;

/** `word` is the slot's name, spelled; `undefined` where the value is none that the slot takes. */
export function formOf(
  slot: Slot,
  word: string,
  { kind, text, role, unit, end }: Value,
  said: Pick<Wish, "values" | "text">,
): unknown {
  const allowed = listOf(slot.schema.enum).map(String);
  const about = textOf(slot.schema.description);
  if (kind === "amount" && allowed.length === 0) return inSmallestUnit(slot, word, text, said);
  if ((kind === "currency" || kind === "code") && /lower-?\s?case/i.test(about)) return text.toLowerCase();
  if (kind === "date" && unit !== undefined) {
    if (takesUnit(word, unit)) return unitForm(slot, unit, text);
    // The last day is of the span up to its end.
    if (isOfMoment(slot)) return `${text}T${role === "end" ? "23:59:59" : "00:00:00"}Z`;
  }
  if (kind === "date" && unit === undefined) {
    const part = partOfDay(slot, word, text);
    if (part !== undefined) return part;
    const seconds = epochForm(slot, text);
    if (seconds !== undefined) return seconds;
  }
  if (kind === "phone" && allowed.length === 0) return phoneForm(slot, text, said);
  if (kind === "address") return formOfAddress(slot, word, text);
  if (kind === "point") {
    const [lat, lon] = text.split(",");
    if (isLatitude(word)) return lat;
    if (isLongitude(word)) return lon;
    return text;
  }
  if (kind === "unit")
    return (
      unitFor(text, allowed.length > 0 ? allowed : describedMembers(slot)) ?? (allowed.length > 0 ? undefined : text)
    );
  // Looked for as it is written.
  if (kind === "hashtag" && SOUGHT.test(word)) return `#${text}`;
  if (kind === "hashtag" && /colou?r/.test(word) && HEX.test(text)) return `#${text}`;
  if (kind === "handle" && isWithSign(slot)) return `@${text}`;
  const lasting = kind === "number" ? durationForm(slot, text, said.text.slice(end, end + 16)) : undefined;
  if (lasting !== undefined) return lasting;
  if (kind === "extent") return sentOfExtent(word, text);
  if (kind === "repository") {
    const [owner = "", repo = ""] = text.split("/");
    if (OWNER.test(word)) return owner;
    return /^(?:(?:repo|repository)(?: slug| name)?|project slug)$/.test(word) ||
      OWNER.test(spellOut(slot.behind ?? ""))
      ? repo
      : text;
  }
  if (kind === "name" || kind === "word") {
    const state = /^(?:st|state|state code|province|us state)$/.test(word) ? stateCode(text) : undefined;
    if (state !== undefined && allowed.length === 0 && isShort(slot, word)) return state;
    const codes = state === undefined ? codesOf(word, text) : [state];
    const [first = "", ...rest] = text.replace(HONORIFIC, "").split(/\s+/);
    // "van der Berg" is a family's name as a whole.
    const isFamily = rest.length > 0 && /^\p{Ll}/u.test(first);
    if (/\b(?:first|given) ?name$|^forename$/.test(word)) return isFamily ? undefined : first;
    if (/\b(?:last|family) ?name$|^surname$/.test(word))
      return rest.length === 0 || isFamily ? [first, ...rest].join(" ") : rest.join(" ");
    // "Bob" is no boliviano.
    const isNoCode = (one: string) => kind === "name" && one !== text && CODE.test(one) && !codes.includes(one);
    const listed = [text, ...codes].flatMap(
      (one) => allowed.find((other) => other.toLowerCase() === one.toLowerCase() && !isNoCode(other)) ?? [],
    );
    if (listed.length > 0) return listed[0];
    if (allowed.length > 0) return undefined;
    const point = placeIn(wordsOf(text));
    if (point !== undefined && isLatitude(word)) return String(point.lat);
    if (point !== undefined && isLongitude(word)) return String(point.lon);
    if (isOfCountry(slot, word) && codes[0] !== undefined) return countryForm(slot, word, text);
    return takesCode(slot, word) && codes[0] !== undefined ? codes[0] : text;
  }
  if (kind === "code" && isOfCountry(slot, word)) {
    if (allowed.length === 0) return countryForm(slot, word, text);
    return [text, codeOf(text)].flatMap((one) => allowed.find((other) => other === one) ?? [])[0];
  }
  if (allowed.length > 0) return allowed.find((other) => other.toLowerCase() === text.toLowerCase());
  return text;
}

/** "@channelusername", as the description writes it. */
export function isWithSign({ name, schema }: Slot): boolean {
  const isOfSomebody = /\b(?:id|user|name|account|channel|chat|to|recipient|owner|login)s?\b/.test(spellOut(name));
  return isOfSomebody && /(?<![\w.])@\w/.test(textOf(schema.description));
}

function codesOf(word: string, text: string): string[] {
  const country = countryCode(text);
  const language = languageCode(text);
  const isLanguage = /\blang(?:uage)?\b|^(?:to|from|target|source)$/.test(word);
  if (!isLanguage && country === undefined && /\bcountry\b/.test(word))
    return [countryOfPeople(text) ?? ""].filter((one) => one !== "");
  const both = isLanguage ? [language, country] : [country, language];
  return both.filter((one) => one !== undefined);
}

/** Whether a state is called by its two letters. */
function isShort({ schema }: Slot, word: string): boolean {
  return (
    word === "st" ||
    /\bcode\b/.test(word) ||
    schema.maxLength === 2 ||
    /\b(?:two|2)[- ](?:char|letter)|abbrev/i.test(textOf(schema.description))
  );
}

function takesCode({ schema }: Slot, word: string): boolean {
  return (
    /\b(?:code|iso|iso2|lang|language)\b|^(?:source|target)(?: lang.*)?$/.test(word) ||
    (/^(?:to|from)$/.test(word) && /\blanguage\b/i.test(textOf(schema.description))) ||
    (/\b(?:country|region)\b/.test(word) &&
      /\biso\b|alpha.?2|two.letter|2.letter|country code/i.test(textOf(schema.description))) ||
    schema.maxLength === 2 ||
    /\biso[ -]?3166|alpha-2 country code/i.test(textOf(schema.description))
  );
}
