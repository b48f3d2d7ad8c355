import { expect, test } from "bun:test";
import { array, assert, constant, constantFrom, integer, oneof, property, record } from "fast-check";
import { DAY_MS } from "../../src/runtime/day.ts";
import { entitlementOf, purchase, type SubscriptionRow } from "../../src/accounts/entitlement.ts";
import { SUBSCRIPTIONS } from "../../src/accounts/tiers.ts";

const START: SubscriptionRow = {
  status: "active",
  suspended_from: null,
  tier: "per_call",
  expires_at: null,
  base_tier: "per_call",
  next_tier: null,
  next_expires_at: null,
  tier_network: null,
};
const MAIN = "xrpl:0";

const STEP = oneof(
  record({ kind: constant("buy" as const), tier: constantFrom(...SUBSCRIPTIONS, null) }),
  record({ kind: constant("wait" as const), days: integer({ min: 1, max: 500 }) }),
);

/** How high the tier of an account is at a moment. */
const rank = (account: SubscriptionRow, at: number) =>
  SUBSCRIPTIONS.indexOf(entitlementOf(account, at, MAIN).tier as (typeof SUBSCRIPTIONS)[number]);

test("no purchase makes the tier lower at any moment to come, and what becomes balance changes nothing", () => {
  assert(
    property(constantFrom("per_call", "free_testnet"), array(STEP, { maxLength: 20 }), (base, steps) => {
      let account: SubscriptionRow = { ...START, tier: base, base_tier: base };
      let now = 0;
      for (const step of steps) {
        if (step.kind === "wait") {
          now += step.days * DAY_MS;
          continue;
        }
        const { outcome, changes } = purchase(account, step.tier, now, MAIN);
        const after = { ...account, ...changes };
        // Beyond twenty years of pro, and often enough to see a month.
        const ranks = Array.from({ length: 300 }, (_, each) => now + each * 25 * DAY_MS).map((at) => [
          rank(account, at),
          rank(after, at),
        ]);
        expect(ranks.every(([before = 0, then = 0]) => then >= before)).toBe(true);
        if (outcome === "credited") expect(ranks.every(([before, then]) => then === before)).toBe(true);
        else expect(ranks.some(([before = 0, then = 0]) => then > before)).toBe(true);
        account = after;
      }
    }),
    {
      numRuns: 300,
      examples: [["per_call", Array.from({ length: 20 }, () => ({ kind: "buy" as const, tier: "pro" as const }))]],
    },
  );
});

test("thirteen months of basic go on behind a year of pro, and then the free tier", () => {
  let account: SubscriptionRow = { ...START, tier: "free_testnet", base_tier: "free_testnet" };
  for (let month = 0; month < 13; month++) account = { ...account, ...purchase(account, "basic", 0, MAIN).changes };
  const started = purchase(account, "pro", 0, MAIN);
  account = { ...account, ...started.changes };
  expect(started.outcome).toBe("started");
  const tierAt = (day: number) => entitlementOf(account, day * DAY_MS, MAIN).tier;
  expect([tierAt(0), tierAt(364), tierAt(365), tierAt(389), tierAt(390)]).toEqual([
    "pro",
    "pro",
    "basic",
    "basic",
    "free_testnet",
  ]);
});
