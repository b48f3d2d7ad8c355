import { expect, test } from "bun:test";
import { valuesIn } from "../../../../src/dynamic-tools/words/values/values.ts";
import { object, operationOf, sent, text, whole } from "../../sent.ts";

/** A Wednesday. */
const NOW = Date.UTC(2026, 2, 11, 12);

const found = (words: string) => valuesIn(words, () => false, NOW).map(({ kind, text: sent }) => `${kind} ${sent}`);

test.each<[string, readonly string[]]>([
  ["a meeting tomorrow at 15:00", ["date 2026-03-12T15:00:00Z"]],
  ["a meeting on 2026-05-04, 9:30 am", ["date 2026-05-04T09:30:00Z"]],
  ["a meeting at 3pm on Friday", ["date 2026-03-13T15:00:00Z"]],
  ["ein Treffen morgen um 15 Uhr", ["date 2026-03-12T15:00:00Z"]],
  ["ein Treffen um 9.30 Uhr am Freitag", ["date 2026-03-13T09:30:00Z"]],
  ["une réunion demain à 15h30", ["date 2026-03-12T15:30:00Z"]],
  ["una reunión mañana a las 17:45", ["date 2026-03-12T17:45:00Z"]],
  ["a room tomorrow from 10:00 to 11:30", ["date 2026-03-12T10:00:00Z", "date 2026-03-12T11:30:00Z"]],
  ["from Thursday 9 am to Friday 5 pm", ["date 2026-03-12T09:00:00Z", "date 2026-03-13T17:00:00Z"]],
  ["a meeting tomorrow at 10 for 30 people", ["date 2026-03-12T10:00:00Z", "number 30"]],
  ["a meeting at 9 on Friday", ["date 2026-03-13T09:00:00Z"]],
  ["ein Treffen morgen um 14", ["date 2026-03-12T14:00:00Z"]],
  ["una reunión mañana a las 10", ["date 2026-03-12T10:00:00Z"]],
  // In the morning or in the afternoon, who knows.
  ["a meeting tomorrow at 3", ["date 2026-03-12", "number 3"]],
  ["50 shares at 10 %, tomorrow", ["number 50", "percent 10", "date 2026-03-12"]],
  ["shares at 10", ["number 10"]],
  ["un film de 1h30", ["id 1h30"]],
  ["wake me at 07:15", ["time 07:15"]],
  ["noon is 12 pm, midnight 12 am", ["time 12:00", "time 00:00"]],
  ["the verse 3:16", ["number 3", "number 16"]],
  ["at 25:00", ["number 25", "number 00"]],
  ["the host fe80:10:20::1", ["ip fe80:10:20::1"]],
])("%s", (words, values) => {
  expect(found(words)).toEqual([...values]);
});

test("what is moved to a moment begins then", () => {
  const time = { ...text, format: "date-time" };
  const update = operationOf("/meetings", {}, object({ end_time: time, start_time: time }));
  expect(sent("move the meeting to 2026-03-12 at 15:00", update).body).toEqual({ start_time: "2026-03-12T15:00:00Z" });
  expect(sent("change the meeting to last from 2026-03-12 at 15:00 to 2026-03-13 at 15:00", update).body).toEqual({
    start_time: "2026-03-12T15:00:00Z",
    end_time: "2026-03-13T15:00:00Z",
  });
});

test("an hour is a part of its day, and no number of something else", () => {
  const start = { ...text, format: "date-time" };
  const meetings = operationOf("/meetings", {}, object({ start_time: start, duration: whole, number: text }));
  expect(sent("create a meeting at 15:00 on 2026-03-12", meetings).body).toEqual({
    start_time: "2026-03-12T15:00:00Z",
  });
  const alarms = operationOf("/alarms", {}, object({ time: text, number: text }));
  expect(sent("set an alarm at 07:15", alarms).body).toEqual({ time: "07:15" });
});
