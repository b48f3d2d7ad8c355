/** An actor as the operator sees it. */
import { xrpNumber } from "../runtime/money.ts";
import type { PriceList } from "../runtime/run/prices.ts";
import type { ServedActor } from "../runtime/actors/registry.ts";

export interface OperatorActorFacts {
  readonly prices: PriceList;
  /** How strong the fence is; `undefined` where nobody has looked for one. */
  readonly strength: string | undefined;
  /** Why and since when it is switched off, in milliseconds since the epoch; `undefined` where it is on. */
  readonly off: { readonly reason: string; readonly since: number } | undefined;
}

export function operatorActor({ actor, placement }: ServedActor, { prices, strength, off }: OperatorActorFacts) {
  const { tier } = actor.price;
  return {
    slug: actor.slug,
    version: actor.version,
    level: placement.level,
    fence: placement.fenced === undefined ? null : (strength ?? "none"),
    fault: placement.fenced?.fault()?.message ?? null,
    tier,
    price_xrp: xrpNumber(prices.tiers[tier]),
    cache_ttl_seconds: actor.cacheTtlSeconds,
    disabled: off === undefined ? null : { reason: off.reason, since: new Date(off.since).toISOString() },
  };
}
