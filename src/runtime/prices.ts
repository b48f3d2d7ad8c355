/** What a run costs: the price list and the policy of which runs are charged. */
import type { Tier } from "./actor.ts";
import { type Drops, percentOf } from "./money.ts";
import type { Work } from "./pipeline.ts";

export interface PriceList {
  /** One fresh call of each tier. */
  readonly tiers: Readonly<Record<Tier, Drops>>;
  /** One call of a protected endpoint. */
  readonly call: Drops;
  readonly chargedTiers: ReadonlySet<Tier>;
  /** What a cached answer costs of the list price, in percent. */
  readonly cacheHitPercent: number;
}

/** The price of one run: 0n when policy does not charge for it, and less when a cached answer is waiting. */
export function quote(prices: PriceList, work: Work, input: unknown, isHit: boolean): Drops {
  if (!prices.chargedTiers.has(work.tier) || !work.charged(input)) return 0n;
  const list = prices.tiers[work.tier];
  return isHit ? percentOf(list, prices.cacheHitPercent) : list;
}
