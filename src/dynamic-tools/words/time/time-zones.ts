/** Time zones as people say them behind an hour: "3 pm EST", "15:00 Berlin time", "09:00 UTC+2". */

/** What the names of the IANA database begin with. */
export const ZONE_AREAS = "Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc";

export interface SaidZone {
  /** How many minutes it is ahead of UTC on that day and at that hour; `undefined` where no one zone is called so. */
  readonly ahead: (local: string) => number | undefined;
  /** It is UTC itself. */
  readonly isUniversal: boolean;
  /** Of the text that was looked at, so many characters tell it. */
  readonly length: number;
}

/** In hours ahead of UTC: RFC 2822, and the abbreviations of the IANA database that are but one zone's. */
const ABBREVIATED: ReadonlyMap<string, number> = new Map(
  (
    "EST=-5 EDT=-4 CST=-6 CDT=-5 MST=-7 MDT=-6 PST=-8 PDT=-7 AKST=-9 AKDT=-8 HST=-10 WET=0 WEST=1 BST=1 CET=1 CEST=2 MEZ=1 MESZ=2 " +
    "EET=2 EEST=3 MSK=3 SAST=2 JST=9 KST=9 HKT=8 SGT=8 AWST=8 ACST=9.5 ACDT=10.5 AEST=10 AEDT=11 NZST=12 NZDT=13"
  )
    .split(" ")
    .map((pair) => pair.split("=") as [string, string])
    .map(([name, hours]) => [name, Number(hours)] as const),
);

/** In summer they are other hours. */
const AMERICAN: ReadonlyMap<string, string> = new Map([
  ["et", "America/New_York"],
  ["eastern", "America/New_York"],
  ["ct", "America/Chicago"],
  ["central", "America/Chicago"],
  ["mt", "America/Denver"],
  ["mountain", "America/Denver"],
  ["pt", "America/Los_Angeles"],
  ["pacific", "America/Los_Angeles"],
]);

const UNIVERSAL = /^\s?\(?(?:(?:UTC|GMT|Z)(?:\s?([+-])(\d{1,2})(?::?(\d{2}))?)?|([+-])(\d{2}):?(\d{2}))\)?(?![\w:])/;
/** India, Israel and Ireland, or the Atlantic and Arabia. */
const OF_SEVERAL = /^(?:IST|AST|ADT|GST)$/;
const LETTERS = /^,?\s\(?([A-Z]{2,5})\)?(?: time)?(?![\w-])/;
const IANA = /^,?\s(?:in\s)?\(?(\p{Lu}[\w+-]*(?:\/\p{Lu}[\w+-]*)+)\)?(?! ?\w)/u;
const PLACE =
  /^,?\s(?:in\s)?\(?(?:(Eastern|Pacific)(?! ?\p{Lu}| time)|(\p{Lu}[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}.'’-]*){0,2}|eastern|central|mountain|pacific)(?: standard| daylight)? (?:time|Zeit)|(?:hora de|heure de)\s(\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*){0,2})|(local time|Ortszeit|hora local|heure locale))\)?(?!\p{L})/u;

/** At the beginning of what stands behind an hour; `undefined` where none is said. */
export function zoneAt(text: string): SaidZone | undefined {
  const universal = UNIVERSAL.exec(text);
  if (universal !== null) {
    const [{ length }, ofUtc, hours = "0", minutes = "0", alone, aloneHours, aloneMinutes] = universal;
    const sign = (ofUtc ?? alone) === "-" ? -1 : 1;
    const ahead = sign * (Number(aloneHours ?? hours) * 60 + Number(aloneMinutes ?? minutes));
    return { ahead: () => ahead, isUniversal: ahead === 0, length };
  }
  const iana = IANA.exec(text);
  if (iana !== null) return inZone(iana[1] ?? "", iana[0].length);
  const letters = LETTERS.exec(text);
  const [{ length } = "", name = ""] = letters ?? [];
  const hours = ABBREVIATED.get(name);
  if (hours !== undefined) return { ahead: () => hours * 60, isUniversal: false, length };
  if (AMERICAN.has(name.toLowerCase())) return inZone(AMERICAN.get(name.toLowerCase()), length);
  const place = PLACE.exec(text);
  if (place !== null) return inZone(zoneOfPlace(place[1] ?? place[2] ?? place[3] ?? ""), place[0].length);
  // "15:00 IST": a zone of which there are several.
  return OF_SEVERAL.test(name) ? inZone(undefined, length) : undefined;
}

function inZone(zone: string | undefined, length: number): SaidZone {
  const ahead = (local: string) => (zone === undefined ? undefined : minutesAhead(zone, local));
  return { ahead, isUniversal: false, length };
}

/** "Berlin", "Berliner", "New York". */
function zoneOfPlace(place: string): string | undefined {
  const said = place.toLowerCase();
  const names = [said, said.replace(/er$/, "")].map((one) => one.replaceAll(" ", "_"));
  return (
    AMERICAN.get(said) ??
    Intl.supportedValuesOf("timeZone").find((zone) => names.includes(zone.toLowerCase().split("/").at(-1) ?? ""))
  );
}

function minutesAhead(timeZone: string, local: string): number | undefined {
  const at = Date.parse(`${local}Z`);
  let shown: Intl.DateTimeFormat;
  try {
    shown = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  } catch {
    return undefined; // It is called like a zone, and is none.
  }
  const offset = (time: number) => {
    const name = shown.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign = "+", hours = "0", minutes = "0"] = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };
  // The offset is of a moment, and the moment of an offset.
  return offset(at - offset(at) * 60_000);
}
