/** Telling which texts have a type that loses nothing: writing the typed value out again gives the very same text. */

/** `007`, `1.0`, `+5`, `-0`, `1e5`, `0.10` and integers beyond 2^53 would not come back as they were. */
export function isLosslessNumber(text: string): boolean {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return false;
  const number = Number(text);
  return String(number) === text && (text.includes(".") || Number.isSafeInteger(number));
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const MONTH = String.raw`(?<month>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)`;
/** No clock is further from Greenwich than 14 hours. */
const OFFSET = String.raw`[+-](?:0\d|1[0-4])`;
const TIME = String.raw`(?<time>(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)`;

/** The forms that can be read in one way only. `01/02/2024` cannot. */
const FORMS = [
  String.raw`(?<year>\d{4})(?<separator>[-/])(?<month>\d\d)\k<separator>(?<day>\d\d)(?:[ T]${TIME} ?(?<zone>Z|${OFFSET}:?[0-5]\d)?)?`,
  String.raw`(?:(?<weekday>Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?(?<day>\d{1,2}) ${MONTH} (?<year>\d{4})(?: ${TIME} (?<zone>GMT|UTC|Z|${OFFSET}[0-5]\d))?`,
  String.raw`${MONTH} (?<day>\d{1,2}), (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`, "i"));

/** An existing calendar date, with its time and offset where it has them, in ISO 8601; anything else is `undefined`. */
export function isoDate(text: string): string | undefined {
  if (text.length < 8 || text.length > 48) return undefined;
  for (const form of FORMS) {
    const parts = form.exec(text)?.groups;
    if (parts === undefined) continue;
    const { year = "", month = "", day = "", time, zone, weekday } = parts;
    const monthNumber = /^\d/.test(month) ? Number(month) : MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
    const date = `${year}-${String(monthNumber).padStart(2, "0")}-${day.padStart(2, "0")}`;
    const exists = new Date(`${date}T00:00:00Z`);
    if (Number.isNaN(exists.getTime()) || !exists.toISOString().startsWith(date)) return undefined;
    if (weekday !== undefined && WEEKDAYS[exists.getUTCDay()] !== weekday.toLowerCase()) return undefined;
    return time === undefined ? date : `${date}T${time}${isoZone(zone)}`;
  }
  return undefined;
}

function isoZone(zone: string | undefined): string {
  if (zone === undefined) return "";
  if (/^[a-z]/i.test(zone)) return "Z";
  return zone.includes(":") ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
}
