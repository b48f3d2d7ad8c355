import { describe, expect, test } from "bun:test";
import { relativeDays } from "../../../../src/dynamic-tools/words/time/relative-days.ts";

/** A Wednesday. */
const NOW = Date.UTC(2026, 2, 11, 23, 59);

describe("relativeDays()", () => {
  test.each([
    ["the rate of yesterday", ["2026-03-10"]],
    ["the day before yesterday", ["2026-03-09"]],
    ["flights on Friday", ["2026-03-13"]],
    ["next Wednesday", ["2026-03-18"]],
    ["last Monday", ["2026-03-09"]],
    ["charges of the last 7 days", ["2026-03-04", "2026-03-11"]],
    ["in 2 weeks", ["2026-03-25"]],
    ["3 days ago", ["2026-03-08"]],
    ["das Wetter übermorgen", ["2026-03-13"]],
    ["el clima de mañana", ["2026-03-12"]],
    ["el tiempo de manana", ["2026-03-12"]],
    ["o tempo de amanha", ["2026-03-12"]],
    ["che tempo fa domani", ["2026-03-12"]],
    ["vuelos el sabado", ["2026-03-14"]],
    ["from tomorrow to Friday", ["2026-03-12", "2026-03-13"]],
    ["a Sundayish todaydream", []],
  ])("%s", (text, days) => {
    expect(
      relativeDays(text, NOW)
        .toSorted((a, b) => a.start - b.start)
        .map(({ day }) => day),
    ).toEqual(days);
  });

  test("a span has a first and a last day", () => {
    expect(relativeDays("the past 2 weeks", NOW).map(({ role }) => role)).toEqual(["start", "end"]);
  });
});
