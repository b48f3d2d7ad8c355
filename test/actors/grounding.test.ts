/** What a model wrote, held against its source: an honest answer stands, whatever script and country it is written for. */
import { describe, expect, test } from "bun:test";
import { quoteFinder, strangeNumbers } from "../../actors/_shared/model/grounding.ts";

describe("strangeNumbers() knows", () => {
  test.each([
    ["one of a list of years", "In 2024 it rose.", "It rose in 2023, 2024 and 2025."],
    ["a number behind a year", "4,200 tonnes", "In 2025, 4,200 tonnes were cut."],
    ["one of a row of numbers", "The second is 15.", "12 15 18"],
    ["years without blanks", "2024", "2023,2024,2025"],
    ["the year of a date", "March 10, 2025", "am 10.03.2025"],
    ["groups by blanks", "10 000 and 2,500", "10000 and 2 500"],
    ["groups by an apostrophe", "1,234,567", "1’234’567 Fr."],
    ["a decimal comma", "1,234.5", "1 234,50"],
    ["Arabic digits", "4200 and 12.5 %", "بلغت ٤٬٢٠٠ طن، و١٢٫٥٪"],
    ["Persian digits, told in Arabic ones", "۱۳۹۵", "١٣٩٥"],
    ["Devanagari digits", "2024", "२०२४ में"],
    ["Thai digits", "๒๕๖๗", "พ.ศ. 2567"],
    ["wide digits", "１２３", "123"],
    ["a year before a count", "In 2024 300 came.", "300 came in 2024."],
    ["what a list counts", "The 3 points", "The points"],
  ])("%s", (_, told, source) => {
    expect(strangeNumbers(told, [source])).toEqual([]);
  });
});

describe("strangeNumbers() finds", () => {
  test.each([
    ["a number of its own", "705,600 euros", "4,200 tonnes at 168 euros", ["705,600"]],
    ["one of several", "In 2024, 17 came.", "It was 2024.", ["17"]],
    ["one behind a known one", "In 2024 300 came.", "It was 2024.", ["2024 300"]],
    ["other digits", "٩٩ طن", "42 tonnes", ["99"]],
    ["another order", "4,300", "4,200 and 300", ["4,300"]],
    ["a fraction of its own", "4.25", "4 and 25", ["4.25"]],
  ])("%s", (_, told, source, strange) => {
    expect(strangeNumbers(told, [source])).toEqual(strange);
  });
});

describe("quoteFinder()", () => {
  test.each([
    ["a sentence", "The harvest was large.", true],
    ["a word", "harvest", false],
    ["a sentence of Han characters", "收成增加了两成。", true],
    ["a word of Han characters", "收成", false],
    ["what stands nowhere", "The harvest was small.", false],
  ])("%s: %p is %p", (_, quote, stands) => {
    expect(quoteFinder("The harvest was large. 今年收成增加了两成。")(quote)).toBe(stands);
  });
});
