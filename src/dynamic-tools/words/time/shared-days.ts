/** Two days that share a month or a year: "from 1 to 31 January 2024", "5 May to 7 June 2024", "March 3 to 9, 2024". */
import { dateIn } from "./dates.ts";
import type { RelativeDay } from "./relative-days.ts";

const DAY = "\\d{1,2}(?:st|nd|rd|th|\\.|er)?";
const MONTH = "\\p{L}{3,10}";
const YEAR = "(?:19|20)\\d{2}";
const TO =
  "(?:\\s(?:to|until|till|through|and|bis|und|al?|hasta|y|au?|à|et|até|ao?|e)\\s(?:the\\s|el\\s|le\\s|o\\s)?|\\s?[-–]\\s?)";
const NO_PART = "(?<![\\p{L}\\d.-])";

const DAY_FIRST = new RegExp(
  `${NO_PART}(?<first>${DAY})(?:\\s(?:of\\s|de\\s)?(?<own>${MONTH}))?${TO}(?<last>${DAY}\\s(?:of\\s|de\\s)?(?<month>${MONTH}),?\\s(?:de\\s)?(?<year>${YEAR}))(?!\\d)`,
  "gu",
);
const MONTH_FIRST = new RegExp(
  `${NO_PART}(?<first>(?<month>${MONTH})\\s${DAY})${TO}(?<last>(?<own>${MONTH}\\s)?${DAY},?\\s(?<year>${YEAR}))(?!\\d)`,
  "gu",
);

export function sharedDays(text: string): RelativeDay[] {
  return [...text.matchAll(DAY_FIRST), ...text.matchAll(MONTH_FIRST)].flatMap((found) => {
    const { first = "", last = "", own, month = "", year = "" } = found.groups ?? {};
    const isDayFirst = /^\d/.test(first);
    const days = isDayFirst
      ? [dateIn(`${first} ${own ?? month} ${year}`), dateIn(last)]
      : [dateIn(`${first} ${year}`), dateIn(own === undefined ? `${month} ${last}` : last)];
    const [from, to] = days;
    if (from === undefined || to === undefined) return [];
    const end = found.index + found[0].length;
    // The month goes with its day.
    const ownEnd = isDayFirst && own !== undefined ? found[0].indexOf(own) + own.length : first.length;
    return [
      { day: from, start: found.index, end: found.index + ownEnd },
      { day: to, start: end - last.length, end },
    ];
  });
}
