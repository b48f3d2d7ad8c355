import { describe, expect, test } from "bun:test";
import { yearlessDays } from "../../../../src/dynamic-tools/words/time/yearless-days.ts";

const NOW = Date.UTC(2026, 10, 26, 12);

describe("yearlessDays()", () => {
  test.each([
    ["commits since 2 november", ["2026-11-02"]],
    ["payments from 3 march to 9 april", ["2026-03-03", "2026-04-09"]],
    ["messages after november 1st in channel x", ["2026-11-01"]],
    ["since 30 december", ["2025-12-30"]],
    ["flights on March 3rd", ["2027-03-03"]],
    ['add "Dentist" to my calendar on march 3rd', ["2027-03-03"]],
    ["add the expense of march 3rd", ["2026-03-03"]],
    ["due 26 november", ["2026-11-26"]],
    ["from December 20th to January 5th", ["2026-12-20", "2027-01-05"]],
    ["am 3. März", ["2026-03-03"]],
    ["el 3 de marzo", ["2026-03-03"]],
    ["31 june", []],
    ["march 3 2025", []],
    ["may 5 users vote", []],
    ["top 5 march madness", []],
  ])("%s", (text, days) => {
    expect(yearlessDays(text, NOW).map(({ day }) => day)).toEqual(days);
  });
});
