/** Days without their year: "on 3 March", "from December 20th to January 5th". */
import { monthOf } from "./dates.ts";
import { isPlanned } from "./planned.ts";
import type { RelativeDay } from "./relative-days.ts";

const DAY_FIRST =
  /(?<![\p{L}\d/@_.,-])(\d{1,2})(?:st|nd|rd|th|er|\.)?\s(?:of\s|de\s)?(\p{L}{3,10})(?![\p{L}\d/@_-]|,?\s(?:of\s|de\s)?\d{4}(?!\d))/gu;
const MONTH_FIRST =
  /(?<![\p{L}\d/@_.-])(\p{L}{3,10})\.?\s(?:the\s)?(\d{1,2})(?:st|nd|rd|th)?(?![\p{L}\d/@_:%-]|[.,]\d|,?\s\d{4}(?!\d))/gu;
/** Without one of them so short a word is hardly a month. */
const LEAD =
  /(?<!\p{L})(?:on|since|from|to|until|till|before|after|by|between|and|for|of|am|vom|bis|zum|seit|ab|el|desde|hasta|le|du|au|depuis)\s(?:the\s)?$/iu;
const SINCE = /(?<!\p{L})(?:since|seit|desde|depuis|after)\s(?:the\s)?$/iu;
const TO = /^\s?(?:to|until|till|through|and|bis|und|a|hasta|y|au|et|até|e|-|–)\s?(?:the\s)?$/i;

interface Found {
  readonly month: number;
  readonly date: number;
  readonly start: number;
  readonly end: number;
}

/** `now` in milliseconds since the epoch. */
export function yearlessDays(text: string, now: number): RelativeDay[] {
  const found = [...text.matchAll(DAY_FIRST), ...text.matchAll(MONTH_FIRST)]
    .flatMap((match) => dayIn(match, text))
    .sort((a, b) => a.start - b.start);
  const days: RelativeDay[] = [];
  for (let at = 0; at < found.length; at++) {
    const one = found[at] as Found; // It counts within them.
    const year = yearOf(one, text, now);
    const { start, end } = one;
    const last = days.at(-1);
    if (last !== undefined && start < last.end) continue;
    const day = isoOf(one, year);
    // "from December 20th to January 5th": the year ends within it.
    const isBehind = last !== undefined && TO.test(text.slice(last.end, start)) && day < last.day;
    if (isBehind && Date.parse(last.day) < now)
      days[days.length - 1] = { ...last, day: `${Number(last.day.slice(0, 4)) - 1}${last.day.slice(4)}` };
    days.push({ day: isBehind && Date.parse(last.day) >= now ? isoOf(one, year + 1) : day, start, end });
  }
  return days;
}

function dayIn(match: RegExpExecArray, text: string): Found[] {
  const [whole, first = "", second = ""] = match;
  const word = /\d/.test(first) ? second : first;
  const date = Number(/\d/.test(first) ? first : second);
  const month = monthOf(word);
  const { index: start } = match;
  const isLed = LEAD.test(text.slice(Math.max(0, start - 16), start));
  // "21. Set the start": a sentence begins.
  if (/^(?:Set|May)$/.test(second) && /^\s(?:the|its|an?|my|I|we|you|it)\b/.test(text.slice(start + whole.length)))
    return [];
  if (month === undefined || date < 1 || date > daysOf(month)) return [];
  const isSure =
    isLed || /\d(?:st|nd|rd|th)/.test(whole) || (word.length > 4 && !OTHER_WORD.test(word)) || FULL.test(word);
  return isSure ? [{ month, date, start, end: start + whole.length }] : [];
}

/** In lower case they are words as well. */
const OTHER_WORD = /^(?:march|august)$/;
const FULL = /^(?:june|july|juni|juli|juin)$/i;

/** Of a leap year, for February has 29 in some. */
function daysOf(month: number): number {
  return new Date(Date.UTC(2024, month, 0)).getUTCDate();
}

/** Of this year, unless it is told or plain that it is not. */
function yearOf(one: Found, text: string, now: number): number {
  const year = new Date(now).getUTCFullYear();
  const time = Date.parse(isoOf(one, year));
  const today = Date.parse(new Date(now).toISOString().slice(0, 10));
  if (time > now && SINCE.test(text.slice(Math.max(0, one.start - 12), one.start))) return year - 1;
  return time < today && isPlanned(text) ? year + 1 : year;
}

function isoOf({ month, date }: Pick<Found, "month" | "date">, year: number): string {
  return `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
}
