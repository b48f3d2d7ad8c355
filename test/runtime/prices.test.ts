import { expect, test } from "bun:test";
import { TIERS } from "../../src/runtime/actor.ts";
import { quote } from "../../src/runtime/prices.ts";
import { PRICES, workOf } from "../support/works.ts";

test.each([
  ["standard", false, 0n, 120_000n],
  ["standard", true, 0n, 12_000n],
  ["enhanced", false, 120_000n, 120_000n],
  ["enhanced", true, 12_000n, 12_000n],
  ["campaign", false, 240_000n, 240_000n],
  ["campaign", true, 24_000n, 24_000n],
  ["cached", false, 0n, 12_000n],
  ["cached", true, 0n, 1_200n],
] as const)("quote() of a %s run, hit: %p, is %p by policy and %p in the list", (tier, isHit, price, listPrice) => {
  expect(quote(PRICES, workOf({ tier }), {}, isHit)).toEqual({ price, listPrice });
});

test("quote() asks the work whether this input is charged, and only where its tier is", () => {
  const asked: unknown[] = [];
  const charged = (input: unknown) => {
    asked.push(input);
    return (input as { enhanced: boolean }).enhanced;
  };
  expect(quote(PRICES, workOf({ tier: "enhanced", charged }), { enhanced: true }, false).price).toBe(120_000n);
  expect(quote(PRICES, workOf({ tier: "enhanced", charged }), { enhanced: false }, false).price).toBe(0n);
  expect(quote(PRICES, workOf({ tier: "standard", charged }), { enhanced: true }, false).price).toBe(0n);
  expect(asked).toEqual([{ enhanced: true }, { enhanced: false }]);
});

test("quote() charges every tier when policy says so, and nothing for a hit at 0 percent", () => {
  const prices = { ...PRICES, chargedTiers: new Set(TIERS), cacheHitPercent: 0 };
  for (const tier of TIERS) {
    expect(quote(prices, workOf({ tier }), {}, false).price).toBe(PRICES.tiers[tier]);
    expect(quote(prices, workOf({ tier }), {}, true).price).toBe(0n);
  }
});
