/** Postal addresses as they are written in English, German, French and Spanish: "12 Harbour St, Sydney 2000, Australia". */
import { countryCode, isCountryCode, isStateCode } from "./code-names.ts";

export interface AddressParts {
  readonly street: string;
  readonly city?: string;
  readonly state?: string;
  readonly postcode?: string;
  readonly country?: string;
}

const NAME = "\\p{Lu}[\\p{L}'’.-]{0,30}";
/** Kinds of streets, with what the United States Postal Service writes for them (Publication 28, C1). */
const ENGLISH =
  "St|Street|Ave|Avenue|Rd|Road|Dr|Drive|Blvd|Boulevard|Ln|Lane|Way|Ct|Court|Pl|Place|Sq|Square|Ter|Terrace|Hwy|Highway|Pkwy|Parkway|Cir|Circle|Crescent|Close|Row";
const STREETS = [
  `\\d{1,5}[a-zA-Z]?\\s(?:[NSEW]{1,2}\\.?\\s)?(?:(?:${NAME}|\\d{1,3}(?:st|nd|rd|th))\\s){1,4}(?:${ENGLISH})(?!\\p{L})\\.?`,
  `${NAME}(?:straße|strasse|str\\.|platz|weg|allee|gasse|ring|damm|ufer|-Straße|-Platz|-Allee|-Ring|-Weg|straat|laan|plein|gracht|kade|gatan|vägen|gade|vej)\\s\\d{1,4}[a-z]?(?![\\p{L}\\d])`,
  `\\d{1,4}(?:\\sbis|\\ster)?,?\\s(?:rue|avenue|boulevard|place|quai|allée|chemin|impasse)\\s(?:de la |de l'|des |du |de |d')?${NAME}(?:\\s${NAME}){0,2}`,
  `(?:[Cc]alle|[Aa]venida|[Pp]laza|[Pp]aseo)\\s(?:de la |de los |del |de )?${NAME}(?:\\s${NAME}){0,2},?\\s\\d{1,4}(?![\\p{L}\\d])`,
];
const CITY = `${NAME}(?:\\s${NAME}){0,3}`;
const POSTCODE = "(?:\\d{5}(?:-\\d{4})?|\\d{4}(?:\\s[A-Z]{2})?|[A-Z]{1,2}\\d[A-Z\\d]?\\s\\d[A-Z]{2})(?![\\p{L}\\d-])";
/** "Berlin", "10117 Berlin", "Sydney 2000", "TX 78244". */
const PIECE = `(?:${POSTCODE}\\s)?${CITY}(?:\\s${POSTCODE})?|${POSTCODE}`;

/** The street, and what stands behind it between commas. */
export const ADDRESS = new RegExp(
  `(?<![\\p{L}\\d./-])(?:${STREETS.join("|")})(?:,?\\s(?:${PIECE})(?![\\p{L}\\d])){0,1}(?:,\\s(?:${PIECE})(?![\\p{L}\\d])){0,3}`,
  "gu",
);
const STREET = new RegExp(`^(?:${STREETS.join("|")})`, "u");
const AT_FIRST = new RegExp(`^(${POSTCODE})(?:\\s|$)`, "u");
const AT_LAST = new RegExp(`\\s(${POSTCODE})$`, "u");

export function partsOfAddress(text: string): AddressParts {
  const [street = text] = STREET.exec(text) ?? [];
  const parts: { city?: string; state?: string; postcode?: string; country?: string } = {};
  let isPostcodeFirst = false;
  for (const piece of text.slice(street.length).split(",")) {
    const said = piece.trim();
    const [whole = "", postcode] = AT_FIRST.exec(said) ?? AT_LAST.exec(said) ?? [];
    const name = said.replace(whole, "");
    isPostcodeFirst ||= name !== "" && said.endsWith(name) && said !== name;
    if (postcode !== undefined) parts.postcode = postcode;
    if (name === "") continue;
    // "10115 Berlin, DE": where the postcode stands first, and behind a state, the letters are a country's.
    const isOfStates = parts.state === undefined && !isPostcodeFirst;
    if (isStateCode(name) && isOfStates) parts.state = name;
    else if (parts.city !== undefined && (countryCode(name) !== undefined || isCountryCode(name))) parts.country = name;
    else if (parts.city === undefined) parts.city = name;
    else parts.state ??= name;
  }
  return { street: street.replace(/\.$/, ""), ...parts };
}
