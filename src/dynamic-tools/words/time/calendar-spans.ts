/** Weeks, months, quarters and years as spans of days: "in March 2026", "last week", "since January", "Q2 2026". */
import { monthOf } from "./dates.ts";
import { isPlanned } from "./planned.ts";
import type { CalendarUnit } from "../value.ts";

export interface CalendarSpan {
  readonly unit: CalendarUnit;
  /** ISO 8601, of the UTC calendar; of "since March" there is no last day. */
  readonly first?: string;
  readonly last?: string;
  readonly start: number;
  readonly end: number;
  /** Where its year stands, if it was said. */
  readonly year?: { readonly text: string; readonly start: number; readonly end: number };
}

/** What leads to a span; others stand between its words. */
const IN = "in|during|for|of|throughout|im|für|en|em|durante|du|pendant|von|from|de|del";
const SINCE = "since|starting|beginning|seit|ab|desde|depuis";
const UNTIL = "until|till|through|by|bis|hasta|até|jusqu'en";
const LEAD = new RegExp(
  `(?<!\\p{L})(${IN}|${SINCE}|${UNTIL}|before|after|between|zwischen|vor|nach)\\s(?:the\\s)?$`,
  "iu",
);
const SINCE_SAID = new RegExp(`^(?:${SINCE})$`, "i");
const UNTIL_SAID = new RegExp(`^(?:${UNTIL})$`, "i");
const TO = /^\s?(?:to|until|till|through|and|bis|und|a|hasta|y|à|et|até|e|-|–)\s?$/i;

const MONTH = /(?<![\p{L}\d/@_.-])(\p{L}{3,10})\.?(?:,?\s(?:of\s|de\s|del\s)?((?:19|20)\d{2}))?(?![\p{L}\d/@_-])/gu;
const QUARTER =
  /(?<![\p{L}\d])(?:((?:19|20)\d{2})\s)?(?:Q([1-4])|(?:(first|1st|second|2nd|third|3rd|fourth|4th)\squarter)|([1-4])\.\sQuartal)(?:,?[\s/-](?:of\s|in\s)?((?:19|20)\d{2}))?(?![\p{L}\d])/giu;
const ORDINALS = ["first 1st", "second 2nd", "third 3rd", "fourth 4th"].map((words) => words.split(" "));
const UNITS: readonly (readonly [CalendarUnit, string])[] = [
  ["week", "week|woche|semana|semaine"],
  ["month", "month|monat|monats|mes|mês|mois"],
  ["quarter", "quarter|quartal|quartals|trimestre"],
  ["year", "year|jahr|jahres|año|année|ano"],
];
const NAMES = UNITS.map(([, words]) => words).join("|");
/** "letzte", "letzten", "letzter" of "letzt". */
const german = (stems: string) =>
  stems
    .split(" ")
    .flatMap((stem) => ["e", "en", "er", "es", "em"].map((ending) => stem + ending))
    .join("|");
const OFFSETS: readonly (readonly [number, string])[] = [
  [-1, `last|previous|${german("letzt vergangen vorig")}|pasado|pasada|dernière|dernier|passado|passada`],
  [0, `this|current|${german("dies")}|este|esta|ce|cette`],
  [
    1,
    `next|coming|${german("nächst naechst nachst kommend")}|próximo|próxima|proximo|proxima|prochain|prochaine|que viene|que vem|qui vient`,
  ],
];
const WHICH = OFFSETS.map(([, words]) => words).join("|");
const PERIOD = new RegExp(
  `(?<!\\p{L})(?:(${WHICH})\\s(${NAMES})|(${NAMES})\\s(pasad[oa]|dernière|dernier|passad[oa]|pr[óo]xim[oa]|prochaine?|que viene|que vem|qui vient))(?!\\p{L})`,
  "giu",
);

interface Found {
  readonly unit: CalendarUnit;
  /** Its first day, and the day after its last, in milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
  readonly isTold: boolean;
  readonly year?: CalendarSpan["year"];
}

/** Without `now`, in milliseconds since the epoch, those alone whose year was said. */
export function calendarSpans(text: string, now?: number): CalendarSpan[] {
  const found = [...months(text, now), ...quarters(text, now), ...(now === undefined ? [] : periods(text, now))].sort(
    (a, b) => a.start - b.start,
  );
  const spans: CalendarSpan[] = [];
  for (let at = 0; at < found.length; at++) {
    const one = found[at] as Found; // It counts within them.
    const next = found[at + 1];
    const lead = LEAD.exec(text.slice(Math.max(0, one.start - 16), one.start))?.[1]?.toLowerCase();
    if (next !== undefined && TO.test(text.slice(one.end, next.start))) {
      spans.push(...joined(one, next));
      at++;
    } else if (lead !== undefined || one.isTold) spans.push(spanOf(inItsYear(one, lead, text, now), lead));
  }
  return spans;
}

/** Who plans something means the next such month, and "since October" began in the last one. */
function inItsYear(one: Found, lead: string | undefined, text: string, now: number | undefined): Found {
  if (one.unit !== "month" || one.isTold || now === undefined) return one;
  if (SINCE_SAID.test(lead ?? "") && one.from > now) return yearsLater(one, -1);
  return one.to <= now && isPlanned(text) ? yearsLater(one, 1) : one;
}

function yearsLater(one: Found, count: number): Found {
  const shifted = (time: number) => {
    const date = new Date(time);
    return Date.UTC(date.getUTCFullYear() + count, date.getUTCMonth(), 1);
  };
  return { ...one, from: shifted(one.from), to: shifted(one.to) };
}

/** "from January to March 2025": both are of that year, or the first is of the year before. */
function joined(one: Found, next: Found): CalendarSpan[] {
  let { from } = one;
  if (one.unit === "month" && one.year === undefined && next.year !== undefined) {
    const [month, year] = [new Date(from).getUTCMonth(), Number(next.year.text)];
    from = Date.UTC(month > new Date(next.from).getUTCMonth() ? year - 1 : year, month, 1);
  }
  return [
    { ...placeOf(one), first: dayOf(from) },
    { ...placeOf(next), last: dayOf(next.to - 1) },
  ];
}

function spanOf(one: Found, lead: string | undefined): CalendarSpan {
  const [first, last] = [dayOf(one.from), dayOf(one.to - 1)];
  const said = lead ?? "";
  if (SINCE_SAID.test(said)) return { ...placeOf(one), first };
  if (UNTIL_SAID.test(said)) return { ...placeOf(one), last };
  if (/^(?:before|vor)$/.test(said)) return { ...placeOf(one), last: first };
  if (/^(?:after|nach)$/.test(said)) return { ...placeOf(one), first: last };
  return { ...placeOf(one), first, last };
}

function placeOf({ unit, start, end, year }: Found): CalendarSpan {
  return { unit, start, end, ...(year !== undefined && { year }) };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Other languages write their months small: "Mars" is a planet. */
const WRITTEN_LARGE = ["en", "de"];
/** In lower case without a year they are words, or a planet. */
const OTHER_WORD = /^(?:march|mars|august)$/;
const FIRST_NAME = /^(?:April|May|Mai|June|August|Jan)$/;
const OF = /\b(?:for|of|from|by)\s$/i;

/** A month alone is one of this year, until it is known what is wanted of it. */
function months(text: string, now: number | undefined): Found[] {
  return [...text.matchAll(MONTH)].flatMap((match) => {
    const [whole, word = "", said] = match;
    const isLarge = /^\p{Lu}/u.test(word);
    const month = monthOf(word, isLarge ? WRITTEN_LARGE : undefined);
    const year = said ?? (now === undefined ? undefined : String(new Date(now).getUTCFullYear()));
    if (month === undefined || year === undefined) return [];
    const { index: start } = match;
    const end = start + whole.length;
    // "may" and "set" are words as well, and "March 3" is a day.
    const isWord = isLarge
      ? said === undefined && (FIRST_NAME.test(word) ? OF.test(text.slice(0, start)) : word.length < 4)
      : word.length < 4 || (said === undefined && OTHER_WORD.test(word));
    if (isWord || /^\s?\d/.test(text.slice(end)) || /\d\S{0,3}\s?(?:of\s|de\s)?$/.test(text.slice(0, start))) return [];
    return [
      {
        ...span("month", Number(year), month - 1, 1),
        start,
        end,
        isTold: said !== undefined,
        ...(said !== undefined && { year: { text: said, start: end - said.length, end } }),
      },
    ];
  });
}

function quarters(text: string, now: number | undefined): Found[] {
  return [...text.matchAll(QUARTER)].flatMap((match) => {
    const [whole, before, number, ordinal, dotted, behind] = match;
    const said = behind ?? before;
    const year = said ?? (now === undefined ? undefined : String(new Date(now).getUTCFullYear()));
    if (year === undefined) return [];
    const index = ORDINALS.findIndex((words) => words.includes(ordinal?.toLowerCase() ?? ""));
    const quarter = index >= 0 ? index : Number(number ?? dotted) - 1;
    const { index: start } = match;
    const at = start + (behind === undefined ? 0 : whole.lastIndexOf(behind));
    return [
      {
        ...span("quarter", Number(year), quarter * 3, 3),
        start,
        end: start + whole.length,
        isTold: true,
        ...(said !== undefined && { year: { text: said, start: at, end: at + said.length } }),
      },
    ];
  });
}

/** Weeks begin on Monday (ISO 8601). */
function periods(text: string, now: number): Found[] {
  return [...text.matchAll(PERIOD)].flatMap((match) => {
    const [whole, before, name, other, behind] = match;
    const offset = memberOf(OFFSETS, before ?? behind ?? "");
    const unit = memberOf(UNITS, name ?? other ?? "");
    if (offset === undefined || unit === undefined) return [];
    const place = { start: match.index, end: match.index + whole.length, isTold: true };
    const today = new Date(now);
    const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
    if (unit === "year") return [{ ...span(unit, year + offset, 0, 12), ...place }];
    if (unit === "month") return [{ ...span(unit, year, month + offset, 1), ...place }];
    if (unit === "quarter") return [{ ...span(unit, year, (Math.floor(month / 3) + offset) * 3, 3), ...place }];
    const monday = today.getUTCDate() - ((today.getUTCDay() + 6) % 7) + offset * 7;
    return [{ unit, from: Date.UTC(year, month, monday), to: Date.UTC(year, month, monday + 7), ...place }];
  });
}

function span(unit: CalendarUnit, year: number, month: number, count: number): Pick<Found, "unit" | "from" | "to"> {
  return { unit, from: Date.UTC(year, month, 1), to: Date.UTC(year, month + count, 1) };
}

function memberOf<Key>(table: readonly (readonly [Key, string])[], said: string): Key | undefined {
  const word = said.toLowerCase();
  return table.find(([, words]) => words.split("|").includes(word))?.[0];
}
