/** What a run costs: the price list and the policy of which runs are charged. */
import type { Tier } from "../actor.ts";
import { type Drops, percentOf } from "../money.ts";
import type { Billing } from "../ports/accounts.ts";
import type { Pricing } from "./operation.ts";
import type { Run } from "./run.ts";

export interface PriceList {
  /** One fresh call of each tier. */
  readonly tiers: Readonly<Record<Tier, Drops>>;
  /** One call of anything that is sold by the call. */
  readonly call: Drops;
  readonly chargedTiers: ReadonlySet<Tier>;
  /** What a cached answer costs of the list price, in percent. */
  readonly cacheHitPercent: number;
}

export interface RunPrice {
  readonly billing: Billing;
  /** What it costs whoever has no call to spend on it. */
  readonly price: Drops;
}

/** What this run costs, wherever it has got to: the one place that a price comes from, be it quoted or taken. */
export function priceOfRun(
  prices: PriceList,
  { operation, input, hit }: Pick<Run, "operation" | "input" | "hit">,
): RunPrice {
  return priceOfInput(prices, operation.pricing, input, hit !== undefined);
}

/** Whether whoever has a key has it for nothing, so that nothing is kept of what a stranger brings for it. */
export function isFreeWithKey({ operation: { pricing }, input }: Pick<Run, "operation" | "input">): boolean {
  return pricing.by === "call" && pricing.isFree?.(input) === true;
}

/** The price of one run. It is lower when a cached answer is waiting. */
export function priceOfInput(prices: PriceList, pricing: Pricing, input: unknown, isHit: boolean): RunPrice {
  if (pricing.by === "call") return { billing: pricing.isFree?.(input) ? "free" : "keyed", price: prices.call };
  if (!prices.chargedTiers.has(pricing.tier) || !pricing.charged(input)) return { billing: "open", price: prices.call };
  const fresh = prices.tiers[pricing.tier];
  const price = isHit ? percentOf(fresh, prices.cacheHitPercent) : fresh;
  // What costs nothing cannot be sold: no ledger moves zero, and no balance covers it.
  return price === 0n ? { billing: "open", price: prices.call } : { billing: "charged", price };
}
