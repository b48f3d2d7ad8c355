/** Dates as pages write them, in whatever zone the hub runs. */
import { expect, test } from "bun:test";
import { isoDate } from "../../src/page/metadata/dates.ts";

const SAID: readonly (readonly [said: string, date: string | null])[] = [
  ["2024-04-02T23:38:32Z", "2024-04-02T23:38:32Z"],
  ["20240402", "2024-04-02"],
  ["20240402T233832Z", "2024-04-02T23:38:32Z"],
  // Seconds and milliseconds: their first eight digits may be a day of the 18th century.
  ["1712101112", "2024-04-02T23:38:32Z"],
  ["1712101112000", "2024-04-02T23:38:32Z"],
  ["1700000000", "2023-11-14T22:13:20Z"],
  ["05-Jan-2024", "2024-01-05"],
  ["05-Jan-2024 10:00", "2024-01-05T10:00:00"],
  ["Jan-05-2024 10:00", "2024-01-05T10:00:00"],
  ["5 Jan 2024 10:00:00 +0200", "2024-01-05T08:00:00Z"],
  ["Jan 5, 2024 10:00 PM EST", "2024-01-06T03:00:00Z"],
  ["Fri Jan 05 2024 10:00:00 GMT+0100", "2024-01-05T09:00:00Z"],
  ["01/02/2024", null],
  // Half a day is easily lost.
  ["2024-05-28 03:15 PM", "2024-05-28T15:15:00"],
  ["2024-05-28 12:15 AM", "2024-05-28T00:15:00"],
  ["2024-05-28 12:15 p.m.", "2024-05-28T12:15:00"],
  ["2024/5/28 3:15 pm", "2024-05-28T15:15:00"],
  ["2024년 5월 28일 오후 3:15", "2024-05-28T15:15:00"],
  ["2004年5月28日 下午3:15", "2004-05-28T15:15:00"],
  ["2004年5月28日 午前9:15", "2004-05-28T09:15:00"],
  ["28.5.2024, 3:15 PM", "2024-05-28T15:15:00"],
  ["2024-05-28 15:15", "2024-05-28T15:15:00"],
];

test.each(["UTC", "Pacific/Auckland", "America/Los_Angeles"])("dates of pages are the same in %s", (zone) => {
  const before = process.env["TZ"];
  try {
    process.env["TZ"] = zone;
    expect(SAID.map(([said]) => [said, isoDate(said)])).toEqual(SAID.map((each) => [...each]));
  } finally {
    process.env["TZ"] = before ?? "UTC"; // As tests run.
    if (before === undefined) delete process.env["TZ"];
  }
});
