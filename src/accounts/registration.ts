/** Opens accounts and the orders that pay for them, or an order that renews, upgrades or tops up an account. */
import { invalidInput } from "../runtime/errors.ts";
import type { Drops } from "../runtime/money.ts";
import type { Clock } from "../runtime/world.ts";
import type { Steps, Store } from "../store/store.ts";
import { type Directory, type KeyHolder, type Networks, networkOf, standingOf } from "./directory.ts";
import { isPending, type OrderOutcome, purchase } from "./entitlement.ts";
import { keyOfOrder, type MintedKey, mintKey } from "./key.ts";
import { withFreshNames } from "./fresh-names.ts";
import { openAccount } from "./new-account.ts";
import { newOrderId, openOrder, type Order, type OrderSettings } from "./orders.ts";
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

export interface RegistrationDeps extends OrderSettings {
  readonly store: Store;
  readonly directory: Directory;
  readonly networks: Networks;
  /** The hub's root secret. */
  readonly secret: string;
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

  async function open(request: RegistrationRequest, referrerId: string | undefined): Promise<Registration> {
    const { tier } = request;
    const isFree = tier === "free_testnet";
    const id = newOrderId();
    const key = isFree ? mintKey("test") : keyOfOrder(deps.secret, id, "live");
    const now = clock.now();
    return store.transact(function* (): Steps<Registration> {
      const accountId = yield* openAccount({ ...request, status: isFree ? "active" : "pending" }, key, now);
      const network = networkOf(tier, networks);
      const order = yield* openOrder({ ...soldBy(request), id, accountId, network, referrerId }, deps, now);
      return {
        order,
        tier,
        status: isFree ? "active" : "pending_payment",
        keyPrefix: key.prefix,
        onPayment: isSubscription(tier) ? "started" : "credited",
        key,
      };
    });
  }

  async function extend(request: RegistrationRequest, holder: KeyHolder, referrerId?: string): Promise<Registration> {
    const { account, key } = holder;
    const { tier } = request;
    if (tier === "free_testnet")
      throw invalidInput("/tier", "a key that exists is renewed with a paid tier or per_call");
    if (isSubscription(tier) && !isPending(account) && holder.entitlement.tier === "enterprise")
      throw invalidInput("/tier", "this key has the tier enterprise for ever");
    const now = clock.now();
    return store.transact(function* (): Steps<Registration> {
      const [id, accountId] = [newOrderId(), account.id];
      // A balance is topped up in the money it is in; a subscription is always paid in real money.
      const network = isSubscription(tier) ? networks.main : holder.network;
      const order = yield* openOrder({ ...soldBy(request), id, accountId, network, referrerId }, deps, now);
      const { outcome } = purchase(account, order.tier, now, networks.main);
      return { order, tier, status: "pending_payment", keyPrefix: key.prefix, onPayment: outcome };
    });
  }

  /** Whoever brought the caller; an unknown key and the caller itself count as nobody. */
  async function referrerOf({ referrerKey, email, holder }: RegistrationRequest): Promise<string | undefined> {
    const referrer = referrerKey === undefined ? undefined : await deps.directory.find(referrerKey);
    if (referrer === undefined || standingOf(referrer, clock.now()).state !== "known") return undefined;
    const isSelf = referrer.id === holder?.id || referrer.account.email === email.toLowerCase();
    return isSelf ? undefined : referrer.id;
  }
}

/** What an order is for, and what it costs. */
function soldBy({ tier, amount }: RegistrationRequest): { readonly tier?: string; readonly amount: Drops } {
  if (isSubscription(tier)) return { tier, amount: SUBSCRIPTION_TIERS[tier].price };
  return { amount: tier === "free_testnet" ? 0n : amount };
}
