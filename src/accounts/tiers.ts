/** The subscription tiers of the specification. -1 calls a day means unlimited. */
import type { Drops } from "../runtime/money.ts";

export interface SubscriptionTier {
  readonly price: Drops;
  readonly fiat: number;
  readonly callsPerDay: number;
  readonly period: "monthly" | "yearly" | "lifetime";
}

export const SUBSCRIPTION_TIERS = {
  basic: { price: 10_000_000n, fiat: 9.99, callsPerDay: 300, period: "monthly" },
  pro: { price: 30_000_000n, fiat: 29.99, callsPerDay: 1000, period: "yearly" },
  enterprise: { price: 100_000_000n, fiat: 99.99, callsPerDay: -1, period: "lifetime" },
} as const satisfies Record<string, SubscriptionTier>;
