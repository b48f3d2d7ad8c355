/** What a run costs: the price list and the policy of which runs are charged. */
import type { Tier } from "./actor.ts";
import { type Drops, percentOf } from "./money.ts";
import type { Work } from "./pipeline.ts";

export interface PriceList {
  /** One fresh call of each tier. */
  readonly tiers: Readonly<Record<Tier, Drops>>;
  readonly chargedTiers: ReadonlySet<Tier>;
  /** What a cached answer costs of the list price, in percent. */
  readonly cacheHitPercent: number;
}

export interface Quote {
  /** What the run costs by policy: 0n when policy does not charge for it. */
  readonly price: Drops;
  /** What it would cost if it were charged. */
  readonly listPrice: Drops;
}

/** The price of one run. It is lower when a cached answer is waiting. */
export function quote(prices: PriceList, work: Work, input: unknown, isHit: boolean): Quote {
  const fresh = prices.tiers[work.tier];
  const listPrice = isHit ? percentOf(fresh, prices.cacheHitPercent) : fresh;
  const isCharged = prices.chargedTiers.has(work.tier) && work.charged(input);
  return { price: isCharged ? listPrice : 0n, listPrice };
}
