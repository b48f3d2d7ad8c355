import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { plainText } from "../../src/text/plain-text.ts";

describe("plainText() keeps", () => {
  test.each([
    ["emoji of several", "👩‍👩‍👧‍👦 🏳️‍🌈 👨🏽‍💻 ❤️‍🔥"],
    ["emoji in colour and keycaps", "❤️ ☺︎ 1️⃣ #️⃣"],
    ["flags of regions and of countries", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 🇨🇭"],
    ["letters of Persian that do not join", "می\u200cخواهم"],
    ["letters of Hindi and Malayalam that do", "क्\u200dष ന്\u200dമ"],
    ["right-to-left and Chinese text", "שלום، مرحبا 東京"],
  ])("%s", (_what, text) => {
    expect(plainText(text)).toBe(text);
  });
});

describe("plainText() takes out", () => {
  test.each([
    ["joiners that join nothing", "pay\u200dpal a\u200cb \u200d", "paypal ab "],
    [
      "joiners at the end of a word, and more than one",
      "می\u200c می\u200c\u200cخ 👩\u200d 👩\u200d\u200d👧",
      "می میخ 👩 👩👧",
    ],
    ["variants of letters", "a\ufe0f\ufe0e b\ufe01", "a b"],
    ["tags that are no flag", "hi\u{e0041}\u{e0042} 🏴\u{e0067}\u{e0062} \u{e0100}", "hi 🏴 "],
    ["marks of direction and fillers", "\u202ea\u2066b\u200e\ufeffc\u3164", "abc"],
  ])("%s", (_what, text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  test("nothing from what it gave", () => {
    const unit = fc.constantFrom(
      "a",
      "1",
      "م",
      "क",
      "👩",
      "🏽",
      "❤",
      "🏴",
      "\u200d",
      "\u200c",
      "\ufe0f",
      "\u{e0067}",
      "\u{e007f}",
      " ",
      "\ud83d",
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        const once = plainText(text);
        expect(plainText(once)).toBe(once);
      }),
      { numRuns: 5000 },
    );
  });
});
