/** `webhook/verify`: counts the payment of an order at once, by the same code as the follower, and gives out its key. */
import type { OrderCare } from "../../accounts/order-care.ts";
import type { OrderKeys } from "../../accounts/order-keys.ts";
import type { Order } from "../../accounts/orders.ts";
import { rightsOf } from "../../accounts/tiers.ts";
import { depositOf } from "../../payment/follower/arrivals.ts";
import type { ReceivingWallet } from "../../payment/rail/receiving-wallet.ts";
import { VerifiedOrder } from "../../presenters/schemas/accounts.ts";
import { Type } from "../../runtime/actor.ts";
import { HubError } from "../../runtime/errors.ts";
import { type Drops, xrpNumber } from "../../runtime/money.ts";
import type { Deposits } from "../../runtime/ports/deposits.ts";
import { inputValidator } from "../../runtime/schema.ts";
import type { AddressLimit } from "../../accounts/limits/address-limits.ts";
import { readXrp } from "../http/amount.ts";
import { type CallerDeps, callerOf } from "../http/caller.ts";
import { type BodyDeps, DEFAULT_BODY_BYTES, expectValid } from "../http/body.ts";
import type { Mount } from "../http/mount.ts";
import type { Visit } from "../http/protected.ts";

export interface VerifyRoutesDeps extends CallerDeps, BodyDeps {
  readonly admitLookup: AddressLimit;
  readonly orderKeys: OrderKeys;
  readonly deposits: Deposits;
  readonly orderCare: OrderCare;
  /** Where payments arrive, one for each network. */
  readonly receivingWallets: readonly ReceivingWallet[];
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
}

const TX_HASH = "^[0-9A-Fa-f]{64}$";

const Body = Type.Object({
  order_id: Type.String({ pattern: "^[\\w-]{1,100}$" }), // No store takes every text.
  tx_hash: Type.String({ pattern: TX_HASH, description: "64 hexadecimal digits." }),
  amount: Type.Optional(
    Type.Union([Type.Number(), Type.String({ maxLength: 32 })], { description: "XRP that were sent; compared only." }),
  ),
  as_balance: Type.Optional(
    Type.Boolean({
      description: "Of an underpaid order: make what has arrived a prepaid balance, and the order done.",
    }),
  ),
});
const validate = inputValidator(Body);

export function verifyRoutes(deps: VerifyRoutesDeps, mount: Mount): void {
  mount(
    {
      id: "verify_order",
      method: "POST",
      path: "/api/v1/webhook/verify/",
      tag: "accounts",
      summary: "Counts the payment of an order at once, and gives out its key.",
      body: Body,
      ok: { description: "What has become of the order.", schema: VerifiedOrder },
      statuses: [402, 404, 409, 502, 504],
      access: "open",
      example: { body: { order_id: "ord_example", tx_hash: "0".repeat(64) } },
    },
    ({ request, set }) => verify(deps, { request, set }),
  );
}

async function verify(deps: VerifyRoutesDeps, { request, set }: Visit): Promise<object> {
  const { value, warnings } = expectValid(validate, await deps.bodies.json(request, DEFAULT_BODY_BYTES));
  const { order_id: id, tx_hash, amount, as_balance } = value;
  const said = amount === undefined ? undefined : readXrp(amount, "/amount");
  const hash = tx_hash.toUpperCase();
  const order = await deps.orderKeys.order(id);
  if (order === undefined) throw new HubError("unknown_order", "No order has this id.");
  if (order.cancelled_at !== null)
    throw new HubError("payment_invalid", "This order was cancelled: what is paid for it waits for the operator.");
  const delivered = await deliveredTo(order, hash, deps, () => deps.admitLookup(callerOf(request, deps).address()));
  const found = (await deps.orderKeys.order(id)) ?? order;
  const isGivenUp = as_balance === true && delivered !== undefined && found.status === "underpaid";
  if (isGivenUp) await deps.orderCare.creditByOwner(id);
  const current = isGivenUp ? ((await deps.orderKeys.order(id)) ?? found) : found;
  const isConfirmed = delivered !== undefined && current.status === "confirmed";
  const key = await (isConfirmed ? deps.orderKeys.issue(current) : deps.orderKeys.look(current));
  const differs = said !== undefined && delivered !== undefined && said !== delivered;
  const notes = [
    ...warnings,
    ...(differs ? ["amount: the ledger has delivered another one, which is what counts"] : []),
  ];
  set.headers["cache-control"] = "private, no-store";
  return {
    status: isConfirmed ? "confirmed" : delivered === undefined ? "pending" : "underpaid",
    order_id: id,
    tx_hash: hash,
    delivered_xrp: xrpNumber(delivered ?? 0n),
    order_delivered_xrp: xrpNumber(current.delivered),
    amount_xrp: xrpNumber(current.amount),
    network: current.network,
    api_key: key.text ?? null,
    key_prefix: key.prefix,
    tier: key.tier,
    outcome: current.outcome,
    calls_per_day: rightsOf(key.tier).callsPerDay,
    ...(notes.length > 0 && { warnings: notes }),
    recommended_next_action: nextAction(current, delivered),
  };
}

/**
 * What this transaction brought to this order; `undefined` while it is not validated, or cannot be found.
 * @throws {HubError} `payment_invalid` when it pays something else, or nothing; `ledger_unavailable`.
 */
async function deliveredTo(
  order: Order,
  hash: string,
  deps: VerifyRoutesDeps,
  admit: () => Promise<void>,
): Promise<Drops | undefined> {
  const receivingWallet = deps.receivingWallets.find(({ ledger }) => ledger.network === order.network);
  // What was counted before needs no ledger.
  const known = await deps.orderKeys.deposit(hash);
  if (known !== undefined) {
    if (known.order_id !== order.id) throw await notForThis(order, receivingWallet);
    return known.delivered;
  }
  if (receivingWallet === undefined)
    throw new HubError("ledger_unavailable", "The ledger of this order is not served any more.");
  await admit();
  const seen = await receivingWallet.ledger.find(hash, deps.stopping);
  if (seen === undefined) {
    if (await isElsewhere(hash, receivingWallet, deps)) throw await notForThis(order, receivingWallet);
    return undefined;
  }
  // Its payer may have been told a wallet that was paid before this one.
  const wallets = [await receivingWallet.wallet(), ...receivingWallet.earlier.map(({ address }) => address)];
  const deposit = wallets.map((wallet) => depositOf(seen, order.network, wallet)).find((each) => each !== undefined);
  if (deposit === undefined || deposit.destinationTag !== order.destination_tag)
    throw await notForThis(order, receivingWallet);
  const credited = await deps.deposits.credit(deposit);
  if (!("orderId" in credited) || credited.orderId !== order.id) throw await notForThis(order, receivingWallet);
  return deposit.delivered;
}

/** Whether another network has it. One that does not answer proves nothing. */
async function isElsewhere(
  hash: string,
  own: ReceivingWallet,
  { receivingWallets, stopping }: VerifyRoutesDeps,
): Promise<boolean> {
  const others = receivingWallets.filter((receivingWallet) => receivingWallet !== own);
  const found = await Promise.all(others.map(({ ledger }) => ledger.find(hash, stopping).catch(() => undefined)));
  return found.some((payment) => payment !== undefined);
}

/**
 * One sentence for whatever is wrong with it: whose payment it is instead is nobody's business. Nor does it name the
 * order's tag: with that a stranger would find the right payment on the ledger.
 */
async function notForThis(order: Order, receivingWallet: ReceivingWallet | undefined): Promise<HubError> {
  const sentence = "This transaction does not pay this order: it failed, or has another destination, tag or currency.";
  const body =
    receivingWallet === undefined ? {} : { deposit_address: await receivingWallet.wallet(), network: order.network };
  return new HubError("payment_invalid", sentence, {
    terms: { body, headers: {} },
    nextActions: ["Pay with the destination_tag that the order was made with, then POST the new tx_hash here."],
  });
}

function nextAction({ status, amount, delivered }: Order, arrived: Drops | undefined): string {
  if (arrived === undefined) return "Repeat this request in a few seconds: the transaction is not validated yet.";
  if (status === "confirmed") return "Send the key as X-API-Key, for example to GET /api/v1/agent/usage/.";
  return `Send the missing ${xrpNumber(amount - delivered)} XRP with the same destination_tag, then POST its tx_hash here; or send "as_balance": true to prepay calls with what has arrived.`;
}
