import { expect, test } from "bun:test";
import { textOfJson } from "../../src/text/json-string.ts";

const LONG = 100_000;

test.each([
  ["letters", "some text "],
  ["escapes of one letter", '\n\t"\\'],
  ["escapes of a code", "\u0001\u001f"],
  ["characters of two bytes", "é"],
  ["characters of three bytes", "€"],
  ["characters of four bytes", "\u{1f600}"],
  ["all of them", 'a\\"\u0001é€\u{1f600}\n'],
])("a long text of %s is the one that was written, wherever it is parted", (_, piece) => {
  for (const before of ["", "x", "xy", "xyz"]) {
    const text = before + piece.repeat(LONG / piece.length);
    expect(textOfJson(Buffer.from(JSON.stringify(text))) === text).toBe(true);
  }
});

test("pairs that are escaped are put together again", () => {
  for (const before of ["", "x", "xy", "xyz", "wxyz", "vwxyz"]) {
    const json = `"${before}${"\\ud83d\\ude00".repeat(LONG / 12)}"`;
    expect(textOfJson(Buffer.from(json)) === JSON.parse(json)).toBe(true);
  }
});

test("halves of pairs stay what they are", () => {
  const json = `"${"\\ud83d".repeat(LONG / 6)}"`;
  expect(textOfJson(Buffer.from(json)) === JSON.parse(json)).toBe(true);
});

test("a short text, and none", () => {
  for (const text of ["", "a", "\n", "\u{1f600}"]) expect(textOfJson(Buffer.from(JSON.stringify(text)))).toBe(text);
});

test("what it is read from is given back before it is whole", () => {
  const json = Buffer.from(JSON.stringify("x".repeat(LONG)));
  expect(textOfJson(json, () => json.fill(0))).toBe("x".repeat(LONG));
});
