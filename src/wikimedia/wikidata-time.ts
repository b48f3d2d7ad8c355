/** Wikidata's times as text: ISO 8601 as far as it reaches, words where it does not. */
import { Type } from "../runtime/actor.ts";
import { Value } from "@sinclair/typebox/value";

const Time = Type.Object({
  time: Type.String(),
  precision: Type.Integer(),
});

const MONTHS = "January February March April May June July August September October November December".split(" ");
const YEARS: Readonly<Record<number, number>> = {
  0: 1e9,
  1: 1e8,
  2: 1e7,
  3: 1e6,
  4: 1e5,
  5: 1e4,
  6: 1000,
  7: 100,
  8: 10,
};

/**
 * "1976-04-01", "1976-04", "1976", "1970s", "19th century", "44 BC", "15 March 44 BC", "c. 66 million years BC".
 * Days stay in the calendar of their time, as
 * every source has them. Undefined for what is no time.
 * @see https://www.wikidata.org/wiki/Help:Dates
 */
export function timeText(value: unknown): string | undefined {
  if (!Value.Check(Time, value)) return undefined;
  const written = /^([+-])(\d{1,16})-(\d\d)-(\d\d)T/.exec(value.time);
  if (written === null) return undefined;
  const isBefore = written[1] === "-";
  const [year, month, day] = [written[2], written[3], written[4]].map(Number);
  if (year === undefined || month === undefined || day === undefined || month > 12 || day > 31) return undefined;
  const precision = day === 0 && value.precision >= 11 ? 10 : value.precision;
  const reached = month === 0 && precision >= 10 ? 9 : precision;
  if (reached < 9) return roundedText(year, reached, isBefore);
  if (isBefore || year > 9999) return longText({ year, month, day }, reached, isBefore);

  const [yyyy = "", mm = "", dd = ""] = [year, month, day].map((part, at) =>
    String(part).padStart(at === 0 ? 4 : 2, "0"),
  );
  return [yyyy, mm, dd].slice(0, reached === 9 ? 1 : reached === 10 ? 2 : 3).join("-");
}

/** Decades, centuries and longer are named by the year they were given with. */
function roundedText(year: number, precision: number, isBefore: boolean): string | undefined {
  const era = isBefore ? " BC" : "";
  const size = YEARS[precision];
  if (size === undefined) return undefined;
  if (size === 10) return `${Math.floor(year / 10) * 10}s${era}`;
  if (size === 100) return `${ordinal(Math.ceil(year / 100))} century${era}`;
  if (size === 1000) return `${ordinal(Math.ceil(year / 1000))} millennium${era}`;
  if (year >= 1e9) return `c. ${round(year / 1e9)} billion years${era}`;
  return year >= 1e6 ? `c. ${round(year / 1e6)} million years${era}` : `c. ${year} years${era}`;
}

function longText(date: { year: number; month: number; day: number }, precision: number, isBefore: boolean): string {
  const { year, month, day } = date;
  const parts = [precision >= 11 ? String(day) : "", precision >= 10 ? (MONTHS[month - 1] ?? "") : "", String(year)];
  return `${parts.filter((part) => part !== "").join(" ")}${isBefore ? " BC" : ""}`;
}

function ordinal(number: number): string {
  const tens = number % 100;
  const ending = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${ending}`;
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
