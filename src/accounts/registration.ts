/** Opens accounts and the orders that pay for them, or an order that renews, upgrades or tops up an account. */
import { randomBytes } from "node:crypto";
import { invalidInput } from "../runtime/errors.ts";
import type { Drops } from "../runtime/money.ts";
import type { Clock } from "../runtime/world.ts";
import type { Steps, Store } from "../store/store.ts";
import { type Directory, type KeyHolder, type Networks, networkOf, standingOf } from "./directory.ts";
import { isPending, type OrderOutcome, purchase } from "./entitlement.ts";
import { keyOfOrder, type MintedKey, mintKey } from "./key.ts";
import { withFreshNames } from "./fresh-names.ts";
import { openAccount } from "./new-account.ts";
import { openOrder, type Order } from "./orders.ts";
import { type AccountTier, SUBSCRIPTION_TIERS, isSubscription } from "./tiers.ts";

export interface RegistrationRequest {
  readonly email: string;
  readonly name?: string;
  readonly tier: AccountTier;
  /** What to top up, for the tier "per_call". */
  readonly amount: Drops;
  /** The key of whoever brought the caller, as it was sent. */
  readonly referrerKey?: string;
  /** The account to renew, upgrade or top up; left out, a new one is opened. */
  readonly holder?: KeyHolder;
}

export interface Registration {
  readonly order: Order;
  readonly tier: AccountTier;
  readonly status: "active" | "pending_payment";
  readonly keyPrefix: string;
  /** What paying the order will do, as things stand. */
  readonly onPayment: OrderOutcome;
  /** The new key, shown this once; `undefined` when the account had one. */
  readonly key?: MintedKey;
}

export interface RegistrationDeps {
  readonly store: Store;
  readonly directory: Directory;
  readonly networks: Networks;
  /** The hub's root secret. */
  readonly secret: string;
  readonly orderTtlSeconds: number;
  /** The tag that payments for single calls carry. */
  readonly reservedTag: number | undefined;
  readonly clock: Clock;
}

export type Register = (request: RegistrationRequest) => Promise<Registration>;

export function createRegister(deps: RegistrationDeps): Register {
  const { store, networks, clock } = deps;
  return async (request) => {
    const referrerId = await referrerOf(request);
    return withFreshNames(() =>
      request.holder ? extend(request, request.holder, referrerId) : open(request, referrerId),
    );
  };

  function open(request: RegistrationRequest, referrerId: string | undefined): Promise<Registration> {
    const { tier } = request;
    const isFree = tier === "free_testnet";
    const orderId = newOrderId();
    const key = isFree ? mintKey("test") : keyOfOrder(deps.secret, orderId, "live");
    const now = clock.now();
    return Promise.resolve(
      store.transact(function* (): Steps<Registration> {
        const accountId = yield* openAccount({ ...request, status: isFree ? "active" : "pending" }, key, now);
        const order = yield* openOrder(
          {
            id: orderId,
            accountId,
            ...(isSubscription(tier) && { tier }),
            amount: priceOf(request),
            network: networkOf(tier, networks),
            ...(referrerId !== undefined && { referrerId }),
            ttlSeconds: deps.orderTtlSeconds,
            reservedTag: deps.reservedTag,
          },
          now,
        );
        return {
          order,
          tier,
          status: isFree ? "active" : "pending_payment",
          keyPrefix: key.prefix,
          onPayment: isSubscription(tier) ? "started" : "credited",
          key,
        };
      }),
    );
  }

  function extend(request: RegistrationRequest, holder: KeyHolder, referrerId?: string): Promise<Registration> {
    const { account, key } = holder;
    const { tier } = request;
    if (tier === "free_testnet")
      throw invalidInput("/tier", "a key that exists is renewed with a paid tier or per_call");
    if (isSubscription(tier) && !isPending(account) && holder.entitlement.tier === "enterprise")
      throw invalidInput("/tier", "this key has the tier enterprise for ever");
    const now = clock.now();
    return Promise.resolve(
      store.transact(function* (): Steps<Registration> {
        const order = yield* openOrder(
          {
            id: newOrderId(),
            accountId: account.id,
            ...(isSubscription(tier) && { tier }),
            amount: priceOf(request),
            // A balance is topped up in the money it is in; a subscription is always paid in real money.
            network: isSubscription(tier) ? networks.main : holder.network,
            ...(referrerId !== undefined && { referrerId }),
            ttlSeconds: deps.orderTtlSeconds,
            reservedTag: deps.reservedTag,
          },
          now,
        );
        const { outcome } = purchase(account, order.tier, now, networks.main);
        return { order, tier, status: "pending_payment", keyPrefix: key.prefix, onPayment: outcome };
      }),
    );
  }

  /** Whoever brought the caller; an unknown key and the caller itself count as nobody. */
  async function referrerOf({ referrerKey, email, holder }: RegistrationRequest): Promise<string | undefined> {
    const referrer = referrerKey === undefined ? undefined : await deps.directory.find(referrerKey);
    if (referrer === undefined || standingOf(referrer, clock.now()).state !== "known") return undefined;
    const isSelf = referrer.id === holder?.id || referrer.account.email === email.toLowerCase();
    return isSelf ? undefined : referrer.id;
  }
}

function priceOf({ tier, amount }: RegistrationRequest): Drops {
  if (isSubscription(tier)) return SUBSCRIPTION_TIERS[tier].price;
  return tier === "free_testnet" ? 0n : amount;
}

function newOrderId(): string {
  return `ord_${randomBytes(16).toString("hex")}`;
}
