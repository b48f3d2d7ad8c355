/** Weeks, months, quarters and years fill both ends of a span, or the one that was said. */
import { expect, test } from "bun:test";
import { calendarSpans } from "../../../../src/dynamic-tools/words/time/calendar-spans.ts";
import { relativeDays } from "../../../../src/dynamic-tools/words/time/relative-days.ts";
import { operationOf, sent, text, whole } from "../../sent.ts";

/** A Wednesday. */
const NOW = Date.UTC(2026, 2, 11, 23, 59);

test.each<[string, readonly (string | undefined)[]]>([
  ["sales for March 2026", ["2026-03-01", "2026-03-31"]],
  ["sales in January", ["2026-01-01", "2026-01-31"]],
  ["sales in june", ["2026-06-01", "2026-06-30"]],
  ["Umsatz im Februar 2024", ["2024-02-01", "2024-02-29"]],
  ["ventas de marzo de 2026", ["2026-03-01", "2026-03-31"]],
  ["sales since January", ["2026-01-01", undefined]],
  // March is not over, and October comes.
  ["sales since October", ["2025-10-01", undefined]],
  ["book a room for January", ["2027-01-01", "2027-01-31"]],
  ["plane ein Treffen im Februar", ["2027-02-01", "2027-02-28"]],
  ["book a room for March", ["2026-03-01", "2026-03-31"]],
  ["schedule a report for January 2026", ["2026-01-01", "2026-01-31"]],
  ["sales until March 2026", [undefined, "2026-03-31"]],
  ["sales of Q2 2026", ["2026-04-01", "2026-06-30"]],
  ["sales of the first quarter of 2025", ["2025-01-01", "2025-03-31"]],
  ["sales of last week", ["2026-03-02", "2026-03-08"]],
  ["sales this month", ["2026-03-01", "2026-03-31"]],
  ["sales since last month", ["2026-02-01", undefined]],
  ["Umsatz im nächsten Quartal", ["2026-04-01", "2026-06-30"]],
  ["ventas del mes pasado", ["2026-02-01", "2026-02-28"]],
  ["les ventes de l'année dernière", ["2025-01-01", "2025-12-31"]],
  ["facturas de la semana que viene", ["2026-03-16", "2026-03-22"]],
  ["ventas del proximo mes", ["2026-04-01", "2026-04-30"]],
  ["termine der naechsten woche", ["2026-03-16", "2026-03-22"]],
  // A word, a day, a planet and a person.
  ["may I see the sales", []],
  ["sales on March 3", []],
  ["photos of Mars 2020", []],
  ["a card for April", []],
])("%s", (words, ends) => {
  expect(calendarSpans(words, NOW).flatMap(({ first, last }) => [first, last])).toEqual([...ends]);
});

test("two months are the ends of one span, and share their year", () => {
  const ends = (words: string) => calendarSpans(words, NOW).map(({ first, last }) => first ?? last);
  expect(ends("from January to March 2025")).toEqual(["2025-01-01", "2025-03-31"]);
  expect(ends("between November and February 2025")).toEqual(["2024-11-01", "2025-02-28"]);
});

test("without a clock only what says its year is read", () => {
  expect(calendarSpans("sales this month, of January and of Q2", undefined)).toEqual([]);
  expect(calendarSpans("sales of Q2 2026", undefined)).toHaveLength(1);
});

test("a day since which something was done is over", () => {
  expect(relativeDays("commits since Monday", NOW).map(({ day }) => day)).toEqual(["2026-03-09"]);
});

test("each end goes to its slot, up to the end of the last day", () => {
  const days = operationOf("/sales", { start_date: text, end_date: text, date: text });
  expect(sent("sales in March 2026", days)).toEqual({ start_date: "2026-03-01", end_date: "2026-03-31" });
  const moment = { ...text, format: "date-time" };
  expect(sent("sales in March 2026", operationOf("/sales", { since: moment, until: moment }))).toEqual({
    since: "2026-03-01T00:00:00Z",
    until: "2026-03-31T23:59:59Z",
  });
  expect(sent("sales since March 2026", operationOf("/sales", { from: text, to: text }))).toEqual({
    from: "2026-03-01",
  });
  expect(sent("sales in March 2026", operationOf("/sales/{year}/{month}", { year: whole, month: whole }))).toEqual({
    year: 2026,
    month: 3,
  });
});

test("where a list goes on and who is called are no days", () => {
  const calls = operationOf("/calls", {
    To: { ...text, description: "Only calls made to this phone number" },
    starting_after: { ...text, description: "An object ID that defines your place in the list" },
    end_time: text,
  });
  expect(sent("calls in March 2026", calls)).toEqual({ end_time: "2026-03-31" });
});
