/** Dates as pages write them for machines, and as they mean them. */

/** Seconds or milliseconds since 1970, of the years 2001 to 2033: what begins otherwise may be a year and a month. */
const COUNTED = /^1\d{9}(?:\d{3})?$/;
const ISO =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:(?:T|\s+)(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?/i;
/** With signs of any kind: what begins with the year is in one order everywhere. */
const YEAR_FIRST = /^(\d{4})\s?[/.年년]\s?(\d{1,2})\s?[/.月월]\s?(\d{1,2})(?!\d)(?:\D{1,5}(\d{1,2}):(\d{2}))?/;
const DAY_FIRST = /^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})(?:\D+(\d{1,2})[:.](\d{2}))?/;

/**
 * ISO 8601: a day where only a day is said, UTC where the zone is said, else the page's own time without a zone.
 * `null` for what is no date, and for one that no page can have.
 */
export function isoDate(text: string | undefined): string | null {
  const said = text?.trim() ?? "";
  if (said === "" || said.length > 60) return null;
  if (COUNTED.test(said)) return instant(Number(said.padEnd(13, "0")));
  const iso = ISO.exec(said);
  if (iso !== null) return written(iso[1], iso[2], iso[3], hourOf(iso[4], said), iso[5], iso[6], iso[7]);
  const year = YEAR_FIRST.exec(said);
  if (year !== null) return written(year[1], year[2], year[3], hourOf(year[4], said), year[5]);
  const german = DAY_FIRST.exec(said);
  if (german !== null) return written(german[3], german[2], german[1], hourOf(german[4], said), german[5]);
  // What is left must spell the month: "01/02/2022" is one day here and another there.
  if (!/[a-z]{3}/i.test(said) || !/\d{4}/.test(said)) return null;
  const hasTime = /\d:\d{2}/.test(said);
  // Only behind a time are four digits an offset: "05-Jan-2024" ends with its year.
  const hasZone = /(?:Z|UTC|GMT|:\d{2}[^+-]{0,20}[+-]\d{4}|[A-Z]{1,2}[SD]T)\b/.test(said);
  const time = Date.parse(hasZone ? said : `${said} UTC`);
  const moment = instant(time);
  if (moment === null) return null;
  if (!hasTime) return moment.slice(0, 10);
  return hasZone ? moment : moment.slice(0, 19);
}

const PM = /\d\s?p\.?m\b|오후|下午|午後/i;
const AM = /\d\s?a\.?m\b|오전|上午|午前/i;

/** Of a clock of twelve hours, as one of 24 shows it. */
function hourOf(hour: string | undefined, said: string): string | undefined {
  if (hour === undefined) return undefined;
  if (PM.test(said) && Number(hour) < 12) return String(Number(hour) + 12);
  return AM.test(said) && Number(hour) === 12 ? "0" : hour;
}

function written(
  year = "",
  month = "",
  day = "",
  hour?: string,
  minute = "00",
  second = "00",
  zone?: string,
): string | null {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const parsed = instant(Date.parse(`${date}T00:00:00Z`));
  if (parsed?.slice(0, 10) !== date) return null;
  if (hour === undefined) return date;
  const local = `${date}T${hour.padStart(2, "0")}:${minute}:${second}`;
  if (zone === undefined) return Number.isNaN(Date.parse(`${local}Z`)) ? date : local;
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(":", "") || "00"}` : "Z";
  return instant(Date.parse(`${local}${offset}`)) ?? date;
}

function instant(time: number): string | null {
  if (Number.isNaN(time)) return null;
  const year = new Date(time).getUTCFullYear();
  return year >= 1000 && year <= 2200 ? new Date(time).toISOString().replace(".000Z", "Z") : null;
}
