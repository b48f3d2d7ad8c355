import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { formatXrp, parseXrp, percentOf, xrpNumber } from "../../src/runtime/money.ts";

/** Less than all the XRP there is. */
const drops = fc.bigInt({ min: 0n, max: 10n ** 17n - 1n });

describe("parseXrp() and formatXrp()", () => {
  test("every amount comes back from its text", () => {
    fc.assert(fc.property(drops, (amount) => expect(parseXrp(formatXrp(amount))).toBe(amount)));
  });

  test("trailing and leading zeros change nothing", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 999_999 }), (whole, fraction) => {
        const text = `${whole}.${String(fraction).padStart(6, "0")}`;
        expect(parseXrp(text)).toBe(BigInt(whole) * 1_000_000n + BigInt(fraction));
        expect(parseXrp(`0${text}`)).toBe(parseXrp(text));
      }),
    );
  });

  test.each([
    [1n, "0.000001"],
    [120_000n, "0.12"],
    [1_000_000n, "1"],
    [10_500_000n, "10.5"],
    [0n, "0"],
    [-120_000n, "-0.12"],
  ])("writes %p drops as %p XRP", (amount, text) => {
    expect(formatXrp(amount)).toBe(text);
  });

  test.each(["", " 1", "1\n", ".5", "1.", "1.0000001", "-1", "+1", "1e3", "1,5", "0x10", "NaN", "１", "123456789012"])(
    "refuses %p",
    (text) => {
      expect(() => parseXrp(text)).toThrow(RangeError);
    },
  );
});

test("xrpNumber() is written in JSON as the very amount, never with an exponent, up to a billion XRP", () => {
  const exact = fc.bigInt({ min: 0n, max: 10n ** 15n });
  fc.assert(fc.property(exact, (amount) => expect(JSON.stringify(xrpNumber(amount))).toBe(formatXrp(amount))));
});

describe("percentOf()", () => {
  test("is within one drop above the exact part, and never more than the whole", () => {
    fc.assert(
      fc.property(drops, fc.integer({ min: 0, max: 100 }), (amount, percent) => {
        const part = percentOf(amount, percent);
        const excess = part * 100n - amount * BigInt(percent);
        expect(excess >= 0n && excess < 100n).toBeTrue();
        expect(part <= amount).toBeTrue();
        if (amount > 0n && percent > 0) expect(part > 0n).toBeTrue();
      }),
    );
  });

  test.each([
    [120_000n, 10, 12_000n],
    [1n, 10, 1n],
    [0n, 10, 0n],
    [120_000n, 0, 0n],
    [7n, 100, 7n],
  ])("of %p at %p %% is %p", (amount, percent, part) => {
    expect(percentOf(amount, percent)).toBe(part);
  });
});
