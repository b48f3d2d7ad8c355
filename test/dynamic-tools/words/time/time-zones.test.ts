/** Hours of a zone that was said are read in it, or left out: never taken as UTC. */
import { expect, test } from "bun:test";
import { valuesIn } from "../../../../src/dynamic-tools/words/values/values.ts";
import { object, operationOf, sent, text } from "../../sent.ts";

/** A Wednesday. */
const NOW = Date.UTC(2026, 2, 11, 12);

const found = (words: string) => valuesIn(words, () => false, NOW).map(({ kind, text: sent }) => `${kind} ${sent}`);

test.each<[string, readonly string[]]>([
  ["a meeting on 2026-05-04 at 15:00:30", ["date 2026-05-04T15:00:30Z"]],
  ["wake me at 07:15:09", ["time 07:15:09"]],
  ["a meeting tomorrow at 3pm EST", ["date 2026-03-12T20:00:00Z"]],
  ["a meeting on 2026-05-04 at 15:00 Berlin time", ["date 2026-05-04T13:00:00Z"]],
  ["a meeting on 2026-12-04 at 15:00 Berlin time", ["date 2026-12-04T14:00:00Z"]],
  ["ein Treffen morgen um 15 Uhr Berliner Zeit", ["date 2026-03-12T14:00:00Z"]],
  ["una reunión mañana a las 17:45 hora de Madrid", ["date 2026-03-12T16:45:00Z"]],
  ["a meeting at 9 am ET on 2026-07-01", ["date 2026-07-01T13:00:00Z"]],
  ["a meeting at 3pm on Friday, New York time", ["date 2026-03-13T19:00:00Z"]],
  ["a meeting on 2026-05-04 at 15:00 (Europe/Berlin)", ["date 2026-05-04T13:00:00Z"]],
  ["a meeting tomorrow at 15:00 UTC+2", ["date 2026-03-12T13:00:00Z"]],
  ["a meeting tomorrow at 15:00+05:30", ["date 2026-03-12T09:30:00Z"]],
  ["tomorrow from 10:00 to 11:30 CET", ["date 2026-03-12T09:00:00Z", "date 2026-03-12T10:30:00Z"]],
  // Several zones are called so; without a day no hour can be told.
  ["a meeting tomorrow at 5pm IST", ["date 2026-03-12"]],
  ["a meeting tomorrow at 5pm local time", ["date 2026-03-12"]],
  ["wake me at 07:15 PST", []],
  ["wake me at 07:15 UTC", ["time 07:15"]],
  ["a meeting tomorrow at 3pm in Berlin", ["date 2026-03-12T15:00:00Z", "name Berlin"]],
])("%s", (words, values) => {
  expect(found(words)).toEqual([...values]);
});

test("a moment is no time zone", () => {
  const meetings = operationOf("/meetings", {}, object({ end: object({ timeZone: text }), time_zone: text }));
  expect(sent("create a meeting on 2026-05-04 at 15:00", meetings)).toEqual({});
});
