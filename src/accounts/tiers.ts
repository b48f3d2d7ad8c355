/** The tiers of accounts. -1 calls a day means unlimited. */
import type { Drops } from "../runtime/money.ts";
import { DAY_MS } from "../runtime/day.ts";

export interface SubscriptionTier {
  readonly price: Drops;
  readonly fiat: number;
  readonly callsPerDay: number;
  readonly period: "monthly" | "yearly" | "lifetime";
}

/** The tiers that are sold, as the specification lists them. */
export const SUBSCRIPTION_TIERS = {
  basic: { price: 10_000_000n, fiat: 9.99, callsPerDay: 300, period: "monthly" },
  pro: { price: 30_000_000n, fiat: 29.99, callsPerDay: 1000, period: "yearly" },
  enterprise: { price: 100_000_000n, fiat: 99.99, callsPerDay: -1, period: "lifetime" },
} as const satisfies Record<string, SubscriptionTier>;

export type Subscription = keyof typeof SUBSCRIPTION_TIERS;
export const SUBSCRIPTIONS = Object.keys(SUBSCRIPTION_TIERS) as readonly Subscription[];

export type AccountTier = Subscription | "free_testnet" | "per_call";
export const ACCOUNT_TIERS: readonly AccountTier[] = ["free_testnet", "per_call", ...SUBSCRIPTIONS];

interface TierRights {
  readonly callsPerDay: number;
  /** Whether a daily call pays for a charged run, too. */
  readonly spendsCallsOnRuns: boolean;
}

/** What an account of a tier may do. `tier` comes from the store, where only tiers are written. */
export function rightsOf(tier: string): TierRights {
  if (tier === "free_testnet") return { callsPerDay: 300, spendsCallsOnRuns: false };
  if (isSubscription(tier)) return { callsPerDay: SUBSCRIPTION_TIERS[tier].callsPerDay, spendsCallsOnRuns: true };
  return { callsPerDay: 0, spendsCallsOnRuns: false };
}

export function isSubscription(tier: string): tier is Subscription {
  return Object.hasOwn(SUBSCRIPTION_TIERS, tier);
}

/** How long a paid period lasts, in milliseconds; `undefined` means for ever. */
export function periodMs(tier: Subscription): number | undefined {
  switch (SUBSCRIPTION_TIERS[tier].period) {
    case "monthly":
      return 30 * DAY_MS;
    case "yearly":
      return 365 * DAY_MS;
    case "lifetime":
      return undefined;
  }
}
