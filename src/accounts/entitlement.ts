/** Which tier an account has at a moment, and what a payment for a tier does to it: never does one shrink it. */
import type { Row } from "../store/tables/tables.ts";
import { isSubscription, periodMs, type Subscription, SUBSCRIPTIONS } from "./tiers.ts";

/** What of an account says which tier it has when. */
export type SubscriptionRow = Pick<
  Row<"accounts">,
  "status" | "suspended_from" | "tier" | "expires_at" | "base_tier" | "next_tier" | "next_expires_at" | "tier_network"
>;

export interface Entitlement {
  readonly tier: string;
  /** Milliseconds since the epoch; null means never. */
  readonly expiresAt: number | null;
}

/** What a payment in full does: starts a tier, makes the running one longer, or becomes balance, all of it. */
export type OrderOutcome = "started" | "extended" | "credited";

export interface OrderEffect {
  readonly outcome: OrderOutcome;
  /** What changes of the account. */
  readonly changes: Partial<SubscriptionRow>;
}

/**
 * A tier that has run out leaves what the account had before: a lower one that goes on, else its base. So does one that was
 * paid on another ledger than `main`, on which the hub is paid: play money never becomes real money.
 */
export function entitlementOf(account: SubscriptionRow, now: number, main: string): Entitlement {
  const { tier, expires_at, next_tier, next_expires_at, base_tier, tier_network } = account;
  if (tier_network !== null && tier_network !== main) return { tier: base_tier, expiresAt: null };
  if (isRunning(expires_at, now)) return { tier, expiresAt: expires_at };
  if (next_tier !== null && isRunning(next_expires_at, now)) return { tier: next_tier, expiresAt: next_expires_at };
  return { tier: base_tier, expiresAt: null };
}

/** Whether nothing was ever paid for the account: the tier it waits for is not its own yet. */
export function isPending({ status, suspended_from }: SubscriptionRow): boolean {
  return status === "pending" || (status === "suspended" && suspended_from === "pending");
}

/**
 * A higher tier starts at once and an equal one is extended; what is lower, or beside a tier for ever, becomes balance.
 * @param bought `null` for an order that tops up a balance, and for one that was paid on another ledger than `main`.
 */
export function purchase(account: SubscriptionRow, bought: string | null, now: number, main: string): OrderEffect {
  const running = isPending(account) ? { tier: account.base_tier, expiresAt: null } : entitlementOf(account, now, main);
  const unchanged: OrderEffect = {
    outcome: "credited",
    // A subscription that was never paid is none: who has only paid for a balance has a balance.
    changes: isPending(account) ? { tier: account.base_tier, expires_at: null } : {},
  };
  if (bought === null || !isSubscription(bought)) return unchanged;
  if (bought === running.tier) {
    const period = periodMs(bought);
    if (running.expiresAt === null || period === undefined) return unchanged;
    const next = account.tier === bought ? {} : NO_NEXT; // Then it is what went on, and is now the highest again.
    const changes = { tier: bought, expires_at: running.expiresAt + period, tier_network: main, ...next };
    return { outcome: "extended", changes };
  }
  if (rankOf(bought) < rankOf(running.tier)) return unchanged;
  const expiresAt = endOf(bought, now);
  const outlasts = expiresAt !== null && (running.expiresAt === null || running.expiresAt > expiresAt);
  const next =
    outlasts && isSubscription(running.tier)
      ? { next_tier: running.tier, next_expires_at: running.expiresAt }
      : NO_NEXT;
  return { outcome: "started", changes: { tier: bought, expires_at: expiresAt, tier_network: main, ...next } };
}

const NO_NEXT = { next_tier: null, next_expires_at: null };

function isRunning(expiresAt: number | null, now: number): boolean {
  return expiresAt === null || expiresAt > now;
}

/** -1 for what is not a subscription. */
function rankOf(tier: string): number {
  return SUBSCRIPTIONS.indexOf(tier as Subscription); // Cheapest first, as they are listed.
}

function endOf(tier: Subscription, now: number): number | null {
  const period = periodMs(tier);
  return period === undefined ? null : now + period;
}
