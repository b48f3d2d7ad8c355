/** Text in the columns of a terminal. */
import { expect, test } from "bun:test";
import { fitText } from "../../src/cli/fit-text.ts";
import { formatItems } from "../../src/cli/table.ts";

test.each<[string, number, string]>([
  ["Bern", 6, "Bern  "],
  ["Bern", 3, "Be…"],
  ["北京", 6, "北京  "],
  ["北京市", 4, "北… "],
  ["a\u0301a\u0301a\u0301", 2, "a\u0301…"],
  ["👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"],
  ["😀😀", 2, "… "],
])("%p in %d columns is %p", (text, columns, shown) => {
  expect(fitText(text, columns)).toBe(shown);
});

test("columns of a table stand below each other whatever is written in them", () => {
  const items = [
    { city: "北京市", note: "a" },
    { city: "Bern", note: "b" },
  ];
  expect(formatItems(items, 40)).toBe("city    note\n──────  ────\n北京市  a\nBern    b");
  expect(formatItems([{ 城市: "北京", id: 1 }], 40)).toBe("城市  北京\nid    1");
});

test("a table of as many rows as an answer may have is shown", () => {
  const rows = Array.from({ length: 150_000 }, (_, id) => ({ id }));
  expect(formatItems(rows, 40)).toEndWith("\n149999");
});
