import { describe, expect, test } from "bun:test";
import { changeInParts, GrowingText } from "../../src/text/parts.ts";

const PART = 64 * 1024;
const behindBlank = (text: string, at: number) => text[at - 1] === " ";

describe("changeInParts()", () => {
  test("changes a long text part by part, and parts it nowhere else", () => {
    const parts: string[] = [];
    const text = "four ".repeat(100_000);
    const changed = changeInParts(text, behindBlank, (part) => {
      parts.push(part);
      return part.toUpperCase();
    });
    expect(changed).toBe(text.toUpperCase());
    expect(parts.join("")).toBe(text);
    expect(parts.length).toBeGreaterThan(5);
    for (const part of parts) expect([part.endsWith(" "), part.length < PART + 5]).toEqual([true, true]);
  });

  test("leaves whole what is short, or can be parted nowhere near", () => {
    for (const text of ["", "a b", "x".repeat(4 * PART)]) {
      const parts: string[] = [];
      changeInParts(text, behindBlank, (part) => {
        parts.push(part);
        return part;
      });
      expect(parts.map(({ length }) => length)).toEqual([text.length]);
    }
  });
});

test("GrowingText is what was added to it", () => {
  const text = new GrowingText();
  for (let count = 0; count < 3_000; count++) text.add("é€\ud83d\ude00 and so on ".repeat(3));
  expect(text.end()).toBe("é€\ud83d\ude00 and so on ".repeat(9_000));
  expect(new GrowingText().end()).toBe("");
});
