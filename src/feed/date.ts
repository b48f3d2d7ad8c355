/**
 * Dates as feeds write them, as ISO 8601: RFC 822 and W3CDTF in every state of disrepair, asctime, and what blog
 * hosts made of them. As precise as it was written: "2003-12" stays that, and what cannot be read is no date.
 */
import { monthOf } from "./months.ts";

interface Moment {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
  /** "10:14:55.5", "10.14", "오후 11:23:17". */
  readonly time?: string;
  readonly zone?: string;
}

/** Minutes east of Greenwich. The zones of RFC 822, and those feeds use besides. */
const ZONES: Readonly<Record<string, number>> = {
  ut: 0, utc: 0, gmt: 0, z: 0, wet: 0, est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480,
  pdt: -420, akst: -540, akdt: -480, hst: -600, ast: -240, adt: -180, nst: -210, ndt: -150, bst: 60, ist: 330, cet: 60,
  cest: 120, met: 60, mest: 120, mez: 60, mesz: 120, west: 60, eet: 120, eest: 180, msk: 180, msd: 240, trt: 180,
  brt: -180, art: -180, sgt: 480, hkt: 480, pht: 480, jst: 540, kst: 540, aest: 600, aedt: 660, acst: 570, awst: 480,
  nzst: 720, nzdt: 780, sast: 120, et: -300, ct: -360, mt: -420, pt: -480,
}; // prettier-ignore

const TIME = String.raw`(?:[ap]m|오전|오후|上午|下午|午前|午後)?\s*\d{1,2}[:.h]\d{1,2}(?:[:.]\d{1,2}(?:[.,]\d+)?)?(?:\s*[ap]\.?m\.?)?`;
const ZONE = String.raw`(?:etc/)?[a-z]{1,5}(?:[+-]\d{1,2}:?\d{0,2})?|[+-]\s?\d{1,2}:?\d{0,2}`;
const CLOCK = String.raw`(?<time>${TIME})?\s*\(?(?<zone>${ZONE})?\)?`;
const WORD = String.raw`[\p{L}\p{M}]+`;
const MONTH = String.raw`(?:${WORD}|\d{1,2}[月월])`;
const WEEKDAY = String.raw`[\p{L}\p{M}-]+`;
const DAY_NAME = String.raw`(?:${WEEKDAY}\.?\s*,?\s+|${WEEKDAY},\s*)?`;
/** What stands between a day and its hour. */
const AT = String.raw`(?:(?:at|à|um|a las|às|alle|om|kl\.?|-)\s+)?`;

const FORMS: readonly RegExp[] = [
  // 2003-12-31T10:14:55Z, 2003-12-31 10:14, 2003/12/31, 2003-július-13T9:15-05:00
  form(
    String.raw`${DAY_NAME}(?<year>\d{4})[-/.](?<month>\d{1,2}|${WORD})[-/.](?<day>\d{1,2})(?:(?:t|\s+|,\s*)${CLOCK})?`,
  ),
  // 20031231T101455Z, 20031231
  form(String.raw`(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:t?(?<time>\d{4}(?:\d{2})?)(?<zone>${ZONE})?)?`),
  // 2003-365, 2003335
  form(String.raw`(?<year>\d{4})-?(?<ordinal>\d{3})`),
  // 2003-12, 2003, -0312
  form(String.raw`(?<year>\d{4})(?:-(?<month>\d{1,2}))?`),
  // Thu, 01 Jan 2004 19:48:21 GMT, 1-Jan-04, 1. Januar 2004, 01 de enero de 2004
  form(
    String.raw`${DAY_NAME}(?<day>\d{1,2})(?:st|nd|rd|th)?[-./\s]*(?:de\s+)?(?<month>${MONTH})\.?[-./,\s]*(?:de\s+)?(?<year>\d{4}|\d{2})(?:\s*г\.?)?(?:\s*,?\s*${AT}${CLOCK})?`,
  ),
  // Thu, Jan 01 2004 19:48:21 GMT, January 1, 2004
  form(
    String.raw`${DAY_NAME}(?<month>${WORD})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?\s*,?\s+(?<year>\d{4})(?:\s*,?\s*${AT}${CLOCK})?`,
  ),
  // Sun Jan  4 16:29:06 PST 2004
  form(
    String.raw`${DAY_NAME}(?<month>${WORD})\s+(?<day>\d{1,2})\s+(?<time>${TIME})\s*(?<zone>${ZONE})?\s+(?<year>\d{4})`,
  ),
  // 01/31/2004 19:48:21, as Americans write it, 31/01/2004, as others do
  form(String.raw`${DAY_NAME}(?<first>\d{1,2})/(?<second>\d{1,2})/(?<year>\d{4})(?:\s*,?\s*${AT}${CLOCK})?`),
  // 31.01.2004 19:48
  form(String.raw`${DAY_NAME}(?<day>\d{1,2})[.-](?<month>\d{1,2})[.-](?<year>\d{4})(?:\s*,?\s*${CLOCK})?`),
  // 2004년 05월 28일 01:31:15, 2004年5月28日(金) 下午3:00, 2004. 5. 28. 오후 3:00
  form(
    String.raw`(?<year>\d{4})\s*[년年.]\s*(?<month>\d{1,2})\s*[월月.]\s*(?<day>\d{1,2})\s*[일日.]\s*(?:\(${WORD}\)|${WORD}曜日)?\s*${CLOCK}`,
  ),
];
const MAX_LENGTH = 100;

/** Dates in Korean name no zone; the whole country has one. */
const HANGUL = /\p{sc=Hangul}/u;
const KOREA = 540;

/**
 * ISO 8601 with the offset of the source, UTC where it names none it could be in; undefined for what is no date.
 * @param isDayFirst of a date like 05/01/2004
 */
export function readDate(written: string | undefined, isDayFirst = false): string | undefined {
  const text = tidied(written ?? "");
  if (text === "") return undefined;
  if (COUNTED.test(text)) return counted(text);
  for (const pattern of FORMS) {
    const groups = pattern.exec(text)?.groups;
    const date = groups && render(ordered(groups, isDayFirst), HANGUL.test(text) ? KOREA : 0);
    if (date !== undefined) return date;
  }
  return undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** A number that is no month decides, whatever the order is elsewhere. */
function ordered(groups: Groups, isDayFirst: boolean): Groups {
  const { first, second } = groups;
  if (first === undefined || second === undefined) return groups;
  const isSwapped = isDayFirst ? Number(second) <= 12 : Number(first) > 12;
  return { ...groups, ...(isSwapped ? { day: first, month: second } : { day: second, month: first }) };
}

const SLASHED = /(?<!\d)(\d{1,2})\/(\d{1,2})\/\d{4}(?!\d)/;

/**
 * Whether dates like 05/01/2004 of one feed begin with the day: where any of them can be read in one order only, that
 * is how all are written; else the language says.
 */
export function beginsWithDay(dates: readonly string[], language: string): boolean {
  const slashed = dates.map((date) => SLASHED.exec(date)).filter((found) => found !== null);
  if (slashed.some(([, first]) => Number(first) > 12)) return true;
  if (slashed.some(([, , second]) => Number(second) > 12)) return false;
  return language !== "" && !/^en(?:[-_]us)?$/i.test(language);
}

/** In the signs that the forms are written in, and without a second name of the zone behind the offset. */
function tidied(written: string): string {
  return written
    .slice(0, MAX_LENGTH)
    .normalize("NFKC")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/\s+/g, " ")
    .replace(/ \([^()]*\)$/, "")
    .replace(/(?<=[+-]\d\d:?\d\d|Z)(?:\[[\w/+-]+\]| [A-Z]{3,5})$/, "")
    .replace(/(\d{1,2}) ?[時时시] ?(\d{1,2}) ?[分분](?: ?(\d{1,2}) ?[秒초])?/, clockInWords)
    .trim();
}

function clockInWords(_: string, hour: string, minute: string, second = "0"): string {
  return `${hour}:${minute}:${second}`;
}

/** Seconds or milliseconds since 1970, of the years 2001 to 2033: what begins otherwise may be a year and a month. */
const COUNTED = /^1\d{9}(?:\d{3})?$/;

function counted(text: string): string {
  const date = new Date(Number(text) * (text.length > 10 ? 1 : 1000));
  return date.toISOString().replace(".000", "");
}

function render(groups: Groups, unsaid: number): string | undefined {
  const moment = momentOf(groups);
  if (moment === undefined) return undefined;
  const { year, month, day, time, zone } = moment;
  const date = [String(year).padStart(4, "0"), month, day].filter((part) => part !== undefined);
  const calendar = date.map((part) => String(part).padStart(2, "0")).join("-");
  if (time === undefined) return calendar;
  const clock = clockOf(time);
  // Some write midnight as the 24th hour.
  if (clock === undefined) return calendar;
  const offset = zone === undefined ? unsaid : offsetOf(zone);
  if (clock.startsWith("24:")) return clock.startsWith("24:00:00") ? nextMidnight(calendar, offset) : calendar;
  return `${calendar}T${clock}${offsetText(offset)}`;
}

function momentOf(groups: Groups): Moment | undefined {
  const { year: written = "", month: named, day: dayText, ordinal, time, zone } = groups;
  // Two digits: the century around now (RFC 2822 section 4.3).
  const year = Number(written) + (written.length > 2 ? 0 : Number(written) < 50 ? 2000 : 1900);
  // Programs write the first year of all for a date that they do not have.
  if (year < 2 || year > 9999) return undefined;
  if (ordinal !== undefined) return ordinalDay(year, Number(ordinal));
  if (named === undefined) return { year };
  const month = monthOf(named);
  if (month === undefined || month < 1 || month > 12) return undefined;
  if (dayText === undefined) return { year, month };
  const day = Number(dayText);
  if (day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined;
  return { year, month, day, ...(time !== undefined && { time }), ...(zone !== undefined && { zone }) };
}

function ordinalDay(year: number, ordinal: number): Moment | undefined {
  const date = new Date(Date.UTC(year, 0, ordinal));
  if (ordinal < 1 || date.getUTCFullYear() !== year) return undefined;
  return { year, month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** "10:14:55", with the fraction that was written; undefined for what no clock shows. */
function clockOf(time: string): string | undefined {
  const compact = /^(\d{2})(\d{2})(\d{2})?$/.exec(time);
  const parts = compact ?? /(\d{1,2})[:.h](\d{1,2})(?:[:.](\d{1,2})(?:[.,](\d+))?)?/i.exec(time);
  if (parts === null) return undefined;
  const [, hourText, minuteText, secondText = "0", fraction] = parts;
  const isPm = /p\.?m|오후|下午|午後/i.test(time);
  const isAm = /a\.?m|오전|上午|午前/i.test(time);
  let hour = Number(hourText);
  if (isPm && hour < 12) hour += 12;
  if (isAm && hour === 12) hour = 0;
  // A leap second has no name in most software.
  const second = Math.min(Number(secondText), 59);
  if (hour > 24 || Number(minuteText) > 59 || Number(secondText) > 60) return undefined;
  const clock = [hour, minuteText, second].map((part) => String(part).padStart(2, "0")).join(":");
  return fraction === undefined || /^0+$/.test(fraction) ? clock : `${clock}.${fraction.slice(0, 3).padEnd(3, "0")}`;
}

/** Minutes; 0 for a zone nobody knows, as RFC 2822 section 4.3 has it. */
function offsetOf(zone: string): number {
  const figures = /([+-])\s?(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (figures === null) return ZONES[zone.toLowerCase()] ?? 0;
  const [, sign, hours, minutes = "0"] = figures;
  const offset = Number(hours) * 60 + Number(minutes);
  return offset > 14 * 60 ? 0 : sign === "-" ? -offset : offset;
}

function offsetText(minutes: number): string {
  if (minutes === 0) return "Z";
  const size = Math.abs(minutes);
  const [hh, mm] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, "0"));
  return `${minutes < 0 ? "-" : "+"}${hh}:${mm}`;
}

function nextMidnight(calendar: string, offset: number): string {
  const next = new Date(Date.parse(`${calendar}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return `${next}T00:00:00${offsetText(offset)}`;
}

function form(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`, "iu");
}
