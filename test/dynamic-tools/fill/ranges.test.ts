/** Ranges: both ends in one slot, or each in its own. */
import { expect, test } from "bun:test";
import { operationOf, sent, text } from "../sent.ts";

const range = (description: string) => ({ ...text, description });

test.each([
  ["motorcycles between 5000 and 10000 dollars", { price_range: "5000-10000" }],
  ["motorcycles with miles between 100 and 2000", { miles_range: "100..2000" }],
  ["motorcycles under 10000 dollars", {}],
])("%s", (words, expected) => {
  const search = operationOf("/motorcycles", {
    price_range: range("Format min-max, e.g. 1000-5000"),
    miles_range: range("Miles, e.g. 1..500"),
  });
  expect(sent(words, search)).toEqual(expected);
});

test("of several bounds those of what is spoken of", () => {
  const totals = operationOf("/totals", { min_debts: text, max_debts: text, min_receipts: text, max_receipts: text });
  expect(sent("totals with receipts between 1000000 and 5000000", totals)).toEqual({
    min_receipts: "1000000",
    max_receipts: "5000000",
  });
});
