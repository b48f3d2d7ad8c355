/** Hours of the day: "at 15:00", "3 pm", "um 15.30 Uhr", "à 15h30"; with the day beside them they are one moment. */
import type { Value } from "./value.ts";

interface ClockTime {
  /** ISO 8601, without a day: "15:00". */
  readonly time: string;
  readonly start: number;
  readonly end: number;
  /** It is an hour whatever stands around it. */
  readonly isSure: boolean;
}

const CLOCKS: readonly { readonly pattern: RegExp; readonly isSure: boolean }[] = [
  // German says "am" before a day.
  {
    pattern: /(?<![\w:./-])(\d{1,2})(?:[:.](\d{2}))?\s?([ap])\.?m\b\.?(?!\s+\p{Lu}\p{L}*tag)/giu,
    isSure: true,
  },
  { pattern: /(?<![\w:./-])(\d{1,2})(?:[:.](\d{2}))?()\s?uhr(?!\p{L})/giu, isSure: true },
  // By itself it is how long something takes.
  { pattern: /(?<![\w:./-])(\d{1,2})h(\d{2})()(?!\w)/gu, isSure: false },
  { pattern: /(?<=(?:à|às|as|a)\s)(\d{1,2})h()()(?!\w)/gu, isSure: true },
  { pattern: /(?<![\w:./-])(\d{1,2}):(\d{2})(?::\d{2})?()(?![\w:]|\.\d)/gu, isSure: false },
];

const AT = /(?:^|\s)(?:at|from|until|till|by|before|after|between|um|ab|von|bis|a las|desde las|hasta las|à|às)\s$/iu;
/** What stands between a day and its hour, and between an hour and its day; also a comma, or nothing. */
const BEFORE_HOUR = /^,?(?: ?(?:at|from|between|by|um|ab|von|a las|desde las|à|às|@))?$/iu;
const BEFORE_DAY = /^,?(?: ?(?:on|am|el|le|em|de))?$/iu;
const TO = /^(?:to|until|till|and|bis|und|a|à|às|hasta las|-|–)$/iu;
/** With a little space. */
const MAX_BETWEEN = 16;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function clockTimes(text: string): ClockTime[] {
  const found: ClockTime[] = [];
  for (const { pattern, isSure } of CLOCKS)
    for (const match of text.matchAll(pattern)) {
      const time = timeOf(match);
      const [start, end] = [match.index, match.index + match[0].length];
      if (time !== undefined && found.every((one) => end <= one.start || one.end <= start))
        found.push({ time, start, end, isSure });
    }
  return found.sort((a, b) => a.start - b.start);
}

function timeOf([, hours = "", minutes = "", half = ""]: RegExpExecArray): string | undefined {
  const hour = half === "" ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || (half !== "" && Number(hours) > 12)) return undefined;
  return `${String(hour).padStart(2, "0")}:${minutes.padStart(2, "0")}`;
}

/**
 * `dates` with the hours that stand beside them, which are of the UTC calendar as the days are, and hours alone as values of
 * their own. `left` is what other values leave of `text`, in the same places.
 */
export function withClockTimes(text: string, left: string, dates: readonly Value[]): Value[] {
  let values = [...dates];
  const moments: { readonly day: string; readonly value: Value }[] = [];
  for (const { time, start, end, isSure } of clockTimes(left)) {
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
      put(beside.text, time, {
        start: Math.min(start, beside.start),
        end: Math.max(end, beside.end),
        ...(role !== undefined && { role }),
      });
      continue;
    }
    const last = moments.at(-1);
    if (last !== undefined && TO.test(between(text, last.value.end, start))) {
      const { day, value } = last;
      values = values.map((one) => (one === value ? { ...one, role: "start" } : one));
      put(day, time, { start, end, role: "end" });
    } else if (isSure || AT.test(text.slice(Math.max(0, start - MAX_BETWEEN), start)))
      values.push({ kind: "time", text: time, start, end });
  }
  return values;

  function put(day: string, time: string, at: Pick<Value, "start" | "end" | "role">): void {
    const value: Value = { kind: "date", text: `${day}T${time}:00Z`, ...at };
    values.push(value);
    moments.push({ day, value });
  }
}

/** What is longer is no joint. */
function between(text: string, start: number, end: number): string {
  return end - start > MAX_BETWEEN ? "?" : text.slice(start, end).trim();
}
