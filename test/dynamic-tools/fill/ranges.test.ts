/** Ranges: both ends in one slot, or each in its own. */
import { expect, test } from "bun:test";
import { readOperation } from "../../../src/proxy/request/operation.ts";
import { constantsFor, operationOf, sent, text, whole } from "../sent.ts";

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

test("both ends that one parameter takes as an object, as seconds where it says nothing else", () => {
  const bounds = { type: "object", properties: { gt: whole, gte: whole, lt: whole, lte: whole } };
  const created = { name: "created", in: "query", style: "deepObject", explode: true, schema: bounds };
  const due = { ...created, name: "due_date" };
  const charges = readOperation(
    { slug: "s", method: "GET", path: "/charges", baseUrl: "https://api.example.com" },
    { paths: { "/charges": { get: { parameters: [created, due], responses: {} } } } },
  );
  const params = (words: string) => constantsFor(words, charges, new Set(["charges"])).params;

  expect(params("charges since 2024-09-01")).toEqual({ created: { gte: 1_725_148_800 } });
  expect(params("charges created after 2024-09-01")).toEqual({ created: { gt: 1_725_148_800 } });
  expect(params("charges between 2024-01-01 and 2024-02-01")).toEqual({
    created: { gte: 1_704_067_200, lte: 1_706_745_600 },
  });
  expect(params("charges that are due before 2024-02-01")).toEqual({ due_date: { lt: 1_706_745_600 } });
  expect(params("charges updated since 2024-09-01")).toEqual({});
});
