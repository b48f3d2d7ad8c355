/** The price list, as the settings say. */
import type { PriceList } from "../../runtime/run/prices.ts";
import type { Config } from "./config.ts";

export function priceList(config: Config): PriceList {
  return {
    tiers: {
      standard: config.PRICE_STANDARD_XRP,
      enhanced: config.PRICE_ENHANCED_XRP,
      campaign: config.PRICE_CAMPAIGN_XRP,
      cached: config.PRICE_CACHED_XRP,
    },
    call: config.PRICE_CALL_XRP,
    chargedTiers: config.CHARGED_TIERS,
    cacheHitPercent: config.CACHE_HIT_PRICE_PERCENT,
  };
}
