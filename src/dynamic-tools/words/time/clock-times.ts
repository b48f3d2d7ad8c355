/** Hours of the day: "at 15:00", "3 pm", "um 15.30 Uhr", "à 15h30"; with the day beside them they are one moment. */
import { type SaidZone, zoneAt } from "./time-zones.ts";
import type { Value } from "../value.ts";

interface ClockTime {
  /** ISO 8601, without a day: "15:00:00". */
  readonly time: string;
  readonly start: number;
  /** Where the zone ends that is said with it. */
  readonly end: number;
  readonly zone?: SaidZone | undefined;
  readonly surety: Surety;
}

/** It is an hour whatever stands around it, where a word of time leads to it as well, or beside a day alone. */
type Surety = "always" | "led" | "beside day";

const CLOCKS: readonly { readonly pattern: RegExp; readonly surety: Surety }[] = [
  // German says "am" before a day.
  {
    pattern:
      /(?<![\w:./-])(?<hours>\d{1,2})(?:[:.](?<minutes>\d{2})(?::(?<seconds>\d{2}))?)?\s?(?<half>[ap])\.?m\b\.?(?!\s+\p{Lu}\p{L}*tag)/giu,
    surety: "always",
  },
  {
    pattern: /(?<![\w:./-])(?<hours>\d{1,2})(?:[:.](?<minutes>\d{2})(?::(?<seconds>\d{2}))?)?\s?uhr(?!\p{L})/giu,
    surety: "always",
  },
  // By itself it is how long something takes.
  { pattern: /(?<![\w:./-])(?<hours>\d{1,2})h(?<minutes>\d{2})(?!\w)/gu, surety: "led" },
  { pattern: /(?<=(?:à|às|as|a)\s)(?<hours>\d{1,2})h(?!\w)/gu, surety: "always" },
  {
    pattern: /(?<![\w:./-])(?<hours>\d{1,2}):(?<minutes>\d{2})(?::(?<seconds>\d{2}))?(?=$|[^\w:.]|Z\b|\.(?!\d))/gu,
    surety: "led",
  },
  // "tomorrow at 10". From one to six may be meant in the afternoon.
  {
    pattern: /(?<=(?:\s|^)(?:at|um|a las|à|às|alle|om)\s)(?<hours>[7-9]|1\d|2[0-3])(?![\w%€$£°]|[.,:/-]\d|\s[%€$£])/giu,
    surety: "beside day",
  },
];

const AT = /(?:^|\s)(?:at|from|until|till|by|before|after|between|um|ab|von|bis|a las|desde las|hasta las|à|às)\s$/iu;
/** What stands between a day and its hour, and between an hour and its day; also a comma, or nothing. */
const BEFORE_HOUR = /^,?(?: ?(?:at|from|between|by|um|ab|von|a las|desde las|à|às|alle|om|@))?$/iu;
const BEFORE_DAY = /^,?(?: ?(?:on|am|el|le|em|de))?$/iu;
const TO = /^(?:to|until|till|and|bis|und|a|à|às|hasta las|-|–)$/iu;
/** With a little space. */
const MAX_BETWEEN = 16;
/** "America/Argentina/Buenos_Aires" has 30. */
const MAX_ZONE = 48;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function clockTimes(text: string): ClockTime[] {
  const found: ClockTime[] = [];
  for (const { pattern, surety } of CLOCKS)
    for (const match of text.matchAll(pattern)) {
      const time = timeOf(match.groups ?? {});
      const [start, end] = [match.index, match.index + match[0].length];
      if (time !== undefined && found.every((one) => end <= one.start || one.end <= start))
        found.push({ time, surety, ...withZone({ start, end }, text) });
    }
  found.sort((a, b) => a.start - b.start);
  // "from 10:00 to 11:30 CET"
  return found.map((one, at) => {
    const next = found[at + 1];
    const isJoined = next !== undefined && TO.test(between(text, one.end, next.start));
    return one.zone === undefined && isJoined ? { ...one, zone: next.zone } : one;
  });
}

type Place = Pick<ClockTime, "start" | "end" | "zone">;

function withZone({ start, end }: Place, text: string): Place {
  const zone = zoneAt(text.slice(end, end + MAX_ZONE));
  return { start, end: end + (zone?.length ?? 0), zone };
}

function timeOf({ hours = "", minutes = "0", seconds = "0", half = "" }: Readonly<Record<string, string | undefined>>) {
  const hour = half === "" ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59 || (half !== "" && Number(hours) > 12))
    return undefined;
  return [String(hour), minutes, seconds].map((one) => one.padStart(2, "0")).join(":");
}

export interface ReadClock {
  readonly values: Value[];
  /** What of the text tells an hour, whether it could be read or not. */
  readonly taken: readonly Pick<Value, "start" | "end">[];
}

/**
 * `dates` with the hours that stand beside them, of the UTC calendar as the days are where no zone was said, and hours alone as
 * values of their own. An hour of a zone that is not known, or that needs a day, is left out: in UTC it would be another.
 * `left` is what other values leave of `text`, in the same places.
 */
export function withClockTimes(text: string, left: string, dates: readonly Value[]): ReadClock {
  let values = [...dates];
  const moments: { readonly day: string; readonly value: Value }[] = [];
  const clocks = clockTimes(left);
  const taken: Pick<Value, "start" | "end">[] = [];
  for (const clock of clocks) {
    const { time, start, end, surety } = clock;
    const beside = values.find(
      (one) =>
        one.kind === "date" &&
        DAY.test(one.text) &&
        (one.end <= start
          ? BEFORE_HOUR.test(between(text, one.end, start))
          : end <= one.start && BEFORE_DAY.test(between(text, end, one.start))),
    );
    if (beside !== undefined) {
      values = values.filter((one) => one !== beside);
      const { role } = beside;
      // "3 pm on Friday, Berlin time"
      const behind = clock.zone === undefined && beside.start > start ? withZone(beside, left) : clock;
      put(beside.text, time, behind.zone, {
        start: Math.min(start, beside.start),
        end: Math.max(behind.end, beside.end),
        ...(role !== undefined && { role }),
      });
      continue;
    }
    const last = moments.at(-1);
    if (last !== undefined && TO.test(between(text, last.value.end, start))) {
      const { day, value } = last;
      values = values.map((one) => (one === value ? { ...one, role: "start" } : one));
      put(day, time, clock.zone, { start, end, role: "end" });
    } else if (
      surety === "always" ||
      (surety === "led" && AT.test(text.slice(Math.max(0, start - MAX_BETWEEN), start)))
    ) {
      taken.push({ start, end });
      if (clock.zone === undefined || clock.zone.isUniversal)
        values.push({ kind: "time", text: time.replace(/:00$/, ""), start, end });
    }
  }
  return { values, taken };

  function put(day: string, time: string, zone: SaidZone | undefined, at: Pick<Value, "start" | "end" | "role">): void {
    const value: Value = { kind: "date", text: momentOf(day, time, zone) ?? day, ...at };
    values.push(value);
    moments.push({ day, value });
  }
}

/** In UTC. */
function momentOf(day: string, time: string, zone: SaidZone | undefined): string | undefined {
  const ahead = zone === undefined ? 0 : zone.ahead(`${day}T${time}`);
  if (ahead === undefined) return undefined;
  return new Date(Date.parse(`${day}T${time}Z`) - ahead * 60_000).toISOString().replace(".000Z", "Z");
}

/** What is longer is no joint. */
function between(text: string, start: number, end: number): string {
  return end - start > MAX_BETWEEN ? "?" : text.slice(start, end).trim();
}
