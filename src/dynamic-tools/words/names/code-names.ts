/** The codes that machines call countries and languages by, from the names that people call them by. */
import { foldLetters } from "../../../text/fold-letters.ts";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

const countryOfName = lazily("region", PAIRS);

/** "Germany" → "DE", "the UK" → "GB"; `undefined` for what is no country. ISO 3166-1 alpha-2. */
export function countryCode(name: string): string | undefined {
  return countryOfName(name) ?? SHORT_COUNTRIES.get(name.toLowerCase());
}

/** "German" → "de"; `undefined` for what is no language. ISO 639-1. */
export const languageCode = lazily(
  "language",
  PAIRS.map((pair) => pair.toLowerCase()),
);

/** Naming every code takes milliseconds, which only who asks shall wait for. */
function lazily(type: "region" | "language", codes: readonly string[]): (name: string) => string | undefined {
  let byName: ReadonlyMap<string, string> | undefined;
  return (name) => {
    byName ??= readNames(type, codes);
    return byName.get(name.toLowerCase());
  };
}

/** "DE", and not "UK", which ISO 3166-1 keeps free. */
export function isCountryCode(text: string): boolean {
  return /^[A-Z]{2}$/.test(text) && !RETIRED.has(text) && REGIONS.of(text) !== undefined;
}

const REGIONS = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** What people call countries in short: Unicode's short names and variants (CLDR), other abbreviations, and parts of a country. */
const SHORT_COUNTRIES: ReadonlyMap<string, string> = new Map(
  (
    "uk=GB great-britain=GB britain=GB england=GB scotland=GB wales=GB northern-ireland=GB großbritannien=GB " +
    "usa=US eua=US united-states-of-america=US america=US uae=AE vae=AE emirates=AE emirate=AE " +
    "hong-kong=HK hongkong=HK macao=MO macau=MO palestine=PS palästina=PS palestina=PS bosnia=BA burma=MM turkey=TR czech-republic=CZ " +
    "ivory-coast=CI swaziland=SZ macedonia=MK korea=KR holland=NL vatican=VA"
  )
    .split(" ")
    .map((pair) => [pair.slice(0, -3).replaceAll("-", " "), pair.slice(-2)] as const),
);

/** English first: where two languages disagree, its reading stands. The names are Unicode's (CLDR). */
const LANGUAGES = ["en", "de", "es", "fr", "pt"];

function readNames(type: "region" | "language", codes: readonly string[]): ReadonlyMap<string, string> {
  const current = codes.filter((code) => !RETIRED.has(code));
  const names = new Map<string, string>();
  for (const language of LANGUAGES) {
    const shown = new Intl.DisplayNames(language, { type, fallback: "none" });
    for (const code of current) {
      const name = shown.of(code)?.toLowerCase();
      // "francais" as well; "la reunion" is no island.
      for (const written of name === undefined ? [] : type === "language" ? [name, foldLetters(name)] : [name])
        if (!names.has(written)) names.set(written, code);
    }
  }
  return names;
}

/** USPS and Canada Post: the states, the District of Columbia and the provinces. */
const STATES =
  "AL=alabama AK=alaska AZ=arizona AR=arkansas CA=california CO=colorado CT=connecticut DE=delaware DC=district-of-columbia FL=florida GA=georgia " +
  "HI=hawaii ID=idaho IL=illinois IN=indiana IA=iowa KS=kansas KY=kentucky LA=louisiana ME=maine MD=maryland MA=massachusetts MI=michigan MN=minnesota " +
  "MS=mississippi MO=missouri MT=montana NE=nebraska NV=nevada NH=new-hampshire NJ=new-jersey NM=new-mexico NY=new-york NC=north-carolina " +
  "ND=north-dakota OH=ohio OK=oklahoma OR=oregon PA=pennsylvania RI=rhode-island SC=south-carolina SD=south-dakota TN=tennessee TX=texas UT=utah " +
  "VT=vermont VA=virginia WA=washington WV=west-virginia WI=wisconsin WY=wyoming AB=alberta BC=british-columbia MB=manitoba NB=new-brunswick " +
  "NL=newfoundland-and-labrador NS=nova-scotia ON=ontario PE=prince-edward-island QC=quebec SK=saskatchewan";
const STATE_CODES: ReadonlyMap<string, string> = new Map(
  STATES.split(" ").map((pair) => {
    const [code = "", name = ""] = pair.split("=");
    return [name.replaceAll("-", " "), code];
  }),
);
const STATE_LETTERS: ReadonlySet<string> = new Set(STATE_CODES.values());

/** "Texas" → "TX". */
export function stateCode(name: string): string | undefined {
  return STATE_CODES.get(name.toLowerCase());
}

export function isStateCode(text: string): boolean {
  return STATE_LETTERS.has(text);
}

/** What people of a country, and what is theirs, is called: those whose language is not called so. */
const DEMONYMS: ReadonlyMap<string, string> = new Map(
  (
    "british=GB american=US canadian=CA australian=AU brazilian=BR mexican=MX swiss=CH austrian=AT belgian=BE irish=IE indian=IN portuguese=PT " +
    "argentinian=AR chilean=CL colombian=CO egyptian=EG scottish=GB welsh=GB israeli=IL"
  )
    .split(" ")
    .map((pair) => [pair.slice(0, -3), pair.slice(-2)] as const),
);

/** "Swedish" → "SE": where its language is mostly spoken (Unicode's likely subtags). */
export function countryOfPeople(name: string): string | undefined {
  const own = DEMONYMS.get(name.toLowerCase());
  if (own !== undefined) return own;
  const language = /^english$/i.test(name) ? undefined : languageCode(name);
  return language === undefined ? undefined : new Intl.Locale(language).maximize().region;
}

/** They would have the names of those that came after them: "DD" that of Germany. */
const RETIRED: ReadonlySet<string> = new Set(
  "AN BU CS DD DY FX HV NH NT RH SU TP UK VD YD YU ZR in iw ji jw mo sh".split(" "),
);
