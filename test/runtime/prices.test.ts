import { expect, test } from "bun:test";
import { TIERS } from "../../src/runtime/actor.ts";
import { priceOfInput } from "../../src/runtime/run/prices.ts";
import { pricedAt, PRICES } from "../support/operations.ts";

test.each([
  ["standard", false, "open", 50_000n],
  ["standard", true, "open", 50_000n],
  ["enhanced", false, "charged", 120_000n],
  ["enhanced", true, "charged", 12_000n],
  ["campaign", false, "charged", 240_000n],
  ["campaign", true, "charged", 24_000n],
  ["cached", false, "open", 50_000n],
] as const)("priceOfInput() of a %s run, hit: %p, is %s, at %p for who has no call", (tier, isHit, billing, price) => {
  expect(priceOfInput(PRICES, pricedAt(tier), {}, isHit)).toEqual({ billing, price });
});

test("priceOfInput() of what is sold by the call is the price of one", () => {
  expect(priceOfInput(PRICES, { by: "call" }, {}, false)).toEqual({ billing: "keyed", price: 50_000n });
});

test("priceOfInput() asks the work whether this input is charged, and only where its tier is", () => {
  const asked: unknown[] = [];
  const charged = (input: unknown) => {
    asked.push(input);
    return (input as { enhanced: boolean }).enhanced;
  };
  expect(priceOfInput(PRICES, pricedAt("enhanced", charged), { enhanced: true }, false).billing).toBe("charged");
  expect(priceOfInput(PRICES, pricedAt("enhanced", charged), { enhanced: false }, false).billing).toBe("open");
  expect(priceOfInput(PRICES, pricedAt("standard", charged), { enhanced: true }, false).billing).toBe("open");
  expect(asked).toEqual([{ enhanced: true }, { enhanced: false }]);
});

test("priceOfInput() charges every tier when policy says so, and gives a hit at 0 percent as any free run", () => {
  const prices = { ...PRICES, chargedTiers: new Set(TIERS), cacheHitPercent: 0 };
  for (const tier of TIERS) {
    expect(priceOfInput(prices, pricedAt(tier), {}, false).price).toBe(PRICES.tiers[tier]);
    expect(priceOfInput(prices, pricedAt(tier), {}, true)).toEqual({ billing: "open", price: PRICES.call });
  }
});
